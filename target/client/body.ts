/** From the bytes of a body to the text that a judge reads. */
import { isUtf8 } from 'node:buffer';
import { Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { type HeaderList, header } from '../../spec/vocabulary.ts';
import { CUT_BODY_BYTES } from './attempt.ts';

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Undoes the content coding of a body. A server may compress although it was asked not to; a body that does not unpack is
 * left as it came. Unpacks no more than `limit` bytes; of what would be longer only the beginning is yielded, as evidence.
 */
export async function unpack(
  body: Buffer,
  headers: HeaderList,
  limit: number,
): Promise<{ readonly bytes: Buffer; readonly truncated: boolean }> {
  const coding = header(headers, 'content-encoding')?.trim().toLowerCase();
  const decoder = coding === undefined ? undefined : DECODERS[coding];
  if (decoder === undefined || body.length === 0) return { bytes: body, truncated: false };
  const stream = decoder();
  const source = Readable.from([body]);
  const chunks: Buffer[] = [];
  let total = 0;
  try {
    for await (const chunk of source.pipe(stream) as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      total += chunk.length;
      if (total > limit) return { bytes: Buffer.concat(chunks, Math.min(limit, CUT_BODY_BYTES)), truncated: true };
    }
  } catch {
    return { bytes: body, truncated: false };
  } finally {
    source.destroy();
    stream.destroy();
  }
  return { bytes: Buffer.concat(chunks), truncated: false };
}

/** Text of a body when it is valid UTF-8, else its base64. */
export function textOf(bytes: Uint8Array): { body: string; encoding: 'utf8' | 'base64' } {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return isUtf8(buffer)
    ? { body: buffer.toString('utf8'), encoding: 'utf8' }
    : { body: buffer.toString('base64'), encoding: 'base64' };
}
