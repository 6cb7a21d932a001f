/** What the operators of the fault model make of a change: they touch other entities, or come at another time. */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../../../spec/json.ts';
import { emptyState, type State } from '../../state/store.ts';

type Kind = keyof State;
type Entity = Record<string, unknown>;

/** The state as it was, by kind and id. */
export function copyOf(state: State): State {
  return structuredClone(state);
}

/** One entity that differs between two states. */
export interface Difference {
  readonly kind: Kind;
  readonly id: unknown;
  readonly before: Entity | undefined;
  readonly after: Entity | undefined;
}

const KINDS = Object.keys(emptyState()) as Kind[];

/** What a request changed. */
export function differences(before: State, after: State): Difference[] {
  return KINDS.flatMap((kind) => {
    const [old, now] = [before[kind], after[kind]] as unknown as Map<unknown, Entity>[];
    const ids = new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])]);
    return [...ids]
      .map((id) => ({ kind, id, before: old?.get(id), after: now?.get(id) }))
      .filter((one) => !isDeepStrictEqual(one.before, one.after));
  });
}

/** Does to another entity of the kind what was done to this one. */
export function alsoTo(state: State, { kind, id, before, after }: Difference, which: 'next' | 'first' | 'last'): void {
  const other = another(state, kind, id, which);
  const entity = (state[kind] as Map<unknown, unknown>).get(other) as Entity | undefined;
  if (entity !== undefined && before !== undefined && after !== undefined) transfer(before, after, entity);
}

/** Leaves an entity as it was, and does to the first or last one below the same parent what was done to it. */
export function insteadTo(state: State, one: Difference, which: 'first' | 'last'): void {
  const { kind, id, before, after } = one;
  if (before === undefined || after === undefined) return;
  const siblings = [...(state[kind] as unknown as Map<unknown, Entity>)].filter(([, other]) =>
    ABOVE.every((name) => other[name] === after[name]),
  );
  const [other, entity] = siblings.at(which === 'first' ? 0 : -1) ?? [];
  if (entity === undefined || other === id) return;
  undo(state, [one]);
  transfer(before, after, entity);
}

/** Members that name what an entity stands below. */
const ABOVE = ['certId', 'endpointId', 'orgId'];

/** Deletes another entity of the kind. */
export function deleteAnother(state: State, kind: Kind, id: unknown, which: 'first' | 'last'): void {
  const entities = state[kind] as Map<unknown, unknown>;
  const other = another(state, kind, id, which);
  if (other !== undefined) entities.delete(other);
}

/** What stands below entities of a kind, and the member that names the entity. */
const BELOW: Readonly<Partial<Record<Kind, readonly [below: Kind, parent: string]>>> = {
  clientCertificates: ['clientLocations', 'certId'],
  endpoints: ['accounts', 'endpointId'],
};

/** Deletes what stands below other entities of the kinds in which something is gone. */
export function deleteBelow(state: State, changed: readonly Difference[]): void {
  const gone = changed.filter(({ after }) => after === undefined);
  for (const { kind } of gone) {
    const [below, parent] = BELOW[kind] ?? [];
    if (below === undefined || parent === undefined) continue;
    const entities = state[below] as unknown as Map<unknown, Entity>;
    for (const [id, entity] of entities)
      if (gone.every((one) => one.kind !== kind || one.id !== entity[parent])) entities.delete(id);
  }
}

/** What entities of a kind stand below, and the member that names it. */
const PARENT: Readonly<Partial<Record<Kind, readonly [above: Kind, name: string]>>> = {
  sslLocations: ['sslCertificates', 'certId'],
  clientLocations: ['clientCertificates', 'certId'],
  accounts: ['endpoints', 'endpointId'],
  validations: ['organizations', 'orgId'],
};

/** Deletes what stands above what is gone. */
export function deleteParent(state: State, { kind, before }: Difference): void {
  const [above, name] = PARENT[kind] ?? [];
  if (above !== undefined && name !== undefined) (state[above] as Map<unknown, unknown>).delete(before?.[name]);
}

/** Puts entities back to what they were, each as far as it is still what it became. */
export function undo(state: State, changed: readonly Difference[]): void {
  for (const { kind, id, before, after } of changed) {
    const entities = state[kind] as Map<unknown, unknown>;
    if (before === undefined || after === undefined || !isDeepStrictEqual(entities.get(id), after)) continue;
    entities.set(id, structuredClone(before));
  }
}

/** Puts back what was deleted. */
export function revive(state: State, gone: readonly Difference[]): void {
  for (const { kind, id, before } of gone) (state[kind] as Map<unknown, unknown>).set(id, structuredClone(before));
}

function another(state: State, kind: Kind, id: unknown, which: 'next' | 'first' | 'last'): unknown {
  const ids = [...(state[kind] as Map<unknown, unknown>).keys()];
  const others = ids.filter((one) => one !== id);
  if (which === 'first') return others[0];
  if (which === 'last') return others.at(-1);
  return ids[ids.indexOf(id) + 1] ?? others.at(-1);
}

/** Members that say when something happened, or what something is. */
const OWN = new Set(['id', 'modified', 'created', 'submitted']);

/** Writes to `entity` what differs between two states of another one. */
function transfer(before: Entity, after: Entity, entity: Entity): void {
  for (const name of Object.keys(after)) {
    if (OWN.has(name) || isDeepStrictEqual(before[name], after[name])) continue;
    const [was, is, own] = [before[name], after[name], entity[name]];
    if (isObject(was) && isObject(is) && isObject(own)) transfer(was, is, own);
    else entity[name] = structuredClone(is);
  }
}
