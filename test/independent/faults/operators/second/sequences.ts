/** What goes wrong in a sequence of updates only, though each of them is as good as any other (4.1, 7.1). */
import type { Fields } from '../../../contract/types.ts';
import type { Operator } from '../../fault.ts';
import { afterwards } from '../../hooks.ts';
import { changed, fault, operationOf, refusal, shownDeletions } from './plants.ts';
import { back, deletable, lostAfter, onTop, updates } from './sequence-plants.ts';

export const SEQUENCES: readonly Operator[] = [
  fault(
    'lost-after-deletion',
    '4.1',
    (op) => `the first ${op} after a deletion of another one of the kind changes nothing`,
    deletable,
    (op) => lostAfter(op, (call, status) => call.op === op.replace('update', 'delete') && status < 300),
  ),
  fault(
    'lost-after-absence',
    '4.1',
    (op) => `the first ${op} after one that found nothing changes nothing`,
    updates,
    (op) => lostAfter(op, (call, status) => call.op === op && status === 404),
  ),
  fault(
    'lost-after-stranger',
    '5',
    (op) => `the first ${op} after one without a credential changes nothing`,
    updates,
    (op) => lostAfter(op, (call, status) => call.op === op && status === 401),
  ),
  fault(
    'goes-to-former',
    '4.1',
    (op) => `${op} of two entities by turns: the third update goes to the entity of the second`,
    updates,
    (op) =>
      afterwards(op, (reply, call) => {
        if (!changed(reply, call)) return reply;
        const { memory } = call.service;
        const [last, before] = [memory.get(`${op} 1`), memory.get(`${op} 2`)];
        memory.set(`${op} 2`, last ?? null);
        memory.set(`${op} 1`, call.entity.key);
        const other = last === call.entity.key ? undefined : call.world.find(call.entity.kind, String(last));
        if (before === call.entity.key && other?.fields) {
          back(call);
          call.world.set(other, onTop(other.fields, call.body));
        }
        return reply;
      }),
  ),
  fault(
    'undone-by-sibling',
    '4.1',
    (op) => `${op} of another entity undoes the last one`,
    updates,
    (op) =>
      afterwards(op, (reply, call) => {
        if (!changed(reply, call) || !call.before) return reply;
        const { memory } = call.service;
        const last = memory.get(`undo ${op}`) as { key: string; before: Fields } | undefined;
        const other = last && last.key !== call.entity.key ? call.world.find(call.entity.kind, last.key) : undefined;
        if (other?.fields && last) call.world.set(other, last.before);
        memory.set(`undo ${op}`, { key: call.entity.key, before: call.before });
        return reply;
      }),
  ),
  fault(
    'back-by-sibling',
    '4.1',
    (op) => `what ${op} deleted is there again once another one of the kind is deleted`,
    shownDeletions,
    (op) =>
      afterwards(op, (reply, call) => {
        if (!changed(reply, call) || !call.before) return reply;
        const { memory } = call.service;
        const last = memory.get(`gone ${op}`) as { key: string; before: Fields } | undefined;
        const other = last && call.world.find(call.entity.kind, last.key);
        if (other && last && !other.fields) call.world.set(other, last.before);
        memory.set(`gone ${op}`, { key: call.entity.key, before: call.before });
        return reply;
      }),
  ),
  // A request that was refused has no effect, whatever comes after it (7.1).
  fault(
    'refused-joins-next',
    '7.1',
    (op) => `what ${op} refused is kept with the next update that it accepts`,
    updates.filter(({ op }) => op !== 'endpoint.update'),
    (op) =>
      afterwards(op, (reply, call) => {
        const { memory } = call.service;
        const name = `${op} ${call.ids.join('/')}`;
        if (reply.status === 400 && call.holder) memory.set(name, { ...call.body });
        else if (changed(reply, call) && call.entity.fields && memory.has(name)) {
          const { fields } = call.entity;
          const left = memory.get(name) as Fields;
          const fresh = Object.fromEntries(Object.entries(left).filter(([field]) => !Object.hasOwn(call.body, field)));
          call.world.set(call.entity, onTop(fields, fresh));
          memory.delete(name);
        }
        return reply;
      }),
  ),
  fault(
    'refused-done-later',
    '7.1',
    (op) => `what ${op} refused is done three requests later`,
    updates.filter(({ op }) => op !== 'endpoint.update'),
    (op) => ({
      late: (call, reply) => {
        const { memory, world } = call.service;
        const { kind } = operationOf(op);
        const waiting = memory.get(`late ${op}`) as { key: string; body: Fields; left: number } | undefined;
        if (call.op === op && reply.status === 400 && call.holder)
          memory.set(`late ${op}`, { key: call.ids.join('/'), body: { ...call.body }, left: 3 });
        else if (waiting && kind) {
          if (waiting.left > 1) memory.set(`late ${op}`, { ...waiting, left: waiting.left - 1 });
          else {
            const entity = world.find(kind, waiting.key);
            if (entity?.fields && entity.customer === 'own') world.set(entity, onTop(entity.fields, waiting.body));
            memory.delete(`late ${op}`);
          }
        }
        return reply;
      },
    }),
  ),
  // 4.1: an update answers with success, whether anything is new in it or not.
  fault(
    'repeat-refused',
    '4.1',
    (op) => `${op} refuses an update that changes nothing`,
    updates,
    (op) =>
      afterwards(op, (reply, call) =>
        changed(reply, call) && JSON.stringify(call.entity.fields) === JSON.stringify(call.before)
          ? refusal(call, 'nothing to change')
          : reply,
      ),
  ),
];
