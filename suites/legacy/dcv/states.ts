/** Orders whose state forbids a change (contract 4.13, 7.2): each an order of the profile in that state. */
import type { Contract } from '../../../spec/index.ts';
import { type Check, type CheckContext, ifAvailable, tryFor, type Unavailable } from '../../engine/index.ts';
import { DCV } from '../action.ts';
import { type Field, loginOf, withFields } from '../call.ts';
import { ANY_CONDITION, conditionIds, ownCode, probe, unknownOrderConditions } from '../conditions.ts';
import { inState, MULTI, SINGLE, type Sort, sortsIn } from '../orders.ts';
import { type ConditionIds, isAccepted, type Reply, recordRefused } from '../replies.ts';
import { dcvCheck } from './action.ts';
import { changeAll, listFields, twoDomains } from './lists.ts';
import type { Method } from './names.ts';
import type { OrderSubject } from './order-subject.ts';
import { changeable, refuseOn, tell } from './steps.ts';
import { takeOrder } from './take.ts';

/** What forbids a change forbids it by whichever method; only an update that fails may do so for some. */
const EVERY_METHOD: readonly Method[] = ['http', 'https', 'cname', 'email'];

/** What an order of the profile brings with it. */
interface State {
  readonly condition: string;
  readonly because: string;
  /** What holds of an order besides, so that either may be answered. */
  readonly besides: readonly string[];
}

/** The conditions that depend on the order; that which depends on the login as well is the last. */
const STATES: readonly State[] = [
  { condition: 'already-validated', because: 'its domain has been validated already', besides: [] },
  { condition: 'unexpected-state', because: 'its certificate is in an unexpected state', besides: [] },
  { condition: 'update-failed', because: 'its methods cannot be updated', besides: [] },
  // Whatever was issued had its domains validated before.
  { condition: 'already-issued', because: 'it was issued already', besides: ['already-validated'] },
  { condition: 'permission-denied', because: 'the user may not change it', besides: [] },
];

/** The checks of all conditions that depend on the order. */
export function stateChecks(contract: Contract): Check[] {
  return STATES.map((state) => {
    const { condition, because } = state;
    const ids = conditionIds(contract, DCV, condition);
    const about = [`condition.${condition}`, `refuses an order when ${because}`] as const;
    const ofLogin = condition === 'permission-denied';
    const check = dcvCheck(about, Object.values(ids), async (context) => {
      const isShown = ofLogin && (await refusePowerless(context, condition, ids));
      const missing: Unavailable[] = [];
      // What forbids a change of one sort of orders forbids it of the others.
      const sorts = sortsIn(context.session.target, condition);
      for (const sort of sorts) {
        const done = await tryFor(refuseChanges(context, sort, state, ids));
        if (done.missing !== undefined) missing.push(done.missing);
      }
      if (missing.length === sorts.length && !isShown) throw missing[0];
    });
    // A login without the permission is tried on orders in whose way nothing stands, which other strands have in hand.
    return ofLogin ? check : { ...check, strand: 'states' };
  });
}

/** How the profile says of a login that it may change no order. */
const POWERLESS = new Set(['no-permission', 'permission-denied']);

/**
 * Logins that the profile states because they may change nothing: what is accepted from the profile's own is refused to
 * them. Whether the order is hidden from them is open. False when there is none, or no order to try it on.
 */
async function refusePowerless(context: CheckContext, condition: string, ids: ConditionIds): Promise<boolean> {
  const isPowerless = (state: unknown): boolean => POWERLESS.has(String(state));
  const fixtures = context.session.target.fixtures();
  const logins = fixtures.filter(({ kind, traits }) => kind === 'login' && isPowerless(traits['state']));
  if (logins.length === 0) return false;
  const ways = [...(await oneDomain(context)), ...(await severalDomains(context))];
  const conditions = [condition, ...unknownOrderConditions(context.contract)];
  for (const login of logins) {
    for (const [order, form, fields] of ways) {
      const one = probe(`a login without the permission${form}`, withFields(fields, ...loginOf(login)), conditions);
      await refuseOn(order, [one], ids);
    }
  }
  return ways.length > 0;
}

/** A change that is accepted from the profile's own login. */
type Accepted = readonly [order: OrderSubject, form: string, fields: readonly Field[]];

async function oneDomain(context: CheckContext): Promise<Accepted[]> {
  const order = await ifAvailable(changeable(context, SINGLE));
  return order === undefined ? [] : [[order, '', order.change(order.next())]];
}

