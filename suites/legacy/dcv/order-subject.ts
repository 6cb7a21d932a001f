/** An order in the hand of a check: leased, called, looked at, and put back when the group ends (contract 4.13; design rule 5). */
import type { Operation } from '../../../spec/index.ts';
import { type CheckContext, type Session, Unavailable } from '../../engine/index.ts';
import { type Excuse, membersOf, type RecordLook, type Wanted } from '../../judges/index.ts';
import { DCV } from '../action.ts';
import { type Field, field, type LegacyCall, plainFields } from '../call.ts';
import { ownCode } from '../conditions.ts';
import { formedAddress, type Order } from '../orders.ts';
import { ask, isAccepted, type Reply, rememberedOf, unusable } from '../replies.ts';
import { effectOf, isShown, latestLooks, lookAt, textOf } from './looks.ts';
import { assumedNames, type DcvNames, type Method } from './names.ts';

/** Times in a row that a call is sent while it gets no answer: so often it takes to tell one that never does. */
const INSISTED = 3;

/** Conditions of an order that is in another state than one that may be changed (contract 7.2). */
const OF_A_STATE = ['already-issued', 'already-validated'];

/** So often one order is waited for in vain, for as long as changes may take to show. */
const VAIN = 2;

/** How often each order was called in a session. */
export const callsOf = rememberedOf<Session, Map<string, number>>(() => new Map());

/** What the checks of a session know of an order together. */
export interface Known extends Pick<OrderSubject, 'order' | 'names'> {
  /** Whether any change was sent, and whether one may have been accepted. */
  readonly changes: { sent: boolean; accepted: boolean };
  last: RecordLook | undefined;
  /** The method that was set last. */
  latest?: string | undefined;
  /** What was accepted last, as long as no look has shown it. */
  pending?: readonly Wanted[] | 'unknown' | undefined;
  /** When that was, in milliseconds since 1970. */
  pendingSince: number;
  /**
   * False when something accepted before the latest call had not shown by then, and may do so late: then a difference between
   * two looks need not come of the call between them.
   */
  settled: boolean;
  vain: number;
  /** Methods that were seen to be accepted; none until plain changes were tried. */
  accepted: readonly Method[];
  /** Names of all methods that any change was accepted with. */
  readonly taken: Set<string>;
  /** Domains, in small letters, of which a change was accepted: whatever state the order is in, it takes changes of these. */
  readonly changed: Set<string>;
}

/** See `takeOrder`. What it sends, it sends in the name of its check. */
export class OrderSubject {
  readonly context: CheckContext;
  readonly order: Order;
  readonly names: DcvNames;
  readonly operation: Operation;
  /** Domains of the order, as the profile or the status record names them; empty when neither does. */
  readonly domains: readonly string[];
  readonly known: Known;

  constructor(context: CheckContext, known: Known, domains = domainsOf(known)) {
    this.context = context;
    this.order = known.order;
    this.names = known.names;
    this.operation = context.contract.operation(DCV);
    this.domains = domains;
    this.known = known;
  }

  /** The same order in the hand of another check. */
  in(context: CheckContext): OrderSubject {
    return new OrderSubject(context, this.known, this.domains);
  }

  /**
   * Why a refused change may have a good reason: a name or an address that nobody has told us, or the order itself; undefined
   * where the owner vouches for all of it. `addressed`: domains whose address is used; `changing`: those whose method is to change,
   * where the call names them.
   */
  excuse(
    uses: 'methods' | 'parameters',
    addressed: readonly (string | undefined)[] = [],
    changing: readonly string[] = [],
  ): Excuse {
    const { fixture } = this.order;
    const assumed = assumedNames(this.names, uses);
    if (assumed !== undefined) return assumed;
    const isTold =
      (fixture.traits['order'] ?? fixture.traits['kind']) !== undefined && fixture.traits['state'] !== undefined;
    if (!isTold && !this.hasChanged(changing)) return 'order-untold';
    if (addressed.every((domain) => this.order.addressOf(domain) !== undefined)) return undefined;
    return 'addresses';
  }

