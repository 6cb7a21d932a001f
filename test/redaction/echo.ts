/** A server that says back whatever it hears, secrets included, in every spelling; it also plays the proxy and the token server. */
import { createServer, type IncomingMessage, request as requestPlain, type ServerResponse } from 'node:http';
import { request as requestTls } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Emulator } from '../../emulator/index.ts';

export interface EchoOptions {
  /** Answers soundly; its credentials take the place of the canaries. */
  readonly emulator: Emulator;
  /** The bearers of the profile, in the emulator's order. */
  readonly bearers: readonly [primary: string, second: string];
  /** Answer everything by an echo instead of the emulator's answer. */
  readonly echoOnly?: boolean;
  /** Requests after which the server is gone. */
  readonly sound?: number;
}

export interface EchoServer {
  readonly port: number;
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

/** Listens on a free port of this machine. */
export async function startEcho(options: EchoOptions): Promise<EchoServer> {
  let requests = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      if (request.url?.endsWith('/token') === true) return issue(response, options.bearers[1]);
      requests += 1;
      if (requests > (options.sound ?? Number.POSITIVE_INFINITY)) {
        server.close();
        server.closeAllConnections();
        return undefined;
      }
      if (options.echoOnly === true) {
        response.writeHead(200, { 'content-type': 'application/json', ...echoed(request, body) });
        return response.end(JSON.stringify({ headers: request.rawHeaders, body: body.toString('latin1') }));
      }
      return passOn(options, request, body, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests: () => requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function issue(response: ServerResponse, token: string): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ access_token: token, token_type: 'Bearer', expires_in: 3600 }));
}

/** All that was heard, as fields of an answer, each in another spelling. */
function echoed({ rawHeaders }: IncomingMessage, body: Buffer): Record<string, string> {
  const heard = JSON.stringify([rawHeaders, body.toString('utf8').slice(0, 2000)]);
  return {
    'x-echo-url': encodeURIComponent(heard.toWellFormed()),
    'x-echo-base64': Buffer.from(heard).toString('base64'),
    'x-echo-plain': heard.replace(/[^\x20-\x7e]/g, '?'),
    'x-echo-json': JSON.stringify(heard).replace(/[^\x20-\x7e]/g, '?'),
  };
}

/** Asks the emulator, and adds the echo to its answer's header. */
function passOn(
  { emulator, bearers }: EchoOptions,
  incoming: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  // Through a proxy the request line holds the whole URL.
  const path = (incoming.url ?? '/').replace(/^http:\/\/[^/]+/, '');
  const legacy = path.startsWith('/products/');
  const plain = incoming.url?.startsWith(emulator.legacyPlainUrl) === true;
  const base = new URL(plain ? emulator.legacyPlainUrl : legacy ? emulator.legacyUrl : emulator.adminUrl);
  const { bearer, secondBearer } = emulator.credentials;
  const headers = incoming.rawHeaders.map((text) =>
    text === `Bearer ${bearers[0]}`
      ? `Bearer ${bearer}`
      : text === `Bearer ${bearers[1]}`
        ? `Bearer ${secondBearer}`
        : text,
  );
  const ask = legacy && !plain ? requestTls : requestPlain;
  const outgoing = ask({
    hostname: base.hostname,
    port: base.port,
    path,
    method: incoming.method,
    headers,
    rejectUnauthorized: false,
    setHost: false,
  });
  outgoing.on('error', () => response.destroy());
  outgoing.on('response', (answer) => {
    const echo = Object.entries(echoed(incoming, body)).flat();
    response.writeHead(answer.statusCode ?? 500, [...answer.rawHeaders, ...echo]);
    answer.pipe(response);
  });
  outgoing.end(body);
}
