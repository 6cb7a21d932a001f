import { decodeUtf8 } from './percent.ts';

/** Deeper documents are refused: no body of the contract nests more than a few levels, and recursion must stay bounded. */
const MAX_DEPTH = 64;

/** Result of reading a body: a value, or the reason why it is none. */
export type Read = { readonly value: unknown } | { readonly problem: string };

/**
 * Reads a JSON body in UTF-8. A byte order mark is not JSON (RFC 8259, section 8.1).
 *
 * @param unique whether an object that names a member twice is refused; otherwise the last value counts.
 */
export function readJson(bytes: Uint8Array, unique = false): Read {
  const text = decodeUtf8(bytes);
  if (text === undefined) return { problem: 'The body is not UTF-8.' };
  if (text.trim() === '') return { problem: 'The body is empty.' };
  if (tooDeep(text)) return { problem: `The body nests more than ${MAX_DEPTH} levels.` };
  try {
    const value = JSON.parse(text) as unknown;
    return unique && countNames(text) !== countMembers(value) ? { problem: 'A member is named twice.' } : { value };
  } catch {
    return { problem: 'The body is not JSON.' };
  }
}

function tooDeep(text: string): boolean {
  if (text.length <= MAX_DEPTH) return false;
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const char = text.charCodeAt(i);
    if (quoted) {
      if (char === 0x5c) i += 1;
      else if (char === 0x22) quoted = false;
    } else if (char === 0x22) quoted = true;
    else if (char === 0x5b || char === 0x7b) {
      depth += 1;
      if (depth > MAX_DEPTH) return true;
    } else if (char === 0x5d || char === 0x7d) depth -= 1;
  }
  return false;
}

/** How many members the text of a JSON document names: each name is a string before a colon. */
function countNames(text: string): number {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)].filter((match) => match[1] !== undefined).length;
}

function countMembers(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  const own = Array.isArray(value) ? 0 : Object.keys(value).length;
  return Object.values(value).reduce((sum: number, inner) => sum + countMembers(inner), own);
}
