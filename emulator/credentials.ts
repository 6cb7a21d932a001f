import { createHmac } from 'node:crypto';
import type { CredentialClass } from './faults/types.ts';
import type { Principal } from './state/entities.ts';
import { TOKEN_HOLDERS } from './state/seed/administrators.ts';

/** The two administrators whose tokens the emulator hands out: the first has role MRAO, the second has not. */
export function makePrincipals(seed: number): readonly [Principal, Principal] {
  const [first, second] = TOKEN_HOLDERS;
  return [
    { token: makeToken(first, 'MRAO', seed), adminId: first, role: 'MRAO' },
    { token: makeToken(second, 'RAO_SSL', seed), adminId: second, role: 'RAO_SSL' },
  ];
}

/** Either who is asking, or what is wrong with the credential (contract 5). */
export type Presented = { readonly principal: Principal } | { readonly invalid: CredentialClass };

/** Judges the value of an `Authorization` header. @param anyCase whether the scheme may be written in any letter case. */
export function judgeCredential(
  header: string | undefined,
  known: ReadonlyMap<string, Principal>,
  anyCase: boolean,
): Presented {
  if (header === undefined) return { invalid: 'none' };
  // Nearly all requests are like this.
  const usual = header.startsWith('Bearer ') ? known.get(header.slice(7)) : undefined;
  if (usual !== undefined) return { principal: usual };
  const match = /^(\S+)(?:\s+(.*))?$/.exec(header.trim());
  if (match === null) return { invalid: 'empty' };
  const [, scheme, token] = match;
  if ((anyCase ? scheme?.toLowerCase() : scheme) !== (anyCase ? 'bearer' : 'Bearer')) {
    return { invalid: known.has(token ?? '') ? 'other-scheme' : 'scheme' };
  }
  if (token === undefined || token === '') return { invalid: 'empty' };
  const principal = known.get(token);
  if (principal !== undefined) return { principal };
  return { invalid: wrongToken(token, [...known.keys()]) };
}

/** Less than this is no token whose end was lost. */
const SHORTEST = 20;

/** What is wrong with a token that nobody was given. */
function wrongToken(token: string, known: readonly string[]): CredentialClass {
  const [, claims, signature, ...more] = token.split('.');
  if (known.some((one) => token.startsWith(`${one}.`))) return 'further-part';
  if (known.some((one) => token.startsWith(one))) return 'extended';
  if (token.length > SHORTEST && known.some((one) => one.startsWith(token))) return 'shortened';
  if (known.some((one) => token.toLowerCase() === one.toLowerCase())) return 'letter-case';
  if (signature === '' && known.some((one) => one.split('.')[1] === claims)) return 'unsigned';
  return signature !== undefined && more.length === 0 ? 'tampered' : 'garbage';
}

/** Tokens that are refused: one of the first administrator that has expired, and one that somebody else has signed. */
export function makeInvalid(seed: number): { readonly expired: string; readonly forged: string } {
  const [first] = TOKEN_HOLDERS;
  return {
    expired: makeToken(first, 'MRAO', seed, { exp: EXPIRED_AT }),
    forged: makeToken(first, 'MRAO', seed, {}, 'somebody else'),
  };
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
