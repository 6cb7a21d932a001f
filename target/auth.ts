/** Where bearer credentials come from, and how they stay fresh. */
import { execFile } from 'node:child_process';
import type { Dispatcher } from 'undici';
import { readHandedIn, whyUnread } from '../spec/handed-in.ts';
import type { TransportError } from '../spec/vocabulary.ts';
import { attempt } from './client/attempt.ts';
import { formEncode } from './client/placeholders.ts';
import { ProfileError } from './profile/errors.ts';
import type { SecretSource } from './profile/types.ts';

/** A command that gives a secret may take so long, in milliseconds. */
const COMMAND_TIMEOUT = 30_000;
/** A token younger than this is not replaced because of a 401: the target has another reason. */
const YOUNG_MS = 3_000;
/** A token is replaced so long before it expires. */
const MARGIN_MS = 30_000;

/** A credential could not be had; `error` is the sentence for the exchange that needed it. */
export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly error: TransportError;

  constructor(error: TransportError) {
    super(error.message);
    this.error = error;
  }
}

/** What a bearer needs from its surroundings. */
export interface BearerContext {
  /** Where to send token requests. */
  dispatcher(origin: string): Dispatcher;
  readonly timeoutMs: number;
  /** Told of every new token before it is used, so that it is redacted from then on. */
  learn(token: string): void;
}

/**
 * Reads a secret from a value, a file or a command.
 * @throws ProfileError when there is none; `label` names the member of the profile. The output of a command is never quoted.
 */
export async function readSecret(source: Exclude<SecretSource, { kind: 'oauth2' }>, label: string): Promise<string> {
  if (source.kind === 'value') return source.value.reveal();
  if (source.kind === 'file') {
    try {
      return nonEmpty(readHandedIn(source.file, 'utf8'), `${label}: the file ${source.file} is empty`);
    } catch (error) {
      if (error instanceof ProfileError) throw error;
      throw new ProfileError(
        `${label}: the file ${source.file} cannot be read (${whyUnread(error)}); put the secret there.`,
      );
    }
  }
  return nonEmpty(await run(source.command, label), `${label}: its command printed nothing`);
}

function nonEmpty(text: string, otherwise: string): string {
  const trimmed = text.trim();
  if (trimmed === '') throw new ProfileError(`${otherwise}; it must give the secret.`);
  return trimmed;
}

function run(command: string | readonly string[], label: string): Promise<string> {
  const [program = '', ...args] = typeof command === 'string' ? ['/bin/sh', '-c', command] : command;
  const shell = typeof command === 'string' && process.platform === 'win32';
  return new Promise((resolve, reject) => {
    const options = { timeout: COMMAND_TIMEOUT, maxBuffer: 1024 * 1024, windowsHide: true, encoding: 'utf8' as const };
    const done = (error: (Error & { code?: unknown; killed?: boolean }) | null, stdout: string): void => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      const why =
        error.killed === true ? `did not end within ${COMMAND_TIMEOUT / 1000} s` : `failed (${String(error.code)})`;
      reject(new ProfileError(`${label}: its command ${why}; run it by hand to see why.`));
    };
    if (shell) execFile(String(command), [], { ...options, shell: true }, done);
    else execFile(program, args, options, done);
  });
}

/** A bearer credential that renews itself where its source allows. */
export class Bearer {
  readonly #source: SecretSource;
  readonly #context: BearerContext;
  readonly #label: string;
  #token: string | undefined;
  #obtainedAt = 0;
  #renewAt = Number.POSITIVE_INFINITY;
  #pending: Promise<string> | undefined;

  constructor(source: SecretSource, label: string, context: BearerContext) {
    this.#source = source;
    this.#context = context;
    this.#label = label;
    if (source.kind === 'value') this.#accept(source.value.reveal());
  }

  /**
   * The token to send now; at once when it is known and fresh.
   * @throws AuthError or ProfileError when it cannot be had.
   */
  current(): string | Promise<string> {
    if (this.#token !== undefined && Date.now() < this.#renewAt) return this.#token;
    return this.#renew();
  }

  /** After an unexpected 401 to `used`: true when there is another token now, so that one more attempt makes sense. */
  async replaced(used: string): Promise<boolean> {
    if (this.#source.kind === 'value') return false;
    if (this.#token !== undefined && this.#token !== used) return true;
    if (Date.now() - this.#obtainedAt < YOUNG_MS) return false;
    try {
      return (await this.#renew()) !== used;
    } catch {
      return false;
    }
  }

  /** One renewal at a time, however many requests wait for it. */
  #renew(): Promise<string> {
    this.#pending ??= this.#fetch().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #fetch(): Promise<string> {
    if (this.#source.kind !== 'oauth2') return this.#accept(await readSecret(this.#source, this.#label));
    const { token, lifetimeMs } = await requestToken(this.#source, this.#context);
    this.#renewAt =
      lifetimeMs === undefined
        ? Number.POSITIVE_INFINITY
        : Date.now() + Math.max(lifetimeMs - MARGIN_MS, lifetimeMs / 2);
    return this.#accept(token);
  }

  #accept(token: string): string {
    this.#context.learn(token);
    this.#token = token;
    this.#obtainedAt = Date.now();
    return token;
  }
}

type OAuth = Extract<SecretSource, { kind: 'oauth2' }>;

/** Client credentials grant (RFC 6749 section 4.4), the client authenticated in the form. */
async function requestToken(
  source: OAuth,
  context: BearerContext,
): Promise<{ readonly token: string; readonly lifetimeMs: number | undefined }> {
  const url = new URL(source.tokenUrl);
  const form = {
    grant_type: 'client_credentials',
    client_id: source.clientId,
    client_secret: source.clientSecret.reveal(),
    ...(source.scope === undefined ? {} : { scope: source.scope }),
  };
  const outcome = await attempt(
    context.dispatcher(url.origin),
    {
      origin: url.origin,
      host: url.host,
      path: url.pathname + url.search,
      method: 'POST',
      headers: { 'content-type': ['application/x-www-form-urlencoded'], accept: ['application/json'] },
      body: Object.entries(form)
        .map(([name, value]) => `${name}=${formEncode(value)}`)
        .join('&'),
    },
    { headersMs: context.timeoutMs, bodyMs: context.timeoutMs, totalMs: context.timeoutMs, maxBodyBytes: 1024 * 1024 },
  );
  if (outcome.error !== undefined) {
    throw new AuthError({ ...outcome.error, message: `No token from the token endpoint. ${outcome.error.message}` });
  }
  const answer = parseToken(outcome.body.toString('utf8'));
  if (outcome.status !== 200 || answer === undefined) {
    const what = outcome.status === 200 ? 'without an access_token' : `with status ${outcome.status}`;
    throw new AuthError({
      kind: 'protocol',
      message: `No token: the token endpoint at ${url.host} answered ${what}; check tokenUrl, clientId and clientSecret.`,
    });
  }
  return answer;
}

function parseToken(text: string): { token: string; lifetimeMs: number | undefined } | undefined {
  try {
    const answer = JSON.parse(text) as { access_token?: unknown; expires_in?: unknown } | null;
    if (typeof answer?.access_token !== 'string' || answer.access_token === '') return undefined;
    const seconds = Number(answer.expires_in);
    return { token: answer.access_token, lifetimeMs: seconds > 0 ? seconds * 1000 : undefined };
  } catch {
    return undefined;
  }
}
