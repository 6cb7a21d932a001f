/** Sends one request once: credentials, budget, place in the queue, exchange, redaction. */
import { setMaxListeners } from 'node:events';
import { type Exchange, header, type TransportError } from '../../spec/vocabulary.ts';
import { AuthError } from '../auth.ts';
import type { Authorization, Credentials } from '../credentials.ts';
import type { Profile } from '../profile/types.ts';
import type { Redactor } from '../redaction.ts';
import type { SendOptions, WireRequest } from '../types.ts';
import { attempt, type Outcome, tooDeep, tooLarge } from './attempt.ts';
import { DEEPEST_JSON, isTooDeep, unpack } from './body.ts';
import { Composer } from './composer.ts';
import { Gate } from './gate.ts';
import { Health } from './health.ts';
import { isWrongLogin, WrongLoginBudget } from './logins.ts';
import type { Message } from './message.ts';
import { type Pace, Pacer } from './pacer.ts';
import { redactExchange } from './redact.ts';
import type { Transport } from './transport.ts';

/** Pause between two looks at whether a target that fell silent is back. */
const PROBE_PAUSE_MS = 2000;

/** What came of it, and the credential that it was sent with. */
export interface Sent {
  readonly exchange: Exchange;
  readonly authorization: Authorization | undefined;
}

/** What the sender works with. */
export interface SenderParts {
  readonly runDirectory: string;
  readonly seed: number;
  readonly workers: number;
  readonly concurrency: number;
  readonly stop: AbortSignal | undefined;
  readonly pace: Pace | undefined;
  readonly transport: Transport;
  readonly redactor: Redactor;
  readonly credentials: Credentials;
}

export class Sender {
  readonly gate: Gate;
  readonly #profile: Profile;
  readonly #transport: Transport;
  readonly #redactor: Redactor;
  readonly #credentials: Credentials;
  readonly #composer: Composer;
  readonly #health = new Map<string, Health>();
  readonly #patience: number;
  readonly #wrongLogins: WrongLoginBudget;
  readonly #stop: AbortSignal | undefined;
  readonly #pacer: Pacer | undefined;

  constructor(profile: Profile, parts: SenderParts) {
    const { rate, throttleWait } = profile.limits;
    const share = rate === 'adaptive' ? rate : { ...rate, count: Math.max(1, Math.floor(rate.count / parts.workers)) };
    this.gate = new Gate(parts.concurrency, share, throttleWait);
    this.#profile = profile;
    this.#transport = parts.transport;
    this.#redactor = parts.redactor;
    this.#credentials = parts.credentials;
    this.#composer = new Composer(profile, parts.credentials.logins, parts.seed);
    this.#patience = parts.concurrency + 4;
    this.#wrongLogins = new WrongLoginBudget(parts.runDirectory, profile.legacy?.wrongLoginLimit ?? 0);
    this.#stop = parts.stop;
    this.#pacer = parts.pace === undefined ? undefined : new Pacer(parts.pace);
    // One listener for each request under way.
    if (parts.stop !== undefined) setMaxListeners(0, parts.stop);
  }

  /** Absolute URL of a request. */
  url(request: WireRequest): string {
    return this.#composer.url(request);
  }

  /** False when failures are the rule at the request's origin. */
  worthRetrying(request: WireRequest): boolean {
    return this.#healthOf(new URL(this.url(request)).origin).worthRetrying;
  }

