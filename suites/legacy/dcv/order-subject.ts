/** An order in the hand of a check: leased, looked at, changed, and put back when the group ends (contract 4.13; design rule 5). */
import type { Operation } from '../../../spec/index.ts';
import type { Fixture } from '../../../target/types.ts';
import { type CheckContext, ifAvailable, type Session, unavailable } from '../../engine/index.ts';
import { membersOf, type RecordLook, type Wanted } from '../../judges/index.ts';
import { DCV, needLogin } from '../action.ts';
import { type Field, field, type LegacyCall, LOGIN } from '../call.ts';
import { formedAddress, type Order, type OrderNeed, orderOf, ordersOf } from '../orders.ts';
import { ask, type Reply } from '../replies.ts';
import { acceptedStatus } from '../status/control.ts';
import { type DcvNames, dcvNames, type Method } from './names.ts';
import { effectOf, isShown, latestLooks, lookAt, textOf } from './record-look.ts';
import { type Changes, restoreMethodsLater } from './restore.ts';

/** Times in a row that a call is sent while it gets no answer: so often it takes to tell one that never does. */
const INSISTED = 3;

/** So often one order is waited for in vain, for as long as changes may take to show. */
const VAIN = 2;

/** An order that no change here is about. */
export interface OtherOrder {
  readonly number: string;
  /** True once this session has called it since: another check of it is at work on that order. */
  isCalled(): boolean;
  /** What its status record shows now; undefined when it cannot be read. */
  look(): Promise<RecordLook | undefined>;
}

/** How often each order was called in a session. */
const called = new WeakMap<Session, Map<string, number>>();

function callsOf(session: Session): Map<string, number> {
  const calls = called.get(session) ?? new Map<string, number>();
  called.set(session, calls);
  return calls;
}

function countCall(session: Session, number: string): void {
  const calls = callsOf(session);
  calls.set(number, (calls.get(number) ?? 0) + 1);
}

/** See `takeOrder`. */
export class OrderSubject {
  readonly order: Order;
  readonly names: DcvNames;
  readonly operation: Operation;
  /** Domains of the order, as the profile or the status record names them; empty when neither does. */
  readonly domains: readonly string[];
  readonly #changes: Changes;
  #last: RecordLook | undefined;
  #latest: string | undefined;
  /** What was accepted last, as long as no look has shown it. */
  #pending: readonly Wanted[] | 'unknown' | undefined;
  #settled = true;
  #vain = 0;

  constructor(context: CheckContext, order: Order, names: DcvNames, first: RecordLook | undefined, changes: Changes) {
    this.order = order;
    this.names = names;
    this.operation = context.contract.operation(DCV);
    const shown = [...(first?.methods?.keys() ?? [])];
    const common = order.kind === 'single' ? membersOf(first?.data)?.['domainName'] : undefined;
    this.domains =
      order.domains.length > 0 ? order.domains : shown.length > 0 ? shown : typeof common === 'string' ? [common] : [];
    this.#last = first;
    this.#changes = changes;
  }

  /** Why a refused change may have a good reason in the order itself; undefined where the profile says that nothing stands in its way. */
  get unsure(): string | undefined {
    const { traits } = this.order.fixture;
    const told = (traits['order'] ?? traits['kind']) !== undefined && traits['state'] !== undefined;
    if (told) return undefined;
    return `the profile does not say of order ${this.order.number} that nothing stands in the way of a change (traits order and state)`;
  }

  /** Login and order number. */
  get start(): Field[] {
    return [...LOGIN, field('orderNumber', this.order.number)];
  }

  /** The address for e-mail validation of a domain, and whether the owner named it. */
  address(domain: string | undefined): { readonly text: string; readonly named: boolean } {
    const named = this.order.addressOf(domain);
    return { text: named ?? formedAddress(domain ?? 'example.test'), named: named !== undefined };
  }

  /** The fields of a change of one domain. */
  change(method: Method, domain?: string): Field[] {
    const fields = [...this.start, field('newMethod', this.names.methods[method])];
    if (domain !== undefined) fields.splice(3, 0, field('domainName', domain));
    if (method === 'email') fields.push(field(this.names.email, this.address(domain ?? this.domains[0]).text));
    return fields;
  }

  /** Sends a call in a check's name. Every call that might change the order goes through here. */
  async send(context: CheckContext, call: LegacyCall, conditions: readonly string[] = []): Promise<Reply> {
    await this.#rest(context);
    this.#settled = this.#pending === undefined;
    this.#last ??= await this.look(context);
    countCall(context.session, this.order.number);
    const reply = await this.#insist(context, call, conditions);
    latestLooks(context.session).delete(this.order.number);
    this.#note(reply.reading?.outcome !== 'error');
    if (reply.reading?.outcome === 'success') {
      this.#latest = textOf(call.fields, 'newMethod') ?? this.#latest;
      this.#pending = effectOf(call.fields, this.domains[0], this.#last?.methods) ?? 'unknown';
    }
    return reply;
  }

