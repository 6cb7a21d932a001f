/** Which entities lie within others of their kind: a department within its organization (contract 4.7). Nothing but their GETs tells. */
import { KINDS } from '../../spec/kinds.ts';
import type { Fixture } from '../../target/types.ts';

/**
 * Pairs of an outer and an inner entity, from what the GET of each shows: in a list the ids of those within it, elsewhere
 * the id of that which it lies within. A number that happens to be another one's id does no harm: both are kept from others
 * together.
 */
export function nestings(
  all: readonly (readonly [fixture: Fixture, shown: unknown])[],
): [outer: Fixture, inner: Fixture][] {
  const nesting = all.filter(([{ kind }]) => KINDS[kind].nests === true);
  return nesting.flatMap(([one, shown]) => {
    const named = [...idsIn(shown, false)];
    return nesting.flatMap(([other]): [Fixture, Fixture][] => {
      if (other === one || other.kind !== one.kind) return [];
      const id = Object.values(other.ids).at(-1);
      return named.filter(({ value }) => value === id).map(({ listed }) => (listed ? [one, other] : [other, one]));
    });
  });
}

function* idsIn(value: unknown, listed: boolean): Generator<{ readonly value: unknown; readonly listed: boolean }> {
  if (Array.isArray(value)) for (const item of value) yield* idsIn(item, true);
  else if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* idsIn(member, listed);
  else yield { value, listed };
}
