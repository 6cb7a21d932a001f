/** The token endpoint: OAuth 2.0 client credentials (RFC 6749, section 4.4). The contract leaves open how a token is obtained (5). */
import { issueToken } from '../credentials.ts';
import { readPairs } from '../decode/pairs.ts';
import { decodeUtf8 } from '../decode/percent.ts';
import type { Wire } from '../edge/answers.ts';
import type { Incoming } from '../pipeline.ts';
import type { Principal } from '../state/entities.ts';

/** Where clients of the family ask for their token. */
export const TOKEN_PATH = '/auth/realms/apiclients/protocol/openid-connect/token';

/** Tokens that are good at the same time; the oldest goes when one more is asked for, so that nothing grows without end. */
const MOST_TOKENS = 1000;

/** Who may ask, and how long what it gets is good. */
export interface TokenOptions {
  readonly clientId: string;
  readonly clientSecret: string;
  /** Seconds. */
  readonly lifetime: number;
  readonly seed: number;
  /** Milliseconds since the Unix epoch. */
  readonly now: () => number;
}

/** Hands out tokens and forgets them when their time is over. */
export class TokenIssuer {
  readonly #options: TokenOptions;
  /** All tokens that the service takes; those issued here are added and taken out again. */
  readonly #known: Map<string, Principal>;
  readonly #issued = new Map<string, number>();
  #count = 0;

  constructor(known: Map<string, Principal>, options: TokenOptions) {
    this.#known = known;
    this.#options = options;
  }

  /** Takes out what has expired; to be called before a credential is looked at. */
  forgetExpired(): void {
    const now = this.#options.now();
    for (const [token, expires] of this.#issued) {
      if (expires > now && this.#issued.size <= MOST_TOKENS) return;
      this.#issued.delete(token);
      this.#known.delete(token);
    }
  }

  /** Answers a request to the token endpoint. */
  answer({ method, headers, body }: Incoming): Wire {
    if (method !== 'POST') return { status: 405, headers: { Allow: 'POST' }, body: undefined };
    const type = headers['content-type'];
    const isForm = typeof type === 'string' && /^application\/x-www-form-urlencoded\s*(;|$)/i.test(type);
    const text = isForm ? decodeUtf8(body) : undefined;
    const form = text === undefined ? undefined : readPairs(text);
    if (form === undefined || [...form.values()].some(({ length }) => length > 1))
      return problem(400, 'invalid_request');
    const value = (name: string): string | undefined => form.get(name)?.[0];
    const basic = basicOf(headers['authorization']);
    if (basic !== undefined && value('client_secret') !== undefined) return problem(400, 'invalid_request');
    const [id, secret] = basic ?? [value('client_id'), value('client_secret')];
    const { clientId, clientSecret, lifetime, seed, now } = this.#options;
    if (id !== clientId || secret !== clientSecret) {
      const challenge = { 'WWW-Authenticate': 'Basic realm="emulator"' };
      return problem(401, 'invalid_client', basic === undefined ? {} : challenge);
    }
    const grant = value('grant_type');
    if (grant !== 'client_credentials')
      return problem(400, grant === undefined ? 'invalid_request' : 'unsupported_grant_type');
    this.#count += 1;
    const expires = now() + lifetime * 1000;
    const principal = issueToken(seed, this.#count, expires);
    this.#issued.set(principal.token, expires);
    this.#known.set(principal.token, principal);
    this.forgetExpired();
    return json(200, { access_token: principal.token, token_type: 'Bearer', expires_in: lifetime });
  }
}

/** Name and secret of HTTP Basic authentication, both form-encoded before (RFC 6749, section 2.3.1). */
function basicOf(header: string | string[] | undefined): readonly [string, string] | undefined {
  const encoded = typeof header === 'string' ? /^basic\s+(\S+)$/i.exec(header)?.[1] : undefined;
  if (encoded === undefined) return undefined;
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  const decoded = readPairs(`${id}=${secret.join(':')}`);
  const [pair] = decoded ?? [];
  return pair === undefined ? ['', ''] : [pair[0], pair[1][0] ?? ''];
}

function problem(status: number, error: string, headers: Readonly<Record<string, string>> = {}): Wire {
  return json(status, { error }, headers);
}

/** No cache may keep a token (RFC 6749, section 5.1). */
function json(status: number, value: object, headers: Readonly<Record<string, string>> = {}): Wire {
  const usual = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store', Pragma: 'no-cache' };
  return { status, headers: { ...usual, ...headers }, body: JSON.stringify(value) };
}
