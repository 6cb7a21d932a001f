/** What a run has seen of a target, kept where every exchange of every check goes by. */
import type { Contract, Exchange, FixtureKind, Operation } from '../../spec/index.ts';
import { isClientError, isSuccess } from '../../spec/index.ts';
import type { Family } from '../../target/fixtures/family.ts';
import type { Fixture, Target, WireRequest } from '../../target/types.ts';
import { Answers } from './answers.ts';
import { Courses } from './courses.ts';
import { Departures } from './departures.ts';
import { LastTexts } from './last-texts.ts';
import { isLegacyError, legacyCodeOf } from './legacy-code.ts';
import { type Loss, Losses } from './losses.ts';
import { Movements } from './movements.ts';
import { Origins } from './origins.ts';
import { OwnWords } from './own-words.ts';
import { isPlain, names, namesAbove } from './plain.ts';
import { looksBack } from './relied.ts';
import { type Call, callOf, isRead } from './routes.ts';
import { keyOf, Writes } from './writes.ts';

/**
 * A change that was accepted has not shown at once; what was refused was accepted a moment later; something has changed that nobody
 * was seen to change.
 */
export type Unrest = 'late' | 'locked' | 'moving';

const ABSENT: ReadonlySet<number> = new Set([404, 410]);

/** A request that is under way. */
interface Asked {
  /** Says that it was refused, or not sent after all. */
  refuse(): void;
  /** Says that its answer is there, or that none will come. */
  answered(exchange?: Exchange): void;
}

const NOTHING = (): void => undefined;

const OF = new WeakMap<Target['journal'], Chronicle>();

/** Remembers which fixtures the answers of a run have shown to be there. */
export class Chronicle {
  /** How the answers compare with what is documented. */
  readonly answers: Answers;
  /** What became of the entities that the run wrote to. */
  readonly courses: Courses;
  /** What it has last given to each entity. */
  readonly lastTexts = new LastTexts();
  /** What it has deleted. */
  readonly departures = new Departures();
  /** What entities showed first. */
  readonly origins = new Origins();
  /** What has changed by itself. */
  readonly movements: Movements;
  /** Signs that what one look shows may be of a moment, or somebody else's doing. */
  readonly unrest = new Set<Unrest>();
  readonly #contract: Contract;
  readonly #calls = new WeakMap<Exchange, Call>();
  readonly #orders = new WeakMap<Exchange, string>();
  /** When each was last shown to be there, in milliseconds since 1970. */
  readonly #there = new Map<string, number>();
  /** Entities that their own GET, asked last, did not find: others may have deleted them, or something went along with what this run has deleted. */
  readonly #losses = new Losses();
  readonly #writes: Writes;
  readonly #fixtures: ReadonlySet<string>;
  readonly #family: Family;
  readonly #words: OwnWords;

  private constructor(contract: Contract, target: Target) {
    this.#contract = contract;
    this.#family = target.family;
    this.#words = new OwnWords(contract, this.origins, () => [...target.fixtures(), ...target.gone()]);
    this.#writes = new Writes(() => target.fixtures());
    this.answers = new Answers(contract);
    this.courses = new Courses(contract, target.facts.settleMs);
    this.movements = new Movements({
      settleMs: target.facts.settleMs,
      isWritten: (call, value) =>
        this.courses.mayHaveBrought(call, value) || this.courses.hasWrittenElsewhere(call, value),
      isOfDeleted: (call, value) => this.speaksOfDeleted(call.operation.entity, value),
      onMove: () => this.unrest.add('moving'),
    });
    this.#fixtures = new Set(target.fixtures().map(({ kind, ids }) => keyOf(kind, ids)));
  }

  /** The one chronicle of a target: what is known of it does not depend on who asks. */
  static of(contract: Contract, target: Target): Chronicle {
    const known = OF.get(target.journal) ?? new Chronicle(contract, target);
    OF.set(target.journal, known);
    return known;
  }

