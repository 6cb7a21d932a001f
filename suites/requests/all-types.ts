/** Whether entities of all types were asked that there are: what fits one type only is refused by all others (contract 4.9; silence endpoint.auth-types.combination). */
import { type Contract, enumOf, type FixtureKind } from '../../spec/index.ts';
import { typeOf } from '../subject/search.ts';
import type { Tried } from './control.ts';

/** With the entity's own, these make three types: where nobody lists them, more than a rule for one of them explains. */
export const ENOUGH_OTHERS = 2;

/** The types of some entities, as far as they are told. */
export function typesOf(some: readonly Tried[]): ReadonlySet<string> {
  return new Set(some.flatMap(({ fixture }) => (fixture && typeOf(fixture)) ?? []));
}

/** True where these are all types of a kind that the contract lists; undefined where it lists none of them. */
export function areAllListed(
  contract: Contract,
  kind: FixtureKind | undefined,
  types: ReadonlySet<string>,
): boolean | undefined {
  const parameters = contract.operations.filter(({ entity }) => entity === kind).flatMap((one) => one.parameters);
  const listed = parameters
    .map(({ schema }) => enumOf(schema).map(String))
    .find((all) => all.some((one) => types.has(one)));
  return listed?.every((one) => types.has(one));
}
