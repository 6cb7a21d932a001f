/**
 * Patterns as JSON Schema takes them. Vendors' tools read regular expressions without the flag `u`, under which much is forgiven
 * that is an error with it (ECMA-262, Annex B); those are written anew as the same expression with nothing to forgive.
 */
import { Script } from 'node:vm';

/**
 * The pattern as an expression that compiles under `u` and finds the same in texts of the Basic Multilingual Plane.
 *
 * @returns undefined for what is no expression either way, would say something else under `u`, or may take for ever.
 */
export function usablePattern(pattern: string): string | undefined {
  const strict = strictPattern(pattern);
  return strict !== undefined && isPatient(strict) ? strict : undefined;
}

function strictPattern(pattern: string): string | undefined {
  if (compiled(pattern, 'u') !== undefined) return pattern;
  if (compiled(pattern, '') === undefined) return undefined;
  const strict = rewritten([...pattern.matchAll(PIECE)].map(([piece]) => piece));
  return strict !== undefined && compiled(strict, 'u') !== undefined ? strict : undefined;
}

/** Milliseconds of work that all looks at texts made to mislead it may take a pattern together. */
const PATIENCE_MS = 250;

/** So often it is tried again where the time went by without work: others have the machine. */
const MOST_TRIES = 20;

/** Characters that are repeated in these texts, besides those of the pattern itself; how often, and what they end with. */
const USUAL = 'aZ0 .-_@';
const TIMES = [40, 2000];
const MISFIT = '\u0001';

const LOOKS = new Script('for (const text of texts) pattern.test(text);');

/**
 * True for a pattern that decides soon. One with a repetition inside of a repetition can try all ways to cut a text into parts before it
 * gives up, which takes twice as long for each further character; whoever answers requests could stop a run with it.
 *
 * @param flags those of the expression
 */
export function isPatient(source: string, flags = 'u'): boolean {
  const characters = [...new Set(`${USUAL}${source.replaceAll(/[^\p{L}\p{N}]/gu, '')}`)].slice(0, 24);
  const pairs = characters.slice(0, 8).map((one, index) => one + (characters[index + 1] ?? 'a'));
  const texts = [...characters, ...pairs].flatMap((unit) => TIMES.map((times) => unit.repeat(times) + MISFIT));
  const pattern = compiled(source, flags);
  if (pattern === undefined) return false;
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = process.threadCpuUsage();
    try {
      LOOKS.runInNewContext({ pattern, texts }, { timeout: PATIENCE_MS });
      return true;
    } catch {
      const { user, system } = process.threadCpuUsage(before);
      if ((user + system) / 1000 > PATIENCE_MS / 2) return false;
    }
  }
  return false;
}

function compiled(pattern: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(pattern, flags);
  } catch {
    return undefined;
  }
}

/** What a pattern is read by: an escape, a bounded quantifier, any other character. */
const PIECE = /\\(?:x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|c[A-Za-z]|k<\w+>|\d+|[\s\S])|\{\d+(?:,\d*)?\}|[\s\S]/g;

function rewritten(pieces: readonly string[]): string | undefined {
  const written: string[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at] ?? '';
    if (piece === '[') {
      const end = pieces.indexOf(']', at + 1);
      const strict = strictClass(pieces.slice(at + 1, end));
      if (strict === undefined) return undefined;
      written.push(strict);
      at = end;
      continue;
    }
    const strict = piece.startsWith('\\') ? strictEscape(piece) : /^[{}\]]$/.test(piece) ? `\\${piece}` : piece;
    if (strict === undefined) return undefined;
    written.push(strict);
  }
  return written.join('');
}

/** Stands for several characters, so that no range can begin or end with it. */
const SET = /^\\[dDwWsS]$/;

/** A class of characters; undefined where the two readings are not of the same characters. */
function strictClass(pieces: readonly string[]): string | undefined {
  const strict: string[] = [];
  for (const [index, piece] of pieces.entries()) {
    const besideSet = SET.test(pieces[index - 1] ?? '') || SET.test(pieces[index + 1] ?? '');
    const one = piece === '-' && besideSet ? '\\-' : piece.startsWith('\\') ? strictEscape(piece, true) : piece;
    if (one === undefined) return undefined;
    strict.push(one);
  }
  const [lenient, made] = [compiled(`^[${pieces.join('')}]$`, ''), compiled(`^[${strict.join('')}]$`, 'u')];
  if (lenient === undefined || made === undefined) return undefined;
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCharCode(code);
    if (lenient.test(character) !== made.test(character)) return undefined;
  }
  return `[${strict.join('')}]`;
}

/** An escape as `u` takes it; undefined where the two do not mean the same by it, or only `u` means something by it. */
function strictEscape(piece: string, inClass = false): string | undefined {
  const name = piece.slice(1);
  if (/^(?:[dDwWsSbfnrtv0]|x[\dA-Fa-f]{2}|u[\dA-Fa-f]{4}|c[A-Za-z])$/.test(name)) return piece;
  if (/^(?:B|k<\w+>|[1-9]\d*)$/.test(name)) return inClass ? undefined : piece;
  if (/^[pPuck0-9]/.test(name)) return undefined;
  if (name === '-') return inClass ? piece : name;
  return /^[\^$\\.*+?()[\]{}|/]$/.test(name) ? piece : name;
}
