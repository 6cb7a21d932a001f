/**
 * Cuts a long chain of requests into parts that need not wait for each other. A group that writes sends one request after the
 * other, since each entity must see its own in order; with more entities it can work on several at a time. What is cut depends on
 * the contract and on the fixtures, never on how many requests may be in flight: the same run sends the same.
 */
import type { Fixture } from '../../target/types.ts';
import type { Check, CheckGroup } from './check.ts';
import type { Engine } from './execute.ts';
import { chainOf, lengthOf } from './worth.ts';

/** Requests of a part, where there are entities for so many parts: shorter ones cost more positive controls than they save time. */
const LONGEST = 200;

/** Requirements of a slice, of which one may take most of the requests: of fewer nobody knows what share of the whole they take. */
const EVEN = 4;

/** The parts of a group: itself, where it is short, or where its checks do not each stand alone on an entity of the group's own. */
export function partsOf(engine: Engine, group: CheckGroup): readonly CheckGroup[] {
  const most = Math.min(Math.ceil(chainOf(group) / LONGEST), entitiesFor(engine, group));
  if (most < 2) return [group];
  const shares = dealt(
    group.checks.flatMap((check) => slicesOf(check, most)),
    most,
  );
  return shares.map((checks, place) => ({ ...group, checks: joined(group, checks), part: { place, of: most } }));
}

/** Entities that the group is dealt and may change: each part wants one of its own. */
function entitiesFor({ contract, target, allot }: Engine, group: CheckGroup): number {
  if (group.divisible !== true || allot === undefined || group.operation === undefined) return 0;
  const { entity: kind, effect } = contract.operation(group.operation);
  if (kind === undefined || effect !== 'modify') return 0;
  const known = target.fixtures();
  const own = (['modify', 'destroy'] as const).flatMap((need) => [...allot(group)({ kind, effect: need }, known)]);
  return new Set<Fixture>(own).size;
}

/** A check by itself, or, where each of its requirements is judged for itself, as many slices of it as there are parts. */
function slicesOf(check: Check, parts: number): Check[] {
  const { requirements } = check;
  const most = Math.min(parts, Math.ceil(lengthOf(check) / (LONGEST / 4)), Math.floor(requirements.length / EVEN));
  const slices = check.divisible === true ? most : 1;
  if (slices < 2) return [check];
  return Array.from({ length: slices }, (_, place) => ({
    ...check,
    whole: requirements,
    requirements: requirements.filter((_id, at) => Math.floor((at * slices) / requirements.length) === place),
  }));
}

/** Deals the longest first, each to whoever has least so far. */
function dealt(slices: readonly Check[], parts: number): Check[][] {
  const shares = Array.from({ length: parts }, () => ({ length: 0, checks: [] as Check[] }));
  for (const slice of slices.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
    const least = shares.reduce((best, share) => (share.length < best.length ? share : best));
    least.length += lengthOf(slice);
    least.checks.push(slice);
  }
  return shares.map(({ checks }) => checks);
}

/** Slices in the order of the group, those of one check as one again. */
function joined(group: CheckGroup, slices: readonly Check[]): Check[] {
  return group.checks.flatMap((check): Check[] => {
    const own = new Set(slices.filter(({ id }) => id === check.id).flatMap(({ requirements }) => requirements));
    if (own.size === 0) return [];
    if (own.size === check.requirements.length) return [check];
    return [{ ...check, whole: check.requirements, requirements: check.requirements.filter((id) => own.has(id)) }];
  });
}
