/** The sockets: HTTP and HTTPS before one and the same service. */
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { generate } from 'selfsigned';
import { type Incoming, pairsOf, type Reply } from './message.ts';

const LONGEST_BODY = 1 << 20;

async function incomingOf(request: IncomingMessage, secure: boolean): Promise<Incoming | undefined> {
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
  const { body } = reply;
  const content = body === undefined ? '' : 'json' in body ? JSON.stringify(body.json) : body.text;
  const type = body === undefined ? undefined : 'json' in body ? 'application/json' : body.type;
  const headers: Record<string, string> = { ...reply.headers };
  if (type !== undefined) headers['Content-Type'] ??= charset ? `${type}; charset=utf-8` : type;
  if (reply.status !== 204) headers['Content-Length'] ??= String(Buffer.byteLength(content));
  response.writeHead(reply.status, headers);
  response.end(method === 'HEAD' || reply.status === 204 ? undefined : content);
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
  { port, charset }: { port: number; charset: boolean },
): Promise<Listening> {
  const pems = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const listener =
    (secure: boolean): RequestListener =>
    (request, response) => {
      incomingOf(request, secure)
        .then((incoming) => {
          const reply: Reply = incoming ? answer(incoming) : { status: 413 };
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
