/** Every form in which the body of an answer is kept: whole, packed, beyond what is kept, beyond what is read, not to be read. */
import { brotliCompressSync, deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import * as answers from './answers.ts';
import type { Misbehaviour } from './front.ts';

const person = (name: string): string => JSON.stringify({ id: 7, firstName: name, email: 'a@example.test' });

/** Longer than what a tape keeps of a body, and not than what is read of it. */
const LONG = person('x'.repeat(2_000_000));

const json = (body: string | Buffer, ...fields: readonly string[]): Misbehaviour => {
  const bytes = Buffer.from(body);
  const head = ['Content-Type: application/json', 'Connection: close', `Content-Length: ${bytes.length}`, ...fields];
  return (socket) => {
    socket.write(`HTTP/1.1 200 OK\r\n${head.join('\r\n')}\r\n\r\n`, 'latin1');
    socket.end(bytes);
  };
};

const packed = (coding: string, body: Buffer): Misbehaviour => json(body, `Content-Encoding: ${coding}`);

/** By name. */
export const BODIES: Readonly<Record<string, Misbehaviour>> = {
  long: json(LONG),
  'long, packed': packed('gzip', gzipSync(LONG)),
  'too long': answers.sendsAGigabyte,
  'too long, packed': answers.sendsAGzipBomb,
  'too deep': json('['.repeat(50_000) + ']'.repeat(50_000)),
  'in gzip': packed('gzip', gzipSync(person('y'))),
  'in br': packed('br', brotliCompressSync(person('y'))),
  'in zstd': packed('zstd', zstdCompressSync(person('y'))),
  'in bare deflate': packed('deflate', deflateRawSync(person('y'))),
  'in gzip twice': packed('gzip, gzip', gzipSync(gzipSync(person('y')))),
  'in no gzip': packed('gzip', Buffer.from('not packed')),
  'in half a gzip': packed('gzip', gzipSync(LONG).subarray(0, 1500)),
  'in a coding of its own': packed('secret', Buffer.from(person('y'))),
  'of bytes that are no text': json(Buffer.alloc(100_000, 0xff)),
  'of many bytes that are no text': json(Buffer.alloc(2_000_000, 0xff)),
  'of characters that take two units': json(person('a' + '\u{1f600}'.repeat(60_000))),
  'with half a character': json('{"id":7,"firstName":"\\ud800 \\u0000 \\u2028 \\u001b[31m","email":"\\udfff"}'),
  'with a name of half a character': json('{"id":7,"\\ud800":1,"\\u0000":2,"__proto__":{"a":1}}'),
  'with a byte order mark': json('\ufeff{"id":7}'),
  'with numbers beyond all bounds': json('{"id":1e400,"firstName":-0}'),
  'below a header in Latin-1': json('{}', 'X-Odd: \u00e9\u00ff\u0080', `X-Long: ${'q'.repeat(50_000)}`),
  empty: json(''),
  'cut off': answers.announcesMoreThanItSends,
  'in a trickle': answers.sendsAByteASecond,
};

/** One after the other, over and over. */
export function inTurn(bodies: readonly Misbehaviour[]): Misbehaviour {
  let next = 0;
  return (socket, head) => bodies[next++ % bodies.length]?.(socket, head);
}