  /** True where a change of each of these domains was accepted. */
  hasChanged(domains: readonly string[]): boolean {
    return domains.length > 0 && domains.every((domain) => this.known.changed.has(domain.toLowerCase()));
  }

  /** The first of its domains. @throws Unavailable where none is known. */
  get domain(): string {
    const [first] = this.domains;
    if (first !== undefined) return first;
    throw new Unavailable({ what: 'none', of: 'domain-of-the-order', was: 'known', but: 'name-domains' }, 'no-fixture');
  }

  /** The address for e-mail validation of a domain: an acceptable one, where the owner names it. */
  address(domain: string | undefined): string {
    return this.order.addressOf(domain) ?? formedAddress(domain ?? 'example.test');
  }

  /** The fields of a change of one domain. */
  change(method: Method, domain?: string): Field[] {
    const named = domain === undefined ? [] : [field('domainName', domain)];
    const address = method === 'email' ? [field(this.names.email, this.address(domain ?? this.domains[0]))] : [];
    return [...plainFields(this.order.number), ...named, field('newMethod', this.names.methods[method]), ...address];
  }

  /**
   * Sends a call. Every one that might change the order goes through here. One that nothing speaks against, and that is refused, is
   * sent once more after a plain change: where that is refused as well, the order takes no more of them (legacy.order.transitions).
   */
  async call(call: LegacyCall, conditions: readonly string[] = []): Promise<Reply> {
    const reply = await this.#callOnce(call, conditions);
    if (conditions.length > 0 || reply.reading?.outcome !== 'error' || unusable(reply) !== undefined) return reply;
    if (this.known.accepted.length === 0) return (await this.#hasMovedOn(reply)) ? { ...reply, lost: reply } : reply;
    const fields = this.change(this.next(), this.order.kind === 'multi' ? this.domains[0] : undefined);
    const plain = await this.#callOnce({ label: 'a plain change, as before', fields }, []);
    if (!isAccepted(plain)) return { ...reply, lost: plain };
    const again = await this.#callOnce(call, conditions);
    return isAccepted(again) ? again : reply;
  }

  /**
   * True where the order is no longer in the state that the profile states: its status is another one than before, or its refusal is
   * that of an order in another state and it does not show itself as pending (contract 4.13).
   */
  async #hasMovedOn({ reading }: Reply): Promise<boolean> {
    const statusOf = (look: RecordLook | undefined): unknown => membersOf(look?.data)?.['orderStatus'];
    const [before, now] = [statusOf(this.known.last), statusOf(await this.look())];
    if (typeof now !== 'string') return false;
    const isElsewhere = OF_A_STATE.some((one) => ownCode(this.context.contract, one) === reading?.code);
    return now !== before || (isElsewhere && now.toLowerCase() !== 'pending');
  }

