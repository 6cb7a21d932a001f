/** JSON documents: where two of them differ (the pure half of "refused and unchanged", "restored" and "shows"), and copies with one value changed (RFC 6901). */
import { isObject, token, tokens, valueAt } from '../../spec/index.ts';

/**
 * JSON Pointers (RFC 6901) of the places where two JSON values differ, in order of appearance; empty when they are equal.
 * Members are compared without regard to their order. Arrays of different lengths differ as a whole. How a member without
 * a value appears is not shown (silence `response.null-members`): left out, null, or an empty object or list are one.
 */
export function differences(before: unknown, after: unknown, pointer = ''): string[] {
  if (Object.is(before, after) || (pointer !== '' && isEmpty(before) && isEmpty(after))) return [];
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [pointer];
    // In which order a list stands in a body is shown nowhere, and need not be the same twice.
    if (unmatched(before, after, (one, other) => differences(one, other).length === 0).length === 0) return [];
    return before.flatMap((item, index) => differences(item, after[index], `${pointer}/${index}`));
  }
  if (!isObject(before) || !isObject(after)) return [pointer];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => differences(before[name], after[name], `${pointer}${token(name)}`));
}

/**
 * JSON Pointers of the values of `before` that are missing from `after`, or replaced there by another one. What was empty
 * and is filled, and what came in beside it, is no loss.
 */
export function losses(before: unknown, after: unknown, pointer = ''): string[] {
  if (isEmpty(before) || Object.is(before, after)) return [];
  if (Array.isArray(before) ? !Array.isArray(after) : !isObject(before) || !isObject(after)) return [pointer];
  if (Array.isArray(before)) {
    const lost = unmatched(before, after as unknown[], (one, other) => losses(one, other).length === 0);
    return lost.map((at) => `${pointer}/${at}`);
  }
  const now = after as Readonly<Record<string, unknown>>;
  return Object.entries(before as object).flatMap(([name, value]) =>
    losses(value, now[name], `${pointer}${token(name)}`),
  );
}

/** Places of the items of one list that are in another nowhere: each of that stands for one of them. */
function unmatched(
  items: readonly unknown[],
  others: readonly unknown[],
  isSame: (item: unknown, other: unknown) => boolean,
): number[] {
  const left = [...others];
  return items.flatMap((item, at) => {
    const own = left.findIndex((one) => isSame(item, one));
    if (own < 0) return [at];
    left.splice(own, 1);
    return [];
  });
}

/** True for what holds no value: nothing, null, an object or a list without any. */
export function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** The pointers that lie neither at nor below one of `others`. */
export function except(pointers: readonly string[], others: readonly string[]): string[] {
  return pointers.filter((pointer) => !others.some((other) => pointer === other || pointer.startsWith(`${other}/`)));
}

/** True when a scalar stands anywhere in a document, as it is or as text. */
export function mentions(document: unknown, scalar: string | number): boolean {
  return timesMentioned(document, scalar) > 0;
}

/** In how many places of a document a scalar stands, as it is or as text. */
export function timesMentioned(document: unknown, scalar: string | number): number {
  if (typeof document !== 'object' || document === null) return String(document) === String(scalar) ? 1 : 0;
  return Object.values(document).reduce((sum: number, value) => sum + timesMentioned(value, scalar), 0);
}

/** A copy of a document with the value at a pointer set; missing objects on the way are made. */
export function pointerSet(document: unknown, pointer: string, value: unknown): unknown {
  return set(document, tokens(pointer), 0, value);
}

function set(document: unknown, path: readonly string[], depth: number, value: unknown): unknown {
  const name = path[depth];
  if (name === undefined) return value;
  const holder = document !== null && typeof document === 'object' ? document : {};
  const changed = set((holder as Record<string, unknown>)[name], path, depth + 1, value);
  if (Array.isArray(holder)) {
    const copy = [...(holder as unknown[])];
    copy[Number(name)] = changed;
    return copy;
  }
  return { ...holder, [name]: changed };
}

/** A copy of a document without the object member at a pointer; the document itself when there is none. */
export function pointerUnset(document: unknown, pointer: string): unknown {
  const cut = pointer.lastIndexOf('/');
  const [name = ''] = tokens(pointer.slice(cut));
  const parent = pointer.slice(0, cut);
  const holder = valueAt(document, parent);
  if (holder === null || typeof holder !== 'object' || Array.isArray(holder)) return document;
  const { [name]: _removed, ...rest } = holder as Record<string, unknown>;
  return pointerSet(document, parent, rest);
}
