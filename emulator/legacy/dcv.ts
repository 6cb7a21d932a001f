import type { Order, OrderDomain } from '../state/entities.ts';
import { type LegacyCall, unlessIgnored } from './call.ts';
import { wantedChanges } from './dcv-changes.ts';
import { type Envelope, failure } from './envelope.ts';

function success({ world }: LegacyCall): Envelope {
  return {
    errorCode: 0,
    errorMessage: world.policy.otherwise('legacy.dcv.success-message') ? 'The order was updated.' : '',
  };
}

/** A change of one domain of an order. */
export interface DcvChange {
  readonly domain: OrderDomain;
  readonly method: OrderDomain['method'];
  readonly email: string | undefined;
}

/** `!AutoUpdateDCV` (contract 4.13, 7.2). Either all named domains change or none. */
export function updateDcv(call: LegacyCall): Envelope {
  const order = findOrder(call);
  if ('errorCode' in order) return order;
  const refusal = orderProblem(call, order);
  if (refusal !== undefined) {
    if (call.has('refused-but-applied')) apply(call, order);
    return refusal;
  }
  const changes = wantedChanges(call, order);
  if ('errorCode' in changes) return changes;
  for (const change of changes.list) {
    if (change !== changes.list[0] && call.has('wildcard-later-of-lists')) continue;
    const problem = changeProblem(call, order, change);
    if (problem !== undefined) return problem;
  }
  if (order.condition === 'update-failed') {
    const problem = unlessIgnored(call, 'update-failed');
    if (problem !== undefined) return problem;
  }
  const before = structuredClone(order.domains);
  const byInitial = !call.values.has('orderNumber');
  const lost = call.has('not-applied') || (call.has('not-applied-by-initial') && byInitial);
  const isLost = ({ method }: DcvChange): boolean =>
    lost || (call.has('not-applied-ev') && order.ev && method === 'cname');
  for (const change of changes.list) if (!isLost(change)) assign(change);
  if (call.has('series-changed') && byInitial) changeSeries(call, order, changes.list);
  if (call.has('previous-reverted')) revertPrevious(call, order, before);
  if (call.has('next-order-changed')) changeNext(call, order, changes.list);
  return success(call);
}

function apply(call: LegacyCall, order: Order): void {
  const changes = wantedChanges(call, order);
  if ('list' in changes) for (const change of changes.list) assign(change);
}

const previous = new WeakMap<object, { readonly order: Order; readonly domains: readonly OrderDomain[] }>();

/** A change of one order takes back the last one of another: a fault. */
function revertPrevious({ world }: LegacyCall, order: Order, domains: readonly OrderDomain[]): void {
  const last = previous.get(world.state);
  if (last !== undefined && last.order !== order)
    for (const [i, domain] of last.order.domains.entries()) Object.assign(domain, last.domains[i]);
  previous.set(world.state, { order, domains });
}

/** The first domain of the order after this one gets the same method: a fault. */
function changeNext(call: LegacyCall, order: Order, [change]: readonly DcvChange[]): void {
  const all = [...call.world.state.orders.values()];
  const domain = all[all.indexOf(order) + 1]?.domains[0];
  if (change !== undefined && domain !== undefined) assign({ ...change, domain });
}

/** The first domains of the orders that came after the initial one get the same method: a fault. */
function changeSeries({ world }: LegacyCall, order: Order, [change]: readonly DcvChange[]): void {
  for (const one of world.state.orders.values()) {
    const [domain] = one.initialOrder === order.initialOrder && one.orderNumber !== one.initialOrder ? one.domains : [];
    if (change !== undefined && domain !== undefined) assign({ ...change, domain });
  }
}

function assign({ domain, method, email }: DcvChange): void {
  domain.method = method;
  if (method === 'email' && email !== undefined) domain.email = email;
  else delete domain.email;
}

/** Finds the order by its own number or by the number of the initial order, of whose series the latest is meant. */
function findOrder(call: LegacyCall): Order | Envelope {
  const { state, policy } = call.world;
  const byNumber = call.values.get('orderNumber');
  const initialName = policy.legacyParameters['initial-order'];
  const byInitial = call.has('initial-order-ignored') ? undefined : call.values.get(initialName);
  if (byNumber === undefined && byInitial === undefined) {
    const missing = call.has('identifier-optional') ? undefined : failure('argument-missing', policy, 'orderNumber');
    return missing ?? success(call);
  }
  const itself = policy.legacyInitialOrder === 'initial';
  const own = [...state.orders.values()].filter(
    (order) => order.account === call.login.account || call.has('foreign-orders'),
  );
  const order =
    byNumber === undefined
      ? own.findLast((one) => (itself ? one.orderNumber : one.initialOrder) === String(byInitial))
      : (redirected(call, own, String(byNumber)) ?? own.find((one) => one.orderNumber === String(byNumber)));
  if (order === undefined) {
    return call.has('unknown-order-accepted')
      ? success(call)
      : failure(policy.legacyUnknownOrder, policy, 'orderNumber');
  }
  if (byNumber !== undefined && byInitial !== undefined && order.initialOrder !== String(byInitial)) {
    return failure('argument-invalid', policy, initialName);
  }
  return order;
}

/** The latest replacement of an order, for a careless server. */
function redirected(call: LegacyCall, own: readonly Order[], number: string): Order | undefined {
  return call.has('initial-redirects') ? own.findLast((one) => one.initialOrder === number) : undefined;
}

function orderProblem(call: LegacyCall, order: Order): Envelope | undefined {
  const { policy } = call.world;
  const overlooked =
    call.has('powerless-accepted') || (call.values.has('domainNames') && call.has('powerless-lists-accepted'));
  if (call.login.condition === 'powerless' && !overlooked) {
    const problem = unlessIgnored(call, 'permission-denied');
    if (problem !== undefined) return problem;
  }
  switch (order.condition) {
    case 'issued':
      if (order.kind === 'multi' && call.has('issued-several-accepted')) return undefined;
      if (order.ev && call.has('issued-extended-accepted')) return undefined;
      if (call.values.has('domainNames') && call.has('issued-lists-accepted')) return undefined;
      if (call.values.get('newMethod') === policy.legacyMethods.email && call.has('issued-email-accepted'))
        return undefined;
      return unlessIgnored(call, 'already-issued');
    case 'permission-denied':
    case 'unexpected-state':
      return unlessIgnored(call, order.condition);
    default:
      return undefined;
  }
}

function changeProblem(call: LegacyCall, order: Order, { domain, method }: DcvChange): Envelope | undefined {
  const hash = method === 'http' || method === 'https';
  const overlooked =
    call.has(`wildcard-accepts:${method}`) || (order.kind === 'multi' && call.has('wildcard-of-several'));
  if (domain.name.startsWith('*.') && hash && !overlooked) {
    const problem = unlessIgnored(call, 'wildcard-http-hash', domain.name);
    if (problem !== undefined) return problem;
  }
  const same = domain.method === method && call.world.policy.otherwise('legacy.dcv.same-method');
  if (same) return failure('update-failed', call.world.policy, domain.name);
  // Whoever lets an issued order through changes it: all its domains are validated.
  const overlookedMethod = method === 'cname' && call.has('validated-cname-accepted');
  const validated = domain.validated && order.condition !== 'issued' && !overlookedMethod;
  if (!validated) return undefined;
  const told = method === 'email' && call.has('validated-email-miscoded') ? 'update-failed' : 'already-validated';
  return unlessIgnored(call, told, domain.name);
}
