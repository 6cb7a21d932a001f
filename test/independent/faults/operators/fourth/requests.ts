/** Requests of any operation that meet something a programmer did not think of (4.1, 5, 7.1). */

import type { Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import { OPERATIONS, route } from '../../../server/operations.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, answering, beforehand, succeeded } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { described } from '../answers/plants.ts';
import { members } from '../second/answer-plants.ts';
import { all, MASTER } from '../second/guard-plants.ts';
import { AC, at, changes, fault, operationOf } from '../second/plants.ts';
import { withHeader } from '../third/plants.ts';
import { partsOf, withWords } from './plants.ts';

const CLAIM = 'the profile’s claim';
/** Values of a member that the schema does not have. */
const UNKNOWN: Readonly<Record<string, (name: string, value: Json) => boolean>> = {
  object: (_, value) => value !== null && typeof value === 'object' && !Array.isArray(value),
  list: (_, value) => Array.isArray(value),
  null: (_, value) => value === null,
  number: (_, value) => typeof value === 'number',
  'reserved name': (name) => /^(__proto__|constructor|class|\$.*|@.*)$/.test(name),
};
/** Parameters that the operation does not have. */
const ODD: Readonly<Record<string, (name: string, value: string) => boolean>> = {
  brackets: (name) => /[[\]]/.test(name),
  'without value': (_, value) => value === '',
  'with a point': (name) => name.includes('.'),
};
const named = (call: Call) => new Set((operationOf(call.op).query ?? []).map(({ field }) => field));
/** Members of the first level that no schema of the operation has there. */
function unknownOf(call: Call): readonly [string, Json][] {
  try {
    const json = JSON.parse(call.request.body.toString()) as Json;
    if (json === null || typeof json !== 'object' || Array.isArray(json)) return [];
    const { body } = operationOf(call.op);
    const shape = body && body !== 'ids' && body !== 'variants' ? call.service.shape(body) : undefined;
    return Object.entries(json).filter(([name]) => shape?.children?.has(name) === false) as [string, Json][];
  } catch {
    return [];
  }
}
const LONG: Readonly<Record<string, number>> = {
  'endpoint.update': 4_000,
  'endpoint.config.update': 4_096,
  'validation.revalidate': 1_500,
  'ssl.list': 2_000,
  'person.update': 300,
};
const lengthOf = ({ request }: Call) =>
  request.body.length + (request.query ?? []).reduce((sum, [name, value]) => sum + name.length + value.length + 2, 0);

export const REQUESTS: readonly Operator[] = [
  // Unknown members are ignored, as is claimed, whatever they hold.
  fault(
    'unknown-member-broken',
    CLAIM,
    (key) => `answers 500 to an unknown member of a sort: ${key}`,
    withWords(
      members.filter(({ op }) => op !== 'account.update'),
      Object.keys(UNKNOWN),
    ),
    (key) => {
      const [op, word] = partsOf(key);
      return beforehand(op, (call) => {
        if (call.request.authorization && unknownOf(call).some(([name, value]) => UNKNOWN[word]?.(name, value)))
          call.broken = true;
      });
    },
    { readings: ['A'] },
  ),
  fault(
    'unknown-parameter-broken',
    CLAIM,
    (key) => `answers 500 to an unknown parameter of a sort: ${key}`,
    withWords(
      operationPlaces(({ query }) => query !== undefined),
      Object.keys(ODD),
    ),
    (key) => {
      const [op, word] = partsOf(key);
      return beforehand(op, (call) => {
        const odd = (call.request.query ?? []).some(
          ([name, value]) => !named(call).has(name) && ODD[word]?.(name, value),
        );
        if (odd) call.broken = true;
      });
    },
    { readings: AC },
  ),
  // Section 8: the limits are those of the single fields.
  fault(
    'all-longest-refused',
    '8',
    (op) => `${op} answers 413 or 414 where its values are long together`,
    at(...Object.keys(LONG)),
    (op) =>
      answering(op, (call) =>
        call.request.authorization && lengthOf(call) > (LONG[op] as number)
          ? { status: call.request.body.length > 0 ? 413 : 414 }
          : undefined,
      ),
  ),
  // The path names the entity; a parameter that the operation does not have is ignored, as is claimed.
  fault(
    'parameter-names-entity',
    CLAIM,
    (op) => `${op} takes an unknown parameter that is called as the identifier of its path for that identifier`,
    operationPlaces(({ kind, parent, query }) => kind !== undefined && parent === undefined && query === undefined),
    (op) => ({
      found: (call, entity) => {
        const { path, kind } = operationOf(op);
        const name = /\{(\w+)\}/.exec(path)?.[1];
        const key = call.op === op ? call.request.query?.find(([given]) => given === name)?.[1] : undefined;
        const other = key && kind ? call.world.find(kind, key) : undefined;
        return entity && other?.fields && other.customer === entity.customer ? other : entity;
      },
    }),
    { readings: AC },
  ),
  // http.unsupported-method says what a POST is answered.
  fault(
    'override-obeyed',
    CLAIM,
    (op) => `does ${op} for a POST that names the method in X-HTTP-Method-Override`,
    changes,
    (op) => ({
      early: (call) => {
        const { method, path } = operationOf(op);
        const { request, service } = call;
        const here = route(request.path, service.reading.trailingSlash)?.operations.some((one) => one.path === path);
        const wanted = request.headers['x-http-method-override']?.toUpperCase() === method;
        const operation = OPERATIONS.find(({ id }) => id === op);
        if (!here || !wanted || request.method !== 'POST' || !operation) return undefined;
        const ids = route(request.path, service.reading.trailingSlash)?.ids ?? [];
        const entity = operation.kind && call.world.find(operation.kind, ids.join('/'));
        if (!request.authorization || !entity?.fields || method !== 'DELETE') return { status: 200 };
        call.world.set(entity, undefined);
        return { status: 204 };
      },
    }),
  ),
  fault(
    'closes-on-unauthorized',
    '5',
    (op) => `${op} closes the connection instead of a 401`,
    all,
    (op) => afterwards(op, (reply) => (reply.status === 401 ? { ...reply, closed: true } : undefined)),
  ),
  fault(
    'unguarded-after-good',
    '5',
    (op) => `${op} needs no credential right after the same was asked with one`,
    changes,
    (op) => ({
      holder: (call, holder) => {
        if (call.op !== op) return holder;
        const { memory } = call.service;
        const same = memory.get('asked with one') === call.request.path && call.request.authorization === undefined;
        memory.set('asked with one', holder ? call.request.path : '');
        return same ? MASTER : holder;
      },
    }),
  ),
  // 4.10 and 5 name a role for suspend and activate, and for nothing else.
  fault(
    'role-asked-elsewhere',
    '5',
    (op) => `${op} asks for the role MRAO`,
    operationPlaces(({ role }) => role === undefined),
    (op) => ({
      refuses: (call) => (call.op === op && call.holder?.role !== 'MRAO' ? { status: 403 } : undefined),
    }),
  ),
  fault(
    'encoding-named',
    '4.1',
    (op) => `${op} calls its plain JSON gzip`,
    described,
    (op) => afterwards(op, (reply) => (succeeded(reply) ? withHeader(reply, 'Content-Encoding', 'gzip') : reply)),
  ),
  // RFC 8259, section 8.1: no byte order mark before JSON that goes over a network.
  fault(
    'byte-order-mark',
    '4.1',
    (op) => `${op} puts a byte order mark before its JSON`,
    described,
    (op) =>
      afterwards(op, (reply) =>
        succeeded(reply) && reply.body && 'json' in reply.body
          ? { ...reply, body: { text: `\ufeff${JSON.stringify(reply.body.json)}`, type: 'application/json' } }
          : reply,
      ),
  ),
];