  /**
   * False when something accepted before the latest call had not shown by then, and may do so late: then a difference between
   * two looks need not come of the call between them.
   */
  get wasSettled(): boolean {
    return this.#settled;
  }

  /** Waits until what was accepted before shows, so that the next call finds the order at rest. */
  async #rest(context: CheckContext): Promise<void> {
    if (this.#pending === undefined || this.#vain >= VAIN) return;
    const look = (): Promise<RecordLook | undefined> => this.look(context);
    const place = `changes of order ${this.order.number} show, ${this.#vain}`;
    const now = await context.session.patience.until(place, look, (seen) => seen === undefined || this.#isSeen(seen));
    if (now === undefined) return;
    if (!this.#isSeen(now)) this.#vain += 1;
    this.#last = now;
    this.#pending = undefined;
  }

  #isSeen({ methods }: RecordLook): boolean {
    return this.#pending === undefined || isShown(this.#pending, this.#last?.methods, methods);
  }

  /**
   * What is in hand may be changed twice: a call that got no answer is sent again, which shows whether it never gets one.
   * A refusal of the repeat says nothing, as the first may have been heard (legacy.dcv.same-method).
   */
  async #insist(context: CheckContext, call: LegacyCall, conditions: readonly string[]): Promise<Reply> {
    const first = await ask(context, this.operation, call, conditions);
    let last = first;
    for (let i = 1; i < INSISTED && last.exchange.error !== undefined && call.plain !== true; i++)
      last = await ask(context, this.operation, call, conditions);
    return first.exchange.error !== undefined && last.reading?.outcome === 'error' ? first : last;
  }

  /** Tells which method was set by a call that does not name it plainly. */
  note(method: string): void {
    this.#latest = method;
  }

  /** Tells that a call to another order of the same series may have changed this one. */
  touch({ session }: CheckContext): void {
    latestLooks(session).delete(this.order.number);
    countCall(session, this.order.number);
    this.#note(true);
    this.#pending = 'unknown';
  }

  #note(mayBeAccepted: boolean): void {
    this.#changes.sent = true;
    this.#changes.accepted ||= mayBeAccepted;
  }

  /** What the status record showed before the latest call, and shows now. */
  async looks(context: CheckContext): Promise<{ before: RecordLook; after: RecordLook } | undefined> {
    const before = this.#last;
    const after = await this.look(context);
    if (after !== undefined && this.#isSeen(after)) this.#pending = undefined;
    this.#last = after;
    return before === undefined || after === undefined ? undefined : { before, after };
  }

  /** What the status record shows now; undefined when it cannot be read. */
  look(context: CheckContext): Promise<RecordLook | undefined> {
    return lookAt(context, this.order.number, this.names);
  }

  /** Two other orders that are nearest to this one and of another series. */
  others(context: CheckContext): OtherOrder[] {
    const { number, initialOrder = number } = this.order;
    const distance = (other: Order): number => Math.abs(Number(other.number) - Number(number));
    return ordersOf(context.session.target)
      .filter((one) => one.number !== number && (one.initialOrder ?? one.number) !== initialOrder)
      .sort((a, b) => distance(a) - distance(b))
      .slice(0, 2)
      .map(({ number: other }) => {
        const calls = callsOf(context.session);
        const before = calls.get(other);
        return {
          number: other,
          isCalled: () => calls.get(other) !== before,
          look: () => lookAt(context, other, this.names),
        };
      });
  }

  /** The method of the first domain that is in use: as the status record shows it, or else as it was set last. */
  get current(): string | undefined {
    return this.#last?.methods?.get((this.domains[0] ?? '').toLowerCase()) ?? this.#latest;
  }
}

/** Takes an order and sees to it that it is put back; once per group and name. @throws Unavailable when none fits. */
export function takeOrder(context: CheckContext, need: OrderNeed): Promise<OrderSubject> {
  return context.session.once(`order:${need.name}`, () => prepare(context, need));
}

async function prepare(context: CheckContext, need: OrderNeed): Promise<OrderSubject> {
  const { session } = context;
  needLogin(context);
  const names = await namesFor(context);
  if (names === undefined) throw unavailable({ what: 'answer', silence: 'legacy.dcv.methods' });
  const where = (one: Fixture): boolean => need.fits(orderOf(one));
  const fixture = await session.fixture({ kind: 'order', effect: 'modify', where, like: need.like });
  const order = orderOf(fixture);
  const first = await lookAt(context, order.number, names);
  const changes: Changes = { sent: false, accepted: false };
  await restoreMethodsLater(context, { order, names, before: first, changes });
  return new OrderSubject(context, order, names, first, changes);
}

/** The names of the action, learned from the record of the control's order where they are not declared; once per group. */
function namesFor(context: CheckContext): Promise<DcvNames | undefined> {
  return context.session.once('dcv-names', async () => {
    const control = await ifAvailable(acceptedStatus(context));
    return dcvNames(context.contract, control?.reply.reading?.data);
  });
}
