/** Ways of not answering a request, and answers that break the rules. */
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import type { Misbehaviour } from './front.ts';

const OK = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n';
const MEGABYTE = 1024 * 1024;

export const resetsInMidBody: Misbehaviour = (socket) => {
  socket.write(`${OK}Content-Length: 100\r\n\r\n{"half":`, () => setTimeout(() => socket.resetAndDestroy(), 5));
};

export const hangsBeforeTheHeader: Misbehaviour = () => undefined;

export const hangsInMidBody: Misbehaviour = (socket) => {
  socket.write(`${OK}Content-Length: 100\r\n\r\n{"half":`);
};

export const sendsAByteASecond: Misbehaviour = (socket) => {
  socket.write(`${OK}Content-Length: 1000000\r\n\r\n`);
  every(socket, 1000, () => socket.write('x'));
};

/** A thousand megabytes as fast as the other end takes them, and nothing said beforehand of how many they will be. */
export const sendsAGigabyte: Misbehaviour = (socket) => {
  const block = Buffer.alloc(MEGABYTE, 'a');
  let left = 1000;
  socket.write(`${OK}\r\n`);
  const more = (): void => {
    while (left > 0 && !socket.destroyed) {
      left -= 1;
      if (!socket.write(block)) return;
    }
    if (left === 0) socket.end();
  };
  socket.on('drain', more);
  more();
};

/** One megabyte that unpacks to a thousand: members of a gzip file may follow one another. */
let bomb: Buffer | undefined;
export const sendsAGzipBomb: Misbehaviour = (socket) => {
  if (bomb === undefined) {
    const member = gzipSync(Buffer.alloc(50 * MEGABYTE, 'b'), { level: 9 });
    bomb = Buffer.concat(Array.from({ length: 20 }, () => member));
  }
  socket.write(`${OK}Content-Encoding: gzip\r\nContent-Length: ${bomb.length}\r\n\r\n`);
  socket.end(bomb);
};

export const sendsInvalidUtf8: Misbehaviour = (socket) =>
  answer(socket, Buffer.from('{"name":"\xff\xfe\xc3"}', 'latin1'));

export const sendsInvalidJson: Misbehaviour = (socket) => answer(socket, Buffer.from('{"name": "no end'));

export const sendsAMegabyteOfHeader: Misbehaviour = (socket) => {
  const fields = Array.from({ length: 1024 }, (_, index) => `X-Big-${index}: ${'x'.repeat(1000)}\r\n`).join('');
  socket.end(`${OK}${fields}Content-Length: 2\r\n\r\n{}`);
};

export const announcesMoreThanItSends: Misbehaviour = (socket) => {
  socket.end(`${OK}Content-Length: 100\r\n\r\n{}`);
};

export const announcesLessThanItSends: Misbehaviour = (socket) => {
  socket.end(`${OK}Content-Length: 2\r\n\r\n{"id":7,"name":"more than was announced"}`);
};

export const speaksHttp09: Misbehaviour = (socket) => {
  socket.end('<html><body>Hello from 1991</body></html>\n');
};

export const sendsInterimResponsesForEver: Misbehaviour = (socket) => {
  every(socket, 20, () => socket.write('HTTP/1.1 102 Processing\r\n\r\n'));
};

export const redirectsInACircle: Misbehaviour = (socket, head) => {
  const target = head.split(' ')[1] ?? '/';
  socket.end(`HTTP/1.1 302 Found\r\nLocation: ${target}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
};

export const throttlesForEver: Misbehaviour = (socket) => {
  socket.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
};

export const isUnavailableForEver: Misbehaviour = (socket) => {
  socket.end('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
};

function answer(socket: Socket, body: Buffer): void {
  socket.write(`${OK}Content-Length: ${body.length}\r\n\r\n`);
  socket.end(body);
}

function every(socket: Socket, milliseconds: number, act: () => void): void {
  const timer = setInterval(act, milliseconds);
  socket.on('close', () => clearInterval(timer));
}
