import { pointerOf } from '../../spec/json.ts';
import { place } from '../edge/answers.ts';
import type { Policy } from '../policy.ts';
import { Clock } from '../state/clock.ts';
import type { Order } from '../state/entities.ts';
import { type LegacyCall, unlessIgnored } from './call.ts';
import { type Envelope, failure } from './envelope.ts';

/** `!getPostPaymentStatus` (contract 2.2, 4.12). */
export function orderStatus(call: LegacyCall): Envelope {
  const { state, policy } = call.world;
  const given = String(call.values.get('orderNumber') ?? '');
  const orderNumber = call.has('order-number-prefix') ? leadingDigits(given) : given;
  const misshapen = !/^\d+$/.test(orderNumber) && policy.otherwise('legacy.order-number.form');
  if (misshapen) return failure('argument-invalid', policy, 'orderNumber');
  let order = state.orders.get(orderNumber) ?? resembling(call, orderNumber);
  if (order?.account !== call.login.account && !call.has('foreign-orders')) order = undefined;
  if (order === undefined) {
    const problem = call.has('unknown-order-accepted')
      ? undefined
      : failure(policy.legacyUnknownOrder, policy, 'orderNumber');
    if (problem !== undefined) return problem;
    order = [...state.orders.values()][0];
  }
  if (order === undefined) return unlessIgnored(call, 'unknown-error') ?? { errorCode: 0, errorMessage: '' };
  const envelope = { errorCode: 0, errorMessage: '', data: record(call, order) };
  if (policy.legacyDcvVisible !== null) {
    const { pointer, name, method } = policy.legacyDcvVisible;
    place(envelope as Record<string, unknown>, pointer, domainList(order, policy, name, method));
  }
  return envelope;
}

/** The order that a careless search finds by a part of its number: a fault. */
function resembling(call: LegacyCall, given: string): Order | undefined {
  const all = [...call.world.state.orders.values()];
  if (given !== '' && call.has('order-number-shortened')) {
    const found = all.find(({ orderNumber }) => orderNumber.startsWith(given));
    if (found !== undefined) return found;
  }
  return call.has('order-number-lengthened')
    ? all.find(({ orderNumber }) => given.slice(0, -1) === orderNumber)
    : undefined;
}

/** What a careless conversion makes of a number with letters after it. */
function leadingDigits(text: string): string {
  return /^\d+/.exec(text)?.[0] ?? text;
}

function record({ world: { clock, policy }, has }: LegacyCall, order: Order): Record<string, unknown> {
  const multi = order.kind === 'multi';
  const first = order.domains[0]?.name ?? '';
  const issued = order.condition === 'issued';
  const { otherwise } = policy;
  const step = otherwise('legacy.status.step-members') ? briefStep : fullStep;
  return {
    orderNumber: order.orderNumber,
    productType: order.ev ? 337 : multi ? 335 : 287,
    productName: order.ev ? 'Sample EV Certificate' : multi ? 'Sample Multi-Domain Certificate' : 'Sample Certificate',
    certificateDuration: 90,
    productTerm: 365,
    orderStatus: has('other-order-status') ? 'On hold' : order.orderStatus,
    domainName: multi ? policy.legacyMultiDomainText : first,
    ...(multi ? { maxMDCDomains: 100, primaryDomain: first, maxWildcardDomains: 0 } : {}),
    ...(!multi && otherwise('legacy.status.members-present') ? { maxMDCDomains: 1 } : {}),
    csrStatus: step('Submit the CSR', 'Completed', 'The CSR was received'),
    agreementStatus: agreement(order, clock, policy),
    callbackStatus: order.ev
      ? step('Order Authorization', 'ActionRequired', 'A call is needed')
      : notNeeded('Order Authorization'),
    organizationStatus: step('Organization Validation', issued ? 'Completed' : 'ActionRequired'),
    secondApprovalStatus: order.ev ? step('Second Approval', 'ActionRequired') : notNeeded('Second Approval'),
    fsupStatus: notNeeded('Fast Service'),
    caaCheckStatus: step('CAA Check', 'Completed'),
    uploadDocumentUrl: 'https://upload.example.test/documents',
    maStatus: 'Valid',
    requestToken: `token-${order.orderNumber}`,
  };
}

/** A step without what it has nothing to say about. */
function briefStep(title: string, status: string): Record<string, unknown> {
  return { title, status };
}

function fullStep(title: string, status: string, description?: string): Record<string, unknown> {
  return { title, status, ...(description === undefined ? {} : { description }), availableActions: [] };
}

/** A step that does not apply has these two members only (contract 2.2). */
function notNeeded(title: string): Record<string, unknown> {
  return { title, status: 'NotApplicable' };
}

function agreement(order: Order, clock: Clock, { otherwise }: Policy): Record<string, unknown> {
  if (!order.ev && order.kind === 'single') return notNeeded('Agreement Execution');
  return {
    title: 'Agreement Execution',
    status: 'ActionRequired',
    description: 'The agreement waits for a signature',
    availableActions: ['canUpdateEmailAddress', 'resendAgreementEmail'],
    clickThroughStatus: 'notExecuted',
    clickThroughEmailAddress: order.ev ? 'legal@example.test' : '',
    lastEmailSent: Clock.date(clock.days(-3)),
    lastOpenDate: otherwise('legacy.status.agreement-dates') ? null : Clock.date(clock.days(-2)),
  };
}

function domainList(order: Order, policy: Policy, name: string, method: string): Record<string, unknown>[] {
  return order.domains.map((domain) => {
    const entry: Record<string, unknown> = {};
    place(entry, pointerOf(name), domain.name);
    place(entry, pointerOf(method), policy.legacyMethods[domain.method]);
    return {
      ...entry,
      dcvStatus: domain.validated ? 'Validated' : 'Awaiting',
      dcvMethods: Object.values(policy.legacyMethods),
    };
  });
}
