import { createHmac } from 'node:crypto';
import type { CredentialClass } from './faults/types.ts';
import type { Incoming } from './pipeline.ts';
import type { Principal } from './state/entities.ts';
import { TOKEN_HOLDERS } from './state/seed/administrators.ts';
import { FOREIGNER } from './state/seed/foreign.ts';

/** The two administrators whose tokens the emulator hands out: the first has role MRAO, the second has not. */
export function makePrincipals(seed: number): readonly [Principal, Principal] {
  const [first, second] = TOKEN_HOLDERS;
  return [
    { token: makeToken(first, 'MRAO', seed), adminId: first, role: 'MRAO' },
    { token: makeToken(second, 'RAO_SSL', seed), adminId: second, role: 'RAO_SSL' },
  ];
}

/** An administrator of another customer. */
export function makeForeigner(seed: number): Principal {
  return { token: makeToken(FOREIGNER, 'MRAO', seed), adminId: FOREIGNER, role: 'MRAO', foreign: true };
}

/** Either who is asking, or what is wrong with the credential (contract 5). */
export type Presented = { readonly principal: Principal } | { readonly invalid: readonly CredentialClass[] };

/** Judges the value of an `Authorization` header. @param anyCase whether the scheme may be written in any letter case. */
export function judgeCredential(
  header: string | undefined,
  known: ReadonlyMap<string, Principal>,
  anyCase: boolean,
): Presented {
  if (header === undefined) return { invalid: ['none'] };
  // Nearly all requests are like this.
  const usual = header.startsWith('Bearer ') ? known.get(header.slice(7)) : undefined;
  if (usual !== undefined) return { principal: usual };
  const match = /^(\S+)(?:\s+(.*))?$/.exec(header.trim());
  if (match === null) return { invalid: ['empty'] };
  const [, scheme = '', token] = match;
  const isBearer = scheme.toLowerCase() === 'bearer';
  if (!isBearer || (!anyCase && scheme !== 'Bearer')) return { invalid: [wrongScheme(scheme, known.has(token ?? ''))] };
  if (token === undefined || token === '') return { invalid: ['empty'] };
  const principal = known.get(token);
  if (principal !== undefined) return { principal };
  const wrong = wrongToken(token, [...known.keys()]);
  return { invalid: scheme === 'Bearer' ? [wrong] : [wrong, 'scheme-case'] };
}

function wrongScheme(scheme: string, known: boolean): CredentialClass {
  if (scheme.toLowerCase() === 'bearer') return 'scheme-case';
  if (!known) return 'scheme';
  return 'Bearer'.startsWith(scheme) ? 'scheme-beginning' : 'other-scheme';
}

/** What stands beside a missing credential that a careless server trusts. @param asked whether OPTIONS came before. */
export function besideNone(
  { headers, url, body }: Incoming,
  known: Iterable<string>,
  asked: boolean,
): CredentialClass[] {
  const tokens = [...known];
  const holds = (text: unknown): boolean => typeof text === 'string' && tokens.some((token) => text.includes(token));
  const found: Readonly<Partial<Record<CredentialClass, boolean>>> = {
    origin: headers['origin'] !== undefined,
    forwarded: headers['x-forwarded-for'] !== undefined,
    override: headers['x-http-method-override'] !== undefined,
    'original-url': headers['x-original-url'] !== undefined,
    'after-options': asked,
    query: holds(url),
    form: holds(Buffer.from(body).toString('latin1')),
    cookie: holds(headers['cookie']),
  };
  return (Object.keys(found) as CredentialClass[]).filter((one) => found[one] === true);
}

/** Less than this is no token whose end was lost. */
const SHORTEST = 20;

/** What is wrong with a token that nobody was given. */
function wrongToken(token: string, known: readonly string[]): CredentialClass {
  const [head, claims, signature, ...more] = token.split('.');
  const some = (wrong: (one: string) => boolean): boolean => known.some(wrong);
  if (some((one) => token.startsWith(`${one}.`))) return 'further-part';
  if (some((one) => token.startsWith(one))) return 'extended';
  if (some((one) => token.endsWith(` ${one}`))) return 'further-word';
  if (some((one) => token.endsWith(one))) return 'preceded';
  if (some((one) => token.replaceAll(' ', '') === one)) return 'spaced';
  if (some((one) => `${head}.${claims}.` === token && one.startsWith(token))) return 'signatureless';
  if (token.length > SHORTEST && some((one) => one.startsWith(token)))
    return some((one) => one.startsWith(token) && token.length > one.length * 0.6) ? 'shortened' : 'halved';
  if (some((one) => token.toLowerCase() === one.toLowerCase())) return 'letter-case';
  if (signature === '' && some((one) => one.split('.')[1] === claims)) return 'unsigned';
  if (signature === undefined || more.length > 0) return 'garbage';
  if (some((one) => one.endsWith(`.${signature}`))) return 'reclaimed';
  if (isExpired(claims ?? '')) return 'expired';
  return some((one) => one.startsWith(`${head}.${claims}.`) && distance(one, token) > 1) ? 'forged' : 'tampered';
}

function isExpired(claims: string): boolean {
  return Buffer.from(claims, 'base64url').toString('utf8').includes('"exp":');
}

/** Characters in which two texts differ, place by place. */
function distance(one: string, other: string): number {
  return [...one].filter((character, at) => character !== other[at]).length;
}

/** Tokens that are refused: one of the first administrator that has expired, and one that somebody else has signed. */
export function makeInvalid(seed: number): { readonly expired: string; readonly forged: string } {
  const [first] = TOKEN_HOLDERS;
  return {
    expired: makeToken(first, 'MRAO', seed, { exp: EXPIRED_AT }),
    forged: makeToken(first, 'MRAO', seed, {}, 'somebody else'),
  };
}

/** A token for the first administrator that is good for a while. @param id tells it from all others. */
export function issueToken(seed: number, id: number, expiresAt: number): Principal {
  const [first] = TOKEN_HOLDERS;
  const claims = { jti: String(id), exp: Math.floor(expiresAt / 1000) };
  return { token: makeToken(first, 'MRAO', seed, claims), adminId: first, role: 'MRAO' };
}

/** The client that the token endpoint knows (RFC 6749, section 2.3.1). */
export function makeClient(seed: number): { readonly clientId: string; readonly clientSecret: string } {
  const clientSecret = createHmac('sha256', `client-${seed}`).update('emulator').digest('hex').slice(0, 32);
  return { clientId: 'emulator', clientSecret };
}

/** Long ago, by any clock; in seconds. */
const EXPIRED_AT = 1_700_000_000;

/** A JSON Web Token; deterministic, so that a profile stays valid when the emulator is started again. */
function makeToken(adminId: number, role: string, seed: number, claims = {}, signer = 'emulator'): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const all = { sub: String(adminId), role, iss: 'certconform-emulator', ...claims };
  const head = `${part({ alg: 'HS256', typ: 'JWT' })}.${part(all)}`;
  return `${head}.${createHmac('sha256', `${signer}-${seed}`).update(head).digest('base64url')}`;
}
