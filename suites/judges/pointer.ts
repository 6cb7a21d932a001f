/** JSON Pointer (RFC 6901), as far as judges and requests need it. */
import { tokens, valueAt } from '../../spec/json.ts';

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
