/** Habits of the connection: how an answer is put on the wire, and which addresses lead where (4.1, HTTP). */
import type { Json } from '../../contract/types.ts';
import type { Call, Service } from '../../server/call.ts';
import type { Incoming, Reply, Wire } from '../../server/message.ts';
import { OPERATIONS, route } from '../../server/operations.ts';
import { holderOf } from '../../server/tokens.ts';
import { isLegacy, type Quirk, saying, withHeaders } from './quirk.ts';

const sent = (id: string, about: string, wire: (call: Call, reply: Reply) => Wire | undefined): Quirk =>
  saying(id, about, (call, reply) => ({ ...reply, wire: { ...reply.wire, ...wire(call, reply) } }));

/** Counts requests of a service. */
function counted(call: Call): number {
  const count = Number(call.service.memory.get('count') ?? 0) + 1;
  call.service.memory.set('count', count);
  return count;
}

/** Answers of reads that a cache before the server still has, and since when. */
const caches = new WeakMap<Service, Map<string, { readonly reply: Reply; readonly at: number }>>();
const KEPT = 200;
const cached = new WeakSet<Call>();
const cacheOf = (call: Call) => {
  const known = caches.get(call.service) ?? new Map();
  caches.set(call.service, known);
  return known;
};
const addressOf = ({ request }: Call) =>
  `${request.method} ${request.path}?${JSON.stringify(request.query)} ${request.authorization}`;
const isRead = (call: Call) => call.request.method === 'GET' && call.op.endsWith('.read');

const VERSIONS = ['v1', 'v2', 'v4'];
const isServed = (path: string) => route(path, true) !== undefined;

/** The path as it is served, where it only stands under another version. */
function versioned(request: Incoming): Incoming {
  if (isServed(request.path)) return request;
  const paths = VERSIONS.map((version) => request.path.replace(/\/v\d+(?=\/|$)/, `/${version}`));
  const path = paths.find(isServed);
  return path === undefined ? request : { ...request, path };
}

function loose(request: Incoming): Incoming {
  if (!/^\/+api\//i.test(request.path)) return request;
  const path = request.path
    .replace(/;[^/]*/g, '')
    .replace(/\/{2,}/g, '/')
    .toLowerCase();
  return { ...request, path };
}

/** PATCH, and POST, as another spelling of PUT. */
function asPut(request: Incoming): Incoming {
  const { method, path } = request;
  if (method !== 'PATCH' && method !== 'POST') return request;
  const served = route(path, true)?.operations.some((one) => one.method === 'PUT');
  return served ? { ...request, method: 'PUT' } : request;
}

/** A read of what the contract only lets be changed. */
function further(call: Call): Reply | undefined {
  if (call.op !== '' || call.request.method !== 'GET') return undefined;
  const found = route(call.request.path, false);
  const kind = found?.operations[0]?.kind;
  if (!found || kind === undefined || OPERATIONS.some((one) => one.kind === kind && one.method === 'GET'))
    return undefined;
  const key = found.ids.join('/');
  const fields = call.world.find(kind, key)?.fields;
  if (!holderOf(call.request.authorization) || !fields) return undefined;
  return { status: 200, body: { json: { id: (fields['id'] ?? null) as Json } } };
}

/** Stands after all others: what it keeps is the whole answer. */
export const CACHED: Quirk = {
  id: 'cached',
  about: 'a cache keeps what reads were answered for a fifth of a second',
  plant: {
    early: (call) => {
      const kept = isRead(call) ? cacheOf(call).get(addressOf(call)) : undefined;
      if (!kept || kept.at < Date.now() - KEPT) return undefined;
      cached.add(call);
      return kept.reply;
    },
    late: (call, reply) => {
      if (isRead(call) && !cached.has(call)) cacheOf(call).set(addressOf(call), { reply, at: Date.now() });
      return reply;
    },
  },
};

export const HABITS_OF_THE_WIRE: readonly Quirk[] = [
  sent('chunked', 'bodies come in pieces, with a trailer', () => ({ chunked: true })),
  sent('interim', 'answers in between go before the answer', ({ request }) =>
    request.method === 'PUT' ? { interim: true } : undefined,
  ),
  sent('spread', 'JSON stands over several lines, with escapes', () => ({ spread: true })),
  sent('gzip', 'who does not say that it reads nothing coded is sent gzip', ({ request }) =>
    /gzip|\*/.test(request.headers['accept-encoding'] ?? '*') ? { gzip: true } : undefined,
  ),
  sent('unhurried', 'answers take their time, some more than half a second', (call) => {
    const count = counted(call);
    return { after: count % 89 === 0 ? 600 : (count * 37) % 50 };
  }),
  sent('own-reasons', 'reason phrases are its own', (_, { status }) => ({ reason: status < 400 ? '' : 'Nope' })),
  saying('closes-on-fault', 'a refusal ends the connection', (_, reply) =>
    reply.status >= 400 ? withHeaders(reply, { Connection: 'close' }) : reply,
  ),
  saying('proxied', 'proxies before it leave their marks', (_, reply) =>
    withHeaders(reply, {
      'strict-transport-security': 'max-age=31536000',
      VARY: 'Accept-Encoding, Origin',
      Via: '1.1 edge',
      'X-RateLimit-Remaining': '17',
      'Content-Language': 'en',
      'Content-Security-Policy': "default-src 'none'",
    }),
  ),
  saying('allow-told', 'a method that is not served is told with those that are', (call, reply) =>
    call.op === '' && reply.status === 405 ? { status: 405, headers: { Allow: 'GET, PUT, DELETE' } } : reply,
  ),
  { id: 'early-413', about: 'long bodies are refused before they come', sockets: { mostBody: 65_536 }, plant: {} },
  { id: 'hasty', about: 'idle connections are closed soon', sockets: { idle: 2000 }, plant: {} },
  { id: 'loose-paths', about: 'paths in any letter case, with doubled slashes and parameters', turn: loose, plant: {} },
  { id: 'versions', about: 'every version of a path is served (9)', turn: versioned, plant: {} },
  {
    id: 'further-methods',
    about: 'PATCH and POST change as PUT does, and what has no read is read (4.11)',
    withdraws: ['http.unsupported-method'],
    turn: asPut,
    plant: { early: further },
  },
  {
    id: 'deletion-void',
    about: 'a deletion where there is none to do succeeds (4.1)',
    withdraws: ['http.unsupported-method'],
    plant: {
      early: (call) =>
        call.op === '' &&
        call.request.method === 'DELETE' &&
        holderOf(call.request.authorization) &&
        isServed(call.request.path)
          ? { status: 204 }
          : undefined,
    },
  },
  {
    id: 'write-limit',
    about: 'who changes too often is asked to wait until a date (4.1)',
    plant: {
      early: (call) => {
        if (isLegacy(call) || !/^(?:PUT|DELETE)$/.test(call.request.method)) return undefined;
        const now = Date.now();
        const times = ((call.service.memory.get('writes') ?? []) as readonly number[]).filter((at) => at > now - 500);
        const over = times.length >= 120;
        call.service.memory.set('writes', over ? times : [...times, now]);
        const date = new Date(now + 1000).toUTCString();
        return over ? { status: 429, headers: { 'Retry-After': date } } : undefined;
      },
    },
  },
];
