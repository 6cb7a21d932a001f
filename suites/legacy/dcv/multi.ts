/** Accepted changes of a multi-domain order: one domain changed by its name, several by lists (contract 4.13). */
import { claimed } from '../../../spec/index.ts';
import { type Check, ifAvailable, Unavailable } from '../../engine/index.ts';
import { type Excuse, unshown } from '../../judges/index.ts';
import { field, maxLengthOf, withFields } from '../call.ts';
import { conditionsOf, judgeDeclared, judgeNameCase } from '../declared.ts';
import { MULTI } from '../orders.ts';
import { evidenceOf, isAccepted, recordAccepted, recordOpen } from '../replies.ts';
import { dcvCheck } from './action.ts';
import {
  type Assignment,
  allByMail,
  changeAll,
  fits,
  type Lists,
  listFields,
  listsOf,
  plainText,
  wholesOf,
} from './lists.ts';
import type { Method } from './names.ts';
import type { OrderSubject } from './order-subject.ts';
import { actionOn, change, establish, keepUnchanged, settle } from './steps.ts';
import { takeOrder } from './take.ts';

const BY_NAME = 'legacy.dcv-update.multi.by-domain-name';
const LISTS = 'legacy.dcv-update.multi.lists';
const POSITIONAL = 'legacy.dcv-update.multi.positional';
const EMAILS = 'legacy.dcv-update.multi.emails';
const UNEQUAL = 'legacy.dcv-update.multi.unequal-lists';
const SPACES = 'legacy.dcv-update.multi.spaces';
const NAME_CASE = 'legacy.dcv-update.multi.name-case';

/** The check of accepted changes, and of what is open about lists. */
export function multiCheck(): Check {
  const ids = [BY_NAME, LISTS, POSITIONAL, EMAILS, UNEQUAL, SPACES, NAME_CASE];
  return dcvCheck(['multi', 'changes domains of a multi-domain order'], ids, async (context) => {
    const order = await takeOrder(context, MULTI);
    // What is refused altogether is judged here, and no reason to stop.
    await ifAvailable(establish(order));
    const lists = listsOf(order);
    const { domains, straight, crossed, byMail } = lists;
    await byName(order, domains);
    await settle(order, crossed);
    const rule = await ruleOf(order, straight);
    await settle(order, crossed);
    const accepted = await byLists(order, straight, rule);
    await byLists(order, crossed, rule, '%20');
    // What belongs together is told by the places in the two lists, whatever the order of the domains is elsewhere.
    await byLists(order, straight.toReversed(), rule);
    for (const whole of wholesOf(order)) await byLists(order, whole, rule);
    for (const pair of straight) await alone(order, pair, crossed);
    const { reply } = await changeAll(order, byMail);
    recordAccepted(context, EMAILS, reply, rule ?? order.excuse('parameters', domains, domains));
    const all = isAccepted(reply) ? allByMail(order) : undefined;
    if (all !== undefined) {
      const excuse = (): Excuse => order.excuse('parameters', order.domains, order.domains);
      // Of an order whose state nobody tells each domain may have its own.
      if (excuse() === 'order-untold')
        for (const domain of order.domains.filter((one) => !order.hasChanged([one])))
          await change(order, { label: `${domain} by itself`, fields: order.change(order.next(), domain) });
      const whole = await changeAll(order, all);
      recordAccepted(context, EMAILS, whole.reply, rule ?? excuse());
    }
    await settle(order, crossed);
    if (!accepted) throw new Unavailable({ what: 'none', of: 'pair-of-lists', was: 'accepted' }, 'control-refused');
    await unequal(order, lists, isAccepted(reply));
    await otherLetters(order, lists, isAccepted(reply));
  });
}

const CONSTRAINED: Excuse = { silence: 'legacy.dcv.list-constraints' };

/** What ties lists together is not shown: where lists of all domains are accepted, or of one method, and others are not, there is such a rule. */
async function ruleOf(order: OrderSubject, two: Assignment): Promise<Excuse> {
  const isTaken = async (list: Assignment): Promise<boolean> => isAccepted((await changeAll(order, list)).reply);
  if (await isTaken(two)) return undefined;
  const methods: readonly Method[] = [...order.known.accepted, 'email'];
  const alike = methods.map((method) => order.domains.map((domain) => [domain, method] as const));
  const others = [...wholesOf(order), ...alike.filter((one) => fits(order, one))];
  for (const list of others) if (await isTaken(list)) return CONSTRAINED;
  // Names of methods may be too long for a list of all domains.
  return others.length === 0 ? CONSTRAINED : undefined;
}

