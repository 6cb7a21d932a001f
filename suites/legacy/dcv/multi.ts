/** Multi-domain orders: one domain changed by its name, several by lists, and calls that are refused (contract 4.13). */
import { type Check, type CheckContext, ifAvailable, type Judgement, Unavailable } from '../../engine/index.ts';
import { fail, judgeRefused, judgeSucceeded, unshown } from '../../judges/index.ts';
import { field, maxLengthOf, withFields, without } from '../call.ts';
import { ANY_CONDITION, type Probe, probe, warning } from '../conditions.ts';
import { judgeDeclared } from '../encoding.ts';
import { ADDRESS_HINT, MULTI } from '../orders.ts';
import { evidenceOf, recordReply } from '../replies.ts';
import { type Assignment, joinedLength, listFields, listsOf, type Space, twoDomains } from './lists.ts';
import { assumedNames, type Method } from './names.ts';
import { type OrderSubject, takeOrder } from './order-subject.ts';
import { change, refuse, settle, tell, turns } from './steps.ts';

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
      // What belongs together is told by the places in the two lists, whatever the order of the domains is elsewhere.
      await byLists(context, order, straight.toReversed(), '+');
      for (const whole of wholesOf(order, control?.accepted ?? [])) await byLists(context, order, whole, '+');
      await emails(context, order, byMail);
      await settle(context, order, crossed);
      if (!accepted) throw new Unavailable('Lists of equal length were not accepted.', 'control-refused');
      await unequal(context, order, straight);
    },
  };
}

/**
 * All domains of an order of more than two, with the accepted methods by turns, and once more with each at the next domain; where
 * newMethods has no room for that, with one method for all.
 */
function wholesOf(order: OrderSubject, accepted: readonly Method[]): Assignment[] {
  const { domains, names, operation } = order;
  if (domains.length <= 2 || accepted.length === 0) return [];
  const limit = maxLengthOf(operation, 'newMethods');
  const byTurns = (methods: readonly Method[]): Method[] =>
    domains.map((_, at) => methods[at % methods.length] as Method);
  const others = accepted.filter((one) => names.methods[one] !== order.current).map((one) => [one]);
  const fits = [accepted, ...others].map(byTurns).find((methods) => joinedLength(order, methods) <= limit);
  if (fits === undefined) return [];
  const turned = [...fits.slice(-1), ...fits.slice(0, -1)];
  const assign = (methods: readonly Method[]): Assignment =>
    domains.flatMap((domain, at) => (methods[at] === undefined ? [] : [[domain, methods[at]] as const]));
  return new Set(fits).size > 1 ? [assign(fits), assign(turned)] : [assign(fits)];
}