  /**
   * One attempt. `repeat` says that the same request was refused before: it goes first and counts no further.
   * @throws UnsendableRequest for what cannot be put on the wire.
   */
  async once(request: WireRequest, options: SendOptions, repeat: boolean): Promise<Sent> {
    const stop = options.restoring === true ? undefined : this.#stop;
    const signal = either(options.signal, stop);
    const { limits } = this.#profile;
    let authorization: Authorization | undefined;
    let message: Message;
    try {
      const found = this.#authorization(request);
      authorization = found instanceof Promise ? await found : found;
      message = this.#composer.compose(request, authorization);
    } catch (error) {
      if (!(error instanceof AuthError)) throw error;
      message = this.#composer.compose(request, undefined);
      return { exchange: this.#unsent(message, error.error), authorization };
    }
    // A repeat was not looked at before: it counts once.
    const budget = repeat ? undefined : this.#refuseWrongLogin(request);
    if (budget !== undefined) return { exchange: this.#unsent(message, budget), authorization };
    // Whoever waits for a limit keeps no place from those that it does not concern.
    const counted = await this.#pacer?.turn(request, { signal, ahead: repeat, waits: options.hasty !== true });
    const admitted = this.gate.enter(
      request.service,
      signal,
      repeat ? Number.POSITIVE_INFINITY : (options.urgency ?? 0),
    );
    if (admitted !== undefined) await admitted;
    try {
      const health = this.#healthOf(message.sendable.origin);
      if (signal?.aborted === true) return { exchange: this.#unsent(message, cancelled(message)), authorization };
      const permit = health.permit();
      if ('kind' in permit) return { exchange: this.#unsent(message, permit), authorization };
      const startedAt = Date.now();
      const begun = performance.now();
      const outcome = await attempt(this.#transport.to(message.sendable.origin), message.sendable, {
        headersMs: limits.timeout.headers,
        bodyMs: limits.timeout.body,
        totalMs: options.timeoutMs ?? limits.timeout.total,
        maxBodyBytes: limits.maxBodyBytes,
        signal: isSafe(request) ? signal : options.signal,
      }).catch((error: unknown) => {
        health.report(permit, cancelled(message));
        throw error;
      });
      const durationMs = performance.now() - begun;
      health.report(permit, outcome.error);
      return { exchange: await this.#finish(message, outcome, startedAt, durationMs), authorization };
    } finally {
      counted?.();
      this.gate.leave();
    }
  }

  async #finish(message: Message, outcome: Outcome, startedAt: number, durationMs: number): Promise<Exchange> {
    let miscoded = false;
    let { body, truncated, error } = outcome as Outcome & { error: TransportError | undefined };
    if (error === undefined && header(outcome.headers, 'content-encoding') !== undefined) {
      const unpacked = await unpack(body, outcome.headers, this.#profile.limits.maxBodyBytes);
      body = unpacked.bytes;
      miscoded = unpacked.miscoded === true;
      if (unpacked.truncated) {
        truncated = true;
        error = tooLarge(message.sendable.host, this.#profile.limits.maxBodyBytes);
      }
    }
    if (error === undefined && isTooDeep(body)) {
      truncated = true;
      error = tooDeep(message.sendable.host, DEEPEST_JSON);
    }
    return redactExchange(
      { request: message.recorded, outcome, body, truncated, miscoded, error, startedAt, durationMs },
      this.#redactor,
    );
  }

  #unsent(message: Message, error: TransportError): Exchange {
    return redactExchange(
      {
        request: message.recorded,
        outcome: undefined,
        body: undefined,
        truncated: false,
        miscoded: false,
        error,
        startedAt: Date.now(),
        durationMs: 0,
      },
      this.#redactor,
    );
  }

  /** A request with its own Authorization field gets no other, unless it asks for one. */
  #authorization(request: WireRequest): ReturnType<Credentials['authorize']> {
    if (request.service !== 'admin') return undefined;
    if (request.credential !== undefined) return this.#credentials.authorize(request.credential);
    const own = request.headers?.some(([name]) => name.toLowerCase() === 'authorization') === true;
    return own ? undefined : this.#credentials.authorize('primary');
  }

  #refuseWrongLogin(request: WireRequest): TransportError | undefined {
    if (request.service !== 'legacy' || typeof request.body !== 'string' || !isWrongLogin(request.body))
      return undefined;
    if (this.#wrongLogins.take()) return undefined;
    const limit = this.#profile.legacy?.wrongLoginLimit ?? 0;
    return {
      kind: 'cancelled',
      message: `Not sent: this run has already sent the ${limit} wrong logins that legacy.wrongLoginLimit permits for the account.`,
    };
  }

  #healthOf(origin: string): Health {
    let health = this.#health.get(origin);
    if (health === undefined) {
      health = new Health(this.#patience, Math.min(PROBE_PAUSE_MS, this.#profile.limits.timeout.headers));
      this.#health.set(origin, health);
    }
    return health;
  }
}

/** True when a request cannot change anything. */
export function isSafe({ method }: WireRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function either(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | undefined {
  return one !== undefined && other !== undefined ? AbortSignal.any([one, other]) : (one ?? other);
}

function cancelled({ sendable }: Message): TransportError {
  return { kind: 'cancelled', message: `The request to ${sendable.host} was cancelled before it was sent.` };
}
