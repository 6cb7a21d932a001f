/** Entities of other kinds with the same identifier: each kind counts for itself, and a server that keeps them in one place may not (contract 4). */
import { KINDS } from '../../spec/kinds.ts';
import type { FixtureKind, Operation } from '../../spec/types.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { timesMentioned } from '../judges/documents.ts';
import { pathParameters } from '../requests/compose.ts';
import { type Watched, watchOne } from './neighbours.ts';

/**
 * Watches one entity of each other kind that shares the last identifier of this one, those with a path of the same form
 * first and `most` at most, where it can be read and neither kind belongs to the other. What shows that identifier a second
 * time may refer to this one, and is left out.
 */
export async function watchTwins(
  context: CheckContext,
  fixture: Fixture,
  most = Number.POSITIVE_INFINITY,
): Promise<readonly Watched[]> {
  const own = lastOf(fixture);
  if (context.depth === 'quick' || own === undefined) return [];
  const alike = context.session.target
    .fixtures()
    .filter((one) => String(lastOf(one)) === String(own) && areApart(one.kind, fixture.kind));
  const depth = ({ ids }: Fixture): number => Math.abs(Object.keys(ids).length - Object.keys(fixture.ids).length);
  const firsts = [...Map.groupBy(alike, ({ kind }) => kind).values()].flatMap(([first]) => first ?? []);
  const readable = firsts
    .sort((a, b) => depth(a) - depth(b))
    .flatMap((one) => {
      const reader = readerOf(context, one.kind);
      return reader === undefined ? [] : [{ one, reader }];
    });
  const watched = await Promise.all(readable.slice(0, most).map(({ one, reader }) => watchOne(context, reader, one)));
  return watched.filter(({ before }) => timesMentioned(before.value, own) <= 1);
}

/** To an organization anything may belong, and go with it, whether that shows or not (silence organization.delete.condition). */
function areApart(one: FixtureKind, other: FixtureKind): boolean {
  const [its, own] = [KINDS[one], KINDS[other]];
  return one !== other && !its.nests && !own.nests && its.below !== other && own.below !== one;
}

function readerOf({ contract }: CheckContext, kind: FixtureKind): Operation | undefined {
  return contract.operations.find(
    (one) => one.method === 'GET' && one.entity === kind && one.path.endsWith('}') && pathParameters(one).length > 0,
  );
}

function lastOf({ ids }: Fixture): string | number | undefined {
  return Object.values(ids).at(-1);
}
