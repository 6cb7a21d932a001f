/** Takes secrets out of text, in whatever encoding they stand there. */
import { MARK } from './profile/secret.ts';
import { formsOf } from './redaction/forms.ts';
import { isInside } from './redaction/inside.ts';
import { searchFor } from './redaction/search.ts';

export { MARK } from './profile/secret.ts';
export { scan } from './redaction/scan.ts';

/** Shorter secrets cannot be told from ordinary data, and are only kept out of what the client itself writes. */
const SHORTEST = 4;
/** Secrets below this length, and those of letters or digits only below the next, could as well be ordinary words. */
const SURE = 8;
const SURE_WORD = 20;

/** Names and values of headers come again and again: so many short texts are remembered to be clean. */
const MOST_REMEMBERED = 2048;
const LONGEST_REMEMBERED = 100;

export interface Redactor {
  /** The text with every secret replaced by `[redacted]`; the text itself when there is none. */
  redact(text: string): string;
  /** True when the text holds a secret. */
  finds(text: string): boolean;
  /** Offset of the first secret in the text; -1 when there is none. */
  locate(text: string): number;
  /** Adds a secret that became known later, such as a token. */
  add(secret: string): void;
  /** Length of the longest form that is looked for, in characters. */
  readonly longest: number;
}

/**
 * Makes a redactor for the given secrets. Letter case is ignored. Secrets of less than 4 characters are not looked for,
 * ordinary words (less than 8 characters, or letters or digits only) just as whole words that are no name of a JSON member:
 * they would be found everywhere, and the answers of a sound target be spoilt.
 */
export function createRedactor(secrets: readonly string[]): Redactor {
  const known = new Set<string>();
  const clean = new Set<string>();
  let search: Search | undefined;

  const add = (secret: string): void => {
    if (secret.length < SHORTEST || known.has(secret)) return;
    known.add(secret);
    // A private key is also found by its single lines.
    if (secret.includes('\n'))
      for (const line of secret.split(/\r?\n/)) if (line.length >= 32 && !line.startsWith('--')) known.add(line);
    search = undefined;
    clean.clear();
  };
  const compiled = (): Search => {
    search ??= compile(known);
    return search;
  };
  for (const secret of secrets) add(secret);

  return {
    add,
    redact(text) {
      if (known.size === 0) return text;
      const { pattern, plain, mayMatch, shortest } = compiled();
      if (text.length < shortest || (text.length <= LONGEST_REMEMBERED && clean.has(text))) return text;
      const redacted = mayMatch(text)
        ? text.replace(pattern, (found: string, inside: string | undefined, offset: number) =>
            isSecret(plain, text, offset, inside) ? replacement(found, offset, text) : found,
          )
        : text;
      if (redacted === text && text.length <= LONGEST_REMEMBERED) {
        if (clean.size >= MOST_REMEMBERED) clean.clear();
        clean.add(text);
      }
      return redacted;
    },
    finds(text) {
      return this.locate(text) >= 0;
    },
    locate(text) {
      if (known.size === 0) return -1;
      const { pattern, plain, mayMatch } = compiled();
      if (!mayMatch(text)) return -1;
      for (const { index, 1: inside } of text.matchAll(pattern)) if (isSecret(plain, text, index, inside)) return index;
      return -1;
    },
    get longest() {
      return compiled().longest;
    },
  };
}

/** `inside`: what was found of it within base64. */
function isSecret(plain: RegExp, text: string, offset: number, inside: string | undefined): boolean {
  return inside === undefined || isInside(text, offset, inside, (decoded) => plain.test(decoded));
}

/** A bare number is replaced by a number, so that the JSON around it stays JSON. */
function replacement(found: string, offset: number, text: string): string {
  if (!/^\d+$/.test(found)) return MARK;
  const before = text[offset - 1] ?? '';
  return /[\s:,[]/.test(before) && /[\s,\]}]|^$/.test(text[offset + found.length] ?? '')
    ? '9'.repeat(found.length)
    : MARK;
}

function isOrdinary(secret: string): boolean {
  return secret.length < SURE || (secret.length < SURE_WORD && /^([A-Za-z]+|[0-9]+)$/.test(secret));
}

/** A search for all forms of all secrets. */
interface Search {
  /** What stands inside base64 is its one group. */
  readonly pattern: RegExp;
  /** The secrets as text, wherever it stands. */
  readonly plain: RegExp;
  /** False only where the pattern surely finds nothing: nearly all texts are ruled out by this, and much sooner. */
  readonly mayMatch: (text: string) => boolean;
  /** No form of a secret is shorter, or longer. */
  readonly shortest: number;
  readonly longest: number;
}

function compile(secrets: ReadonlySet<string>): Search {
  const sure: string[] = [];
  const inside: string[] = [];
  const texts: string[] = [];
  const short: string[] = [];
  const anchors = new Set<string>();
  const beginnings = new Set<string>();
  let longest = 0;
  let shortest = Number.POSITIVE_INFINITY;
  // Longer secrets first: one may be the beginning of another.
  for (const secret of [...secrets].sort((a, b) => b.length - a.length)) {
    const forms = formsOf(secret);
    texts.push(forms.text);
    (isOrdinary(secret) ? short : sure).push(forms.text);
    if (forms.base64 !== '') inside.push(forms.base64);
    for (const anchor of forms.anchors.texts) anchors.add(anchor);
    beginnings.add(forms.anchors.escaped);
    longest = Math.max(longest, forms.longest);
    shortest = Math.min(shortest, forms.shortest);
  }
  if (short.length > 0) sure.push(`(?<![A-Za-z0-9])(?:${short.join('|')})(?![A-Za-z0-9]|"\\s*:)`);
  const escaped = new RegExp([...beginnings].join('|'), 'i');
  const holds = searchFor([...anchors]);
  return {
    pattern: new RegExp([...sure, `(${inside.length === 0 ? '(?!)' : inside.join('|')})`].join('|'), 'gi'),
    plain: new RegExp(texts.length === 0 ? '(?!)' : texts.join('|'), 'i'),
    mayMatch: (text) => escaped.test(text) || holds(text),
    shortest,
    longest,
  };
}