  /** Notes what the answer to a request shows, and hands it on. */
  note(request: WireRequest, exchange: Exchange): Exchange {
    if (request.service === 'legacy') this.#noteOrder(request, exchange);
    const call = callOf(this.#contract, request);
    if (call === undefined) return exchange;
    this.#calls.set(exchange, call);
    this.answers.note(call, request, exchange);
    this.courses.note(call, request, exchange);
    this.departures.note(call, request, exchange);
    this.lastTexts.note(call, request, exchange);
    if ((request.credential ?? 'primary') === 'primary') this.origins.looked(call, exchange);
    const status = exchange.response?.status ?? 0;
    if (isSuccess(status)) this.#noteSuccess(call, exchange);
    this.#noteSight(call, request, exchange);
    if (this.mayHaveChanged(request, exchange)) this.#writes.note(call, request, exchange);
    return exchange;
  }

  /** When this run may last have changed a fixture, by a request that was not refused; undefined when it never did. */
  writtenAt(fixture: Fixture): number | undefined {
    const { kind } = fixture;
    this.#looksBackAt(kind);
    return this.changedAt(fixture);
  }

  /** The same, for who only waits by it and judges nothing. */
  changedAt({ kind, ids }: Fixture): number | undefined {
    return this.#writes.of(keyOf(kind, ids));
  }

  /** When this run may last have changed anything. */
  writtenLast(): number {
    return this.#writes.last();
  }

  /** True for a call of a legacy action that is to change an order. */
  isOrderChange({ service, target }: WireRequest): boolean {
    if (service !== 'legacy') return false;
    return this.#contract.operations.some(({ path, effect }) => effect === 'modify' && path === target);
  }

  /** True where an answer may have changed something. */
  mayHaveChanged(request: WireRequest, exchange: Exchange): boolean {
    if (this.isOrderChange(request)) return legacyCodeOf(exchange) === 0;
    const call = this.#calls.get(exchange);
    return call !== undefined && call.operation.method !== 'GET' && !isClientError(exchange.response?.status);
  }

  /** True for an answer about an entity that this run changed no longer than so many milliseconds before it was asked. */
  hasJustChanged(exchange: Exchange, within: number): boolean {
    const { operation: { entity = undefined } = {}, ids = {} } = this.#calls.get(exchange) ?? {};
    const key = entity === undefined ? this.#orders.get(exchange) : keyOf(entity, ids);
    const at = key === undefined ? undefined : this.#writes.of(key);
    return at !== undefined && exchange.startedAt - at < within;
  }

  /** The operation that an exchange was about; undefined for other paths and methods. */
  callOf(exchange: Exchange): Call | undefined {
    return this.#calls.get(exchange);
  }

  /** Tells of fixtures whether an exchange has deleted them; undefined for one that deleted nothing. */
  deletedBy(exchange: Exchange): ((fixture: Fixture) => boolean) | undefined {
    const call = this.#calls.get(exchange);
    const status = exchange.response?.status ?? 0;
    if (call?.operation.effect !== 'destroy' || status < 200 || status >= 300) return undefined;
    return (fixture) => names(call, fixture);
  }

  /** True when this run has deleted a fixture, whoever asked for it and with whatever credential, or what it belongs to. */
  hasDeleted(fixture: Fixture): boolean {
    const all = [fixture, ...this.#family.outerOf(fixture)];
    return this.departures.all().some(({ call }) => all.some((one) => names(call, one) || namesAbove(call, one)));
  }

  /** Notes what is about to be sent, until it is answered. */
  asks(request: WireRequest): Asked {
    const call = callOf(this.#contract, request);
    const isWrite = call === undefined ? this.isOrderChange(request) : call.operation.method !== 'GET';
    return {
      refuse: call === undefined ? NOTHING : this.departures.asks(call),
      answered: isWrite ? this.movements.writes(call) : NOTHING,
    };
  }

  /** True when this run has asked for the deletion of a fixture, or of what it belongs to, and was not refused: also without an answer yet. */
  mayHaveDeleted(fixture: Fixture): boolean {
    const all = [fixture, ...this.#family.outerOf(fixture)];
    return this.departures.asked().some((call) => all.some((one) => names(call, one) || namesAbove(call, one)));
  }

  /**
   * True for a value that names an entity of another kind that this run may have deleted: who names it may have been given to its
   * successor, as a certificate to who replaces its requester (contract 4.5), or name nobody any more.
   */
  speaksOfDeleted(kind: FixtureKind | undefined, value: unknown): boolean {
    const asked = this.departures.asked().filter(({ operation }) => operation.entity !== kind);
    looksBack(...asked.map(({ operation }) => operation.area));
    return asked.some((call) => this.#words.speaksOf(call, value));
  }

  /** True for a fixture that some answer of this run has shown to be there. */
  hasShown({ kind, ids }: Fixture): boolean {
    return this.#wasThere(kind, keyOf(kind, ids));
  }

  /** Between which looks a fixture went that was there; undefined for one that is there, or that no GET has shown. */
  lossOf({ kind, ids }: Fixture): Loss | undefined {
    this.#looksBackAt(kind);
    return this.#losses.of(keyOf(kind, ids));
  }

  /** Notes that an entity is there: a list or what stands below it has shown it. */
  shown({ kind, ids }: Fixture): void {
    this.#seenAt(keyOf(kind, ids), Date.now());
  }

  /**
   * True for an answer that calls a fixture absent, or refuses anything to an order of the profile, of which nothing in
   * this run has shown that it was there, and that no GET shows: an earlier run may have used it up; or not since an organization was
   * deleted, with which it may have gone (silence organization.delete.condition). What a GET shows is
   * looked at before the run (`presence/survey`), and is missing once its GET has not found it either.
   */
  isMissing(exchange: Exchange | undefined): boolean {
    const order = exchange === undefined ? undefined : this.#orders.get(exchange);
    // At a path that is not served nothing was said of the order.
    if (order !== undefined && exchange?.response?.status !== 404)
      return this.#fixtures.has(order) && !this.#wasThere('order', order) && isLegacyError(exchange);
    const call = exchange === undefined ? undefined : this.#calls.get(exchange);
    const kind = call?.operation.entity;
    if (call === undefined || kind === undefined) return false;
    const key = keyOf(kind, call.ids);
    // What the profile does not name is meant to be absent.
    if (!this.#fixtures.has(key) || !this.#isAbsence(call.operation, exchange)) return false;
    if (isRead(this.#contract, kind)) return call.operation.method !== 'GET' && this.#losses.isGone(key);
    return !this.#wasThere(kind, key) || this.#mayHaveGone(key);
  }

  /** Any check that touches a kind may have brought about what is known of it. */
  #looksBackAt(kind: FixtureKind): void {
    looksBack(...this.#contract.operations.filter(({ entity }) => entity === kind).map(({ area }) => area));
  }

  /** Any check may have shown it. */
  #wasThere(kind: FixtureKind, key: string): boolean {
    this.#looksBackAt(kind);
    return this.#there.has(key);
  }

  #seenAt(key: string, at: number): void {
    this.#there.set(key, Math.max(at, this.#there.get(key) ?? at));
  }

  #mayHaveGone(key: string): boolean {
    const at = this.#there.get(key) ?? Number.NEGATIVE_INFINITY;
    return this.departures.all().some(({ call, doneAt }) => call.operation.entity === 'organization' && doneAt > at);
  }

  #noteOrder(request: WireRequest, exchange: Exchange): void {
    const { body } = request;
    const fields = typeof body === 'string' ? [...new URLSearchParams(body)] : [];
    // In other letters, too: whether they count is open (silence legacy.parameter-name-case).
    const number = fields.findLast(([name]) => name.toLowerCase() === 'ordernumber')?.[1];
    if (number === undefined) return;
    const key = keyOf('order', { orderNumber: number });
    this.#orders.set(exchange, key);
    if (legacyCodeOf(exchange) !== 0) return;
    this.#seenAt(key, exchange.startedAt);
    if (this.mayHaveChanged(request, exchange)) this.#writes.set(key, exchange);
  }

  #noteSight(call: Call, { credential = 'primary' }: WireRequest, exchange: Exchange): void {
    const { entity, method, path } = call.operation;
    if (method !== 'GET' || entity === undefined || !path.endsWith('}')) return;
    if (credential !== 'primary' || !isPlain(call)) return;
    const key = keyOf(entity, call.ids);
    const status = exchange.response?.status ?? 0;
    if (ABSENT.has(status)) this.#losses.missed(key, exchange);
    else if (isSuccess(status)) this.#losses.found(key, exchange);
    this.movements.looked(call, exchange);
  }

  #noteSuccess({ operation, ids }: Call, { startedAt }: Exchange): void {
    if (operation.entity !== undefined) this.#seenAt(keyOf(operation.entity, ids), startedAt);
  }

  /** 404 is for what does not exist; 4.1 excepts some operations, of which only the dialect knows the status. */
  #isAbsence({ absence }: Operation, exchange: Exchange | undefined): boolean {
    const status = exchange?.response?.status;
    if (status !== undefined && ABSENT.has(status)) return true;
    return (
      absence === 'silent' && status !== undefined && status === this.#contract.answer('notification.absent')?.value
    );
  }
}
