/** What a budget of requests buys: the order that finds most planted faults for the fewest requests, and its curve. */
import type { Fault } from '../../emulator/index.ts';
import type { Contract } from '../../spec/types.ts';
import type { CheckGroup } from '../../suites/engine/check.ts';
import { spend, type Unit, type Worth } from '../../suites/engine/worth.ts';
import type { Priced, Prices } from './costs.ts';
import { type Kill, scopes } from './hunt.ts';

/** Planted faults found by so many requests. */
export interface Point {
  readonly requests: number;
  readonly found: number;
}

/** How many requirements notice a fault, of those that state what it breaks. */
const NOTICE = 1.5;

/** What one unit noticed of a fault. */
interface Notice {
  readonly fault: number;
  /** How likely it is that the unit notices it: 1 where it did. */
  readonly part: number;
}

/**
 * The order in which a budget is spent: for each operation what finds most for each request, then over all operations. Of
 * what finds nothing that was not found before, the requirements that cost least come first.
 *
 * Far more faults can be planted than were hunted. The order also looks at the others, by the requirements that state what they
 * break; what is told to be found is of the hunted ones alone, so that no order can fit itself to what it is measured by.
 *
 * @param others faults that were not hunted
 */
export function worthOf(
  contract: Contract,
  { before, all }: Prices,
  kills: readonly Kill[],
  others: readonly Fault[],
): Worth {
  const hunted = kills.map(({ killers }) => killers).filter(({ length }) => length > 0);
  const guessed = others.map((fault) => [...(scopes(contract, fault)[0] ?? [])]);
  /** How likely it is that a fault is not found yet. */
  const open = [...hunted, ...guessed].map(() => 1);
  const notices = noticesOf(all, hunted, guessed);
  const left = new Set(all);
  const order: Unit[] = [];
  const worth = (unit: Priced): number =>
    (notices.get(unit) ?? []).reduce((sum, { fault, part }) => sum + (open[fault] ?? 0) * part, 0);
  const take = (unit: Priced): void => {
    const { requirements: _, ...told } = unit;
    let found = 0;
    for (const { fault, part } of notices.get(unit) ?? []) {
      if (fault < hunted.length) found += open[fault] ?? 0;
      open[fault] = (open[fault] ?? 0) * (1 - part);
    }
    left.delete(unit);
    order.push({ ...told, kills: found });
  };
  for (const { id } of contract.operations) {
    const isOfIt = (requirement: string): boolean => contract.requirement(requirement).operation === id;
    // What sends nothing of its own only looks at what others send.
    const own = [...left].filter(({ requests, requirements }) => requests > 0 && requirements.some(isOfIt));
    const best = bestOf(own, worth);
    if (best !== undefined) take(best);
  }
  for (let best = bestOf([...left], worth); best !== undefined; best = bestOf([...left], worth)) take(best);
  return { before, faults: hunted.length, units: order };
}

/** What each unit noticed of the hunted faults, and may notice of the others. */
function noticesOf(
  all: readonly Priced[],
  hunted: readonly (readonly string[])[],
  guessed: readonly (readonly string[])[],
): ReadonlyMap<Priced, readonly Notice[]> {
  const unitOf = new Map(all.flatMap((unit) => unit.requirements.map((id) => [id, unit] as const)));
  const notices = new Map<Priced, Notice[]>(all.map((unit) => [unit, []]));
  const note = (ids: readonly string[], fault: number, each: number): void => {
    for (const [unit, own] of Map.groupBy(ids, (id) => unitOf.get(id))) {
      if (unit !== undefined) notices.get(unit)?.push({ fault, part: Math.min(1, own.length * each) });
    }
  };
  for (const [fault, ids] of hunted.entries()) note(ids, fault, 1);
  for (const [fault, ids] of guessed.entries()) note(ids, hunted.length + fault, NOTICE / ids.length);
  return notices;
}

/** The unit that finds most for each request; among those that find nothing, the one with the cheapest requirements. */
function bestOf(units: readonly Priced[], worth: (unit: Priced) => number): Priced | undefined {
  const rated = units.map((unit) => {
    const requests = Math.max(1, unit.requests);
    return { unit, finds: worth(unit) / requests, cheap: unit.requirements.length / requests };
  });
  const [first, ...others] = rated;
  if (first === undefined) return undefined;
  return others.reduce(
    (best, one) => (one.finds > best.finds || (one.finds === best.finds && one.cheap > best.cheap) ? one : best),
    first,
  ).unit;
}

/** How many faults a run with each of these budgets finds. */
export function curveOf(groups: readonly CheckGroup[], worth: Worth, budgets: readonly number[]): readonly Point[] {
  return budgets.map((budget) => {
    const { requests, finds } = spend(groups, budget, undefined, worth);
    return { requests: Number.isFinite(budget) ? budget : requests, found: Math.round(finds * worth.faults) };
  });
}
