/** Quoting for the command lines that reports print: what is pasted into bash must mean exactly what was sent. */

/** Characters that hide, reorder or break text: they are written as escapes so that people see what the shell gets. */
const UNSAFE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|[^ \P{Zs}]/u;

/** A word that no shell changes. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Text as one shell word: bare, in '…', or in $'…' with escapes when it holds what nobody can see. No NUL may be in it. */
export function quote(text: string): string {
  if (PLAIN.test(text)) return text;
  if (UNSAFE.test(text)) return quoteBytes(Buffer.from(text, 'utf8'));
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Bytes as one $'…' word. No NUL may be in it. */
export function quoteBytes(bytes: Uint8Array): string {
  return `$'${escapeBytes(bytes, "\\'", (byte) => `\\x${byte.toString(16).padStart(2, '0')}`)}'`;
}

/** Bytes as the format argument of printf: may hold NUL, which no shell word can. */
export function printfFormat(bytes: Uint8Array): string {
  const escaped = escapeBytes(bytes, '\\047', (byte) => `\\${byte.toString(8).padStart(3, '0')}`);
  return `'${escaped.replaceAll('%', '%%')}'`;
}

/** A shell word in "…" of literal texts and environment variables, in turn. */
export function quoteParts(parts: readonly (string | { readonly variable: string })[]): string {
  const written = parts.map((part) =>
    typeof part === 'string' ? part.replace(/["\\$`]/g, (character) => `\\${character}`) : `\${${part.variable}}`,
  );
  return `"${written.join('')}"`;
}

function escapeBytes(bytes: Uint8Array, apostrophe: string, encode: (byte: number) => string): string {
  let out = '';
  for (const byte of bytes) {
    if (byte === 0x27) out += apostrophe;
    else if (byte === 0x5c) out += '\\\\';
    else if (byte === 0x0a) out += '\\n';
    else if (byte >= 0x20 && byte < 0x7f) out += String.fromCharCode(byte);
    else out += encode(byte);
  }
  return out;
}
