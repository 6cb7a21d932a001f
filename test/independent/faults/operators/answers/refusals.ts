import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, answering, beforehand, withJson } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { absence, absentees, all, ERRORS, hard, plain, takers } from './plants.ts';

export const REFUSING: readonly Operator[] = [
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
];
