/** What operations answer: statuses, bodies, headers, and to whom. */

import { BODIES } from '../../contract/bodies.ts';
import type { Json, Member } from '../../contract/types.ts';
import { answerOf } from '../../openapi.ts';
import type { Call } from '../../server/call.ts';
import type { Operator, Place } from '../fault.ts';
import { afterwards, answering, beforehand, counted, succeeded, withJson } from '../hooks.ts';
import { operationPlaces } from '../places.ts';

const all = operationPlaces(() => true);
const absentees = operationPlaces(
  ({ kind, id }) => kind !== undefined && kind !== 'notification' && id !== 'mark.read',
);
const described = all.filter(({ op }) => answerOf(op) !== undefined);
const takers = operationPlaces(
  ({ body, query, method }) => body !== undefined || (method === 'PUT' && query !== undefined),
);
const hard = { class: 'hard', standing: 'explicit' } as const;
const plain = { class: 'plain', standing: 'explicit' } as const;
const AUTH = { section: '5' };
const ERRORS = { section: '7.1' };

const SUCCESSES: Readonly<Record<number, readonly number[]>> = {
  200: [201, 204, 202],
  202: [200, 204],
  204: [200, 202],
  201: [200],
};
const successOf = (op: string): number =>
  op.startsWith('mark.update') || /^validation\.(validator|assignment)/.test(op)
    ? 202
    : /update$|read$|list$|suspend|activate|revalidate/.test(op) && !/^(endpoint|account)\.update/.test(op)
      ? 200
      : /^(organization|notification)\.delete/.test(op)
        ? 200
        : 204;

/** Names of needed members in an answer, by the server's own names. */
const needed: readonly (Place & { field: string })[] = described.flatMap(({ op }) =>
  (BODIES[answerOf(op) as keyof typeof BODIES] as readonly Member[])
    .filter(({ need }) => need)
    .map(({ field }) => ({ key: `${op}/${field}`, op, field })),
);
const split = (key: string) => ({ op: key.slice(0, key.indexOf('/')), field: key.slice(key.indexOf('/') + 1) });

/** Turns one member of an answer, at the place where the reading has it. */
function turned(key: string, turn: (value: Json | undefined) => Json | undefined) {
  const { op, field } = split(key);
  return afterwards(op, (reply, call) => {
    if (!succeeded(reply)) return reply;
    const schema = answerOf(op) as keyof typeof BODIES;
    const member = (BODIES[schema] as readonly Member[]).find((one) => one.field === field) as Member;
    const path = call.reading.placing(schema, member).split('/').slice(1);
    return withJson(reply, (json) => at(json, path, turn));
  });
}

function at(json: Json, [name, ...rest]: readonly string[], turn: (value: Json | undefined) => Json | undefined): Json {
  if (name === undefined || json === null || typeof json !== 'object' || Array.isArray(json)) return json;
  const object = json as Readonly<Record<string, Json>>;
  const value = rest.length === 0 ? turn(object[name]) : at(object[name] ?? null, rest, turn);
  const { [name]: _, ...others } = object;
  return value === undefined ? others : { ...others, [name]: value };
}

const absence = (op: string, turn: (call: Call) => ReturnType<Call['bad']>) =>
  afterwards(op, (reply, call) => (reply.status === 404 && call.holder ? turn(call) : reply));

