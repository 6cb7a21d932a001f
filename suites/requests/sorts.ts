/** Which entities are alike, as far as the profile says: one of each sort says more than several of one. */
import { KINDS } from '../../spec/kinds.ts';
import type { Fixture } from '../../target/types.ts';

/** What the profile says of an entity that others may be as well: two of one sort have the same. */
export function sortOf({ kind, traits }: Fixture): string {
  return JSON.stringify(Object.entries(traits).filter(([name]) => KINDS[kind].own?.includes(name) !== true));
}

/** What tells entities of one kind apart: their type, the level of an organization or a validation, the variant of an account. */
export function typeOf({ kind, traits }: Fixture): string | undefined {
  const trait = KINDS[kind].types?.map((name) => traits[name]).find((value) => value !== undefined);
  return trait === undefined ? undefined : String(trait);
}
