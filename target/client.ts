/** The client: sends one request at a time or many, and hands out exchanges that hold no secret. */
import type { Exchange, TransportError } from '../spec/vocabulary.ts';
import { header } from '../spec/vocabulary.ts';
import { AuthError, readSecret } from './auth.ts';
import { attempt, type Outcome, tooLarge } from './client/attempt.ts';
import { unpack } from './client/body.ts';
import { Composer } from './client/composer.ts';
import { Gate, retryAfter } from './client/gate.ts';
import { Health } from './client/health.ts';
import { isWrongLogin, WrongLoginBudget } from './client/logins.ts';
import type { Message } from './client/message.ts';
import { redactExchange } from './client/redact.ts';
import { createTransport, readTlsMaterial, type Transport } from './client/transport.ts';
import { type Authorization, Credentials, fixedSecrets } from './credentials.ts';
import type { Profile } from './profile/types.ts';
import { createRedactor, type Redactor } from './redaction.ts';
import type { SendOptions, WireRequest } from './types.ts';

/** Repeats of a GET or HEAD whose connection failed. */
const RETRIES = 2;
const RETRY_PAUSE_MS = 150;
/** Pause between two looks at whether a target that fell silent is back. */
const PROBE_PAUSE_MS = 2000;
/** Repeats of a throttled request, however short the waits. */
const THROTTLE_REPEATS = 12;

export interface ClientOptions {
  /** Where processes of one run meet: budgets are counted there. */
  readonly runDirectory: string;
  /** Seed of the run: the made-up logins depend on it. Default 0. */
  readonly seed?: number;
  /** Processes or threads that share the profile's concurrency and rate. Default 1. */
  readonly workers?: number;
  /** Recognises throttling that a status does not tell; gives the wait in milliseconds, undefined when it is none. */
  readonly throttled?: (exchange: Exchange) => number | undefined;
}

export interface Client {
  readonly redactor: Redactor;
  readonly credentials: Credentials;
  send(request: WireRequest, options?: SendOptions): Promise<Exchange>;
  url(request: WireRequest): string;
  close(): Promise<void>;
}

/**
 * Makes the client of a profile. Sends nothing yet, except what a command for a secret does.
 * @throws ProfileError when a secret or a file of `tls` cannot be read.
 */
export async function createClient(profile: Profile, options: ClientOptions): Promise<Client> {
  const workers = Math.max(1, options.workers ?? 1);
  const concurrency = Math.max(1, Math.floor(profile.limits.concurrency / workers));
  const source = profile.tls.passphrase;
  const passphrase =
    source === undefined || source.kind === 'oauth2' ? undefined : await readSecret(source, 'tls.passphrase');
  const material = readTlsMaterial(profile, passphrase);
  const transport = createTransport(profile, material, concurrency);
  const redactor = createRedactor(fixedSecrets(profile, material, passphrase));
  const context = { dispatcher: (origin: string) => transport.to(origin), timeoutMs: profile.limits.timeout.headers };
  const credentials = await Credentials.open(profile, context, redactor);
  return new HttpClient(profile, options, { concurrency, workers, transport, redactor, credentials });
}

interface Parts {
  readonly concurrency: number;
  readonly workers: number;
  readonly transport: Transport;
  readonly redactor: Redactor;
  readonly credentials: Credentials;
}

class HttpClient implements Client {
  readonly redactor: Redactor;
  readonly credentials: Credentials;
  readonly #profile: Profile;
  readonly #transport: Transport;
  readonly #gate: Gate;
  readonly #health = new Map<string, Health>();
  readonly #composer: Composer;
  readonly #patience: number;
  readonly #wrongLogins: WrongLoginBudget;
  readonly #throttled: ClientOptions['throttled'];

