/** Tokens made from a real one that are not valid: they are made here, as no check may see the real one. */
import { isObject } from '../../spec/json.ts';

/** How a token can be altered: `tampered` can stand in `Credential` and in `{{bearer|tampered}}`, and so can the others. */
export type Alteration =
  | 'tampered'
  | 'ended'
  | 'extended'
  | 'preceded'
  | 'shortened'
  | 'halved'
  | 'spaced'
  | 'lowercase'
  | 'unsigned'
  | 'signatureless'
  | 'reclaimed';

/** Several letters, so that they make whole bytes more of a signature that is read as base64. */
const MORE = 'conformance';

const ALTERATIONS: Readonly<Record<Alteration, (token: string) => string | undefined>> = {
  tampered,
  ended,
  extended: (token) => token + MORE,
  preceded: (token) => MORE + token,
  shortened,
  halved,
  spaced,
  lowercase,
  unsigned,
  signatureless,
  reclaimed,
};

/** The altered token; undefined when this one cannot be altered so. */
export function altered(token: string, alteration: Alteration): string | undefined {
  return ALTERATIONS[alteration](token);
}

/** Every token that can be made from this one: what must not be written either. */
export function allAltered(token: string): string[] {
  return Object.values(ALTERATIONS).flatMap((alter) => alter(token) ?? []);
}

export function isAlteration(name: string): name is Alteration {
  return Object.hasOwn(ALTERATIONS, name);
}

/** A token that differs from `token` in one character of its last part, and so cannot be valid. */
export function tampered(token: string): string {
  const start = token.lastIndexOf('.') + 1;
  const at = start + Math.floor((token.length - start) / 2);
  return `${token.slice(0, at)}${token[at] === 'A' ? 'B' : 'A'}${token.slice(at + 1)}`;
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * With another last character than `token`, before any padding. Of what the last one stands for in base64 the first bit alone need
 * count (RFC 4648, section 3.5), so it is that bit which differs.
 */
function ended(token: string): string {
  const [, text = '', padding = ''] = /^(.*?)(=*)$/s.exec(token) ?? [];
  const at = BASE64.indexOf(text.slice(-1).replace('+', '-').replace('/', '_'));
  return `${text.slice(0, -1)}${at < 0 ? 'A' : BASE64[at ^ 32]}${padding}`;
}

/** Without its last characters; only for a token that is long enough for what is left to be no other secret. */
function shortened(token: string): string | undefined {
  return token.length > 2 * MORE.length ? token.slice(0, -MORE.length) : undefined;
}

/** Its first half; only where that is no other secret. */
function halved(token: string): string | undefined {
  return token.length > 4 * MORE.length ? token.slice(0, token.length / 2) : undefined;
}

/** With a blank in its middle. */
function spaced(token: string): string | undefined {
  return token.length > 2 ? `${token.slice(0, token.length / 2)} ${token.slice(token.length / 2)}` : undefined;
}

/**
 * Its last part in lower case, as the parts before that may have to be read first; all of it where there is but one. Only where that
 * part is in both cases: one in capitals alone may be a number in hexadecimal, which lower case does not change.
 */
function lowercase(token: string): string | undefined {
  const start = token.lastIndexOf('.') + 1;
  const last = token.slice(start);
  return /[a-z]/.test(last) && /[A-Z]/.test(last) ? token.slice(0, start) + last.toLowerCase() : undefined;
}

/** The same claims under a header that says that nothing is signed; only for a JSON Web Token. */
function unsigned(token: string): string | undefined {
  const parts = partsOf(token);
  return parts === undefined ? undefined : `${encoded({ alg: 'none' })}.${parts.claims}.`;
}

/** The same header and claims without a signature; only for a JSON Web Token. */
function signatureless(token: string): string | undefined {
  const parts = partsOf(token);
  return parts === undefined ? undefined : `${parts.header}.${parts.claims}.`;
}

/** One more claim under the same signature; only for a JSON Web Token. */
function reclaimed(token: string): string | undefined {
  const parts = partsOf(token);
  if (parts === undefined) return undefined;
  return `${parts.header}.${encoded({ ...(decoded(parts.claims) ?? {}), conformance: 1 })}.${parts.signature}`;
}

/** The parts of a JSON Web Token; undefined for any other token. */
function partsOf(token: string): { header: string; claims: string; signature: string } | undefined {
  const [header = '', claims = '', signature, ...more] = token.split('.');
  if (signature === undefined || more.length > 0) return undefined;
  return decoded(header) === undefined || decoded(claims) === undefined ? undefined : { header, claims, signature };
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function decoded(part: string): object | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString('utf8'));
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
