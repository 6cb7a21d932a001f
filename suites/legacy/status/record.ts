/** The order status record, member by member, over orders of every kind that the profile states (contract 2.2). */
import { type Contract, type JsonSchema, promisesOf, type Requirement } from '../../../spec/index.ts';
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
import { STATUS } from '../action.ts';
import { field, LOGIN } from '../call.ts';
import { type Order, ordersOf } from '../orders.ts';
import { ask, type Reply } from '../replies.ts';
import { acceptedStatus } from './control.ts';
import { judgeDialect } from './record-dialect.ts';

const MOST_ORDERS = 16;

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
export interface Read {
  readonly order: Order;
  readonly reply: Reply;
  readonly data: unknown;
}

/** The check of the record. Its requirements are those of the topics `record` and `record-member`. */
export function recordCheck(requirements: readonly Requirement[]): Check {
  const own = requirements.filter(({ id }) => id.startsWith('legacy.order-status.record.'));
  const ids = own.map(({ id }) => id);
  return {
    id: 'legacy.order-status.record',
    title: 'The state of an order has its documented members',
    requirements: ids,
    effect: 'observe',
    run: async (context) => {
      const control = await acceptedStatus(context);
      const reads: Read[] = [];
      for (const order of chosen(ordersOf(context.session.target))) {
        const call = {
          label: `order ${order.number} (${words(order)})`,
          fields: [...LOGIN, field('orderNumber', order.number)],
        };
        const reply = await ask(context, control.operation, call);
        if (reply.reading?.outcome === 'success') reads.push({ order, reply, data: reply.reading.data });
      }
      for (const requirement of own)
        if (requirement.topic === 'record-member') judgeRequirement(context, requirement, reads);
      judgeWhole(context, reads);
      judgeDialect(context, reads);
    },
  };
}

/** One order of each kind and state, two of each multi-domain kind, at most sixteen. */
function chosen(orders: readonly Order[]): Order[] {
  const count = new Map<string, number>();
  return orders
    .filter((order) => {
      const kind = `${order.kind} ${order.wildcard} ${order.ev} ${order.state}`;
      const before = count.get(kind) ?? 0;
      count.set(kind, before + 1);
      return before < (order.kind === 'multi' ? 2 : 1);
    })
    .slice(0, MOST_ORDERS);
}

function words({ kind, wildcard, ev, state }: Order): string {
  return [`${kind}-domain`, wildcard ? 'wildcard' : '', ev ? 'EV' : '', state].filter((word) => word !== '').join(', ');
}

/** One named member, or one member of the agreement step, in every record. */
function judgeRequirement(context: CheckContext, { id, constraint }: Requirement, reads: readonly Read[]): void {
  const [, , name = '', inner] = (constraint?.pointer ?? '').split('/');
  const schema = schemaAt(context.contract, name, inner);
  for (const { order, reply, data } of reads) {
    const label = `${inner ?? name} of order ${order.number} (${words(order)})`;
    const holder = inner === undefined ? data : membersOf(data)?.[name];
    const judgement: Judgement =
      inner !== undefined && membersOf(holder) === undefined
        ? observed(`${name} is left out here.`)
        : judgeMember(
            holder,
            inner ?? name,
            schema,
            inner === undefined ? need(name, order) : innerNeed(inner, holder),
          );
    context.record(id, judgement, { label, exchange: reply.exchange });
    observeValues(context, id, inner ?? name, membersOf(holder)?.[inner ?? name]);
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

/** The contract's schema of a member. The rule for steps that do not apply is left out: it has a requirement of its own. */
function schemaAt(contract: Contract, name: string, inner: string | undefined): JsonSchema {
  const key = `${name}/${inner ?? ''}`;
  const known = schemas.get(contract) ?? new Map<string, JsonSchema>();
  schemas.set(contract, known);
  let schema = known.get(key);
  if (schema === undefined) {
    const isAgreement = name === 'agreementStatus';
    const root = contract.schema(inner !== undefined ? 'AgreementStep' : isAgreement ? 'Step' : 'OrderState') as Node;
    const defs = Object.fromEntries(
      Object.entries((root['$defs'] ?? {}) as Record<string, Node>).map(([n, s]) => [n, loose(s)]),
    );
    const member =
      inner === undefined && isAgreement
        ? loose(root)
        : ((root['properties'] ?? {}) as Record<string, Node>)[inner ?? name];
    if (member === undefined) throw new Error(`The contract names no member ${key} of the order state.`);
    schema = { ...member, $defs: defs };
    known.set(key, schema);
  }
  return schema;
}

type Node = Readonly<Record<string, unknown>>;

const schemas = new WeakMap<Contract, Map<string, JsonSchema>>();

function loose(schema: Node): Node {
  const { if: _if, then: _then, ...rest } = schema;
  return rest;
}

function observeValues(context: CheckContext, id: string, name: string, value: unknown): void {
  const step = membersOf(value);
  const pairs: [string, unknown][] = step === undefined ? [[name, value]] : Object.entries(step);
  for (const [member, shown] of pairs) {
    const silence = VALUES[member];
    if (silence !== undefined && shown !== undefined) context.observe(id, { silence, value: shown, note: name });
  }
}

/** Rules over the whole record: echo, steps that do not apply, the text in domainName. */
function judgeWhole(context: CheckContext, reads: readonly Read[]): void {
  const { id } = promisesOf(context.contract, STATUS, 'record');
  const steps = context.contract.requirements.flatMap(({ id: own, constraint }) =>
    own.startsWith('legacy.order-status.record.') && constraint?.pointer.endsWith('Status') === true
      ? [constraint.pointer.split('/')[2] ?? '']
      : [],
  );
  let notApplicable = false;
  let named = false;
  for (const { order, reply, data } of reads) {
    const evidence = { label: `order ${order.number} (${words(order)})`, exchange: reply.exchange };
    context.record(id('order-number-echo'), judgeEcho(data, order.number), evidence);
    const rule = judgeNotApplicable(data, steps);
    if (rule !== undefined) context.record(id('not-applicable'), rule, evidence);
    notApplicable ||= rule !== undefined;
    const [commonName] = order.domains;
    if (order.kind !== 'single' || commonName === undefined) continue;
    named = true;
    context.record(id('common-name'), judgeCommonName(data, commonName), evidence);
  }
  const texts = reads.flatMap(({ order, data }) => {
    const text = order.kind === 'multi' ? membersOf(data)?.['domainName'] : undefined;
    return typeof text === 'string' ? [text] : [];
  });
  const last = reads.findLast(({ order }) => order.kind === 'multi')?.reply.exchange;
  const evidence = { label: 'domainName of multi-domain orders', exchange: last };
  context.record(id('multi-domain-text'), judgeFixedText(texts), evidence);
  if (!notApplicable)
    recordUnseen(
      context,
      id('not-applicable'),
      'No order of the profile has a step that is NotApplicable; add more kinds of orders.',
    );
  if (!named)
    recordUnseen(
      context,
      id('common-name'),
      'No single-domain order names its domain; add traits: { domains: ... } to one.',
    );
}

function recordUnseen(context: CheckContext, id: string, reason: string): void {
  context.record(id, unshown('no-fixture', reason), { label: 'the orders of the profile' });
}
