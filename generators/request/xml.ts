/** JSON values as XML, for the three operations that also take it (contract 4.1: how is not shown; this is the plain way). */

/** `{ a: 1, b: [2, 3] }` → `<root><a>1</a><b>2</b><b>3</b></root>`, with the characters escaped that XML needs escaped. */
export function toXml(root: string, value: unknown): string {
  return `<?xml version="1.0" encoding="UTF-8"?>${element(root, value)}`;
}

function element(name: string, value: unknown): string {
  if (Array.isArray(value)) return value.map((item) => element(name, item)).join('');
  if (value === null || value === undefined) return `<${name}/>`;
  if (typeof value !== 'object') return `<${name}>${escapeXml(String(value))}</${name}>`;
  const children = Object.entries(value).map(([key, child]) => element(key, child));
  return `<${name}>${children.join('')}</${name}>`;
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
