/** Forms in which faults are told where the contract shows none (7.1). */
import type { Call } from '../../server/call.ts';
import type { Reply } from '../../server/message.ts';
import { isLegacy, type Quirk, saying, withHeaders } from './quirk.ts';

const PAGE = { text: '<!DOCTYPE html>\n<html><body><h1>No.</h1></body></html>\n', type: 'text/html' } as const;
const told = (status: number, turn: (call: Call, reply: Reply) => Reply) => (call: Call, reply: Reply) =>
  !isLegacy(call) && call.op !== '' && reply.status === status ? turn(call, reply) : reply;

export const FORMS_OF_FAULTS: readonly Quirk[] = [
  saying(
    'bad-page',
    'a bad request is told by a page',
    told(400, (_, reply) => ({ ...reply, body: PAGE })),
    ['error.bad-request.format'],
  ),
  saying(
    'bad-list',
    'a bad request is told by a list of reasons',
    told(400, (_, reply) => ({ ...reply, body: { json: ['no', 7, null] } })),
    ['error.bad-request.format'],
  ),
  saying(
    'unauthorized-page',
    'who is not logged in gets a page',
    told(401, (_, reply) => ({ ...reply, body: PAGE })),
    ['error.unauthorized.format'],
  ),
  saying('unserved-page', 'what is not served is told by a page', (call, reply) =>
    call.op === '' && reply.status >= 400 && reply.status !== 401 ? { ...reply, body: PAGE } : reply,
  ),
  saying('notification-silent', 'an absent notification is told without a body (4.8)', (call, reply) =>
    call.op.startsWith('notification.') &&
    reply.status >= 400 &&
    !call.entity &&
    reply.status !== 401 &&
    reply.status !== 400
      ? { status: reply.status }
      : reply,
  ),
  saying(
    'charset-capitals',
    'the character set is named in capitals',
    (_, reply) => {
      const { body } = reply;
      if (body === undefined || reply.headers?.['Content-Type'] !== undefined) return reply;
      return withHeaders(reply, {
        'Content-Type': `${'json' in body ? 'application/json' : body.type};charset="UTF-8"`,
      });
    },
    ['response.charset-parameter'],
  ),
  saying('challenges', 'a 401 names several schemes', (call, reply) =>
    reply.status === 401 && call.reading.errors.challenge
      ? withHeaders(reply, {
          'WWW-Authenticate': 'Negotiate, Bearer realm="x", error="invalid_token", Basic realm="y"',
        })
      : reply,
  ),
];
