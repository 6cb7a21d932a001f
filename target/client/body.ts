/** From the bytes of a body to the text that a judge reads. */
import { isUtf8 } from 'node:buffer';
import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib';
import { type HeaderList, header } from '../../spec/vocabulary.ts';
import { CUT_BODY_BYTES } from './attempt.ts';

/** Content codings (RFC 9110, 8.4.1) that are undone. `deflate` is also met without the wrapping that it ought to have. */
const DECODERS: Readonly<Record<string, (body: Buffer) => Transform>> = {
  gzip: () => createGunzip(),
  'x-gzip': () => createGunzip(),
  deflate: (body) => (isZlib(body) ? createInflate() : createInflateRaw()),
  br: () => createBrotliDecompress(),
  zstd: () => createZstdDecompress(),
};

/** Codings that may have been applied one after the other; more are left as they came. */
const MOST_CODINGS = 4;

interface Unpacked {
  readonly bytes: Buffer;
  readonly truncated: boolean;
  /** True for a body that does not have a coding that it is said to have. */
  readonly miscoded?: true;
}

/**
 * Undoes the content codings of a body, the last one first. A server may compress although it was asked not to; a body that does
 * not unpack is left as it came. Unpacks no more than `limit` bytes; of what would be longer only the beginning is yielded, as
 * evidence.
 */
export async function unpack(body: Buffer, headers: HeaderList, limit: number): Promise<Unpacked> {
  const codings = (header(headers, 'content-encoding') ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity');
  if (body.length === 0 || codings.length > MOST_CODINGS) return { bytes: body, truncated: false };
  let bytes = body;
  for (const coding of codings.toReversed()) {
    const decoder = DECODERS[coding];
    const unpacked = decoder === undefined ? undefined : await undo(bytes, decoder(bytes), limit);
    if (unpacked === undefined)
      return { bytes: body, truncated: false, ...(decoder === undefined ? {} : { miscoded: true }) };
    if (unpacked.truncated) return unpacked;
    bytes = unpacked.bytes;
  }
  return { bytes, truncated: false };
}

/** The body without one coding; undefined where it does not have it. */
async function undo(body: Buffer, decoder: Transform, limit: number): Promise<Unpacked | undefined> {
  const source = Readable.from([body]);
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    for await (const chunk of source.pipe(decoder) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      total += chunk.length;
      if (total > limit) return { bytes: Buffer.concat(chunks, Math.min(limit, CUT_BODY_BYTES)), truncated: true };
    }
  } catch {
    return undefined;
  } finally {
    source.destroy();
    decoder.destroy();
  }
  return { bytes: Buffer.concat(chunks), truncated: false };
}

/** Begins as zlib data does (RFC 1950, 2.2). */
function isZlib([method = 0, flags = 0]: Buffer): boolean {
  return (method & 0x0f) === 8 && ((method << 8) | flags) % 31 === 0;
}

/** Levels of JSON that are read: far more than any entity has, and fewer than those who look into it can bear (RFC 8259, section 9). */
export const DEEPEST_JSON = 500;

const [QUOTE, BACKSLASH, OPEN_ARRAY, CLOSE_ARRAY, OPEN_OBJECT, CLOSE_OBJECT] = [...Buffer.from('"\\[]{}')];

/** True for a body that begins as JSON does and whose brackets, outside of strings, stand deeper in one another than is read. */
export function isTooDeep(body: Buffer): boolean {
  let at = body.findIndex((byte) => byte > 0x20);
  if (body[at] !== OPEN_ARRAY && body[at] !== OPEN_OBJECT) return false;
  let depth = 0;
  let isString = false;
  for (; at < body.length; at++) {
    const byte = body[at];
    if (byte === QUOTE) isString = !isString;
    else if (isString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) depth += 1;
    else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) depth -= 1;
    if (depth > DEEPEST_JSON) return true;
  }
  return false;
}

/** Text of a body when it is valid UTF-8, else its base64. */
export function textOf(bytes: Uint8Array): { body: string; encoding: 'utf8' | 'base64' } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer)
    ? { body: buffer.toString('utf8'), encoding: 'utf8' }
    : { body: buffer.toString('base64'), encoding: 'base64' };
}
