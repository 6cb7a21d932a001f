/** The client: sends one request at a time or many, and hands out exchanges that hold no secret. */
import { type Exchange, header } from '../spec/vocabulary.ts';
import { readSecret } from './auth.ts';
import { retryAfter } from './client/gate.ts';
import type { Pace } from './client/pacer.ts';
import { isSafe, Sender } from './client/sender.ts';
import { createTransport, readTlsMaterial } from './client/transport.ts';
import { Credentials, fixedSecrets } from './credentials.ts';
import type { Profile } from './profile/types.ts';
import { createRedactor, type Redactor } from './redaction.ts';
import type { SendOptions, WireRequest } from './types.ts';

/** Repeats of a GET or HEAD whose connection failed. */
const RETRIES = 2;
const RETRY_PAUSE_MS = 150;
/** Repeats of a throttled request, however short the waits. */
const THROTTLE_REPEATS = 12;

export interface ClientOptions {
  /** Where processes of one run meet: budgets are counted there. */
  readonly runDirectory: string;
  /** Seed of the run: the made-up logins depend on it. Default 0. */
  readonly seed?: number;
  /** Processes or threads that share the profile's concurrency and rate. Default 1. */
  readonly workers?: number;
  /**
   * Stops the run: from then on only requests marked as restoring are sent, and reads under way are given up. Requests under
   * way that may change something are let through to their end, lest nobody know what became of them.
   */
  readonly stop?: AbortSignal;
  /** A limit that the target's owner declares: requests wait so that they stay below it. */
  readonly pace?: Pace;
  /** Recognises throttling that a status does not tell; gives the wait in milliseconds, undefined when it is none. */
  readonly throttled?: (exchange: Exchange) => number | undefined;
  /** Told of each token as it becomes known, for another thread's redactor; it must not be written anywhere. */
  readonly onSecret?: (secret: string) => void;
}

export interface Client {
  readonly redactor: Redactor;
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
  const credentials = await Credentials.open(profile, context, (secret) => {
    redactor.add(secret);
    options.onSecret?.(secret);
  });
  const sender = new Sender(profile, {
    runDirectory: options.runDirectory,
    seed: options.seed ?? 0,
    workers,
    concurrency,
    stop: options.stop,
    pace: options.pace,
    transport,
    redactor,
    credentials,
  });
  return {
    redactor,
    url: (request) => sender.url(request),
    send: (request, sendOptions = {}) =>
      send(request, sendOptions, { sender, credentials, profile, throttled: options.throttled }),
    close: () => transport.close(),
  };
}

interface Sending {
  readonly sender: Sender;
  readonly credentials: Credentials;
  readonly profile: Profile;
  readonly throttled: ClientOptions['throttled'];
}

/** Sends, and sends again where that is safe and worth it: failed reads, throttled requests, a token that has expired. */
async function send(request: WireRequest, options: SendOptions, sending: Sending): Promise<Exchange> {
  const { sender, credentials, profile } = sending;
  const { gate } = sender;
  const lane = request.service;
  const patient = options.repeat !== false;
  let waited = 0;
  let repeats = 0;
  let retries = 0;
  let renewed = false;
  for (;;) {
    const { exchange, authorization } = await sender.once(request, options, repeats + retries > 0);
    const { response, error } = exchange;
    if (error !== undefined) {
      const connection = error.kind === 'refused' || error.kind === 'reset';
      const retry = patient && connection && isSafe(request) && retries < RETRIES && sender.worthRetrying(request);
      if (!retry) return exchange;
      retries += 1;
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS * retries));
      continue;
    }
    if (response === undefined) return exchange;
    if (response.status === 401 && authorization?.token !== undefined && patient && !renewed) {
      renewed = true;
      if (await credentials.replaced(request.credential ?? 'primary', authorization.token)) continue;
    }
    const pause = pauseOf(exchange, repeats) ?? sending.throttled?.(exchange);
    if (pause === undefined) {
      gate.flowed(lane);
      return exchange;
    }
    const hopeless = gate.refused(lane);
    const worthwhile = repeats < THROTTLE_REPEATS && waited + pause <= profile.limits.throttleWait;
    if (!patient || hopeless || !worthwhile) return exchange;
    gate.pause(lane, pause);
    waited += pause;
    repeats += 1;
  }
}

/** Milliseconds to wait when the status says that the exchange was throttled. */
function pauseOf({ response }: Exchange, repeats: number): number | undefined {
  if (response === undefined) return undefined;
  const wait = retryAfter(header(response.headers, 'retry-after'));
  if (response.status === 429) return Math.max(wait ?? Math.min(250 * 2 ** repeats, 8000), 20);
  return response.status === 503 && wait !== undefined ? Math.max(wait, 20) : undefined;
}
