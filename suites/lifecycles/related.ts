/** Whether one entity may well speak of another: then what is done to one may concern the other as well (contract 2.1). */
import { type FixtureKind, isObject, kindNamed } from '../../spec/index.ts';
import { KINDS } from '../../spec/kinds.ts';
import type { Fixture } from '../../target/types.ts';
import { mentions } from '../judges/index.ts';
import type { Watched } from './neighbours.ts';

/** True when one of two entities mentions the other. `shown`: what the first shows, where that is known. */
export function related(fixture: Fixture, shown: unknown, { ids, reader, before }: Watched): boolean {
  const other = { kind: reader.entity ?? fixture.kind, ids };
  return names(before.value, other, fixture, shown) || names(shown, fixture, other, before.value);
}

/** Of those that are watched, the ones that an update must leave alone: what belongs to the changed one may take over what it shows. */
export function unrelated(fixture: Fixture, shown: unknown, watched: readonly Watched[]): readonly Watched[] {
  return watched.filter((one) => !related(fixture, shown, one));
}

type Named = Pick<Fixture, 'kind' | 'ids'>;

/** True where what an entity shows may name another one. `there`: what that one shows itself. */
function names(document: unknown, own: Named, other: Named, there: unknown): boolean {
  const id = Object.values(other.ids).at(-1);
  if (id === undefined || !isObject(document)) return false;
  const isApart = own.kind === other.kind && !KINDS[own.kind].nests;
  const isInCommon = ([name, value]: readonly [string, unknown]): boolean =>
    isApart && (String(own.ids[name]) === String(value) || isListShared(value, isObject(there) && there[name]));
  const rest = Object.entries(document).filter((member) => !isInCommon(member));
  return mentions(withoutOthers(Object.fromEntries(rest), other.kind), id);
}

/** Without members that are called as the identifiers of another kind are. */
function withoutOthers(document: unknown, kind: FixtureKind): unknown {
  if (Array.isArray(document)) return document.map((one: unknown) => withoutOthers(one, kind));
  if (!isObject(document)) return document;
  const kept = Object.entries(document).filter(([name]) => (kindNamed(name) ?? kind) === kind);
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutOthers(value, kind)]));
}

/** What the path names is in common as well; the same list of bare values in both is of something else, as neither names itself. */
function isListShared(one: unknown, other: unknown): boolean {
  return (
    Array.isArray(one) && one.every((item) => typeof item !== 'object') && JSON.stringify(one) === JSON.stringify(other)
  );
}