  async #callOnce(call: LegacyCall, conditions: readonly string[]): Promise<Reply> {
    const known = this.known;
    const { session } = this.context;
    const { number } = this.order;
    await this.#rest();
    known.settled = known.pending === undefined;
    known.last ??= await this.look();
    this.#count();
    const reply = await this.#insist(call, conditions);
    latestLooks(session).delete(number);
    known.changes.accepted ||= reply.reading?.outcome !== 'error';
    if (isAccepted(reply)) {
      const method = textOf(call.fields, 'newMethod');
      if (method !== undefined) known.taken.add(method);
      known.latest = method ?? known.latest;
      const named = [textOf(call.fields, 'domainName'), ...(textOf(call.fields, 'domainNames')?.split(' ') ?? [])];
      for (const domain of named) if (domain !== undefined) known.changed.add(domain.toLowerCase());
      this.#await(effectOf(call.fields, this.domains[0], known.last?.methods) ?? 'unknown');
    }
    return reply;
  }

  /** Waits until what was accepted before shows, so that the next call finds the order at rest. */
  async #rest(): Promise<void> {
    const known = this.known;
    if (known.pending === undefined || known.vain >= VAIN) return;
    const place = `changes of order ${this.order.number} show, ${known.vain}`;
    const isEnough = (seen: RecordLook | undefined): boolean => seen === undefined || this.#isSeen(seen);
    const had = Date.now() - known.pendingSince;
    const now = await this.context.session.patience.until(place, () => this.look(), isEnough, had);
    if (now === undefined) return;
    if (!this.#isSeen(now)) known.vain += 1;
    known.last = now;
    known.pending = undefined;
  }

  #isSeen({ methods }: RecordLook): boolean {
    const { pending, last } = this.known;
    return pending === undefined || isShown(pending, last?.methods, methods);
  }

  /**
   * What is in hand may be changed twice: a call that got no answer is sent again, which shows whether it never gets one.
   * A refusal of the repeat says nothing, as the first may have been heard (legacy.dcv.same-method).
   */
  async #insist(call: LegacyCall, conditions: readonly string[]): Promise<Reply> {
    const first = await ask(this.context, this.operation, call, conditions);
    let last = first;
    for (let i = 1; i < INSISTED && last.exchange.error !== undefined && call.plain !== true; i++)
      last = await ask(this.context, this.operation, call, conditions);
    return first.exchange.error !== undefined && last.reading?.outcome === 'error' ? first : last;
  }

  /** Tells that calls to another order of the same series are about to be made, which may change this one. */
  expose(): void {
    latestLooks(this.context.session).delete(this.order.number);
    this.#count();
    this.known.changes.accepted = true;
  }

  /** Tells that a call to another order of the same series may have changed this one. */
  touch(): void {
    this.expose();
    this.#await('unknown');
  }

  /** Tells that what was accepted has shown, in another order of the same series: of a target that shows changes at once, nothing more comes. */
  hasShownElsewhere(): void {
    if (!this.context.session.chronicle.unrest.has('late')) this.known.pending = undefined;
  }

  #await(what: readonly Wanted[] | 'unknown'): void {
    this.known.pending = what;
    this.known.pendingSince = Date.now();
  }

  #count(): void {
    const calls = callsOf(this.context.session);
    calls.set(this.order.number, (calls.get(this.order.number) ?? 0) + 1);
    this.known.changes.sent = true;
  }

  /** What the status record showed before the latest call, and shows now. */
  async looks(): Promise<{ before: RecordLook; after: RecordLook } | undefined> {
    const known = this.known;
    const before = known.last;
    const after = await this.look();
    if (after !== undefined && this.#isSeen(after)) known.pending = undefined;
    known.last = after;
    return before === undefined || after === undefined ? undefined : { before, after };
  }

  /** What the status record shows now; undefined when it cannot be read. */
  look(): Promise<RecordLook | undefined> {
    return lookAt(this.context, this.order.number, this.names);
  }

  /** The method of the first domain that is in use: what was accepted and has yet to show, as the status record shows it, or as it was set last. */
  get current(): string | undefined {
    const { last, latest, pending } = this.known;
    const own = (this.domains[0] ?? '').toLowerCase();
    const coming = typeof pending === 'object' ? pending.find(({ domain }) => domain.toLowerCase() === own) : undefined;
    return coming?.method ?? last?.methods?.get(own) ?? latest ?? this.order.method;
  }

  /** A method that was accepted and, where another was, is not in use. */
  next(): Method {
    const [one = 'http', other = one] = this.known.accepted;
    return this.current === this.names.methods[one] ? other : one;
  }
}

function domainsOf({ order, last }: Known): readonly string[] {
  const shown = [...(last?.methods?.keys() ?? [])];
  const common = order.kind === 'single' ? membersOf(last?.data)?.['domainName'] : undefined;
  if (order.domains.length > 0) return order.domains;
  return shown.length > 0 ? shown : typeof common === 'string' ? [common] : [];
}
