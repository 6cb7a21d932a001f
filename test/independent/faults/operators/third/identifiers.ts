/** Identifiers of paths that find what they do not name, or are read in a notation that they do not have (2.1, 7.1). */
import type { Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Plant } from '../../../server/plant.ts';
import type { Entity } from '../../../server/world.ts';
import type { Operator } from '../../fault.ts';
import { judging } from '../../hooks.ts';
import { BODY, IDS, ofType, operationPlaces, QUERY } from '../../places.ts';
import { absentees } from '../answers/plants.ts';
import { children } from '../second/answer-plants.ts';
import { at, each, fault, operationOf, parted } from '../second/plants.ts';
import { isString, keyed } from '../values/plants.ts';

const living = (call: Call) => {
  const { kind } = operationOf(call.op);
  return kind ? call.world.all(kind).filter(({ fields, customer }) => fields && customer === 'own') : [];
};
/** Finds another entity where the path names none. */
const insteadOfNone = (op: string, found: (call: Call, all: readonly Entity[]) => Entity | undefined): Plant => ({
  found: (call, entity) => entity ?? (call.op === op ? found(call, living(call)) : undefined),
});
const parts = ({ key }: Entity) => key.split('/');
const numbered = absentees.filter(({ op }) => !op.startsWith('bucket'));

/** Parents that are not the child's, by how their identifiers lie to its own. */
const BESIDE: Readonly<Record<string, (given: string, own: string) => boolean>> = {
  beginning: (given, own) => own.startsWith(given),
  smaller: (given, own) => Number(given) < Number(own),
  greater: (given, own) => Number(given) > Number(own),
};
const NOTATIONS: Readonly<Record<string, (raw: string) => number | undefined>> = {
  exponent: (raw) => (/^\d+(\.\d+)?e[+-]?\d+$/i.test(raw) ? Number(raw) : undefined),
  hexadecimal: (raw) => (/^0x[\da-f]+$/i.test(raw) ? Number(raw) : undefined),
  separators: (raw) => (/^\d{1,3}([_,']\d{3})+$/.test(raw) ? Number(raw.replace(/[_,']/g, '')) : undefined),
  'other digits': (raw) =>
    /^[\u0660-\u0669\uff10-\uff19]+$/.test(raw)
      ? Number([...raw].map((digit) => (digit.codePointAt(0) as number) & 0xf).join(''))
      : undefined,
};
const UUIDS: Readonly<Record<string, RegExp>> = {
  braces: /^\{([\da-f-]{36})\}$/i,
  'without hyphens': /^([\da-f]{32})$/i,
  urn: /^urn:uuid:([\da-f-]{36})$/i,
};
const hyphened = (digits: string) =>
  digits
    .replace(/-/g, '')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
    .toLowerCase();

