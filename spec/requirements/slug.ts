/** Readable id parts: requirement ids are slugs that people type and read in reports. */

/** `Key and CSR ready` → `key-and-csr-ready`; keeps dots of dotted names and camel case of parameter names. */
export function slug(value: unknown): string {
  const text = String(value)
    .trim()
    .replace(/[^A-Za-z0-9._]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return text === '' ? 'empty' : text;
}

/** JSON Pointer → dotted id part: `/orgData/items` → `orgData.items`. */
export function pointerSlug(pointer: string): string {
  return pointer
    .split('/')
    .filter((part) => part !== '')
    .map(slug)
    .join('.');
}
