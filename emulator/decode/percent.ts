import { isUtf8 } from 'node:buffer';

/**
 * Decodes one component of a URL or a form.
 *
 * @param raw the component as it arrived; bytes above 0x7f stand as Latin-1 characters, as `node:http` gives them.
 * @param plusIsSpace true in queries and forms, false in paths.
 * @returns the text, or undefined when an escape is malformed or the bytes are not UTF-8.
 */
export function decodeComponent(raw: string, plusIsSpace: boolean): string | undefined {
  if (!/[%+\u0080-\uffff]/.test(raw)) return raw;
  const spaced = plusIsSpace ? raw.replaceAll('+', ' ') : raw;
  if (/[\u0080-\uffff]/.test(spaced)) return decodeBytes(spaced);
  try {
    return decodeURIComponent(spaced);
  } catch {
    return undefined;
  }
}

/** Unescaped bytes above 0x7f may stand beside escapes, so the whole component is brought back to bytes first. */
function decodeBytes(raw: string): string | undefined {
  if (/%(?![0-9A-Fa-f]{2})/.test(raw)) return undefined;
  const latin1 = raw.replace(/%([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeUtf8(Buffer.from(latin1, 'latin1'));
}

/** @returns the text, or undefined when the bytes are not UTF-8. A byte order mark is kept. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
}
