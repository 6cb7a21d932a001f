/** Credentials are put in at the last moment, so that checks, journals and reports only ever hold placeholders. */
import { UnsendableRequest } from './errors.ts';

const PLACEHOLDER = /(?:\{\{|%7B%7B)(login(?:Name|Password|\.\d+\.password))(?:(?:\||%7C)([a-z]+))?(?:\}\}|%7D%7D)/gi;

/** The values behind the placeholders of legacy requests, by name without braces. */
export type Logins = ReadonlyMap<string, string>;

/** How a placeholder may alter its value: `{{loginName|swapcase}}`. */
const TRANSFORMS: Readonly<Record<string, (value: string, logins: Logins) => string>> = {
  /** Every letter in the other case. */
  swapcase: (value) => formEncode(swapped(value)),
  /** Every byte percent-encoded: means the same. */
  percent: (value) => [...Buffer.from(value, 'utf8')].map((byte) => `%${hex(byte)}`).join(''),
  /** Spaces as %20 and not as +: means the same. */
  twenty: (value) => formEncode(value).replaceAll('+', '%20'),
  /** Without its last character. */
  cut: (value) => formEncode(shortened(value)),
  /** Certainly another value of the same length. */
  wrong: (value) => formEncode(altered(value)),
  /** As it is, where it is not the account's own. */
  other: (value, logins) => formEncode(unlike(value, logins)),
};

/** True when the text holds a placeholder of a login. */
export function hasPlaceholder(text: string): boolean {
  PLACEHOLDER.lastIndex = 0;
  return PLACEHOLDER.test(text);
}

/**
 * Puts the values in, form-encoded.
 * @throws UnsendableRequest for a placeholder without a value, or an unknown transform.
 */
export function fillForm(text: string, logins: Logins): string {
  return text.replace(PLACEHOLDER, (whole, name: string, transform: string | undefined) => {
    const value = logins.get(name);
    if (value === undefined)
      throw new UnsendableRequest(`The request needs ${name}, which the profile does not give; add it to legacy.`);
    if (transform === undefined) return formEncode(value);
    const change = TRANSFORMS[transform];
    if (change === undefined) throw new UnsendableRequest(`Unknown placeholder ${whole}.`);
    return change(value, logins);
  });
}

/** Puts made-up values in: for places where the real ones must never stand. */
export function fillMadeUp(text: string, seed: number): string {
  return text.replace(PLACEHOLDER, (_, name: string) =>
    /password$/i.test(name) ? 'made-up-Passw0rd' : `made-up-${seed}`,
  );
}

/** Encodes as application/x-www-form-urlencoded does. */
export function formEncode(value: string): string {
  return encodeURIComponent(value)
    .replace(/[!'()~]/g, (character) => `%${hex(character.charCodeAt(0))}`)
    .replaceAll('%20', '+');
}

/** @throws UnsendableRequest for a value without letters: it would go out unchanged, and be right. */
function swapped(value: string): string {
  const other = [...value].map(swapCase).join('');
  if (other === value) throw new UnsendableRequest('The login has no letters, so it cannot be sent in another case.');
  return other;
}

function swapCase(character: string): string {
  const upper = character.toUpperCase();
  return character === upper ? character.toLowerCase() : upper;
}

/** So short a value has no beginning that would be one. */
const SHORTEST_CUT = 4;

/** @throws UnsendableRequest for a value that is too short. */
function shortened(value: string): string {
  if ([...value].length < SHORTEST_CUT) throw new UnsendableRequest('The login is too short to be cut.');
  return [...value].slice(0, -1).join('');
}

/** @throws UnsendableRequest for a password that two accounts share: it would be right. */
function unlike(value: string, logins: Logins): string {
  if (value === logins.get('loginPassword')) throw new UnsendableRequest('Both accounts have the same password.');
  return value;
}

function altered(value: string): string {
  return `${value.slice(0, -1)}${value.endsWith('x') ? 'y' : 'x'}`;
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0');
}
