/** What hangs on how a request comes: its headers, its method, parameters that nobody asked for, answers given before. */
import type { Call } from '../../../server/call.ts';
import { OPERATIONS, route } from '../../../server/operations.ts';
import { serve } from '../../../server/serve.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, answering, beforehand, succeeded } from '../../hooks.ts';
import { operationPlaces, QUERY } from '../../places.ts';
import { admitting, all, domainStates, MASTER } from '../second/guard-plants.ts';
import { changed, each, fault, parted, shownUpdates } from '../second/plants.ts';

/** Ways of accepting JSON, each of which the answer of an operation satisfies (4.1). */
const ACCEPTS: Readonly<Record<string, (accept: string) => boolean>> = {
  anything: (accept) => accept === '*/*',
  'any application': (accept) => accept.includes('application/*'),
  quality: (accept) => /application\/json; *q=/.test(accept),
  'several types': (accept) => /,.*application\/json|application\/json,/.test(accept),
};
const described = operationPlaces(({ method }) => method === 'GET');
const puts = operationPlaces(({ method }) => method === 'PUT');
const writes = shownUpdates.filter(({ op }) => op !== 'endpoint.update');
const urlOf = ({ request: { path, query } }: Call) => `${path} ${JSON.stringify(query ?? [])}`;
const domainOf = ({ request }: Call) => /\/(-?\d+)\/\w+$/.exec(request.path)?.[1] ?? '';
/** One operation for each path: a path answers a foreign method the same, whichever of its operations is looked at. */
const paths = operationPlaces(({ id, path }) => OPERATIONS.find((one) => one.path === path)?.id === id);
const pathOf = (call: Call) => route(call.request.path, call.service.reading.trailingSlash)?.operations[0]?.path;

export const CONVEYANCE: readonly Operator[] = [
  fault(
    'accept-refused',
    '4.1',
    (key) => `answers 406 to a request that accepts JSON in some way: ${key}`,
    each(described, Object.keys(ACCEPTS)),
    (key) => {
      const [op, way] = parted(key);
      return answering(op, ({ request }) =>
        ACCEPTS[way]?.(request.headers['accept'] ?? '') ? { status: 406 } : undefined,
      );
    },
  ),
  fault(
    'header-needed',
    '4.1',
    (key) => `answers 400 to a request without a header that no contract asks for: ${key}`,
    each(all, ['user-agent', 'accept', 'accept-encoding']),
    (key) => {
      const [op, header] = parted(key);
      return answering(op, (call) =>
        call.request.headers[header] === undefined ? call.bad(`${header} is missing`) : undefined,
      );
    },
  ),
  fault(
    'language-broken',
    '4.1',
    (op) => `${op} answers 500 where another language than English is preferred`,
    all,
    (op) =>
      answering(op, ({ request }) =>
        /^(?!en)[a-z]{2}/i.test(request.headers['accept-language'] ?? '') ? { status: 500 } : undefined,
      ),
  ),
  fault(
    'chunked-not-kept',
    '4.1',
    (op) => `${op} accepts a body that comes in chunks and changes nothing`,
    writes,
    (op) =>
      afterwards(op, (reply, call) => {
        if (changed(reply, call) && call.request.headers['transfer-encoding'] === 'chunked')
          call.world.set(call.entity, call.before);
        return reply;
      }),
  ),
  // The profile claims how methods are answered that a path does not have.
  fault(
    'other-method-served',
    'the profile’s claim',
    (key) => `serves another method as if it were PUT: ${key}`,
    each(puts, ['POST', 'PATCH']),
    (key) => {
      const [op, method] = parted(key);
      return {
        early: (call) => {
          const { request, service } = call;
          if (call.op !== '' || request.method !== method) return undefined;
          const served = route(request.path, service.reading.trailingSlash)?.operations.some(({ id }) => id === op);
          return served ? serve(service, { ...request, method: 'PUT' }) : undefined;
        },
      };
    },
  ),
  fault(
    'other-method-broken',
    'the profile’s claim',
    (key) => `answers 500 to a method that the path does not have: ${key}`,
    each(paths, ['POST', 'PATCH']),
    (key) => {
      const [op, method] = parted(key);
      const path = OPERATIONS.find(({ id }) => id === op)?.path;
      return {
        early: (call) =>
          call.op === '' && call.request.method === method && pathOf(call) === path ? { status: 500 } : undefined,
      };
    },
  ),
  fault(
    'parameters-of-none',
    'the profile’s claim',
    (op) => `${op} does the other thing to parameters, though it has none`,
    operationPlaces(({ query }) => query === undefined),
    (op) => ({
      reading: (call, reading) =>
        call.op === op
          ? { ...reading, unknownParameters: reading.unknownParameters === 'ignored' ? 'refused' : 'ignored' }
          : reading,
    }),
  ),
  fault(
    'answered-from-store',
    '5',
    (op) => `${op} answers what it has answered before without asking for a credential`,
    operationPlaces(({ method }) => method === 'GET'),
    (op) => ({
      ...admitting(
        op,
        (call) => call.request.authorization === undefined && call.service.memory.get(`stored ${urlOf(call)}`) === true,
      ),
      ...afterwards(op, (reply, call) => {
        if (succeeded(reply) && call.request.authorization !== undefined)
          call.service.memory.set(`stored ${urlOf(call)}`, true);
        return reply;
      }),
    }),
  ),
  fault(
    'parameter-admits',
    '5',
    (key) => `needs no credential where a parameter is given: ${key}`,
    QUERY.filter(({ member }) => !member.need && member.field !== 'includes').map(({ key, op }) => ({ key, op })),
    (key) => {
      const [op = '', name] = key.split('?');
      return admitting(
        op,
        ({ request }) => request.authorization === undefined && request.query?.some(([one]) => one === name) === true,
      );
    },
  ),
  fault(
    'role-remembered',
    '4.10',
    (op) => `${op} asks for no role where an MRAO did the same to the domain before`,
    domainStates,
    (op) => ({
      holder: (call, holder) =>
        call.op === op && holder && call.service.memory.get(`${op} ${domainOf(call)}`) === true ? MASTER : holder,
      ...afterwards(op, (reply, call) => {
        if (succeeded(reply)) call.service.memory.set(`${op} ${domainOf(call)}`, true);
        return reply;
      }),
    }),
  ),
  fault(
    'type-without-body-refused',
    '4.1',
    (op) => `${op} answers 415 to a request without a body that names a content type`,
    operationPlaces(({ body }) => body === undefined),
    (op) =>
      answering(op, ({ request }) =>
        request.body.length === 0 && request.headers['content-type'] !== undefined ? { status: 415 } : undefined,
      ),
    { standing: 'debatable' },
  ),
  // Two changes on their way at once: the one that ends later writes what it has read earlier.
  fault(
    'lost-at-once',
    '4.1',
    (op) => `${op} of an entity is lost when another entity was updated less than 3 milliseconds ago`,
    writes,
    (op) => ({
      ...beforehand(op, (call) => {
        const at = Number(call.service.memory.get(`at ${op}`) ?? 0);
        call.service.memory.set(`soon ${op}`, Date.now() - at < 3);
      }),
      ...afterwards(op, (reply, call) => {
        if (!changed(reply, call)) return reply;
        const { memory } = call.service;
        const { key } = call.entity;
        if (memory.get(`soon ${op}`) === true && memory.get(`whose ${op}`) !== key)
          call.world.set(call.entity, call.before);
        memory.set(`at ${op}`, Date.now());
        memory.set(`whose ${op}`, key);
        return reply;
      }),
    }),
  ),
];
