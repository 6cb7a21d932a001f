/** Orders whose state forbids a change (contract 4.13, 7.2): each an order of the profile in that state. */
import type { Contract } from '../../../spec/index.ts';
import { type Check, type CheckContext, ifAvailable, tryFor, Unavailable } from '../../engine/index.ts';
import { DCV } from '../action.ts';
import { encode, type Field, raw, withFields } from '../call.ts';
import { ANY_CONDITION, type ConditionIds, conditionIds, probe, unknownOrderConditions } from '../conditions.ts';
import { inState, MULTI, SINGLE } from '../orders.ts';
import { type Assignment, listFields, twoDomains } from './lists.ts';
import type { Method } from './names.ts';
import { type OrderSubject, takeOrder } from './order-subject.ts';
import { change, refuse, turns } from './steps.ts';

/** Orders of one domain and of several: what forbids a change of the one forbids it of the other. */
const KINDS = ['single', 'multi'] as const;

/** What forbids a change forbids it by whichever method; only an update that fails may do so for some. */
const EVERY_METHOD: readonly Method[] = ['http', 'https', 'cname', 'email'];

/** What holds of an order besides, so that either may be answered: whatever was issued had its domains validated before. */
const BESIDES: Readonly<Record<string, readonly string[]>> = { 'already-issued': ['already-validated'] };

/** The conditions that an order of the profile brings with it. */
const STATES: Readonly<Record<string, string>> = {
  'already-validated': 'its domain has been validated already',
  'permission-denied': 'the user may not change it',
  'unexpected-state': 'its certificate is in an unexpected state',
  'update-failed': 'its methods cannot be updated',
  'already-issued': 'it was issued already',
};

const PERMISSION = 'permission-denied';

/** The checks of all conditions that depend on the order; that which depends on the login as well is the last. */
export function stateChecks(contract: Contract): Check[] {
  const all = Object.entries(STATES).map(([condition, because]) => stateCheck(contract, condition, because));
  return [...all.filter(({ strand }) => strand !== undefined), ...all.filter(({ strand }) => strand === undefined)];
}

function stateCheck(contract: Contract, condition: string, because: string): Check {
  const ids = conditionIds(contract, DCV, condition);
  const requirements = Object.values(ids);
  return {
    id: `${DCV}.condition.${condition}`,
    title: `The DCV action refuses an order when ${because}`,
    requirements,
    effect: 'modify',
    // A login without the permission is tried on orders in whose way nothing stands, which other strands have in hand.
    ...(condition === PERMISSION ? {} : { strand: 'states' }),
    run: async (context) => {
      const shown = condition === PERMISSION && (await refusePowerless(context, condition, ids));
      const missing: Unavailable[] = [];
      for (const kind of KINDS) {
        const done = await tryFor(refuseChanges(context, kind, { condition, because, ids }));
        if (done.missing !== undefined) missing.push(done.missing);
      }
      if (missing.length === KINDS.length && !shown) throw missing[0];
    },
  };
}

/**
 * Logins that the profile states because they may change nothing: what is accepted from the profile's own is refused to
 * them. Whether the order is hidden from them is open. False when there is none, or no order to try it on.
 */
async function refusePowerless(context: CheckContext, condition: string, ids: ConditionIds): Promise<boolean> {
  const logins = context.session.target
    .fixtures()
    .filter(({ kind, traits }) => kind === 'login' && POWERLESS.has(String(traits['state'])));
  if (logins.length === 0) return false;
  const ways = [...(await oneDomain(context)), ...(await severalDomains(context))];
  const conditions = [condition, ...unknownOrderConditions(context.contract)];
  for (const { ids: login } of logins) {
    for (const { order, form, fields } of ways) {
      const powerless = withFields(
        fields,
        raw('loginName', encode(String(login['loginName']))),
        raw('loginPassword', String(login['loginPassword'])),
      );
      await refuse(context, order, probe(`a login without the permission${form}`, powerless, conditions), ids);
    }
  }
  return ways.length > 0;
}

/** A change that is accepted from the profile's own login. */
interface Accepted {
  readonly order: OrderSubject;
  readonly form: string;
  readonly fields: readonly Field[];
}

async function oneDomain(context: CheckContext): Promise<Accepted[]> {
  const order = await ifAvailable(takeOrder(context, SINGLE));
  const control = order && (await ifAvailable(turns(context, order)));
  if (order === undefined || control === undefined) return [];
  return [{ order, form: '', fields: order.change(control.next()) }];
}

/** Of an order of several domains: one of them by its name, and, where lists are accepted, all that a list holds. */
async function severalDomains(context: CheckContext): Promise<Accepted[]> {
  const several = await ifAvailable(twoDomains(context));
  if (several === undefined) return [];
  const { order, turns: control, domains, straight, crossed } = several;
  const list = await nextList(context, order, [straight, crossed]);
  return [
    { order, form: ', of one domain of several', fields: order.change(control.next(), domains[0]) },
    ...(list === undefined ? [] : [{ order, form: ', in a list', fields: list }]),
  ];
}

/** Of two lists the one that would be a change after the other was accepted; undefined where neither is. */
async function nextList(
  context: CheckContext,
  order: OrderSubject,
  [one, other]: readonly [Assignment, Assignment],
): Promise<Field[] | undefined> {
  for (const [first, second] of [
    [one, other],
    [other, one],
  ] as const) {
    const call = { label: 'a list of the own login', fields: listFields(order, first) };
    const { reply } = await change(context, order, call);
    if (reply.reading?.outcome === 'success') return listFields(order, second);
  }
  return undefined;
}

/** How the profile says of a login that it may change no order. */
const POWERLESS = new Set(['no-permission', 'permission-denied']);

interface Refused {
  readonly condition: string;
  readonly because: string;
  readonly ids: ConditionIds;
}

/** @throws Unavailable when no order in this state is in the profile, or nothing shows that the same change is accepted elsewhere. */
async function refuseChanges(
  context: CheckContext,
  kind: 'single' | 'multi',
  { condition, because, ids }: Refused,
): Promise<OrderSubject> {
  const order = await takeOrder(context, inState(condition, kind));
  const several = kind === 'multi';
  // The same change is accepted on an order in whose way nothing stands.
  const control = await turns(context, await takeOrder(context, several ? MULTI : SINGLE));
  const [domain] = order.domains;
  let listed = false;
  if (several && domain === undefined)
    throw new Unavailable(`No domain of order ${order.order.number} is known.`, 'no-fixture');
  for (const method of condition === 'update-failed' ? control.accepted : EVERY_METHOD) {
    const hash = method === 'http' || method === 'https';
    // Nothing at all is changed of an issued order (4.13); elsewhere what is in use may be asked for again.
    const inUse = order.names.methods[method] === order.current && condition !== 'already-issued';
    if (inUse || (order.order.wildcard && hash)) continue;
    // What was accepted nowhere may be refused for another reason, such as a name that is only assumed.
    const holding = [condition, ...(BESIDES[condition] ?? [])];
    const conditions = control.accepted.includes(method) ? holding : [...holding, ANY_CONDITION];
    const label = `order ${order.order.number} (${condition}) to ${order.names.methods[method]}`;
    const alone = order.change(method, several ? domain : undefined);
    await refuse(context, order, probe(label, alone, conditions, { refusal: { because } }), ids);
    if (!several || domain === undefined || listed || !control.accepted.includes(method)) continue;
    listed = true;
    const list = listFields(order, [[domain, method]]);
    await refuse(context, order, probe(`${label}, in a list`, list, conditions, { refusal: { because } }), ids);
  }
  return order;
}
