import { servesEachType } from '../../spec/requirements/operations.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import type { State } from '../state/store.ts';
import type { Fault } from './types.ts';

/** The faults of serving entities of one type only. */
const ABSENT = 'other-types-absent';
const CRASH = 'other-types-crash';

/** The switch of a fault that loses what is written to entities of one type. */
export const LAST_TYPE_FORGOTTEN = 'last-type-not-applied';
/** And of one that writes it to the next of that type as well. */
export const LAST_TYPE_STRAYS = 'last-type-strays';

/** What an entity meets under these faults: it is not found, or breaks the server; undefined when it is served. */
export function fateOfType(
  entity: object,
  state: State,
  switches: ReadonlySet<string> | undefined,
): 'absent' | 'crash' | undefined {
  if (switches === undefined || !(switches.has(ABSENT) || switches.has(CRASH)) || !isOfOtherType(entity, state))
    return undefined;
  return switches.has(ABSENT) ? 'absent' : 'crash';
}

/** True when the entity is not of the type of the first one of its kind. */
function isOfOtherType(entity: object, state: State): boolean {
  for (const all of Object.values(state) as Map<unknown, object>[]) {
    const [first, ...others] = all.values();
    if (first !== undefined && others.includes(entity)) return typeOf(first) !== typeOf(entity);
  }
  return false;
}

/** True when the entity is of the type of the last one of its kind, and the first one is not. */
export function isOfLastType(entity: unknown, state: State): boolean {
  for (const all of Object.values(state) as Map<unknown, object>[]) {
    const known = [...all.values()];
    const [first, last] = [known[0], known.at(-1)];
    if (first === undefined || last === undefined || !known.includes(entity as object)) continue;
    return typeOf(last) === typeOf(entity as object) && typeOf(first) !== typeOf(last);
  }
  return false;
}

/** The one of the same type that comes after an entity, or else before it. */
export function nextOfType(entity: unknown, state: State): unknown {
  for (const all of Object.values(state) as Map<unknown, object>[]) {
    const known = [...all.values()];
    if (!known.includes(entity as object)) continue;
    const alike = known.filter((one) => typeOf(one) === typeOf(entity as object));
    const at = alike.indexOf(entity as object);
    return alike[at + 1] ?? alike[at - 1];
  }
  return undefined;
}

function typeOf(entity: object): unknown {
  if ('parentId' in entity && entity.parentId !== undefined) return 'department';
  for (const name of ['variant', 'type', 'validationLevel']) if (name in entity) return entity[name as keyof object];
  return undefined;
}

/**
 * Entities of other types that are not found although a GET shows them, or that break the server, or of which a change is
 * not kept.
 *
 * @param kept whether what an update writes must show.
 */
export function otherTypeFaults(operation: Operation, contract: Contract, kept: boolean): Fault[] {
  if (!servesEachType(operation)) return [];
  const make = (name: string, breaks: string): Fault => ({
    id: `${operation.id}.${name}`,
    family: 'state',
    operation: operation.id,
    breaks: `${operation.id} ${breaks}.`,
    hint: { operation: operation.id, topic: 'each-type' },
    change: { kind: 'switch', name },
  });
  const shown = contract.operations.some(({ method, path }) => method === 'GET' && path === operation.path);
  return [
    make(CRASH, 'breaks on entities of all types but one'),
    ...(kept ? [make(LAST_TYPE_FORGOTTEN, 'accepts changes of entities of one type but does not keep them')] : []),
    ...(kept ? [make(LAST_TYPE_STRAYS, 'makes changes of entities of one type to the next of them as well')] : []),
    ...(shown && operation.method !== 'GET' ? [make(ABSENT, 'finds entities of one type only')] : []),
  ];
}
