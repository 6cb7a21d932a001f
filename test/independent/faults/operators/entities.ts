/** What an operation does to entities: none, another one, too early, too late, or when it refused. */
import type { Fields, Kind } from '../../contract/types.ts';
import type { Call } from '../../server/call.ts';
import type { Reply } from '../../server/message.ts';
import { OPERATIONS } from '../../server/operations.ts';
import { TOKENS } from '../../server/tokens.ts';
import type { Operator } from '../fault.ts';
import { afterwards, beforehand, counted, firstOf, nextOf, succeeded } from '../hooks.ts';
import { operationPlaces, readerOf } from '../places.ts';

const shows = (id: string) => readerOf(id) !== undefined;
const updates = operationPlaces(
  ({ id, method, body }) => method === 'PUT' && body !== undefined && shows(id) && id !== 'mark.update',
);
const deletions = operationPlaces(({ id, method }) => method === 'DELETE' && shows(id));
const ownDeletions = deletions.filter(({ op }) => !op.includes('delegations'));
const reads = operationPlaces(({ method, kind }) => method === 'GET' && kind !== undefined);
const hard = { class: 'hard', standing: 'explicit' } as const;
const plain = { class: 'plain', standing: 'explicit' } as const;

const changed = (reply: Reply, call: Call) =>
  succeeded(reply) && call.entity !== undefined && call.before !== undefined;
const back = (call: Call) => call.entity && call.world.set(call.entity, call.before);
/** What an update gave, on top of another entity. */
const onTop = (fields: Fields, call: Call): Fields => {
  const { id: _, variant: __, type: ___, login: ____, ...body } = call.body;
  return { ...fields, ...body };
};

