/** Changes of multi-domain orders: one domain by its name, several by lists (contract 4.13). */
import type { Check, CheckContext, Judgement } from '../../engine/check.ts';
import { ifAvailable, Unavailable } from '../../engine/unavailable.ts';
import { judgeSucceeded } from '../../judges/envelope-outcome.ts';
import { fail, unshown } from '../../judges/judgement.ts';
import { recordMissing } from '../action.ts';
import { ANY_CONDITION } from '../conditions.ts';
import { judgeDeclared } from '../encoding.ts';
import { field, withFields } from '../form.ts';
import { ADDRESS_HINT } from '../orders.ts';
import { evidenceOf, recordReply } from '../replies.ts';
import { type Assignment, listFields, type Space, wantedOf } from './lists.ts';
import { assumedNames } from './names.ts';
import { MULTI } from './needs.ts';
import { type OrderSubject, takeOrder } from './order-subject.ts';
import { change, settle, tell, turns } from './steps.ts';
import { listsOf } from './two-domains.ts';

const BY_NAME = 'legacy.dcv-update.multi.by-domain-name';
const LISTS = 'legacy.dcv-update.multi.lists';
const POSITIONAL = 'legacy.dcv-update.multi.positional';
const EMAILS = 'legacy.dcv-update.multi.emails';
const UNEQUAL = 'legacy.dcv-update.multi.unequal-lists';
const SPACES = 'legacy.dcv-update.multi.spaces';

/** Accepted changes of a multi-domain order. */
export function multiCheck(): Check {
  const ids = [BY_NAME, LISTS, POSITIONAL, EMAILS, UNEQUAL, SPACES];
  return {
    id: 'legacy.dcv-update.multi',
    title: 'The DCV action changes domains of a multi-domain order',
    requirements: ids,
    effect: 'modify',
    run: async (context) => {
      const order = await takeOrder(context, MULTI);
      // What is refused altogether is judged here, and no reason to stop.
      const control = await ifAvailable(turns(context, order));
      const { domains, straight, crossed, byMail } = listsOf(order, control?.accepted ?? []);
      await byName(context, order, domains);
      await settle(context, order, crossed);
      const accepted = await byLists(context, order, straight, '+');
      await byLists(context, order, crossed, '%20');
      await emails(context, order, byMail);
      await settle(context, order, crossed);
      if (accepted) await unequal(context, order, straight);
      else
        recordMissing(
          context,
          [UNEQUAL],
          new Unavailable('Lists of equal length were not accepted.', 'control-refused'),
        );
    },
  };
}

async function byName(context: CheckContext, order: OrderSubject, domains: readonly string[]): Promise<void> {
  const control = await ifAvailable(turns(context, order));
  const excuse = assumedNames(order.names, 'methods') ?? order.unsure;
  for (const domain of domains) {
    const method = control?.next() ?? 'http';
    const name = order.names.methods[method];
    const call = { label: `domainName = ${domain}, newMethod = ${name}`, fields: order.change(method, domain) };
    const { reply } = await change(context, order, call, [{ domain, method: name }]);
    // The second domain may have had this method before, which may be refused (legacy.dcv.same-method).
    if (domain === domains[0] || reply.reading?.outcome === 'success')
      recordReply(context, BY_NAME, reply, (exchange) => judgeSucceeded(exchange, 'form', excuse));
  }
}

/** True when the lists were accepted. */
async function byLists(
  context: CheckContext,
  order: OrderSubject,
  assignment: Assignment,
  space: Space,
): Promise<boolean> {
  const label = `${words(order, assignment)}${space === '+' ? '' : ', spaces as %20'}`;
  const fields = listFields(order, assignment, space);
  const { reply, shows } = await change(context, order, { label, fields }, wantedOf(order, assignment));
  const excuse = assumedNames(order.names, 'methods') ?? order.unsure;
  const judge = (exchange: Parameters<typeof judgeSucceeded>[0]): Judgement => judgeSucceeded(exchange, 'form', excuse);
  if (space === '+') recordReply(context, LISTS, reply, judge);
  recordReply(context, SPACES, reply, judge);
  const accepted = reply.reading?.outcome === 'success';
  if (accepted) context.record(POSITIONAL, shows ?? unseen(), evidenceOf(reply));
  else recordMissing(context, [POSITIONAL], new Unavailable('The lists were not accepted.', 'earlier-step'));
  return accepted;
}

function unseen(): Judgement {
  return unshown('earlier-step', 'The status of the order could not be read.');
}

async function emails(context: CheckContext, order: OrderSubject, assignment: Assignment): Promise<void> {
  const call = { label: words(order, assignment), fields: listFields(order, assignment) };
  const { reply } = await change(context, order, call, wantedOf(order, assignment));
  const excuse =
    assumedNames(order.names, 'parameters') ??
    order.unsure ??
    (assignment.every(([domain]) => order.address(domain).named)
      ? undefined
      : `which addresses are acceptable is not shown; ${ADDRESS_HINT}`);
  recordReply(context, EMAILS, reply, (exchange) => judgeSucceeded(exchange, 'form', excuse));
}

/** Two domains and one method: refused or paired as far as it goes (silence `legacy.unequal-lists`). */
async function unequal(context: CheckContext, order: OrderSubject, assignment: Assignment): Promise<void> {
  const [first] = assignment;
  if (first === undefined) return;
  const method = order.names.methods[first[1]];
  const fields = withFields(listFields(order, assignment), field('newMethods', method));
  // Refused or not, the pair that is complete may have been changed (legacy.dcv.partial-update).
  const reply = await tell(context, order, { label: 'two domains and one method', fields }, [ANY_CONDITION]);
  const declared = context.contract.answer('legacy.unequal-lists');
  const outcome = reply.reading?.outcome;
  const value = outcome === 'success' ? 'paired' : outcome === 'error' ? 'refused' : 'unclear';
  context.observe(UNEQUAL, { silence: 'legacy.unequal-lists', value });
  recordReply(context, UNEQUAL, reply, ({ response }) =>
    (response?.status ?? 500) >= 500
      ? fail('any status below 500', `status ${response?.status ?? 0}`)
      : judgeDeclared(reply, declared, { refused: 'error', paired: 'success' }),
  );
}

function words({ names }: OrderSubject, assignment: Assignment): string {
  return assignment.map(([domain, method]) => `${domain}: ${names.methods[method]}`).join(', ');
}
