/** Operations that make sense only in some state of their entity: how to bring it there, and back (contract 3.3, 4.10). */
import type { Contract, Operation } from '../../spec/types.ts';
import type { Fixture } from '../../target/types.ts';

/** True for an operation that makes sense only in some state of its entity. */
export function isPrepared({ ways }: Operation): boolean {
  return ways?.startsFrom !== undefined;
}

/** The operation that must come first, when the fixture is in the state that it starts from. */
export function stepBefore(contract: Contract, { ways }: Operation): Operation | undefined {
  return ways?.after === undefined ? undefined : contract.operation(ways.after);
}

/** The operation that leads back; undefined when the fixture was not known to be in the state that it leads to. */
export function stepAfter(contract: Contract, { ways }: Operation, { traits }: Fixture): Operation | undefined {
  if (ways?.undoneBy === undefined) return undefined;
  const known = Object.entries(ways.startsFrom ?? {}).every(([trait, value]) => traits[trait] === value);
  return known ? contract.operation(ways.undoneBy) : undefined;
}