  constructor(profile: Profile, options: ClientOptions, parts: Parts) {
    const { rate } = profile.limits;
    this.#profile = profile;
    this.#transport = parts.transport;
    this.redactor = parts.redactor;
    this.credentials = parts.credentials;
    this.#gate = new Gate(
      parts.concurrency,
      rate === 'adaptive' ? rate : { ...rate, count: Math.max(1, Math.floor(rate.count / parts.workers)) },
      profile.limits.throttleWait,
    );
    this.#patience = parts.concurrency + 4;
    this.#wrongLogins = new WrongLoginBudget(options.runDirectory, profile.legacy?.wrongLoginLimit ?? 0);
    this.#throttled = options.throttled;
    this.#composer = new Composer(profile, parts.credentials.logins, options.seed ?? 0);
  }

  url(request: WireRequest): string {
    return this.#composer.url(request);
  }

  async send(request: WireRequest, options: SendOptions = {}): Promise<Exchange> {
    const lane = request.service;
    const patient = options.repeat !== false;
    let waited = 0;
    let repeats = 0;
    let retries = 0;
    let renewed = false;
    for (;;) {
      const { exchange, authorization } = await this.#once(request, lane, options, repeats + retries > 0);
      const { response, error } = exchange;
      if (error !== undefined) {
        const connection = error.kind === 'refused' || error.kind === 'reset';
        const safe = request.method === 'GET' || request.method === 'HEAD';
        const retry = patient && connection && safe && retries < RETRIES && options.signal?.aborted !== true;
        if (!retry || !this.#healthOf(new URL(this.url(request)).origin).worthRetrying) return exchange;
        retries += 1;
        await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * retries));
        continue;
      }
      if (response === undefined) return exchange;
      if (response.status === 401 && authorization?.token !== undefined && patient && !renewed) {
        renewed = true;
        if (await this.credentials.replaced(request.credential ?? 'primary', authorization.token)) continue;
      }
      const pause = this.#pause(exchange, repeats);
      if (pause === undefined) {
        this.#gate.flowed(lane);
        return exchange;
      }
      const hopeless = this.#gate.refused(lane);
      const worthwhile = repeats < THROTTLE_REPEATS && waited + pause <= this.#profile.limits.throttleWait;
      if (!patient || hopeless || !worthwhile) return exchange;
      this.#gate.pause(lane, pause);
      waited += pause;
      repeats += 1;
    }
  }

  async close(): Promise<void> {
    await this.#transport.close();
  }

  /** Milliseconds to wait when the exchange was throttled. */
  #pause(exchange: Exchange, repeats: number): number | undefined {
    const { response } = exchange;
    if (response === undefined) return undefined;
    const wait = retryAfter(header(response.headers, 'retry-after'));
    const growing = Math.min(250 * 2 ** repeats, 8000);
    if (response.status === 429) return Math.max(wait ?? growing, 20);
    if (response.status === 503 && wait !== undefined) return Math.max(wait, 20);
    return this.#throttled?.(exchange);
  }

  async #once(
    request: WireRequest,
    lane: string,
    options: SendOptions,
    repeat: boolean,
  ): Promise<{ exchange: Exchange; authorization: Authorization | undefined }> {
    const { signal } = options;
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
    const admitted = this.#gate.enter(lane, signal, repeat);
    if (admitted !== undefined) await admitted;
    try {
      const health = this.#healthOf(message.sendable.origin);
      const permit = health.permit();
      if ('kind' in permit) return { exchange: this.#unsent(message, permit), authorization };
      const startedAt = Date.now();
      const begun = performance.now();
      const outcome = await attempt(this.#transport.to(message.sendable.origin), message.sendable, {
        headersMs: limits.timeout.headers,
        bodyMs: limits.timeout.body,
        totalMs: options.timeoutMs ?? limits.timeout.total,
        maxBodyBytes: limits.maxBodyBytes,
        signal,
      });
      const durationMs = performance.now() - begun;
      health.report(permit, outcome.error);
      return { exchange: await this.#finish(message, outcome, startedAt, durationMs), authorization };
    } finally {
      this.#gate.leave();
    }
  }

  async #finish(message: Message, outcome: Outcome, startedAt: number, durationMs: number): Promise<Exchange> {
    let { body, truncated, error } = outcome as Outcome & { error: TransportError | undefined };
    if (error === undefined && header(outcome.headers, 'content-encoding') !== undefined) {
      const unpacked = await unpack(body, outcome.headers, this.#profile.limits.maxBodyBytes);
      body = unpacked.bytes;
      if (unpacked.truncated) {
        truncated = true;
        error = tooLarge(message.sendable.host, this.#profile.limits.maxBodyBytes);
      }
    }
    return redactExchange(
      { request: message.recorded, outcome, body, truncated, error, startedAt, durationMs },
      this.redactor,
    );
  }

  #unsent(message: Message, error: TransportError): Exchange {
    return redactExchange(
      {
        request: message.recorded,
        outcome: undefined,
        body: undefined,
        truncated: false,
        error,
        startedAt: Date.now(),
        durationMs: 0,
      },
      this.redactor,
    );
  }

  /** A request with its own Authorization field gets no other, unless it asks for one. */
  #authorization(request: WireRequest): ReturnType<Credentials['authorize']> {
    if (request.service !== 'admin') return undefined;
    if (request.credential !== undefined) return this.credentials.authorize(request.credential);
    const own = request.headers?.some(([name]) => name.toLowerCase() === 'authorization') === true;
    return own ? undefined : this.credentials.authorize('primary');
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
