/** A server that accepts everything: whatever reaches it would have been done. It keeps a log of what would have been written. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that a lenient server might have carried out. */
export interface Write {
  readonly method: string;
  /** Path and query as they were sent. */
  readonly target: string;
  readonly body: string;
  readonly check: string;
}

export interface YesServer {
  readonly url: string;
  readonly writes: readonly Write[];
  readonly reads: () => number;
  readonly close: () => Promise<void>;
}

/** Reading actions of the legacy interface: their POST changes nothing. */
const READS = /getPostPaymentStatus/;

/**
 * Answers 200 with a body to reads, 200, 201 or 204 to writes, whoever asks. `ids` are what its bodies show: every member
 * that names an id, and the list's entries.
 */
export async function startYesServer(ids: readonly number[]): Promise<YesServer> {
  const writes: Write[] = [];
  let reads = 0;
  const [first = 1] = ids;
  const entity = {
    id: first,
    sslId: first,
    organizationId: first,
    orgId: first,
    name: 'plausible',
    email: 'plausible@example.test',
    type: 'STANDARD',
    status: 'ACTIVE',
  };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('error', () => undefined);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url: target = '' } = request;
      const legacy = target.startsWith('/products/');
      if (method === 'GET' || method === 'HEAD' || method === 'OPTIONS' || READS.test(target)) reads += 1;
      else {
        const body = Buffer.concat(chunks).toString('utf8');
        writes.push({ method, target, body, check: String(request.headers['x-conformance-check']) });
      }
      if (legacy) return response.writeHead(200, { 'content-type': 'text/plain' }).end('errorCode=0');
      if (method === 'DELETE') return response.writeHead(204).end();
      const list = method === 'GET' && /^\/api\/ssl\/v2\/?(\?|$)/.test(target);
      const body = JSON.stringify(list ? ids.map((id) => ({ ...entity, id, sslId: id })) : entity);
      const headers = { 'content-type': 'application/json', ...(list ? { 'x-total-count': String(ids.length) } : {}) };
      const status = method === 'POST' || target.endsWith('/delegations') ? 201 : 200;
      return response.writeHead(method === 'GET' ? 200 : status, headers).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    writes,
    reads: () => reads,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
