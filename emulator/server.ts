import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import type { Wire } from './edge/answers.ts';
import type { Incoming } from './pipeline.ts';
import type { ServerCertificate } from './tls.ts';

/** Larger bodies are read to their end but not kept, and refused. */
const MAX_BODY = 8 * 1024 * 1024;

const OPTIONS = {
  // Values of several kilobytes, percent-encoded, and hundreds of parameters must reach the operation and be judged there.
  maxHeaderSize: 1024 * 1024,
  // Longer than clients keep idle connections, so that none is closed in their face.
  keepAliveTimeout: 90_000,
  requireHostHeader: false,
} as const;

const NO_BODY = new Uint8Array(0);

/** Answers one whole request; `tooLarge` when its body went beyond the limit. A server that is far away answers later. */
export type Answer = (incoming: Incoming, tooLarge: boolean) => Wire | Promise<Wire>;

/** A listening server. */
export interface Listener {
  readonly port: number;
  close(): Promise<void>;
}

/**
 * Listens with plain `node:http`: raw target and raw body reach `answer` untouched, since how malformed ones are treated is
 * what the contract is about; the router and parsers of a framework would have answered some of them themselves.
 *
 * @param port 0 for any free one.
 * @throws Error when the port cannot be had (EADDRINUSE, EACCES).
 */
export async function listen(
  answer: Answer,
  host: string,
  port: number,
  certificate: ServerCertificate | undefined,
): Promise<Listener> {
  const listener: RequestListener = (request, response) => receive(request, response, answer);
  const server: Server =
    certificate === undefined
      ? createServer(OPTIONS, listener)
      : createTlsServer({ ...OPTIONS, ...certificate }, listener);
  server.on('clientError', (_error, socket) => turnAway(socket as Socket, 400));
  server.on('connect', (_request, socket) => turnAway(socket as Socket, 405));
  server.on('checkExpectation', listener);
  return listening(server, host, port);
}

/** Waits until a server listens. @throws Error when the port cannot be had. */
export async function listening(server: Server, host: string, port: number): Promise<Listener> {
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function receive(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  const { method = 'GET', url = '/', headers } = request;
  const reply = (wire: Wire | Promise<Wire>): void => {
    if (wire instanceof Promise) void wire.then((late) => send(response, method, late));
    else send(response, method, wire);
  };
  const authorizedTwice = (request.headersDistinct['authorization']?.length ?? 0) > 1;
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) {
    reply(answer({ method, url, headers, body: NO_BODY, authorizedTwice }, false));
    return;
  }
  let chunks: Buffer[] = [];
  let length = 0;
  request.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= MAX_BODY) chunks.push(chunk);
    else chunks = [];
  });
  request.on('end', () => {
    const body = chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
    reply(answer({ method, url, headers, body, authorizedTwice }, length > MAX_BODY));
  });
}

function send(response: ServerResponse, method: string, wire: Wire): void {
  const { status, headers, body } = wire;
  if (wire.lost === true) {
    response.destroy();
    return;
  }
  if (body === undefined || status === 204) {
    response.writeHead(status, status === 204 ? headers : { ...headers, 'Content-Length': 0 });
    response.end();
    return;
  }
  response.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body) });
  response.end(method === 'HEAD' ? undefined : body);
}

/** Answers what never became a request: malformed HTTP, or a tunnel. */
function turnAway(socket: Socket, status: number): void {
  if (socket.writable) socket.end(`HTTP/1.1 ${status} Refused\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  else socket.destroy();
}
