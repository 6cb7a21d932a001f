/** The order status record over orders of every kind that the profile states (contract 2.2): each member, and the record as a whole. */
import { promisesOf, type Requirement } from '../../../spec/index.ts';
import type { Check, CheckContext, Judgement } from '../../engine/index.ts';
import {
  judgeCommonName,
  judgeEcho,
  judgeFixedText,
  judgeMember,
  judgeNotApplicable,
  membersOf,
  observed,
  unshown,
} from '../../judges/index.ts';
import { checkOf, STATUS } from '../action.ts';
import { plainFields } from '../call.ts';
import { type Order, ordersOf } from '../orders.ts';
import { ask, evidenceOf, isAccepted, type Reply } from '../replies.ts';
import { throttleOf } from '../throttle.ts';
import { STATUS_ACTION } from './action.ts';
import { acceptedStatus } from './control.ts';
import { judgeDialect, schemaOf } from './record-dialect.ts';

const MOST_ORDERS = 16;

/** Orders that are read at the first path in all: what is right of one may be wrong of its like. */
const MOST_READ = 100;

/** Members that say what every order is: an order without number, product, status, name or CSR is none. */
const ALWAYS = new Set([
  'orderNumber',
  'productType',
  'productName',
  'certificateDuration',
  'productTerm',
  'orderStatus',
  'domainName',
  'csrStatus',
]);

/** Silences whose values a member shows. */
const VALUES: Readonly<Record<string, string>> = {
  orderStatus: 'legacy.status.order-status-values',
  clickThroughStatus: 'legacy.status.click-through-values',
  status: 'legacy.status.step-status-values',
  availableActions: 'legacy.status.action-values',
};

/** A record and the order that it is of. */
interface Read {
  readonly order: Order;
  readonly reply: Reply;
  readonly data: unknown;
}

/** The check of the record. Its requirements are those of the topics `record` and `record-member`. */
export function recordCheck(requirements: readonly Requirement[]): Check {
  const own = requirements.filter(({ id }) => id.startsWith('legacy.order-status.record.'));
  const ids = own.map(({ id }) => id);
  const check = checkOf(STATUS_ACTION, ['record', ''], ids, async (context) => {
    const control = await acceptedStatus(context);
    const reads: Read[] = [];
    const { target } = context.session;
    const all = ordersOf(target);
    const [first, throttle] = [chosen(all), throttleOf(target, context.contract)];
    const isWhole = context.depth !== 'quick' && control.operation.id === STATUS;
    const others = isWhole ? all.filter((order) => !first.includes(order)) : [];
    for (const order of [...first, ...others].slice(0, MOST_READ)) {
      // Others are read as long as that costs nobody a wait.
      if (others.includes(order) && throttle.met.length > 0) break;
      const label = `order ${order.number} (${words(order)})`;
      const reply = await ask(context, control.operation, { label, fields: plainFields(order.number) });
      if (isAccepted(reply)) reads.push({ order, reply, data: reply.reading?.data });
    }
    for (const requirement of own)
      if (requirement.topic === 'record-member') judgeRequirement(context, requirement, reads);
    judgeWhole(context, own, reads);
    const named = own.map((one) => placeOf(one)[0]);
    judgeDialect(context, named, reads);
  });
  return { ...check, title: 'The state of an order has its documented members' };
}

/** One order of each kind and state, two of each multi-domain kind, at most sixteen. */
export function chosen(orders: readonly Order[]): Order[] {
  const alike = Map.groupBy(orders, ({ kind, wildcard, ev, state }) => `${kind} ${wildcard} ${ev} ${state}`);
  const isWanted = (order: Order): boolean =>
    [...alike.values()].some((group) => group.slice(0, order.kind === 'multi' ? 2 : 1).includes(order));
  return orders.filter(isWanted).slice(0, MOST_ORDERS);
}

function words({ kind, wildcard, ev, state }: Order): string {
  return [`${kind}-domain`, wildcard ? 'wildcard' : '', ev ? 'EV' : '', state].filter((word) => word !== '').join(', ');
}

/** The member of `data` that a requirement is about, and the member within it, where it is of the agreement step. */
function placeOf({ constraint }: Requirement): readonly [name: string, inner: string | undefined] {
  const [, , name = '', inner] = (constraint?.pointer ?? '').split('/');
  return [name, inner];
}

