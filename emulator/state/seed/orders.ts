import type { Order, OrderDomain } from '../entities.ts';
import type { Seeding } from './index.ts';

/** The account that owns the orders. */
const ACCOUNT = 'sample-partner';

/** Another customer's. */
const OTHER_ACCOUNT = 'other-partner';

/** Legacy logins: one that works, one without permission, one that is locked, one whose password has expired (contract 5, 7.2). */
export const LOGINS = {
  good: { name: ACCOUNT, password: 'Sample-Pass-1' },
  powerless: { name: 'powerless-partner', password: 'Powerless-Pass-1' },
  locked: { name: 'locked-partner', password: 'Locked-Pass-1' },
  expired: { name: 'expired-partner', password: 'Expired-Pass-1' },
} as const;

/** Seed orders by what they are good for. Numbers are unique and, but for the one of the greatest length, below the int32 limit. */
export const ORDERS = {
  single: ['710001', '710002', '710003', '710004'],
  multi: ['720001', '720002', '720003', '720004'],
  wildcard: ['730001', '730002'],
  'multi-wildcard': ['735001', '735002'],
  ev: ['740001', '740002'],
  'ev-issued': ['745001'],
  issued: ['750001', '750002'],
  'multi-issued': ['755001', '755002'],
  initial: ['760001'],
  replacement: ['760002', '760003'],
  'already-validated': ['770001', '770002'],
  'multi-already-validated': ['775001', '775002'],
  'permission-denied': ['780001', '780002'],
  'unexpected-state': ['790001', '790002'],
  'update-failed': ['795001', '795002'],
  foreign: ['710091'],
  longest: ['7'.repeat(64)],
} as const;

/** Legacy logins and orders in every condition of 7.2 that belongs to an order. */
export function seedOrders({ state }: Seeding): void {
  for (const [condition, { name, password }] of Object.entries(LOGINS)) {
    const account = condition === 'powerless' ? ACCOUNT : name;
    state.logins.set(name, { name, password, account, condition: condition as keyof typeof LOGINS, wrongPasswords: 0 });
  }
  for (const [kind, numbers] of Object.entries(ORDERS)) {
    for (const number of numbers) state.orders.set(number, order(number, kind as keyof typeof ORDERS));
  }
}

function order(orderNumber: string, kind: keyof typeof ORDERS): Order {
  const multi = kind.startsWith('multi');
  const wildcard = kind.endsWith('wildcard');
  const host = wildcard ? `*.w${orderNumber}.example.test` : `s${orderNumber}.example.test`;
  const labels = wildcard ? ['*', 'b', 'c'] : ['a', 'b', 'c'];
  const names = multi ? labels.map((label) => `${label}.m${orderNumber}.example.test`) : [host];
  return {
    orderNumber,
    initialOrder: kind === 'replacement' ? ORDERS.initial[0] : orderNumber,
    account: kind === 'foreign' ? OTHER_ACCOUNT : ACCOUNT,
    kind: multi ? 'multi' : 'single',
    wildcard,
    ev: kind.startsWith('ev'),
    condition: conditionOf(kind),
    orderStatus: kind.endsWith('issued') ? 'Issued' : 'Pending',
    // The domains of several that are validated were so by different methods.
    domains: names.map((name, i) =>
      domain(name, /already-validated$|issued$/.test(kind), multi && i > 0 && kind.endsWith('validated')),
    ),
  };
}

function conditionOf(kind: keyof typeof ORDERS): Order['condition'] {
  switch (kind) {
    case 'issued':
    case 'multi-issued':
    case 'ev-issued':
      return 'issued';
    case 'permission-denied':
    case 'unexpected-state':
    case 'update-failed':
      return kind;
    default:
      return 'changeable';
  }
}

function domain(name: string, validated: boolean, byHttp: boolean): OrderDomain {
  return { name, method: byHttp ? 'http' : 'cname', validated };
}
