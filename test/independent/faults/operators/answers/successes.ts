import type { Operator } from '../../fault.ts';
import { afterwards, counted, succeeded, withJson } from '../../hooks.ts';
import { operationPlaces } from '../../places.ts';
import { all, described, hard, needed, plain, SUCCESSES, successOf, turned } from './plants.ts';

export const SUCCEEDING: readonly Operator[] = [
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
];
