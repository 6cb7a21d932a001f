/** A server that passes requests on to a sound one for a while, and then misbehaves: real sockets, one request to a connection. */

import type { AddressInfo } from 'node:net';
import { connect as connectPlain, createServer, type Server, type Socket } from 'node:net';
import { connect as connectTls, createServer as createTlsServer, type SecureContextOptions } from 'node:tls';
import type { Emulator } from '../../../emulator/index.ts';

/** What a server does with a request instead of answering it. The head is the request's, with the empty line at its end. */
export type Misbehaviour = (socket: Socket, head: string) => void;

export interface FrontOptions {
  /** The sound server behind it. */
  readonly emulator: Emulator;
  /** Requests that are answered soundly before the fault sets in. */
  readonly sound: number;
  /** The fault; left out, the listener goes away as that of a server that died. */
  readonly misbehave?: Misbehaviour;
  /** Requests that meet the fault once it has set in; all of them when left out. */
  readonly meets?: (head: string) => boolean;
  /** Requests, counted from 1, whose connection is dropped without a word, before the fault as after it. */
  readonly drops?: (request: number) => boolean;
  /** Milliseconds after which the fault is over; never when left out. */
  readonly backAfterMs?: number;
  /** TLS from the start, and the certificate that takes the place of the first one when the fault sets in. */
  readonly tls?: { readonly first: SecureContextOptions; readonly later?: SecureContextOptions };
}

export interface Front {
  readonly url: string;
  /** Requests that came, answered soundly or not. */
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

/** Listens on a free port of this machine. */
export async function startFront(options: FrontOptions): Promise<Front> {
  const sockets = new Set<Socket>();
  let requests = 0;
  let faulty = false;
  let port = 0;
  let server: Server = listener();

  function listener(): Server {
    const made = options.tls === undefined ? createServer(receive) : createTlsServer(options.tls.first, receive);
    made.on('tlsClientError', () => undefined);
    made.on('connection', (socket: Socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => sockets.delete(socket));
    });
    return made;
  }
  const open = (): Promise<void> =>
    new Promise((resolve) =>
      server.listen(port, '127.0.0.1', () => {
        port = (server.address() as AddressInfo).port;
        resolve();
      }),
    );
  const shut = async (): Promise<void> => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  function begin(): void {
    faulty = true;
    const { misbehave, backAfterMs, tls } = options;
    if (tls?.later !== undefined) (server as ReturnType<typeof createTlsServer>).setSecureContext(tls.later);
    else if (misbehave === undefined) void shut();
    if (backAfterMs === undefined) return;
    setTimeout(() => {
      faulty = false;
      if (misbehave !== undefined) return;
      server = listener();
      void open();
    }, backAfterMs).unref();
  }
  function receive(socket: Socket): void {
    socket.on('error', () => undefined);
    let bytes = Buffer.alloc(0);
    const onData = (chunk: Buffer): void => {
      bytes = Buffer.concat([bytes, chunk]);
      const head = wholeHead(bytes);
      if (head === undefined) return;
      socket.off('data', onData);
      socket.pause();
      requests += 1;
      if (requests === options.sound + 1) begin();
      if (options.drops?.(requests) === true) socket.resetAndDestroy();
      else if (!faulty || options.meets?.(head) === false) passOn(options.emulator, socket, head, bytes);
      else if (options.misbehave === undefined) socket.destroy();
      else {
        socket.resume();
        options.misbehave(socket, head);
      }
    };
    socket.on('data', onData);
  }

  // A server that is dead from the beginning still has an address.
  await open();
  if (options.sound === 0) begin();
  const scheme = options.tls === undefined ? 'http' : 'https';
  return { url: `${scheme}://127.0.0.1:${port}`, requests: () => requests, close: () => shut().catch(() => undefined) };
}

/** The head of a request once it is whole; its body may still be on its way. */
function wholeHead(bytes: Buffer): string | undefined {
  const end = bytes.indexOf('\r\n\r\n');
  return end < 0 ? undefined : bytes.toString('latin1', 0, end + 4);
}

/** Hands the bytes to the sound server and its answer back, with the connection to be closed after it. */
function passOn(emulator: Emulator, socket: Socket, head: string, bytes: Buffer): void {
  // The legacy actions are only answered over TLS.
  const secure = head.split(' ')[1]?.startsWith('/products/') === true;
  const { hostname, port } = new URL(secure ? emulator.legacyUrl : emulator.adminUrl);
  const where = { host: hostname, port: Number(port), rejectUnauthorized: false };
  const backend = secure ? connectTls(where) : connectPlain(where);
  backend.on('error', () => socket.destroy());
  socket.on('close', () => backend.destroy());
  const closing = head.replace(/^connection:.*\r\n/gim, '').replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  backend.write(Buffer.concat([Buffer.from(closing, 'latin1'), bytes.subarray(head.length)]));
  socket.pipe(backend);
  backend.pipe(socket);
}
