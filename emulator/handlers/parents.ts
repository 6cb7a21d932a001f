import type { Call } from '../call.ts';
import { FOREIGN_SERVED } from '../faults/paths.ts';

/**
 * Whether an entity stands under the parent that the path names. One of another parent does not exist there; where that
 * reading is taken it is found all the same, and its handler refuses the request as bad.
 *
 * @param own id of the parent that the entity has; undefined when there is no such entity.
 */
export function isReachable(
  call: Call,
  own: number | undefined,
  named: number,
  parents: ReadonlyMap<number, unknown>,
): boolean {
  if (own === undefined) return false;
  const found = call.has(FOREIGN_SERVED) || call.world.policy.otherwise('entity.foreign-parent');
  return own === named || (parents.has(named) && found);
}

/** Whether an entity that was found is served under the parent that the path names: only under its own. */
export function isServedUnder(call: Call, own: number, named: number): boolean {
  return own === named || call.has(FOREIGN_SERVED);
}
