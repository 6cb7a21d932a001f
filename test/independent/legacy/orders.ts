/** Legacy orders: their domains, what stands in the way of a change, and their status record (2.2). */
import type { Json } from '../contract/types.ts';
import type { Condition, LegacyManner, MethodWord } from './manner.ts';

export interface OrderDomain {
  readonly name: string;
  method: MethodWord;
}

export interface Order {
  readonly number: string;
  readonly customer: 'own' | 'other';
  readonly multi: boolean;
  readonly ev: boolean;
  readonly domains: OrderDomain[];
  /** The condition that every change of its DCV method meets. */
  readonly hindrance: Condition | undefined;
  /** Number of the first order of its series. */
  readonly initial: string | undefined;
  /** Its domains as they were, until a moment at which a change began to show. */
  readonly past: { readonly until: number; readonly domains: readonly OrderDomain[] }[];
}

export function changeMethods(order: Order, changes: ReadonlyMap<string, MethodWord>, delay: number): void {
  const now = Date.now();
  if (delay > 0) order.past.push({ until: now + delay, domains: order.domains.map((domain) => ({ ...domain })) });
  for (const domain of order.domains) domain.method = changes.get(domain.name) ?? domain.method;
}

/** The domains as a reader sees them. */
export function shownDomains(order: Order): readonly OrderDomain[] {
  return order.past.find(({ until }) => until > Date.now())?.domains ?? order.domains;
}

const step = (title: string, status: string, more: Record<string, Json> = {}): Json => ({ title, status, ...more });

/** A success of the status action. */
export function recordOf(order: Order, manner: LegacyManner): Json {
  const dates = {
    absent: {},
    null: { lastEmailSent: null, lastOpenDate: null },
    empty: { lastEmailSent: '', lastOpenDate: '' },
  };
  const waiting = manner.quietSteps ? {} : { description: 'waiting for the customer', availableActions: [] };
  return {
    errorCode: 0,
    errorMessage: '',
    data: {
      orderNumber: order.number,
      productType: order.multi ? 335 : 301,
      productName: order.ev ? 'Extended' : 'Plain',
      certificateDuration: 365,
      productTerm: 730,
      orderStatus: order.hindrance === 'already-issued' ? 'Issued' : 'Pending',
      domainName: order.multi ? manner.multiText : (order.domains[0]?.name ?? ''),
      ...(order.multi || !manner.quietSteps ? { maxMDCDomains: order.multi ? 10 : 1 } : {}),
      csrStatus: step('Certificate signing request', 'Completed', waiting),
      agreementStatus: step('Agreement', 'ActionRequired', {
        description: 'The agreement is to be executed.',
        availableActions: ['canUpdateEmailAddress', 'resendAgreementEmail'],
        clickThroughStatus: 'notExecuted',
        clickThroughEmailAddress: order.ev ? 'legal@example.test' : '',
        ...(order.ev ? { lastEmailSent: '2026-05-01', lastOpenDate: '2026-05-02' } : dates[manner.emptyDates]),
      }),
      callbackStatus: step('Callback', order.ev ? 'ActionRequired' : 'NotApplicable'),
      organizationStatus: step('Organization', order.ev ? 'Completed' : 'NotApplicable'),
      secondApprovalStatus: step('Second approval', order.ev ? 'ActionRequired' : 'NotApplicable'),
      fsupStatus: step('Fast service', 'NotApplicable'),
      caaCheckStatus: step('CAA check', 'Completed', waiting),
      ...manner.extras({ ...order, domains: [...shownDomains(order)] }),
    },
  };
}

const one = (number: string, names: readonly string[], more: Partial<Order> = {}): Order => ({
  number,
  customer: 'own',
  multi: names.length > 1,
  ev: false,
  domains: names.map((name) => ({ name, method: 'email' })),
  hindrance: undefined,
  initial: undefined,
  past: [],
  ...more,
});

/** The longest order number there may be: 64 characters. */
export const LONG_NUMBER = '9'.repeat(64);

/** Orders of every sort. */
export function ordersOf(): Map<string, Order> {
  const singles = [1, 2, 3, 4].map((n) => one(`70010${n}`, [`shop${n}.example.test`]));
  const multis = [1, 2, 3].map((n) =>
    one(`70020${n}`, [`a${n}.example.test`, `b${n}.example.test`, `c${n}.other.test`]),
  );
  const hindered = (
    ['already-issued', 'already-validated', 'permission-denied', 'unexpected-state', 'update-failed'] as const
  ).map((hindrance, n) => one(`70030${n}`, [`late${n}.example.test`], { hindrance }));
  const series = [
    one('700401', ['first.example.test'], { initial: '700401' }),
    one('700402', ['first.example.test'], { initial: '700401' }),
  ];
  const others = [
    one('700501', ['*.wild.example.test']),
    one('700502', ['extended.example.test'], { ev: true }),
    one('700503', ['*.wide.example.test', 'www.wide.example.test']),
    one(LONG_NUMBER, ['long.example.test']),
    one('800001', ['elsewhere.example.test'], { customer: 'other' }),
  ];
  return new Map([...singles, ...multis, ...hindered, ...series, ...others].map((order) => [order.number, order]));
}