async function byName(context: CheckContext, order: OrderSubject, domains: readonly string[]): Promise<void> {
  const control = await ifAvailable(turns(context, order));
  const excuse = assumedNames(order.names, 'methods') ?? order.unsure;
  for (const domain of domains) {
    const method = control?.next() ?? 'http';
    const name = order.names.methods[method];
    const call = { label: `domainName = ${domain}, newMethod = ${name}`, fields: order.change(method, domain) };
    const { reply } = await change(context, order, call);
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
  const { reply, shows } = await change(context, order, { label, fields });
  const excuse = assumedNames(order.names, 'methods') ?? order.unsure;
  const judge = (exchange: Parameters<typeof judgeSucceeded>[0]): Judgement => judgeSucceeded(exchange, 'form', excuse);
  if (space === '+') recordReply(context, LISTS, reply, judge);
  recordReply(context, SPACES, reply, judge);
  const accepted = reply.reading?.outcome === 'success';
  const unseen = accepted ? 'The status of the order could not be read.' : 'The lists were not accepted.';
  context.record(POSITIONAL, shows ?? unshown('earlier-step', unseen), evidenceOf(reply));
  return accepted;
}

async function emails(context: CheckContext, order: OrderSubject, assignment: Assignment): Promise<void> {
  const call = { label: words(order, assignment), fields: listFields(order, assignment) };
  const { reply } = await change(context, order, call);
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

const DOMAIN_NEEDED = 'legacy.dcv-update.multi.domain-needed';
const METHODS_NEEDED = 'legacy.dcv-update.multi.methods-needed';
const UNKNOWN = 'legacy.dcv-update.multi.unknown-domain';
const UNKNOWN_METHODS = 'legacy.dcv-update.multi.unknown-methods';
const ADDRESSES_NEEDED = 'legacy.dcv-update.multi.addresses-needed';

/** One for each of two domains. */
const NO_METHODS = 'NO_METHOD_1 NO_METHOD_2';

/** The refusals of a multi-domain order, after changes of its domains were accepted. */
export function multiRefusalsCheck(): Check {
  const ids = [DOMAIN_NEEDED, METHODS_NEEDED, UNKNOWN, UNKNOWN_METHODS, ADDRESSES_NEEDED];
  return {
    id: 'legacy.dcv-update.multi.refusals',
    title: 'The DCV action refuses incomplete lists',
    requirements: ids,
    effect: 'modify',
    run: async (context) => {
      const { order, turns, domains, straight: lists, byMail } = await twoDomains(context);
      const [a] = domains;
      const method = turns.next();
      const other = field('domainName', 'no-such-domain.invalid');
      const cases: [string, Probe][] = [
        [
          DOMAIN_NEEDED,
          probe('neither domainName nor domainNames is given', without(order.change(method, a), 'domainName'), [
            'argument-missing',
          ]),
        ],
        [
          METHODS_NEEDED,
          probe('domainNames has no methods', without(listFields(order, lists), 'newMethods'), ['argument-missing']),
        ],
        [
          UNKNOWN_METHODS,
          probe('newMethods names no method', withFields(listFields(order, lists), field('newMethods', NO_METHODS)), [
            'argument-invalid',
            'update-failed',
          ]),
        ],
        [
          ADDRESSES_NEEDED,
          probe('the e-mail method has no addresses', without(listFields(order, byMail), order.names.emails), [
            'argument-missing',
          ]),
        ],
        [UNKNOWN, probe('domainName is not in the order', withFields(order.change(method, a), other))],
      ];
      for (const [id, one] of cases) await refuse(context, order, one, { refused: id });
      for (const { name, how, doubtful } of nearNames(order.domains, a)) {
        const near = withFields(order.change(turns.next(), a), field('domainName', name));
        const own = doubtful === undefined ? context : warning(context, doubtful);
        await refuse(own, order, probe(`domainName = ${name}, ${how}, is not in the order`, near), {
          refused: UNKNOWN,
        });
      }
      await unknownInList(context, order, lists);
    },
  };
}

/** Names that a careless comparison takes for that of a domain of the order. */
function nearNames(
  domains: readonly string[],
  domain: string,
): { readonly name: string; readonly how: string; readonly doubtful?: string }[] {
  const parent = domain.replace(/^[^.]+\./, '');
  const doubtful = 'A domain may be validated by way of the one above it.';
  return [
    { name: `below.${domain.replace('*.', '')}`, how: `below ${domain}` },
    { name: domain.slice(0, -1), how: `the beginning of ${domain}` },
    { name: parent, how: `above ${domain}`, doubtful },
  ].filter(({ name }) => name.includes('.') && !domains.includes(name));
}

/** A list of which one domain is not in the order: that the other may be changed all the same is open (`legacy.dcv.partial-update`). */
async function unknownInList(context: CheckContext, order: OrderSubject, [known, other]: Assignment): Promise<void> {
  if (known === undefined || other === undefined) return;
  const because = 'domainNames has a domain that is not in the order';
  const fields = listFields(order, [known, ['no-such-domain.invalid', other[1]]]);
  const reply = await tell(context, order, { label: because, fields }, [ANY_CONDITION]);
  recordReply(context, UNKNOWN, reply, (exchange) => {
    const judgement = judgeRefused(exchange, 'form', { because });
    if (reply.reading?.outcome !== 'success' || judgement.verdict !== 'fail') return judgement;
    return { ...judgement, verdict: 'warn', reason: 'A list with a domain that is not in the order was accepted.' };
  });
}