/** One named member, or one member of the agreement step, in every record. */
function judgeRequirement(context: CheckContext, requirement: Requirement, reads: readonly Read[]): void {
  const { id } = requirement;
  const [name, inner] = placeOf(requirement);
  const member = inner ?? name;
  const schema = schemaOf(context.contract, name, inner);
  let isKept = false;
  for (const { order, reply, data } of reads) {
    const holder = inner === undefined ? data : membersOf(data)?.[name];
    const needed = inner === undefined ? need(name, order) : innerNeed(inner, holder);
    const isLeftOut = inner !== undefined && membersOf(holder) === undefined;
    const judgement = isLeftOut
      ? observed({ what: 'open', of: name, but: 'left-out' })
      : judgeMember(holder, member, schema, needed);
    // Records are alike: one that keeps to it stands for all that do.
    if (judgement.verdict !== 'pass' || !isKept)
      context.record(id, judgement, { ...evidenceOf(reply), label: `${member} of ${reply.call.label}` });
    isKept ||= judgement.verdict === 'pass';
    const value = membersOf(holder)?.[member];
    for (const [shownIn, shown] of Object.entries(membersOf(value) ?? { [member]: value })) {
      const silence = VALUES[shownIn];
      if (silence !== undefined && shown !== undefined)
        context.observe(id, { silence, value: shown, note: { what: 'open', of: member } });
    }
  }
}

function need(name: string, order: Order): string | undefined {
  if (ALWAYS.has(name)) return 'every order has one';
  if (name === 'secondApprovalStatus' && order.ev) return 'an extended-validation order has a second approval';
  if (name === 'maxMDCDomains' && order.kind === 'multi') return 'a multi-domain order has a maximum of domains';
  return undefined;
}

/** Statuses by which a step certainly applies, so that it carries what is its own; the full list is open. */
const APPLIES: readonly unknown[] = ['Completed', 'ActionRequired'];

/** Why the agreement step must carry a member: its e-mail address may be empty and its dates left out, its status may not. */
function innerNeed(inner: string, step: unknown): string | undefined {
  const status = membersOf(step)?.['status'];
  if (inner !== 'clickThroughStatus' || !APPLIES.includes(status)) return undefined;
  return `an agreement step that is ${String(status)} carries it`;
}

/** Rules over the whole record: echo, steps that do not apply, the text in domainName. */
function judgeWhole(context: CheckContext, own: readonly Requirement[], reads: readonly Read[]): void {
  const { id } = promisesOf(context.contract, STATUS, 'record');
  const steps = own.flatMap((one) => {
    const [name, inner = name] = placeOf(one);
    return inner.endsWith('Status') ? [name] : [];
  });
  const told = new Set<string>();
  const record = (rule: string, judgement: Judgement | undefined, reply: Reply): void => {
    if (judgement === undefined) return;
    told.add(rule);
    context.record(id(rule), judgement, evidenceOf(reply));
  };
  for (const { order, reply, data } of reads) {
    record('order-number-echo', judgeEcho(data, order.number), reply);
    record('not-applicable', judgeNotApplicable(data, steps), reply);
    const [commonName] = order.domains;
    if (order.kind === 'single' && commonName !== undefined)
      record('common-name', judgeCommonName(data, commonName), reply);
  }
  const texts = reads.flatMap(({ order, data }) => {
    const text = order.kind === 'multi' ? membersOf(data)?.['domainName'] : undefined;
    return typeof text === 'string' ? [text] : [];
  });
  const last = reads.findLast(({ order }) => order.kind === 'multi')?.reply.exchange;
  const evidence = { label: 'domainName of multi-domain orders', exchange: last };
  context.record(id('multi-domain-text'), judgeFixedText(texts), evidence);
  for (const [rule, of, but] of UNSEEN)
    if (!told.has(rule))
      context.record(id(rule), unshown('no-fixture', { what: 'none', of, was: 'known', but }), {
        label: 'the orders of the profile',
      });
}

/** What is missing in the profile where no record shows anything of a rule. */
const UNSEEN = [
  ['not-applicable', 'order-with-a-step-that-is-NotApplicable', 'add-orders'],
  ['common-name', 'domain-of-the-order', 'name-domains'],
] as const;
