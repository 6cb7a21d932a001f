/**
 * The permitted length of the list parameters (contract 4.13, 8), from the inside and from the outside. A list is padded with spaces to one
 * character less than permitted, which shows whether runs of spaces are tolerated, and then to just the permitted length. Where they are
 * not, a list of names is as long as those of some order are.
 */
import type { Contract } from '../../../spec/index.ts';
import { type Check, orOpen } from '../../engine/index.ts';
import { unshown } from '../../judges/index.ts';
import { field, maxLengthOf, withFields } from '../call.ts';
import { ANY_CONDITION, type Probe, probe } from '../conditions.ts';
import { longestList } from '../orders.ts';
import { isAccepted, type Reply, recordAccepted, recordRefused } from '../replies.ts';
import { dcvCheck } from './action.ts';
import {
  type Assignment,
  awayFrom,
  changeAll,
  fits,
  lengthOf,
  listFields,
  listsOf,
  padded,
  plainText,
  twoDomains,
  wholesOf,
} from './lists.ts';
import type { OrderSubject } from './order-subject.ts';
import { longFaults, requirementsOf, roleOf } from './refusals.ts';
import { change, changeable, settle, tell } from './steps.ts';

/** Whether it is the length that is told, or what else is wrong with a long list, is open. */
const CONDITIONS = ['argument-invalid', ANY_CONDITION];

/** Lists of just the permitted length. */
export function listLengthsCheck(contract: Contract): Check {
  const emails = roleOf(contract, 'emails');
  const accepted = requirementsOf(contract, 'accepts', 'domainNames', 'newMethods', emails);
  const refused = requirementsOf(contract, 'refuses', 'domainNames', 'newMethods', emails);
  const ids = [...accepted, ...refused].map(({ id }) => id);
  const about = ['multi.lengths', 'takes lists of just the permitted length, and none beyond it'] as const;
  return dcvCheck(about, ids, async (context) => {
    const { order, straight, crossed, byMail } = await twoDomains(context);
    for (const { id, constraint } of accepted) {
      const name = constraint?.parameter ?? '';
      const lists = name === emails ? byMail : straight;
      const isTolerated = await judgeLimit(order, id, name, lists, crossed);
      if (!isTolerated && name === 'domainNames') {
        const plain = async (): Promise<Reply> => {
          await settle(order, crossed);
          return (await changeAll(order, straight)).reply;
        };
        await orOpen(context, [], () => judgeLongest(order, id, plain));
      }
      const own = refused.find((one) => one.constraint?.parameter === name);
      if (own === undefined) continue;
      for (const one of [...(isTolerated ? justBeyond(order, name, lists) : []), ...tooLong(order, name, lists)]) {
        await settle(order, crossed);
        // That it takes effect in part, though refused, is open (legacy.dcv.partial-update).
        const reply = await tell(order, one, one.conditions);
        recordRefused(context, { refused: own.id }, reply, one.because);
      }
    }
  });
}

/** True when runs of spaces are tolerated up to the limit. */
async function judgeLimit(
  order: OrderSubject,
  id: string,
  name: string,
  lists: Assignment,
  before: Assignment,
): Promise<boolean> {
  const limit = maxLengthOf(order.operation, name);
  const send = async (length: number): Promise<Reply | undefined> => {
    // The method in use may not be set again everywhere, so each call finds another in use.
    await settle(order, before);
    const fields = padded(listFields(order, lists), name, length);
    const label = `${name} padded to ${length} characters`;
    return fields && (await change(order, { label, fields })).reply;
  };
  let [below, at] = [await send(limit - 1), await send(limit)];
  // An order may be busy with the change before: what is refused for its length is refused again between two that are not.
  if (below !== undefined && at !== undefined && isAccepted(below) && !isAccepted(at))
    [below, at] = [await send(limit - 1), await send(limit)];
  if (below === undefined || at === undefined) {
    const none = unshown('no-fixture', { what: 'none', of: 'list-that-is-short-enough', was: 'there' });
    order.context.record(id, none, { label: 'positive control' });
    return false;
  }
  recordAccepted(order.context, id, at, isAccepted(below) ? undefined : { silence: 'legacy.dcv.list-constraints' });
  return isAccepted(below) && isAccepted(at);
}

/**
 * All names of the order that has most to say, each of which is taken by itself, before all together are refused and after. `plain`: a
 * list of few names, which is taken as well.
 */
async function judgeLongest(
  { context, operation }: OrderSubject,
  id: string,
  plain: () => Promise<Reply>,
): Promise<void> {
  const need = longestList(context.session.target, maxLengthOf(operation, 'domainNames'));
  if (need === undefined) return;
  const order = await changeable(context, need);
  const whole = wholesOf(order)[0] ?? listsOf(order).straight;
  const isTakenOneByOne = async (): Promise<boolean> => {
    // The method in use may not be set again everywhere.
    await settle(order, whole);
    for (const list of [awayFrom(order, whole), whole, awayFrom(order, whole)])
      for (const [domain, method] of list) {
        const label = `${domain} to ${order.names.methods[method]}`;
        if (!isAccepted((await change(order, { label, fields: order.change(method, domain) })).reply)) return false;
      }
    return true;
  };
  for (let time = 0; time < 2; time++) {
    if (!(await isTakenOneByOne()) || !isAccepted(await plain())) return;
    const { reply } = await changeAll(order, whole);
    if (isAccepted(reply) || (time > 0 && (await isTakenOneByOne()))) return void recordAccepted(context, id, reply);
  }
}

/** Where spaces may stand between the items: good lists whose only fault is their length, and what is good only up to the limit. */
function justBeyond(order: OrderSubject, name: string, lists: Assignment): Probe[] {
  const limit = maxLengthOf(order.operation, name);
  const plain = listFields(order, lists);
  const text = plainText(plain, name);
  const junk = `${text}${' '.repeat(Math.max(1, limit - text.length))}no-such-item`;
  const long = padded(plain, name, limit + 1);
  const because = `${name} with another item after the limit of ${limit} characters`;
  return [
    ...(long === undefined ? [] : [probe(`${name} padded to ${limit + 1} characters`, long, CONDITIONS)]),
    probe(because, withFields(plain, field(name, junk)), CONDITIONS),
  ];
}

/** Over-long lists. Where the order has domains enough, every part of newMethods is right and only its length is wrong. */
function tooLong(order: OrderSubject, name: string, lists: Assignment): Probe[] {
  const base = listFields(order, lists);
  const made = longFaults(order, name, [4]).map((make) => make(base));
  const all = order.domains.map(
    (domain, i) => [domain, (['http', 'https', 'cname'] as const)[i % 3] ?? 'http'] as const,
  );
  const valid = all.map((_, i) => all.slice(0, i + 1)).find((list) => list.length > 1 && !fits(order, list));
  if (name !== 'newMethods' || valid === undefined) return made;
  const limit = maxLengthOf(order.operation, name);
  const because = `${name} has ${lengthOf(order, valid)} characters, more than the permitted ${limit}`;
  return [probe(because, listFields(order, valid), CONDITIONS), ...made];
}
