/** Changes and deletions that reach entities far from the one that the path names (4.1). */
import type { Json } from '../../../contract/types.ts';
import type { Call } from '../../../server/call.ts';
import type { Entity } from '../../../server/world.ts';
import type { Operator } from '../../fault.ts';
import { afterwards, isText } from '../../hooks.ts';
import { split, texts } from '../../keeping.ts';
import { changed, each, fault, parted, shownDeletions, shownUpdates } from '../second/plants.ts';
import { living, over } from '../third/plants.ts';

/** Others of the kind that a careless statement reaches. */
const FAR: Readonly<Record<string, (all: readonly Entity[], own: Entity, call: Call) => readonly Entity[]>> = {
  'the last': (all) => all.slice(-1),
  'the fifth behind': (all, own) => all.slice(all.indexOf(own) + 5).slice(0, 1),
  'all that have a text in common': (all, _, { before }) =>
    all.filter(({ fields = {} }) =>
      Object.entries(before ?? {}).some(
        ([name, value]) => isText(value) && value !== '' && name in NAMES && fields[name] === value,
      ),
    ),
  'all below the same parent': (all, own) =>
    own.key.includes('/') ? all.filter(({ key }) => key.split('/')[0] === own.key.split('/')[0]) : [],
};
/** Members by which a statement may look for what it changes. */
const NAMES: Readonly<Record<string, true>> = { country: true, variant: true };
/** Where some have one of these in common, or one parent. */
const REACHED: Readonly<Record<string, readonly string[]>> = {
  'all that have a text in common': ['organization', 'account'],
  'all below the same parent': ['ssl.location', 'client.location', 'account'],
};
const reaches = (op: string, way: string) => REACHED[way]?.some((one) => op.startsWith(one)) ?? true;
const places = (all: typeof shownUpdates) =>
  each(all, Object.keys(FAR)).filter(({ key, op }) => reaches(op, parted(key)[1]));
const others = (call: Call, way: string): readonly Entity[] => {
  const { entity } = call;
  if (!entity) return [];
  const own = call.world.all(entity.kind).filter(({ customer }) => customer === 'own');
  // The one that was just deleted marks the place where it stood.
  const all = own.filter((one) => one === entity || one.fields !== undefined);
  return (FAR[way]?.(all, entity, call) ?? []).filter((one) => one !== entity);
};

export const FAR_NEIGHBOURS: readonly Operator[] = [
  fault(
    'far-neighbour-changed',
    '4.1',
    (key) => `an update changes another entity far from its own as well: ${key}`,
    places(shownUpdates.filter(({ op }) => !op.includes('delegations') && op !== 'endpoint.update')),
    (key) => {
      const [op, way] = parted(key);
      return afterwards(op, (reply, call) => {
        if (changed(reply, call))
          for (const one of others(call, way)) call.world.set(one, over(one.fields ?? {}, call.body));
        return reply;
      });
    },
  ),
  fault(
    'far-neighbour-deleted',
    '4.1',
    (key) => `a deletion takes another entity far from its own as well: ${key}`,
    places(shownDeletions).filter(({ key }) => !key.includes('text in common')),
    (key) => {
      const [op, way] = parted(key);
      return afterwards(op, (reply, call) => {
        if (changed(reply, call)) for (const one of others(call, way)) call.world.set(one, undefined);
        return reply;
      });
    },
  ),
  fault(
    'deletion-changes-others',
    '4.1',
    (key) => `a deletion empties a text of others of the kind: ${key}`,
    shownDeletions.flatMap(({ op }) =>
      texts
        .filter((place) => place.op === op.replace('delete', 'update') && !place.member.need)
        .slice(0, 2)
        .flatMap(({ key }) => ['the next', 'the last'].map((way) => ({ key: `${key} ${way}`, op }))),
    ),
    (key) => {
      const [place, way] = parted(key);
      const { op, field } = split(place);
      return afterwards(op.replace('update', 'delete'), (reply, call) => {
        if (!changed(reply, call)) return reply;
        const all = living(call, call.entity.kind);
        const at = call.world.all(call.entity.kind).indexOf(call.entity);
        const other = way === 'the last' ? all.at(-1) : all.find((one) => call.world.all(one.kind).indexOf(one) > at);
        const { [field]: _, ...rest } = (other?.fields ?? {}) as Record<string, Json>;
        if (other?.fields && other.fields[field] !== undefined) call.world.set(other, rest);
        return reply;
      });
    },
  ),
];
