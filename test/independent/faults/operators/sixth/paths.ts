/** What stands below another entity, named by a path that names nothing (2.1, 7.1). */
import type { Call } from '../../../server/call.ts';
import type { Entity } from '../../../server/world.ts';
import type { Operator } from '../../fault.ts';
import { judging } from '../../hooks.ts';
import { children } from '../second/answer-plants.ts';
import { each, fault, operationOf, parted } from '../second/plants.ts';
import { living } from '../third/plants.ts';

const all = (call: Call): readonly Entity[] => {
  const { kind } = operationOf(call.op);
  return kind ? living(call, kind) : [];
};
const parentOf = ({ key }: Entity) => key.split('/')[0] as string;
const childOf = ({ key }: Entity) => key.split('/')[1] as string;
const isThere = (call: Call, parent: string) => {
  const { parent: kind } = operationOf(call.op);
  return kind !== undefined && living(call, kind).some(({ key }) => key === parent);
};
/** Parents below which nothing is, whatever is there. */
const NONE: Readonly<Record<string, (parent: string) => boolean>> = {
  absent: (parent) => Number(parent) > 0,
  zero: (parent) => Number(parent) === 0,
  negative: (parent) => Number(parent) < 0,
};
/** Children that no parent has. */
const NO_CHILD: Readonly<Record<string, (child: string, all: readonly Entity[]) => Entity | undefined>> = {
  'zero as the first': (child, below) => (Number(child) === 0 ? below[0] : undefined),
  'negative from the end': (child, below) => (Number(child) < 0 ? below.at(Number(child)) : undefined),
  'negative as positive': (child, below) => below.find((one) => childOf(one) === String(-Number(child))),
};
/** Lets an identifier that is too small pass, as somebody does who does not look at it. */
const lettingPass = (op: string, position: number) =>
  judging(`${op}:${position}`, (raw, verdict) =>
    'wrong' in verdict && /^-?\d{1,10}$/.test(String(raw)) ? { value: Number(raw) } : undefined,
  );

export const WRONG_PATHS: readonly Operator[] = [
  fault(
    'below-none-found',
    '7.1',
    (key) => `finds what stands below another entity under a parent that is none: ${key}`,
    each(children, Object.keys(NONE)),
    (key) => {
      const [op, way] = parted(key);
      return {
        ...lettingPass(op, 0),
        found: (call, entity) => {
          const [parent = '', child] = call.ids;
          if (entity || call.op !== op || !NONE[way]?.(parent) || isThere(call, parent)) return entity;
          return all(call).find((one) => childOf(one) === child);
        },
      };
    },
  ),
  fault(
    'no-child-found',
    '7.1',
    (key) => `finds something below an entity where the path names none: ${key}`,
    each(children, Object.keys(NO_CHILD)),
    (key) => {
      const [op, way] = parted(key);
      return {
        ...lettingPass(op, 1),
        found: (call, entity) => {
          const [parent, child = ''] = call.ids;
          if (entity || call.op !== op) return entity;
          return NO_CHILD[way]?.(
            child,
            all(call).filter((one) => parentOf(one) === parent),
          );
        },
      };
    },
  ),
];
