/** JSON Pointer (RFC 6901), as far as judges and requests need it. */

/** The value at a pointer; undefined when there is none. */
export function pointerGet(document: unknown, pointer: string): unknown {
  let current = document;
  for (const part of parts(pointer)) {
    if (current === null || typeof current !== 'object') return undefined;
    current = (current as Record<string, unknown>)[part];
  }
  return current;
}

/** A copy of a document with the value at a pointer set; missing objects on the way are made. */
export function pointerSet(document: unknown, pointer: string, value: unknown): unknown {
  const [head, ...rest] = parts(pointer);
  if (head === undefined) return value;
  const holder = document !== null && typeof document === 'object' ? document : {};
  const child = (holder as Record<string, unknown>)[head];
  const changed = pointerSet(child, rest.map((part) => `/${escapePart(part)}`).join(''), value);
  if (Array.isArray(holder)) {
    const copy = [...(holder as unknown[])];
    copy[Number(head)] = changed;
    return copy;
  }
  return { ...holder, [head]: changed };
}

/** A copy of a document without the object member at a pointer; the document itself when there is none. */
export function pointerUnset(document: unknown, pointer: string): unknown {
  const cut = pointer.lastIndexOf('/');
  const [name = ''] = parts(pointer.slice(cut));
  const parent = pointer.slice(0, cut);
  const holder = pointerGet(document, parent);
  if (holder === null || typeof holder !== 'object' || Array.isArray(holder)) return document;
  const { [name]: _removed, ...rest } = holder as Record<string, unknown>;
  return pointerSet(document, parent, rest);
}

function parts(pointer: string): string[] {
  if (pointer === '' || pointer === '/') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escapePart(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
