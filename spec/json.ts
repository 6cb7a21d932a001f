/** What all rooms need of JSON values: to read them, to tell objects from the rest, and JSON Pointers (RFC 6901). */

/** True for what JSON calls an object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value that a text writes in JSON; undefined for what is no JSON text, as for what is no text. */
export function jsonIn(text: unknown): unknown {
  if (typeof text !== 'string') return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** One reference token of a JSON Pointer with the slash before it, escaped. */
export function token(name: string | number): string {
  if (typeof name === 'number' || !/[~/]/.test(name)) return `/${name}`;
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The same pointers are asked for with every answer: of so many it is known what they are made of. */
const MOST_KNOWN = 4096;
const KNOWN = new Map<string, readonly string[]>();

/** The reference tokens of a JSON Pointer, unescaped. */
export function tokens(pointer: string): readonly string[] {
  let found = KNOWN.get(pointer);
  if (found === undefined) {
    const parts = pointer === '' ? [] : pointer.slice(1).split('/');
    found = parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
    if (KNOWN.size >= MOST_KNOWN) KNOWN.clear();
    KNOWN.set(pointer, found);
  }
  return found;
}

/** The JSON Pointer of a place that an answer names: a pointer already, or the plain name of a member. */
export function pointerOf(place: string): string {
  return place.startsWith('/') ? place : token(place);
}

/** The value at a JSON Pointer; undefined when there is none. Only own members count. */
export function valueAt(value: unknown, pointer: string): unknown {
  let here = value;
  for (const part of tokens(pointer)) {
    if (Array.isArray(here)) here = here[Number(part)];
    else if (isObject(here) && Object.hasOwn(here, part)) here = here[part];
    else return undefined;
  }
  return here;
}
