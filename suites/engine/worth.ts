/** What checks cost, in requests, and what they find for it: what a schedule must know beforehand, lest the longest chain begin last, and what a budget is best spent on. */
import type { Check, CheckGroup } from './check.ts';
import measured from './lengths.json' with { type: 'json' };
import known from './worth.json' with { type: 'json' };

/** What is judged together or not at all: a group whose checks share most requests, a check, or one requirement of a divisible check. */
export interface Unit {
  readonly group?: string;
  readonly check?: string;
  readonly requirement?: string;
  /** Those that a standard run on the emulator sends for it. */
  readonly requests: number;
  /** Planted faults that it is the first in the order to notice. */
  readonly kills: number;
}

/** What is known of the units, in the order in which a budget is spent on them. */
export interface Worth {
  /** Requests that every run sends before its first check: are the fixtures there? */
  readonly before: number;
  /** Faults that were planted, all of which some unit notices. */
  readonly faults: number;
  readonly units: readonly Unit[];
}

const WORTH: Worth = known;

/** The part of a budget that may go into looking which fixtures are there. */
const LOOKING = 0.1;

/** Fixtures that a run with a budget looks at, and has: all that it pays for. */
export function looksWithin(budget: number): number {
  return Math.floor(budget * LOOKING);
}

/** The part of a budget that is kept back: another server may make the same checks ask more than the one they were measured on. */
const KEPT_BACK = 0.08;

/** Requests with which a group begins, however little of it is judged: it looks at its entity and asks for something ordinary. */
const BEGINNING = 4;

/** What is to be judged, and what that takes. */
export interface Spending {
  readonly requirements: ReadonlySet<string>;
  /** Requests, by what the same checks took on the emulator. */
  readonly requests: number;
  /** The part of the planted faults that these checks notice, 0 to 1; of a narrowed run, of those that its checks notice. */
  readonly finds: number;
}

/**
 * What of the wanted requirements a number of requests suffices for. What it does not suffice for is passed over, and cheaper
 * things after it are taken.
 *
 * @param groups all groups of the catalogue
 * @param wanted true for a requirement that the run is about; all when left out
 */
export function spend(
  groups: readonly CheckGroup[],
  budget: number,
  wanted: (requirement: string) => boolean = () => true,
  { before, units }: Worth = WORTH,
): Spending {
  const requirements = new Set<string>();
  const most = Math.ceil(budget * (1 - KEPT_BACK));
  let [requests, finds, all] = [Math.min(before, looksWithin(budget)), 0, 0];
  const begun = new Set<string>();
  for (const { members, ...unit } of ordered(groups, units)) {
    const own = members.filter(wanted);
    if (own.length === 0) continue;
    all += unit.kills;
    const begins = unit.requests > 0 && !begun.has(unit.of) ? BEGINNING : 0;
    if (requests + unit.requests + begins > most) continue;
    if (begins > 0) begun.add(unit.of);
    requests += unit.requests + begins;
    finds += unit.kills;
    for (const requirement of own) requirements.add(requirement);
  }
  return { requirements, requests, finds: all === 0 ? 1 : finds / all };
}

interface Candidate extends Unit {
  readonly members: readonly string[];
  /** Its group. */
  readonly of: string;
}

/** The units with their requirements, and behind them the checks of which nothing is known, the shortest first. */
function ordered(groups: readonly CheckGroup[], units: readonly Unit[]): Candidate[] {
  const groupsById = new Map(groups.map((group) => [group.id, group.checks]));
  const checks = new Map<string, Check>(groups.flatMap((group) => group.checks.map((check) => [check.id, check])));
  const told = new Set<string>();
  const groupOf = new Map(groups.flatMap(({ id, checks: own }) => own.map((check) => [check.id, id])));
  const known = units.map((unit) => {
    const some = unit.group === undefined ? [checks.get(unit.check ?? '')] : (groupsById.get(unit.group) ?? []);
    const all = some.flatMap((check) => check?.requirements ?? []);
    const members = unit.requirement === undefined ? all : all.filter((id) => id === unit.requirement);
    for (const requirement of members) told.add(requirement);
    return { ...unit, members, of: unit.group ?? groupOf.get(unit.check ?? '') ?? '' };
  });
  const others = [...checks.values()]
    .map((check) => ({ check, members: check.requirements.filter((id) => !told.has(id)) }))
    .filter(({ members }) => members.length > 0)
    .map(({ check, members }) => ({ members, of: groupOf.get(check.id) ?? '', requests: lengthOf(check), kills: 0 }))
    .toSorted((a, b) => a.requests - b.requests);
  return [...known, ...others];
}

/** What a check takes that was not measured, for each of its requirements. */
const USUAL = 3;

/**
 * What the checks of a standard run on the emulator took (`npm run bench -- --lengths` writes it anew): requests, and where this is another
 * number, as many as one after the other take the same time: some are under way at a time, and some things are waited for.
 */
const MEASURED: Readonly<Record<string, number | readonly number[]>> = measured;

/** The requests that a check is expected to send. Only the order of the work follows from it, never a verdict. */
export function lengthOf(check: Check): number {
  return Math.ceil(shareOf(check, 'sum'));
}

function shareOf({ id, requirements, whole = requirements }: Check, of: 'sum' | 'chain'): number {
  const known = measuredOf(id, of);
  return known === undefined ? USUAL * requirements.length : (known * requirements.length) / Math.max(1, whole.length);
}

function measuredOf(id: string, of: 'sum' | 'chain'): number | undefined {
  const known = MEASURED[id];
  return typeof known === 'number' ? known : known?.at(of === 'sum' ? 0 : -1);
}

/** What a group does in its own name, for all of its checks: each part of it does. */
function commonOf({ id, checks }: CheckGroup, of: 'sum' | 'chain'): number {
  return checks.some((check) => check.id === id) ? 0 : (measuredOf(id, of) ?? 0);
}

/**
 * The requests of a group that wait for each other: those of all its checks, of its longest check where they run at the same time,
 * and of strands those of the longest.
 */
export function chainOf(group: CheckGroup): number {
  const { checks, parallel } = group;
  const chain = (check: Check): number => shareOf(check, 'chain');
  if (parallel) return Math.ceil(Math.max(0, ...checks.map(chain)));
  let common = commonOf(group, 'chain');
  const strands = new Map<string, number>();
  for (const check of checks) {
    if (check.strand !== undefined) {
      strands.set(check.strand, (strands.get(check.strand) ?? 0) + chain(check));
      continue;
    }
    common += Math.max(0, ...strands.values()) + chain(check);
    strands.clear();
  }
  return Math.ceil(common + Math.max(0, ...strands.values()));
}

/** All requests of a group. */
export function sumOf(group: CheckGroup): number {
  return group.checks.reduce((sum, check) => sum + lengthOf(check), commonOf(group, 'sum'));
}