export const ANSWERING: readonly Operator[] = [
  {
    id: 'other-success',
    ...plain,
    wrong: (key) => `answers another success status: ${key}`,
    places: all
      .filter(({ op }) => !op.includes('delegations.update') && !op.includes('secret'))
      .flatMap(({ op }) => (SUCCESSES[successOf(op)] ?? []).map((status) => ({ key: `${op}→${status}`, op }))),
    plant: (key) => {
      const [op = '', status] = key.split('→');
      return afterwards(op, (reply) =>
        succeeded(reply) ? (status === '204' ? { status: 204 } : { ...reply, status: Number(status) }) : reply,
      );
    },
  },
  {
    id: 'second-success-other',
    ...hard,
    wrong: (op) => `${op} answers 202 from the third time on`,
    places: all.filter(({ op }) => successOf(op) !== 202 && !op.includes('secret')),
    plant: (op) =>
      afterwards(op, (reply, call) => (succeeded(reply) && counted(call, op) > 1 ? { ...reply, status: 202 } : reply)),
  },
  {
    id: 'body-with-success',
    ...plain,
    wrong: (op) => `${op} answers with a body where there is none`,
    places: operationPlaces(({ id }) =>
      [
        'ssl.location.update',
        'client.location.update',
        'mark.update',
        'admin.update',
        'person.update',
        'organization.delete',
        'notification.delete',
        'net-task.update',
        'ad-task.update',
        'validation.validator.update',
      ].includes(id),
    ),
    plant: (op) => afterwards(op, (reply) => (succeeded(reply) ? { ...reply, body: { json: { done: true } } } : reply)),
  },
  {
    id: 'body-lost',
    ...plain,
    wrong: (op) => `${op} answers success without its body`,
    places: described,
    plant: (op) => afterwards(op, (reply) => (succeeded(reply) ? { status: reply.status } : reply)),
  },
  {
    id: 'body-list',
    ...plain,
    wrong: (op) => `${op} wraps its body in a list`,
    places: described,
    plant: (op) => afterwards(op, (reply) => (succeeded(reply) ? withJson(reply, (json) => [json]) : reply)),
  },
  {
    id: 'body-html',
    ...plain,
    wrong: (op) => `${op} calls its JSON text/html`,
    places: [...described, { key: 'ssl.list', op: 'ssl.list' }],
    plant: (op) =>
      afterwards(op, (reply) =>
        succeeded(reply) && reply.body && 'json' in reply.body
          ? { ...reply, body: { text: JSON.stringify(reply.body.json), type: 'text/html' } }
          : reply,
      ),
  },
  {
    id: 'body-no-json',
    ...plain,
    wrong: (op) => `${op} writes a comma too many`,
    places: described,
    plant: (op) =>
      afterwards(op, (reply) =>
        succeeded(reply) && reply.body && 'json' in reply.body
          ? { ...reply, body: { text: JSON.stringify(reply.body.json).replace(/\}$/, ',}'), type: 'application/json' } }
          : reply,
      ),
  },
  {
    id: 'member-lost',
    ...plain,
    wrong: (key) => `leaves a member out of its answer: ${key}`,
    places: needed,
    plant: (key) => turned(key, () => undefined),
  },
  {
    id: 'member-list',
    ...plain,
    wrong: (key) => `answers a list for a single value: ${key}`,
    places: needed.filter(({ field }) => field !== 'delegations'),
    plant: (key) => turned(key, (value) => [value ?? null]),
  },
  {
    id: 'member-quoted',
    ...hard,
    wrong: (key) => `answers text for a number or a boolean: ${key}`,
    places: needed.filter(
      ({ field, op }) => (field === 'id' && !op.startsWith('bucket')) || field === 'custom' || field === 'template',
    ),
    plant: (key) => turned(key, (value) => String(value)),
  },
  {
    id: 'other-id',
    ...hard,
    wrong: (op) => `${op} answers with the identifier of another entity`,
    places: described.filter(
      ({ op }) =>
        !op.startsWith('mark') &&
        !op.startsWith('endpoint.config') &&
        !op.startsWith('bucket') &&
        op !== 'notification.update',
    ),
    plant: (op) => turned(`${op}/id`, (value) => Number(value) + 1),
  },
  {
    id: 'no-credential-needed',
    ...plain,
    ...AUTH,
    wrong: (op) => `${op} needs no credential`,
    places: all,
    plant: (op) => ({
      holder: (call, holder) =>
        call.op === op && call.request.authorization === undefined ? { role: 'MRAO', customer: 'own' } : holder,
    }),
  },
  {
    id: 'any-credential',
    ...plain,
    ...AUTH,
    wrong: (op) => `${op} takes any bearer credential`,
    places: all,
    plant: (op) => ({
      holder: (call, holder) =>
        call.op === op && holder === undefined && /^Bearer \S+$/.test(call.request.authorization ?? '')
          ? { role: 'MRAO', customer: 'own' }
          : holder,
    }),
  },
  {
    id: 'basic-taken',
    ...hard,
    ...AUTH,
    wrong: (op) => `${op} takes a credential of another scheme`,
    places: all,
    plant: (op) => ({
      holder: (call, holder) =>
        call.op === op && /^basic /i.test(call.request.authorization ?? '')
          ? { role: 'MRAO', customer: 'own' }
          : holder,
    }),
  },
  {
    id: 'empty-credential',
    ...hard,
    ...AUTH,
    wrong: (op) => `${op} takes an empty bearer credential`,
    places: all,
    plant: (op) => ({
      holder: (call, holder) =>
        call.op === op && /^bearer\s*$/i.test(call.request.authorization ?? '')
          ? { role: 'MRAO', customer: 'own' }
          : holder,
    }),
  },
  {
    id: 'expired-taken',
    ...hard,
    ...AUTH,
    wrong: (op) => `${op} takes an expired credential`,
    places: all,
    plant: (op) => ({ overlooks: (call) => (call.op === op ? new Set(['expiry'] as const) : undefined) }),
  },
  {
    id: 'forged-taken',
    ...hard,
    ...AUTH,
    wrong: (op) => `${op} takes a credential that somebody else has signed`,
    places: all,
    plant: (op) => ({ overlooks: (call) => (call.op === op ? new Set(['signature'] as const) : undefined) }),
  },
  {
    id: 'forbidden-for-unauthorized',
    ...plain,
    ...AUTH,
    wrong: (op) => `${op} answers 403 for 401`,
    places: all,
    plant: (op) => afterwards(op, (reply) => (reply.status === 401 ? { ...reply, status: 403 } : reply)),
  },
  {
    id: 'breaks-on-credential',
    ...hard,
    ...AUTH,
    wrong: (op) => `${op} answers 500 to a credential without dots`,
    places: all,
    plant: (op) =>
      beforehand(op, (call) => {
        if (/^Bearer [^.]+$/.test(call.request.authorization ?? '')) call.broken = true;
      }),
  },
  {
    id: 'role-ignored',
    ...plain,
    section: '4.10',
    wrong: (op) => `${op} asks for no role`,
    places: operationPlaces(({ role }) => role !== undefined),
    plant: (op) => ({ holder: (call, holder) => (call.op === op && holder ? { ...holder, role: 'MRAO' } : holder) }),
  },
  {
    id: 'second-role-refused',
    ...plain,
    section: '4.10',
    wrong: (op) => `${op} refuses the role MRAO every third time`,
    standing: 'debatable',
    class: 'hard',
    places: operationPlaces(({ role }) => role !== undefined),
    plant: (op) => ({
      holder: (call, holder) =>
        call.op === op && holder && counted(call, op) % 3 === 2 ? { ...holder, role: 'RAO' } : holder,
    }),
  },
  ...[200, 204, 400, 410, 500].map(
    (status): Operator => ({
      id: `absent-${status}`,
      ...plain,
      ...ERRORS,
      wrong: (op) => `${op} answers ${status} where there is no entity`,
      places: absentees.filter(({ op }) => status !== 400 || !op.startsWith('x')),
      plant: (op) => absence(op, (call) => ({ ...call.absent('entity'), status })),
    }),
  ),
  {
    id: 'absent-empty',
    ...plain,
    ...ERRORS,
    wrong: (op) => `${op} answers 404 without a body`,
    places: absentees,
    plant: (op) => absence(op, () => ({ status: 404 })),
  },
  {
    id: 'absent-text',
    ...plain,
    ...ERRORS,
    wrong: (op) => `${op} answers 404 with text`,
    places: absentees,
    plant: (op) => absence(op, () => ({ status: 404, body: { text: 'not found', type: 'text/plain' } })),
  },
  {
    id: 'absent-no-description',
    ...hard,
    ...ERRORS,
    readings: ['A', 'B'],
    wrong: (op) => `${op} answers 404 with an empty description`,
    places: absentees,
    plant: (op) =>
      absence(op, (call) =>
        withJson(
          call.absent('entity'),
          (json) => JSON.parse(JSON.stringify(json).replace(/"(reason|detail)":"[^"]*"/, '"$1":""')) as Json,
        ),
      ),
  },
  {
    id: 'absent-no-code',
    ...hard,
    ...ERRORS,
    readings: ['A', 'B'],
    wrong: (op) => `${op} answers 404 without a code`,
    places: absentees,
    plant: (op) =>
      absence(op, (call) =>
        withJson(
          call.absent('entity'),
          (json) => JSON.parse(JSON.stringify(json).replace(/"(number|code)":[^,]*,/, '')) as Json,
        ),
      ),
  },
  {
    id: 'bad-request-422',
    ...plain,
    ...ERRORS,
    wrong: (op) => `${op} answers 422 for 400`,
    places: takers,
    plant: (op) => afterwards(op, (reply) => (reply.status === 400 ? { ...reply, status: 422 } : reply)),
  },
  {
    id: 'bad-request-500',
    ...plain,
    ...ERRORS,
    wrong: (op) => `${op} answers 500 for 400`,
    places: takers,
    plant: (op) => afterwards(op, (reply) => (reply.status === 400 ? { ...reply, status: 500 } : reply)),
  },
  {
    id: 'bad-request-200',
    ...plain,
    ...ERRORS,
    wrong: (op) => `${op} answers 200 for 400, with the explanation as its body`,
    places: takers,
    plant: (op) => afterwards(op, (reply) => (reply.status === 400 ? { ...reply, status: 200 } : reply)),
  },
  {
    id: 'breaks-after-refusal',
    ...hard,
    wrong: (op) => `${op} answers 500 to the request after a refused one`,
    places: takers,
    plant: (op) => ({
      ...beforehand(op, (call) => {
        if (call.service.memory.get(op) === 'refused') {
          call.broken = true;
          call.service.memory.delete(op);
        }
      }),
      ...afterwards(op, (reply, call) => {
        if (reply.status === 400) call.service.memory.set(op, 'refused');
        return reply;
      }),
    }),
  },
  {
    id: 'closes',
    ...plain,
    wrong: (op) => `${op} closes the connection without an answer`,
    places: all,
    plant: (op) => answering(op, () => ({ status: 0, closed: true })),
  },
  {
    id: 'closes-on-refusal',
    ...hard,
    wrong: (op) => `${op} closes the connection instead of a 400`,
    places: takers,
    plant: (op) => afterwards(op, (reply) => (reply.status === 400 ? { status: 0, closed: true } : reply)),
  },
  {
    id: 'closes-on-absence',
    ...hard,
    wrong: (op) => `${op} closes the connection instead of a 404`,
    places: absentees,
    plant: (op) => afterwards(op, (reply) => (reply.status === 404 ? { status: 0, closed: true } : reply)),
  },
  {
    id: 'body-not-read',
    ...plain,
    wrong: (op) => `${op} takes a body that is no JSON for an empty one`,
    places: operationPlaces(({ body }) => body !== undefined && body !== 'ids'),
    plant: (op) =>
      beforehand(op, ({ request }) => {
        try {
          JSON.parse(request.body.toString());
        } catch {
          request.body = Buffer.from('{}');
        }
      }),
    standing: 'debatable',
  },
  {
    id: 'body-half-read',
    ...hard,
    wrong: (op) => `${op} passes over what stands behind the JSON of a body`,
    places: operationPlaces(({ body }) => body !== undefined && body !== 'ids'),
    plant: (op) =>
      beforehand(op, ({ request }) => {
        const text = request.body.toString();
        if (!text.startsWith('{')) return;
        const end = text.lastIndexOf('}');
        if (end >= 0) request.body = Buffer.from(text.slice(0, end + 1));
      }),
  },
  {
    id: 'xml-refused',
    ...plain,
    wrong: (op) => `${op} answers 415 to XML`,
    places: operationPlaces(({ xml }) => xml === true),
    plant: (op) =>
      answering(op, ({ request }) => (request.headers['content-type']?.includes('xml') ? { status: 415 } : undefined)),
  },
  {
    id: 'xml-not-kept',
    ...hard,
    wrong: (op) => `${op} accepts XML and keeps nothing of it`,
    places: operationPlaces(({ id }) => id === 'organization.update'),
    plant: (op) =>
      afterwards(op, (reply, call) => {
        if (succeeded(reply) && call.entity && call.before && call.request.headers['content-type']?.includes('xml'))
          call.world.set(call.entity, call.before);
        return reply;
      }),
  },
  {
    id: 'xml-unchecked',
    ...hard,
    wrong: (op) => `${op} takes XML that is not well-formed`,
    places: operationPlaces(({ xml }) => xml === true),
    plant: (op) =>
      afterwards(op, (reply, call) =>
        reply.status === 400 && call.request.headers['content-type']?.includes('xml') && call.holder
          ? {
              status: 200,
              ...(op.startsWith('org') && call.entity?.fields
                ? { body: { json: call.bodyOf('OrganizationResp', call.entity.fields) } }
                : {}),
            }
          : reply,
      ),
  },
  {
    id: 'foreign-token-served',
    ...hard,
    wrong: (op) => `${op} serves administrators of another customer`,
    places: operationPlaces(({ method, id }) => method === 'GET' && id !== 'ssl.list' && id !== 'mark.read'),
    plant: (op) => ({ holder: (call, holder) => (call.op === op && holder ? { ...holder, customer: 'own' } : holder) }),
    standing: 'debatable',
  },
];
