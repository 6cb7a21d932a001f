/** A server in front of the emulator that answers open points in yet another way, still as the contract allows. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Passing {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** The request's Authorization header. */
  readonly authorization: string | undefined;
  /** The check that it belongs to. */
  readonly check: string | undefined;
  /** The request's content type. */
  readonly type: string | undefined;
  /** Body of the request. */
  readonly sent: string;
  /** It came in chunks. */
  readonly chunked: boolean;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** Changes an answer on its way; the request has been served already. */
export type Rewrite = (passing: Passing) => void | Promise<void>;

/** Another request target for one that comes: what a server does that looks for the wrong thing. */
export type Aim = (asked: Pick<Passing, 'method' | 'target' | 'sent'>) => string;

export interface Proxy {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a proxy on a free loopback port. */
export async function proxyTo(url: string, rewrite: Rewrite, aim: Aim = ({ target }) => target): Promise<Proxy> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const headers = Object.fromEntries(
      Object.entries(request.headers).flatMap(([name, value]) =>
        ['host', 'connection', 'content-length', 'transfer-encoding'].includes(name) ? [] : [[name, String(value)]],
      ),
    );
    const { method = 'GET', url: target = '/' } = request;
    const body = Buffer.concat(chunks);
    const answer = await fetch(`${url}${aim({ method, target, sent: body.toString('utf8') })}`, {
      method,
      headers,
      ...(body.length > 0 ? { body } : {}),
    });
    const passing: Passing = {
      method,
      target,
      authorization: request.headers.authorization,
      check: request.headers['x-conformance-check']?.toString(),
      type: request.headers['content-type'],
      sent: body.toString('utf8'),
      chunked: request.headers['transfer-encoding'] !== undefined,
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: await answer.text(),
    };
    await rewrite(passing);
    const {
      'content-length': _length,
      'content-encoding': _coding,
      connection: _connection,
      ...rest
    } = passing.headers;
    response.writeHead(passing.status, rest);
    response.end(passing.status === 204 ? undefined : passing.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Applies a change to JSON answers with status 200 whose target fits. */
export function rewriteJson(fits: RegExp, change: (value: never, passing: Passing) => unknown): Rewrite {
  return (passing) => {
    if (passing.method !== 'GET' || passing.status !== 200 || !fits.test(passing.target)) return;
    passing.body = JSON.stringify(change(JSON.parse(passing.body) as never, passing));
  };
}