export const ENTITIES: readonly Operator[] = [
  {
    id: 'not-kept',
    ...plain,
    wrong: (op) => `${op} accepts and changes nothing`,
    places: [...updates, ...deletions],
    plant: (op) =>
      afterwards(op, (reply, call) => {
        if (changed(reply, call)) back(call);
        return reply;
      }),
  },
  {
    id: 'second-not-kept',
    ...hard,
    wrong: (op) => `${op} changes nothing from the second time on`,
    places: [...updates, ...ownDeletions],
    plant: (op) =>
      afterwards(op, (reply, call) => {
        if (changed(reply, call) && counted(call, op) > 0) back(call);
        return reply;
      }),
  },
  {
    id: 'not-kept-after-refusal',
    ...hard,
    wrong: (op) => `${op} changes nothing the next time after it refused`,
    places: updates,
    plant: (op) =>
      afterwards(op, (reply, call) => {
        const { memory } = call.service;
        if (reply.status === 400) memory.set(op, true);
        else if (changed(reply, call) && memory.get(op) === true) {
          back(call);
          memory.set(op, false);
        }
        return reply;
      }),
  },
  {
    id: 'next-as-well',
    ...hard,
    wrong: (op) => `${op} changes the next entity as well`,
    places: updates,
    plant: (op) =>
      afterwards(op, (reply, call) => {
        const next = call.entity && nextOf(call, call.entity);
        if (changed(reply, call) && next?.fields) call.world.set(next, onTop(next.fields, call));
        return reply;
      }),
  },
  {
    id: 'first-as-well',
    ...hard,
    wrong: (op) => `${op} changes the first entity of the kind as well`,
    places: updates,
    plant: (op) =>
      afterwards(op, (reply, call) => {
        const first = call.entity && firstOf(call, call.entity.kind);
        if (changed(reply, call) && first?.fields) call.world.set(first, onTop(first.fields, call));
        return reply;
      }),
  },
  {
    id: 'next-instead',
    ...plain,
    wrong: (op) => `${op} changes the next entity instead`,
    places: updates,
    plant: (op) =>
      afterwards(op, (reply, call) => {
        const next = call.entity && nextOf(call, call.entity);
        if (changed(reply, call) && next?.fields) {
          back(call);
          call.world.set(next, onTop(next.fields, call));
        }
        return reply;
      }),
  },
  {
    id: 'next-deleted',
    ...hard,
    wrong: (op) => `${op} deletes the next entity as well`,
    places: ownDeletions,
    plant: (op) =>
      afterwards(op, (reply, call) => {
        const next = call.entity && succeeded(reply) ? nextOf(call, call.entity) : undefined;
        if (next) call.world.set(next, undefined);
        return reply;
      }),
  },
  {
    id: 'kept-though-invalid',
    ...hard,
    wrong: (op) => `${op} keeps the good members of a request that it refuses`,
    places: updates.filter(({ op }) => op !== 'endpoint.delegations.update'),
    plant: (op) =>
      afterwards(op, (reply, call) => {
        const kind = readerOf(op)?.kind;
        const entity = call.entity ?? (kind && call.world.find(kind, call.ids.join('/')));
        if (reply.status === 400 && entity?.fields && entity.customer === 'own')
          call.world.set(entity, onTop(entity.fields, call));
        return reply;
      }),
  },
  {
    id: 'done-though-unauthorized',
    ...hard,
    wrong: (op) => `${op} does what it was asked and then answers 401 where no credential was sent`,
    places: [...updates, ...ownDeletions],
    plant: (op) => ({
      ...beforehand(op, ({ request, service }) => {
        service.memory.set('stranger', request.authorization === undefined);
        request.authorization ??= `Bearer ${TOKENS.bearer}`;
      }),
      ...afterwards(op, (reply, call) =>
        call.service.memory.get('stranger') === true && reply.status < 500
          ? { status: 401, body: call.reading.errors.unauthorized(), headers: { 'WWW-Authenticate': 'Bearer' } }
          : reply,
      ),
    }),
  },
  {
    id: 'comes-back',
    ...hard,
    wrong: (op) => `what ${op} deleted is there again after three more requests`,
    places: ownDeletions,
    plant: (op) => ({
      late: (call, reply) => {
        const { memory, world } = call.service;
        if (call.op === op && changed(reply, call) && call.entity) {
          memory.set('gone', `${call.entity.key}`);
          memory.set('fields', call.before as Fields);
          memory.set('left', 3);
        } else if (memory.has('gone')) {
          const left = Number(memory.get('left')) - 1;
          memory.set('left', left);
          const kind = readerOf(op)?.kind;
          const entity = kind && world.find(kind, String(memory.get('gone')));
          if (left === 0 && entity) world.set(entity, memory.get('fields') as Fields);
        }
        return reply;
      },
    }),
  },
  {
    id: 'lost-once-read',
    ...hard,
    wrong: (op) => `a change by ${op} is gone once it was read twice`,
    places: updates,
    plant: (op) => ({
      late: (call, reply) => {
        const reader = readerOf(op);
        const { memory, world } = call.service;
        const name = call.entity ? `${op} ${call.entity.key}` : '';
        if (call.op === op && changed(reply, call) && call.entity)
          memory.set(name, { reads: 0, before: call.before as Fields });
        else if (call.op === reader?.id && call.entity && memory.has(name)) {
          const known = memory.get(name) as { reads: number; before: Fields };
          if (known.reads === 1) {
            world.set(call.entity, known.before);
            memory.delete(name);
          } else memory.set(name, { ...known, reads: known.reads + 1 });
        }
        return reply;
      },
    }),
  },
  {
    id: 'deleted-again',
    ...plain,
    wrong: (op) => `${op} answers success for what it has deleted before`,
    places: ownDeletions,
    plant: (op) => ({
      late: (call, reply) => {
        const name = `${op} ${call.ids.join('/')}`;
        if (call.op !== op) return reply;
        if (succeeded(reply)) call.service.memory.set(name, reply.status);
        else if (reply.status === 404 && call.service.memory.has(name))
          return { status: Number(call.service.memory.get(name)) };
        return reply;
      },
    }),
  },
  {
    id: 'sibling-shown',
    ...hard,
    wrong: (op) => `${op} shows the next entity`,
    places: reads.filter(({ op }) => op !== 'endpoint.config.read'),
    plant: (op) => ({ found: (call, entity) => (call.op === op && entity ? nextOf(call, entity) : entity) }),
  },
  {
    id: 'absent-finds-first',
    ...plain,
    wrong: (op) => `${op} takes the first entity where there is none`,
    places: operationPlaces(
      ({ kind, id }) => kind !== undefined && kind !== 'mark-certificate' && id !== 'notification.update',
    ),
    plant: (op) => ({
      found: (call, entity) => {
        if (call.op !== op || entity) return entity;
        const kind = kindOf(op);
        return kind ? firstOf(call, kind) : entity;
      },
    }),
  },
  {
    id: 'parent-ignored',
    ...hard,
    wrong: (op) => `${op} finds what stands under another parent`,
    places: operationPlaces(({ parent }) => parent !== undefined),
    plant: (op) => ({
      found: (call, entity) => {
        if (call.op !== op || entity) return entity;
        const kind = kindOf(op);
        return kind
          ? call.world.all(kind).find(({ key, fields }) => fields && key.split('/')[1] === call.ids[1])
          : entity;
      },
    }),
  },
  {
    id: 'longer-id-found',
    ...hard,
    readings: ['A'],
    wrong: (op) => `${op} finds the entity with whose identifier a longer one begins`,
    places: operationPlaces(
      ({ kind, least }) => kind !== undefined && least.length === 1 && least[0] !== 'uuid' && kind !== 'notification',
    ),
    plant: (op) => ({
      found: (call, entity) => {
        const kind = kindOf(op);
        const id = call.ids[0] ?? '';
        return call.op !== op || entity || !kind || id.length < 2
          ? entity
          : call.world
              .all(kind)
              .find(
                ({ key, fields, customer }) => fields && customer === 'own' && key.length > 0 && id.startsWith(key),
              );
      },
    }),
  },
  {
    id: 'foreign-found',
    ...hard,
    wrong: (op) => `${op} serves entities of another customer`,
    places: operationPlaces(({ kind }) => kind === 'person' || kind === 'administrator' || kind === 'organization'),
    plant: (op) => ({
      found: (call, entity) => {
        const kind = kindOf(op);
        return call.op !== op || entity || !kind
          ? entity
          : call.world.all(kind).find(({ key, fields }) => fields && key === call.ids[0]);
      },
    }),
  },
];

function kindOf(op: string): Kind | undefined {
  return OPERATIONS.find(({ id }) => id === op)?.kind;
}
