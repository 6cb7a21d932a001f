/** Habits of answering: headers, further members, statuses where the contract lists none. */
import type { Call } from '../../server/call.ts';
import type { Reply } from '../../server/message.ts';
import { isLegacy, isObject, operationOf, type Quirk, saying, withHeaders } from './quirk.ts';

/** Milliseconds and requests of the limit of the whole interface. */
const WINDOW = 500;
const AT_ONCE = 400;

function tooMany(call: Call): Reply | undefined {
  if (isLegacy(call)) return undefined;
  const now = Date.now();
  const times = ((call.service.memory.get('times') ?? []) as readonly number[]).filter((at) => at > now - WINDOW);
  if (times.length >= AT_ONCE) {
    call.service.memory.set('times', times);
    return { status: 429, headers: { 'Retry-After': '1' } };
  }
  call.service.memory.set('times', [...times, now]);
  return undefined;
}

/** A header `Accept` that no JSON fits. */
function excludesJson({ request }: Call): boolean {
  const { accept } = request.headers;
  return accept !== undefined && !/\*\/\*|application\/(?:\*|json|problem\+json)/.test(accept);
}

export const MANNERS_OF_ANSWERING: readonly Quirk[] = [
  saying(
    'further-members',
    'answers have members beside those of the schema (2.1)',
    (call, reply) => {
      const { body } = reply;
      if (isLegacy(call) || body === undefined || !('json' in body) || !isObject(body.json)) return reply;
      return { ...reply, body: { json: { ...body.json, _links: { self: { href: call.request.path } }, revision: 7 } } };
    },
    ['response.extra-members'],
  ),
  saying('created-body', 'a 201 has a Location and a body (4.9)', (call, reply) =>
    reply.status === 201
      ? { ...withHeaders(reply, { Location: call.request.path }), body: { json: { delegated: [...call.list] } } }
      : reply,
  ),
  saying('deprecation', 'deprecated parameters are signalled (4.2)', (call, reply) =>
    call.request.query?.some(([name]) => name === 'discoveryStatus' || name === 'keySize')
      ? withHeaders(reply, { Deprecation: '@1700000000', Sunset: 'Thu, 01 Jan 2032 00:00:00 GMT' })
      : reply,
  ),
  saying('typed-nothing', 'what has no body has a content type all the same (4.1)', (_, reply) =>
    reply.body === undefined && reply.status !== 204
      ? withHeaders(reply, { 'Content-Type': 'application/json' })
      : reply,
  ),
  saying('cookies', 'every answer sets a cookie, a tag and rules for caches', (_, reply) =>
    withHeaders(reply, {
      'Set-Cookie': 'node=7; Path=/',
      'Cache-Control': 'no-store',
      ETag: 'W/"1"',
      'X-Request-Id': 'r-1',
    }),
  ),
  saying('one-request', 'every answer closes its connection', (_, reply) =>
    withHeaders(reply, { Connection: 'close' }),
  ),
  saying(
    'problem-json',
    'faults are told as application/problem+json (7.1)',
    (call, reply) =>
      reply.status === 400 && !isLegacy(call) && reply.body && 'json' in reply.body
        ? withHeaders(reply, { 'Content-Type': 'application/problem+json' })
        : reply,
    ['error.bad-request.format'],
  ),
  saying(
    'beyond-int32',
    'an identifier that there cannot be is absent (4.1)',
    (call, reply) => {
      const beyond = call.request.path
        .split('/')
        .some((part) => /^\d{10,}$/.test(part) && Number(part) > 2_147_483_647);
      const kind = operationOf(call)?.kind;
      return beyond && reply.status === 400 && kind !== undefined && kind !== 'notification'
        ? call.absent(kind)
        : reply;
    },
    ['request.path-id.refusal'],
  ),
  {
    id: 'rate-limit',
    about: 'who asks too often is asked to wait (4.1)',
    plant: { early: tooMany },
  },
  {
    id: 'accept-refused',
    about: 'who takes no JSON gets none (4.1)',
    plant: { early: (call) => (excludesJson(call) && operationOf(call) ? { status: 406 } : undefined) },
  },
  {
    id: 'sizes',
    about: 'addresses of more than 16 kB and bodies of more than 64 kB are refused (4.1)',
    plant: {
      early: ({ request }) => {
        const asked = (request.query ?? []).reduce((sum, [name, value]) => sum + name.length + value.length, 0);
        if (asked + request.path.length > 16_384) return { status: 414 };
        return request.body.length > 65_536 ? { status: 413 } : undefined;
      },
    },
  },
  {
    id: 'options',
    about: 'OPTIONS is served everywhere, as browsers ask before they send',
    plant: {
      early: ({ request }) =>
        request.method === 'OPTIONS'
          ? { status: 204, headers: { Allow: 'GET, PUT, DELETE, OPTIONS', 'Access-Control-Allow-Origin': '*' } }
          : undefined,
    },
  },
  {
    id: 'any-case-filters',
    about: 'text filters pass over letter case (4.2)',
    plant: {
      matches: (_, filter, value, certificate, found) => {
        const held = certificate[filter];
        if (found || typeof value !== 'string' || typeof held !== 'string') return found;
        return held.toLowerCase() === value.toLowerCase();
      },
    },
  },
  {
    id: 'mail-folded',
    about: 'mail addresses are kept in small letters',
    plant: {
      keep: (_, fields) =>
        typeof fields['email'] === 'string' ? { ...fields, email: fields['email'].toLowerCase() } : fields,
    },
  },
];