/** Each name that is particular to such an order in other letters: everywhere the same, whichever it is. */
async function otherLetters(order: OrderSubject, lists: Lists, mailed: boolean): Promise<void> {
  const { crossed, straight, byMail } = lists;
  const forms: [list: Assignment, name: string][] = [
    [straight, 'domainNames'],
    [straight, 'newMethods'],
    [byMail, order.names.emails],
  ];
  for (const [list, name] of forms.filter(([list]) => mailed || list !== byMail)) {
    await settle(order, crossed);
    await judgeNameCase(actionOn(order), NAME_CASE, listFields(order, list), name);
  }
}

async function byName(order: OrderSubject, domains: readonly string[]): Promise<void> {
  for (const domain of domains) {
    const method = order.next();
    const label = `domainName = ${domain}, newMethod = ${order.names.methods[method]}`;
    const { reply } = await change(order, { label, fields: order.change(method, domain) });
    // The second domain may have had this method before, which may be refused (legacy.dcv.same-method).
    if (domain === domains[0] || isAccepted(reply))
      recordAccepted(order.context, BY_NAME, reply, order.excuse('methods'));
  }
}

/** True when the lists were accepted. */
async function byLists(
  order: OrderSubject,
  assignment: Assignment,
  rule: Excuse,
  space: '+' | '%20' = '+',
): Promise<boolean> {
  const { context } = order;
  const { reply, shows } = await changeAll(order, assignment, space);
  const changing = assignment.map(([domain]) => domain);
  for (const id of space === '+' ? [LISTS, SPACES] : [SPACES])
    recordAccepted(context, id, reply, rule ?? order.excuse('methods', [], changing));
  const none = isAccepted(reply)
    ? ({ what: 'none', of: 'status-of-the-order', was: 'read' } as const)
    : ({ what: 'none', of: 'pair-of-lists', was: 'accepted' } as const);
  context.record(POSITIONAL, shows ?? unshown('earlier-step', none), evidenceOf(reply));
  return isAccepted(reply);
}

/** Lists of one domain each: whether they are taken is not shown (silence legacy.dcv.list-constraints), and what is taken is done. */
async function alone(order: OrderSubject, pair: Assignment[number], crossed: Assignment): Promise<void> {
  await settle(order, crossed);
  const { reply, shows } = await changeAll(order, [pair]);
  if (isAccepted(reply) && shows !== undefined) order.context.record(POSITIONAL, shows, evidenceOf(reply));
}

/** Lists that differ in number, in each way: refused, or paired as far as they go (silence `legacy.unequal-lists`). */
async function unequal(order: OrderSubject, lists: Lists, mailed: boolean): Promise<void> {
  const { context, names } = order;
  const { straight, crossed, byMail, domains } = lists;
  const silence = 'legacy.unequal-lists';
  const means = { refused: 'error', paired: 'success' } as const;
  const [one = '', other = ''] = straight.map(([, method]) => names.methods[method]);
  const [own, another] = domains.map((domain) => order.address(domain));
  const row = (label: string, list: Assignment, name: string, ...items: readonly unknown[]) => {
    return { label, name, fields: withFields(listFields(order, list), field(name, items.join(' '))) };
  };
  const rows = [
    row('two domains and one method', straight, 'newMethods', one),
    row('two domains and three methods', straight, 'newMethods', one, other, one),
    row('two domains and one address', byMail, names.emails, own),
    row('two domains and three addresses', byMail, names.emails, own, another, own),
  ];
  const refuses = context.contract.answer(silence)?.value === 'refused';
  // What is left over after the last pair is a matter of its own where lists are paired; refused are all that are unequal.
  const meant = rows.filter(({ name, fields }, at) => {
    const isPossible =
      name === names.emails ? mailed : plainText(fields, name).length <= maxLengthOf(order.operation, name);
    return at === 0 || (refuses && isPossible);
  });
  for (const { label, fields } of meant) {
    await settle(order, crossed);
    const reply = await order.call({ label, fields }, conditionsOf(context.contract, silence, means));
    // The pairs that are complete may be changed all the same (legacy.dcv.partial-update), but then it is hardly a refusal.
    if (claimed(context.contract, silence) === 'refused') await keepUnchanged(order, reply, 'partial-update');
    else await order.looks();
    const outcome = reply.reading?.outcome;
    const value = outcome === 'success' ? 'paired' : outcome === 'error' ? 'refused' : 'unclear';
    context.observe(UNEQUAL, { silence, value });
    recordOpen(context, UNEQUAL, reply, judgeDeclared(context.contract, reply, silence, means));
  }
}
