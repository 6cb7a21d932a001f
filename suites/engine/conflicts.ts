/**
 * Tells a refusal for the moment from one that stays: a server may lock what it has just changed until it is done with it, and says
 * so with a status of conflicts (silence error.other-statuses), or of an order that its state is unexpected or its update failed
 * (contract 7.2; silence legacy.order.transitions). What is refused right after this run changed the same entity is asked again.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import PQueue from 'p-queue';
import { type Exchange, LOCKED } from '../../spec/index.ts';
import { isWrongLogin } from '../../target/client/logins.ts';
import { isSafe } from '../../target/client/sender.ts';
import type { Target, WireRequest } from '../../target/types.ts';
import type { Chronicle } from './chronicle.ts';
import { isLegacyError, legacyCodeOf } from './legacy-code.ts';

/** Statuses that speak of the present state of an entity, or of a lock (RFC 9110, section 15.5.10). */
const OF_THE_MOMENT: ReadonlySet<number | undefined> = new Set([409, LOCKED]);

/** True for an answer that may be due to what the entity is in the middle of. */
export function isConflict({ response }: Exchange): boolean {
  return OF_THE_MOMENT.has(response?.status);
}

const GONE: ReadonlySet<number | undefined> = new Set([404, 410]);

/** Pauses before each repetition, as parts of the time in which changes show. */
const PARTS = [0.06, 0.2];

/** So many refusals of one sort at one address stay before none such is asked again, as long as none anywhere has passed. */
const MOST_STAYING = 3;

interface Means {
  readonly chronicle: Chronicle;
  /** Milliseconds in which a change shows. */
  readonly within: number;
  pause(ms: number): Promise<void>;
}

type Send = () => Promise<Exchange>;

/** All others wait for what is done alone: as long as it waits for them, they would go one by one. */
const FIRST = { priority: 1 };

/** Whose turn it is in what is done alone. */
const ALONE = new AsyncLocalStorage<Conflicts>();

/** What a run knows of the conflicts of a target. */
export class Conflicts {
  readonly #staying = new Map<string, number>();
  #pass = false;
  /** Changes under way: all at once, or one at a time where the target takes no others meanwhile. */
  readonly #changes = new PQueue();
  #begun = 0;
  #trials = 0;
  #oneByOne = false;

  /**
   * Sends, and sends again what is refused for the moment.
   * @param send sends the request and notes its answer in the chronicle
   */
  async send(request: WireRequest, send: Send, means: Means): Promise<Exchange> {
    if (request.service !== 'admin' || isSafe(request)) return this.#sendAgain(request, send, means, await send());
    const { exchange, beside } = await this.#inTurn(() => this.#change(send));
    const last = await this.#sendAgain(request, () => this.#inTurn(send), means, exchange);
    const isCrowded = isConflict(last) && (beside || this.#oneByOne);
    return isCrowded ? this.#sendAlone(request, send, means, last) : last;
  }

  /** Does something while no other change of the run is under way; what it sends by itself goes its way. */
  async alone<T>(work: () => Promise<T>): Promise<T> {
    if (ALONE.getStore() === this) return work();
    this.#trials += 1;
    this.#changes.concurrency = 1;
    try {
      return await this.#changes.add(() => ALONE.run(this, work), FIRST);
    } finally {
      this.#endTrial();
    }
  }

  #endTrial(): void {
    this.#trials -= 1;
    if (!this.#oneByOne && this.#trials === 0) this.#changes.concurrency = Number.POSITIVE_INFINITY;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    return ALONE.getStore() === this ? work() : this.#changes.add(work);
  }

  async #change(send: Send): Promise<{ readonly exchange: Exchange; readonly beside: boolean }> {
    this.#begun += 1;
    const [begun, others] = [this.#begun, this.#changes.pending - 1];
    const exchange = await send();
    return { exchange, beside: others > 0 || this.#begun > begun };
  }

  /** What is refused right after the same entity was changed. */
  async #sendAgain(
    request: WireRequest,
    send: Send,
    { chronicle, within, pause }: Means,
    exchange: Exchange,
  ): Promise<Exchange> {
    if (!isOfTheMoment(request, exchange, chronicle)) return exchange;
    // A request that was refused may bring about a lock as well.
    if (exchange.response?.status !== LOCKED && !chronicle.hasJustChanged(exchange, within)) return exchange;
    const sort = sortOf(request, chronicle, exchange);
    const staying = this.#staying.get(sort) ?? 0;
    if (!this.#pass && staying >= MOST_STAYING) return exchange;
    for (const part of PARTS) {
      await pause(part * within);
      const repeated = await send();
      if (isOfTheMoment(request, repeated, chronicle)) continue;
      // What is gone by now says nothing of why it was refused.
      if (GONE.has(repeated.response?.status)) break;
      this.#pass = true;
      chronicle.unrest.add('locked');
      return repeated;
    }
    this.#staying.set(sort, staying + 1);
    return exchange;
  }

  /** What is refused while others change something else: a server may take one change at a time, and from then on gets no more. */
  async #sendAlone(
    request: WireRequest,
    send: Send,
    { chronicle, within, pause }: Means,
    exchange: Exchange,
  ): Promise<Exchange> {
    const sort = `alone: ${sortOf(request, chronicle, exchange)}`;
    const staying = this.#staying.get(sort) ?? 0;
    if (staying >= MOST_STAYING) return exchange;
    for (const part of PARTS) {
      const repeated = await this.alone(async () => {
        await pause(part * within);
        return send();
      });
      if (isConflict(repeated)) continue;
      this.#oneByOne = true;
      this.#changes.concurrency = 1;
      chronicle.unrest.add('locked');
      return repeated;
    }
    this.#staying.set(sort, staying + 1);
    return exchange;
  }
}

/** Which condition an error of the legacy actions tells, only a dialect knows. Wrong passwords are not repeated: accounts lock. */
function isOfTheMoment(request: WireRequest, exchange: Exchange, chronicle: Chronicle): boolean {
  const { service, body, plain, faulty } = request;
  if (service === 'admin') return isConflict(exchange);
  const mayBe = typeof body === 'string' && plain !== true && faulty !== true && chronicle.isOrderChange(request);
  return mayBe && isLegacyError(exchange) && !isWrongLogin(body);
}

/** How much of a body tells one sort of refusal from another. */
const COMPARED = 200;

/** Where it was refused, and with what words: those for what stays refused are others than those of a lock. */
function sortOf({ target }: WireRequest, chronicle: Chronicle, exchange: Exchange): string {
  const code = legacyCodeOf(exchange);
  if (code !== undefined) return `${target} ${code}`;
  const { status = 0, body = '' } = exchange.response ?? {};
  // Numbers are those of entities, and each answer may have one of its own.
  const words = body.slice(0, COMPARED).replaceAll(/[\da-f-]{8,}|\d+/gi, '');
  return `${chronicle.callOf(exchange)?.operation.id ?? target} ${status} ${words}`;
}

const OF = new WeakMap<Target, Conflicts>();

/** The one that all groups of a run share. */
export function conflictsOf(target: Target): Conflicts {
  const known = OF.get(target) ?? new Conflicts();
  OF.set(target, known);
  return known;
}