/** Of an order of several domains: one of them by its name, and, where lists are accepted, all that a list holds. */
async function severalDomains(context: CheckContext): Promise<Accepted[]> {
  const several = await ifAvailable(twoDomains(context));
  if (several === undefined) return [];
  const { order, domains, straight, crossed } = several;
  const { reply } = await changeAll(order, straight);
  const list: Accepted[] = isAccepted(reply) ? [[order, ', in a list', listFields(order, crossed)]] : [];
  return [[order, ', of one domain of several', order.change(order.next(), domains[0])], ...list];
}

/** @throws Unavailable when no order in this state is in the profile, or nothing shows that the same change is accepted elsewhere. */
async function refuseChanges(
  context: CheckContext,
  sort: Sort,
  { condition, because, besides }: State,
  ids: ConditionIds,
): Promise<void> {
  const { kind } = sort;
  const order = await takeOrder(context, inState(condition, sort));
  const { number, wildcard } = order.order;
  // The same change is accepted on an order in whose way nothing stands.
  const { accepted, taken } = (await changeable(context, kind === 'multi' ? MULTI : SINGLE)).known;
  const domain = kind === 'multi' ? order.domain : undefined;
  const methods = condition === 'update-failed' ? accepted : EVERY_METHOD;
  const possible = methods.filter((method) => !wildcard || (method !== 'http' && method !== 'https'));
  // Nothing at all is changed of an issued order (4.13); elsewhere what is in use may be asked for again.
  const isInUse = (method: Method): boolean =>
    order.names.methods[method] === order.current && condition !== 'already-issued';
  // Which one that is may be hidden: then one of them may be refused as the method in use.
  const isHidden = order.current === undefined && condition !== 'already-issued';
  const replies: Reply[] = [];
  let isListed = false;
  for (const method of possible.filter((one) => !isInUse(one))) {
    // What was accepted nowhere may be refused for another reason, such as a name that is only assumed.
    const isTold = method !== 'email' || order.order.addressOf(domain ?? order.domains[0]) !== undefined;
    const isTaken = taken.has(order.names.methods[method]) && isTold;
    const conditions = [condition, ...besides, ...(isTaken && !isHidden ? [] : [ANY_CONDITION])];
    const name = `order ${number} (${condition}) to ${order.names.methods[method]}`;
    const row = (fields: Field[], label: string) => probe(because, fields, conditions, { label });
    const [reply] = await refuseOn(order, [row(order.change(method, domain), name)], ids);
    if (isHidden && isTaken && reply !== undefined) replies.push({ ...reply, conditions: [condition, ...besides] });
    if (domain === undefined || isListed || !accepted.includes(method)) continue;
    isListed = true;
    await refuseOn(order, [row(listFields(order, [[domain, method]]), `${name}, in a list`)], ids);
  }
  const code = ownCode(order.context.contract, condition);
  const odd = replies.find(({ reading }) => reading?.outcome === 'error' && reading.code !== code);
  for (const reply of replies.filter((one) => one !== odd)) recordRefused(order.context, ids, reply, because);
  // What the first domain has in use is asked for of one that has another in use, and is refused for the same reason.
  const left = condition === 'update-failed' ? [] : possible.filter(isInUse);
  const next = left.length === 0 ? undefined : await alike(order, condition, left);
  for (const method of next === undefined ? [] : left) {
    const label = `order ${number} (${condition}), ${next} to ${order.names.methods[method]}`;
    await refuseOn(order, [probe(because, order.change(method, next), [ANY_CONDITION], { label })], ids);
  }
}

/**
 * A further domain of the order that has none of these methods in use, and of which another is refused with the code that is declared
 * for the condition, and for no other: so the condition holds of it, too. Undefined where there is none.
 */
async function alike(order: OrderSubject, condition: string, left: readonly Method[]): Promise<string | undefined> {
  const { contract } = order.context;
  const code = ownCode(contract, condition);
  if (code === undefined) return undefined;
  const { methods } = order.names;
  const shown = order.known.last?.methods;
  for (const domain of order.domains.slice(1).filter((name) => !name.startsWith('*.'))) {
    const inUse = shown?.get(domain.toLowerCase());
    const control = EVERY_METHOD.find((one) => !left.includes(one) && methods[one] !== inUse);
    if (inUse === undefined || control === undefined || left.some((one) => methods[one] === inUse)) continue;
    const label = `${domain} to ${methods[control]}`;
    const reply = await tell(order, { label, fields: order.change(control, domain) });
    if (reply.reading?.code === code) return domain;
  }
  return undefined;
}
