/** Puts generated parts into the body that was accepted, so that nothing else can be the reason of an answer. */
import type { RequestCase, Violation } from '../../generators/index.ts';
import { isObject, valueAt } from '../../spec/json.ts';
import type { Operation } from '../../spec/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { pointerSet, pointerUnset } from '../judges/pointer.ts';

/** What cases about a body are variations of. */
export interface Subject {
  readonly context: CheckContext;
  readonly operation: Operation;
  readonly request: RequestCase;
  /** The schema is our guess at the target's: what it says can be observed, not failed. */
  readonly assumed: boolean;
}

/** Keeps the accepted body and exchanges only the part in question, so that nothing else can be the reason. */
export function transplant(accepted: unknown, generated: unknown, pointer: string): unknown {
  const place = placeIn(accepted, pointer);
  return place === '' ? generated : pointerSet(accepted, place, valueAt(generated, place));
}

/** As far along a pointer as the accepted body has objects: what is not there, and the items of a list, come as they were made. */
function placeIn(accepted: unknown, pointer: string): string {
  let place = '';
  for (const step of pointer.split('/').slice(1)) {
    if (place !== '' && !isObject(valueAt(accepted, place))) break;
    place += `/${step}`;
  }
  return place;
}

/** The operator of a fault that repeats an item with another one in between. */
export const APART = 'duplicate-apart';

/** A repeated item of the accepted list: other items might be refused for naming nothing. */
export function repeated(accepted: unknown, fault: Violation): Violation {
  if (fault.operator === APART) return fault;
  const list = fault.keyword === 'uniqueItems' ? valueAt(accepted, fault.pointer) : undefined;
  if (!Array.isArray(list) || list.length === 0) return fault;
  const twice: unknown[] = [...list, list[0]];
  return { ...fault, old: list, new: twice, value: pointerSet(accepted, fault.pointer, twice) };
}

/** Keeps the accepted body and exchanges only the broken part, or takes it away. A broken list stands for itself. */
export function transplantFault(accepted: unknown, fault: Violation): unknown {
  const place = placeIn(accepted, fault.pointer);
  if (place === '' || Array.isArray(fault.value)) return fault.value;
  const value = valueAt(fault.value, place);
  return value === undefined ? pointerUnset(accepted ?? {}, place) : pointerSet(accepted, place, value);
}
