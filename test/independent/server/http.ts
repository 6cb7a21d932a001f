/** The sockets: HTTP and HTTPS before one and the same service. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { generate } from 'selfsigned';
import type { Json } from '../contract/types.ts';
import { type Incoming, pairsOf, type Reply, type Wire } from './message.ts';

/** How a server treats its connections. */
export interface Sockets {
  /** Bytes of a body; whoever announces more is refused before it comes. */
  readonly mostBody?: number;
  /** Milliseconds until an idle connection is closed, without a word of it before. */
  readonly idle?: number;
}

const LONGEST_BODY = 1 << 20;

async function incomingOf(
  request: IncomingMessage,
  secure: boolean,
  { mostBody = Number.POSITIVE_INFINITY }: Sockets,
): Promise<Incoming | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > mostBody) return undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= LONGEST_BODY) chunks.push(chunk);
  }
  if (length > LONGEST_BODY) return undefined;
  const url = request.url ?? '/';
  const at = url.indexOf('?');
  return {
    method: request.method ?? 'GET',
    path: at < 0 ? url : url.slice(0, at),
    query: pairsOf(at < 0 ? '' : url.slice(at + 1)),
    headers: request.headers as Record<string, string | undefined>,
    authorization: request.headers.authorization,
    body: Buffer.concat(chunks),
    secure,
  };
}

function send(response: ServerResponse, method: string, reply: Reply, charset: boolean): void {
  if (reply.closed) {
    response.destroy();
    return;
  }
  const { body, wire = {} } = reply;
  const content = Buffer.from(body === undefined ? '' : 'json' in body ? written(body.json, wire) : body.text);
  const type = body === undefined ? undefined : 'json' in body ? 'application/json' : body.type;
  const headers: Record<string, string> = { ...reply.headers };
  if (type !== undefined) headers['Content-Type'] ??= charset ? `${type}; charset=utf-8` : type;
  const sent = wire.gzip && content.length > 0 ? gzipSync(content) : content;
  if (sent !== content) headers['Content-Encoding'] = 'gzip';
  if (wire.interim) {
    response.writeProcessing();
    response.writeEarlyHints({ link: '</style.css>; rel=preload' });
  }
  const pieces = wire.chunked && method !== 'HEAD' && sent.length > 0;
  if (pieces) headers['Trailer'] = 'X-Digest';
  else if (reply.status !== 204) headers['Content-Length'] ??= String(sent.length);
  if (wire.reason === undefined) response.writeHead(reply.status, headers);
  else response.writeHead(reply.status, wire.reason, headers);
  if (pieces) {
    response.write(sent.subarray(0, 1));
    response.write(sent.subarray(1));
    response.addTrailers({ 'X-Digest': 'none' });
    response.end();
  } else response.end(method === 'HEAD' || reply.status === 204 ? undefined : sent);
}

function written(json: Json, { spread }: Wire): string {
  if (!spread) return JSON.stringify(json);
  const text = JSON.stringify(json, null, '\t');
  return `${text.replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)}\r\n`;
}

export interface Listening {
  readonly url: string;
  readonly secureUrl: string;
  close(): Promise<void>;
}

/**
 * Listens on the loopback address.
 * @param port TCP port of HTTP; 0 takes a free one. HTTPS takes the next, or a free one as well.
 */
export async function listen(
  answer: (request: Incoming) => Reply,
  { port, charset, sockets }: { port: number; charset: boolean; sockets: Sockets },
): Promise<Listening> {
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const listener =
    (secure: boolean): RequestListener =>
    (request, response) => {
      incomingOf(request, secure, sockets)
        .then(async (incoming) => {
          const reply: Reply = incoming ? answer(incoming) : { status: 413, headers: { Connection: 'close' } };
          if (sockets.idle !== undefined) reply.headers = { Connection: 'keep-alive', ...reply.headers };
          if (reply.wire?.after) await sleep(reply.wire.after);
          send(response, request.method ?? 'GET', reply, charset);
        })
        .catch((error: unknown) => {
          process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
          if (!response.headersSent) response.writeHead(500);
          response.end();
        });
    };
  const plain = createServer({ maxHeaderSize: 65_536 }, listener(false));
  const secure = createSecureServer({ key: pems.private, cert: pems.cert, maxHeaderSize: 65_536 }, listener(true));
  for (const server of [plain, secure]) {
    if (sockets.idle === undefined) continue;
    server.keepAliveTimeout = sockets.idle;
    server.keepAliveTimeoutBuffer = 0;
  }
  const portOf = (server: Server) => (server.address() as AddressInfo).port;
  const begin = (server: Server, at: number) =>
    new Promise<void>((resolve, reject) => server.once('error', reject).listen(at, '127.0.0.1', resolve));
  await begin(plain, port);
  await begin(secure, port === 0 ? 0 : port + 1);
  return {
    url: `http://127.0.0.1:${portOf(plain)}`,
    secureUrl: `https://127.0.0.1:${portOf(secure)}`,
    close: async () => {
      for (const server of [plain, secure]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
}