export const IDENTIFIERS: readonly Operator[] = [
  fault(
    'child-of-other-parent',
    '7.1',
    (key) => `finds a child under a parent that is there and not its own: ${key}`,
    each(children, Object.keys(BESIDE)),
    (key) => {
      const [op, beside] = parted(key);
      return insteadOfNone(op, (call, all) => {
        const { parent } = operationOf(op);
        const [given = '', child] = call.ids;
        if (!parent || !call.world.find(parent, given)?.fields) return undefined;
        return all.find((one) => parts(one)[1] === child && BESIDE[beside]?.(given, parts(one)[0] as string));
      });
    },
  ),
  fault(
    'beyond-last-found',
    '7.1',
    (op) => `${op} takes the last entity where an identifier is greater than all`,
    numbered,
    (op) =>
      insteadOfNone(op, (call, all) => {
        const last = all.reduce((a, b) => (Number(parts(a).at(-1)) > Number(parts(b).at(-1)) ? a : b));
        return Number(call.ids.at(-1)) > Number(parts(last).at(-1)) ? last : undefined;
      }),
  ),
  // A number of 24 binary digits holds no identifier near the end of int32 exactly.
  fault(
    'id-as-float',
    '7.1',
    (op) => `${op} compares identifiers as floating-point numbers of 32 bits`,
    numbered,
    (op) =>
      insteadOfNone(op, (call, all) =>
        all.find((one) =>
          parts(one).every((part, i) => Math.fround(Number(part)) === Math.fround(Number(call.ids[i]))),
        ),
      ),
    { readings: ['B'] },
  ),
  fault(
    'shorter-id-found',
    '7.1',
    (op) => `${op} finds the entity whose identifier begins with a shorter one`,
    numbered.filter(({ op }) => operationOf(op).parent === undefined),
    (op) => insteadOfNone(op, (call, all) => all.find(({ key }) => key.startsWith(call.ids[0] ?? ' '))),
    { readings: ['B', 'C'] },
  ),
  fault(
    'uuid-end-ignored',
    '7.1',
    (op) => `${op} compares the first four groups of a UUID`,
    absentees.filter(({ op }) => op.startsWith('bucket')),
    (op) => insteadOfNone(op, (call, all) => all.find(({ key }) => key.slice(0, 23) === call.ids[0]?.slice(0, 23))),
  ),
  fault(
    'equal-ids-absent',
    '7.1',
    (op) => `${op} answers 404 where parent and child have the same identifier`,
    // The one fixture with equal identifiers may be looked at only.
    children.filter(({ op }) => operationOf(op).method === 'GET'),
    (op) => ({
      found: (call, entity) => (call.op === op && call.ids[0] === call.ids[1] ? undefined : entity),
    }),
  ),
  fault(
    'other-notation-taken',
    '2.1',
    (key) => `takes a number in a notation that it does not have: ${key}`,
    [...IDS.filter(({ least }) => least !== 'uuid'), ...keyed(ofType(QUERY, 'int'))].flatMap(({ key, op }) =>
      Object.keys(NOTATIONS).map((word) => ({ key: `${key} ${word}`, op })),
    ),
    (key) => {
      const [place, notation] = parted(key);
      return judging(place, (raw, verdict) => {
        const value = 'wrong' in verdict && isString(raw) ? NOTATIONS[notation]?.(raw) : undefined;
        return value !== undefined && Number.isInteger(value) && value >= 1 ? { value } : undefined;
      });
    },
  ),
  fault(
    'uuid-other-form',
    '2.1',
    (key) => `takes a UUID in another form than that of RFC 9562: ${key}`,
    [...IDS.filter(({ least }) => least === 'uuid'), ...keyed(ofType(BODY, 'uuid'))].flatMap(({ key, op }) =>
      Object.keys(UUIDS).map((word) => ({ key: `${key} ${word}`, op })),
    ),
    (key) => {
      const [place, form] = parted(key);
      return judging(place, (raw: Json, verdict) => {
        const digits = 'wrong' in verdict && isString(raw) ? UUIDS[form]?.exec(raw)?.[1] : undefined;
        return digits === undefined ? undefined : { value: hyphened(digits) };
      });
    },
  ),
  // 4.4, 4.7: three operations only begin something (202), for an entity that is there.
  fault(
    'absent-accepted',
    '7.1',
    (op) => `${op} answers 202 before it looks for the entity`,
    operationPlaces(({ id }) => /^(mark\.update|validation\.(validator|assignment)\.update)$/.test(id)),
    (op) => ({
      late: (call, reply) => (call.op === op && reply.status === 404 && call.holder ? { status: 202 } : reply),
    }),
  ),
  fault(
    'absence-sticks',
    '7.1',
    (op) => `${op} answers 404 once more after a 404, for an entity that is there`,
    operationPlaces(({ method, kind }) => method === 'GET' && kind !== undefined),
    (op) => ({
      found: (call, entity) => {
        const { memory } = call.service;
        if (call.op !== op || memory.get(`absent ${op}`) !== true) return entity;
        memory.set(`absent ${op}`, false);
        return undefined;
      },
      late: (call, reply) => {
        if (
          call.op === op &&
          reply.status === 404 &&
          call.holder &&
          !call.world.find(operationOf(op).kind as Entity['kind'], call.ids.join('/'))?.fields
        )
          call.service.memory.set(`absent ${op}`, true);
        return reply;
      },
    }),
  ),
  fault(
    'deleted-and-served',
    '4.8',
    (op) => `${op} answers success for a notification that was deleted`,
    at('notification.update', 'notification.delete'),
    (op) => ({
      late: (call, reply) => {
        const { kind } = operationOf(op);
        const known = call.op === op && kind ? call.world.find(kind, call.ids.join('/')) : undefined;
        if (!known || known.fields || call.entity || !call.holder || reply.status < 400) return reply;
        return op.endsWith('delete')
          ? { status: 200 }
          : call.show(200, 'OrganizationBasicResp', { id: 1, name: 'all' });
      },
    }),
  ),
];
