/** What all rooms need of JSON values: to tell objects from the rest, and JSON Pointers (RFC 6901). */

/** True for what JSON calls an object: neither null nor an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One reference token of a JSON Pointer with the slash before it, escaped. */
export function token(name: string | number): string {
  if (typeof name === 'number' || !/[~/]/.test(name)) return `/${name}`;
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The reference tokens of a JSON Pointer, unescaped. */
export function tokens(pointer: string): string[] {
  if (pointer === '') return [];
  const found = pointer.slice(1).split('/');
  return pointer.includes('~') ? found.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')) : found;
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
