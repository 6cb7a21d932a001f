/** Answers that are wrong on one path only (4.1, 4.3, 7.1). */
import type { Json } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, succeeded, withJson } from '../../hooks.ts';
import { absentees, described, needed, turned } from '../answers/plants.ts';
import { children, including, retyped } from './answer-plants.ts';
import { at, each, fault, operationOf, parted, withMember } from './plants.ts';

export const ANSWERS_TOO: readonly Operator[] = [
  fault(
    'null-for-needed',
    'the profile’s claim',
    (key) => `shows null for a needed member: ${key}`,
    needed,
    (key) => turned(key, () => null),
  ),
  fault(
    'tells-more',
    'the profile’s claim',
    (op) => `${op} shows a member that its schema does not have`,
    described.filter(({ op }) => op !== 'mark.read'),
    (op) =>
      afterwards(op, (reply) =>
        succeeded(reply) ? withJson(reply, (json) => withMember(json, 'passwordHash', '5f4dcc3b')) : reply,
      ),
  ),
  fault(
    'absent-html',
    '7.1',
    (op) => `${op} calls the JSON of a 404 text/html`,
    absentees,
    (op) => afterwards(op, (reply) => (reply.status === 404 ? retyped(reply, 'text/html') : reply)),
  ),
  fault(
    'absent-parent-other',
    '7.1',
    (key) => `answers another status where the entity above does not exist: ${key}`,
    each(children, ['500', '204', '200', '403']),
    (key) => {
      const [op, status] = parted(key);
      return afterwards(op, (reply, call) => {
        const { parent } = operationOf(op);
        const above = parent && call.world.find(parent, call.ids[0] ?? '');
        return reply.status === 404 && call.holder && call.ids.length > 1 && !above?.fields
          ? { status: Number(status) }
          : reply;
      });
    },
  ),
  // `includes` asks for more of the same entity: nothing else changes by it (4.3, 4.4).
  fault(
    'includes-unguarded',
    '5',
    (op) => `${op} needs no credential when asked for usage data`,
    including,
    (op) => ({
      holder: (call, holder) =>
        call.op === op &&
        call.request.authorization === undefined &&
        call.request.query?.some(([name, value]) => name === 'includes' && value === 'usage')
          ? { role: 'MRAO', customer: 'own' }
          : holder,
    }),
  ),
  fault(
    'includes-alone',
    '4.3',
    (op) => `${op} shows nothing but the usage data when asked for them`,
    at('client.read'),
    (op) =>
      afterwards(op, (reply, call) =>
        succeeded(reply) && call.query['includes'] !== undefined
          ? withJson(reply, () => ({ usage: { licences: 10, used: 1 } }))
          : reply,
      ),
  ),
  fault(
    'includes-other-entity',
    '4.3',
    (op) => `${op} shows the first entity when asked for usage data`,
    including,
    (op) => ({
      found: (call, entity) =>
        call.op === op && entity && call.request.query?.some(([name]) => name === 'includes')
          ? call.world.all(entity.kind).find(({ fields }) => fields)
          : entity,
    }),
  ),
  fault(
    'includes-absent-success',
    '7.1',
    (op) => `${op} answers 200 for an absent entity when asked for usage data`,
    including,
    (op) =>
      afterwards(op, (reply, call) =>
        reply.status === 404 && call.holder && call.request.query?.some(([name]) => name === 'includes')
          ? { status: 200, body: { json: {} as Json } }
          : reply,
      ),
  ),
  fault(
    'includes-old',
    '4.3',
    (op) => `${op} shows what was there before any update when asked for usage data`,
    including,
    (op) => ({
      late: (call, reply) => {
        const { memory } = call.service;
        const name = call.entity && `old ${call.entity.key}`;
        if (name && call.op === op.replace('read', 'update') && succeeded(reply) && call.before && !memory.has(name))
          memory.set(name, call.before);
        return name && call.op === op && succeeded(reply) && call.query['includes'] !== undefined && memory.has(name)
          ? call.show(200, op === 'client.read' ? 'DetailsResponse' : 'MarkCertDetails', memory.get(name) as never)
          : reply;
      },
    }),
  ),
];
