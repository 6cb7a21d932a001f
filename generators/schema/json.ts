/** Small tools for JSON values and JSON Pointers (RFC 6901). */
import { isObject, tokens } from '../../spec/json.ts';

export type JsonType = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string';

export const JSON_TYPES: readonly JsonType[] = ['null', 'boolean', 'object', 'array', 'number', 'string'];

export type JsonObject = { readonly [name: string]: unknown };

/** The JSON type of a value; integers are `number`. */
export function typeOf(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  const type = typeof value;
  return type === 'boolean' || type === 'number' || type === 'string' ? type : 'object';
}

/** A text that is equal for two values exactly when JSON Schema calls them equal (member order does not count). */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (isObject(value)) {
    const members = Object.keys(value).sort();
    return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
  }
  return Object.is(value, -0) ? '0' : (JSON.stringify(value) ?? 'undefined');
}

/** Number of Unicode code points: how JSON Schema counts the length of a string. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** Sets a member so that names like `__proto__` are plain members too. */
export function setMember(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name !== '__proto__') target[name] = value;
  else Object.defineProperty(target, name, { value, writable: true, enumerable: true, configurable: true });
}

/** A copy with the value at the pointer put in or replaced. The place above it must exist. */
export function replaceAt(value: unknown, pointer: string, replacement: unknown): unknown {
  return edit(value, tokens(pointer), () => replacement);
}

/** A copy without the member or item at the pointer. */
export function removeAt(value: unknown, pointer: string): unknown {
  const path = tokens(pointer);
  const last = path.at(-1);
  if (last === undefined) return undefined;
  return edit(value, path.slice(0, -1), (parent) => {
    if (Array.isArray(parent)) return parent.filter((_, index) => index !== Number(last));
    return isObject(parent) ? without(parent, last) : parent;
  });
}

/** A copy of an object without one member. */
export function without(value: JsonObject, name: string): JsonObject {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) if (key !== name) setMember(copy, key, value[key]);
  return copy;
}

/** A copy of an object with one member set. */
export function withMember(value: JsonObject, name: string, member: unknown): JsonObject {
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) setMember(copy, key, value[key]);
  setMember(copy, name, member);
  return copy;
}

function edit(value: unknown, path: readonly string[], change: (old: unknown) => unknown): unknown {
  const [first, ...rest] = path;
  if (first === undefined) return change(value);
  if (Array.isArray(value)) {
    const copy = [...value];
    copy[Number(first)] = edit(copy[Number(first)], rest, change);
    return copy;
  }
  if (!isObject(value)) return value;
  return withMember(value, first, edit(Object.hasOwn(value, first) ? value[first] : undefined, rest, change));
}
