/** What is otherwise in one run than in another: verdicts, what was observed, and how long answers took. */
import { isDeepStrictEqual } from 'node:util';
import type { Verdict } from '../spec/vocabulary.ts';
import { missingFromPlan } from './coverage.ts';
import type { Result } from './model.ts';
import { verdictOf } from './outcome.ts';
import type { RunResults } from './reader.ts';
import { type Statement, statementOf } from './statement.ts';

/** One of the two runs that are compared. */
export interface Side {
  readonly statement: Statement;
  /** The worst verdict on each requirement. A statement alone does not name those that are fine. */
  readonly verdicts: ReadonlyMap<string, Told>;
  /** False for a statement alone: what it does not name was fine, or no part of the run. */
  readonly complete: boolean;
  /** Times of the answers in milliseconds by operation; none from a statement alone. */
  readonly times: ReadonlyMap<string, readonly number[]>;
}

interface Told {
  readonly verdict: Verdict;
  readonly said?: string;
}

/** A requirement whose verdict is another one. */
export interface Change {
  readonly requirement: string;
  readonly before: Verdict | 'fine' | 'none';
  readonly after: Verdict | 'fine' | 'none';
  /** What the later run says of it, or the earlier one where the later says nothing. */
  readonly said?: string;
}

export interface OtherObservation {
  readonly silence: string;
  readonly before: readonly unknown[];
  readonly after: readonly unknown[];
}

/** Medians in milliseconds. */
export interface OtherTiming {
  readonly operation: string;
  readonly before: number;
  readonly after: number;
}

export interface Comparison {
  /** True when something failed, broke off or was not shown that did not before. */
  readonly worse: boolean;
  /** Facts of the runs that differ: what follows may come of that. */
  readonly facts: readonly { readonly fact: string; readonly before: unknown; readonly after: unknown }[];
  readonly failing: readonly Change[];
  /** Fail in the later run, and the earlier one was not about them: nobody knows whether that is worse. */
  readonly failingApart: readonly Change[];
  readonly fixed: readonly Change[];
  /** Were shown, one way or the other, and are not any more. */
  readonly lost: readonly Change[];
  /** Are shown now and were not. */
  readonly gained: readonly Change[];
  readonly warnings: readonly Change[];
  /** Failed in both, in another way. */
  readonly otherwise: readonly Change[];
  /** Requirements of the later run that the earlier one was not about, and the other way round. */
  readonly onlyAfter: number;
  readonly onlyBefore: number;
  readonly observations: readonly OtherObservation[];
  readonly timing: readonly OtherTiming[];
}

/** A run by its results. */
export function sideOf(run: RunResults): Side {
  const verdicts = new Map<string, Told>();
  for (const result of run.results) {
    // What no effect or fixture permitted was left open; an area that is not claimed was not.
    const open = result.verdict === 'not-applicable' && result.cause !== 'area-not-claimed';
    const told = { verdict: open ? 'inconclusive' : verdictOf(result), said: result.failure?.actual ?? result.reason };
    const known = verdicts.get(result.requirement);
    if (known === undefined || RANK[told.verdict] < RANK[known.verdict]) {
      verdicts.set(result.requirement, told.said === undefined ? { verdict: told.verdict } : (told as Told));
    }
  }
  for (const requirement of missingFromPlan(run)) verdicts.set(requirement, { verdict: 'inconclusive' });
  return { statement: statementOf(run), verdicts, complete: true, times: timesOf(run.results) };
}

/** A run by its statement alone. */
export function sideOfStatement(statement: Statement): Side {
  const verdicts = new Map<string, Told>();
  for (const { cause, reason, requirements } of statement.unproven) {
    const verdict = cause === 'area-not-claimed' ? 'not-applicable' : 'inconclusive';
    for (const requirement of requirements) verdicts.set(requirement, { verdict, said: reason });
  }
  for (const requirement of statement.missing) verdicts.set(requirement, { verdict: 'inconclusive' });
  for (const verdict of ['warn', 'broken', 'fail'] as const) {
    const all = { warn: statement.warnings, broken: statement.broken, fail: statement.failures }[verdict];
    for (const { requirement, actual } of all) verdicts.set(requirement, { verdict, said: actual });
  }
  return { statement, verdicts, complete: false, times: new Map() };
}

/** Compares an earlier run with a later one. */
export function compareRuns(before: Side, after: Side): Comparison {
  const changes = [...new Set([...before.verdicts.keys(), ...after.verdicts.keys()])].sort().map((requirement) => {
    const said = after.verdicts.get(requirement)?.said ?? before.verdicts.get(requirement)?.said;
    const change: Change = {
      requirement,
      before: toldBy(before, requirement),
      after: toldBy(after, requirement),
      ...(said === undefined ? {} : { said }),
    };
    return change;
  });
  const both = changes.filter((one) => one.before !== 'none' && one.after !== 'none');
  const is = (wanted: (before: Group, after: Group) => boolean): Change[] =>
    both.filter((one) => wanted(groupOf(one.before), groupOf(one.after)));
  const failing = is((was, now) => now === 'bad' && was !== 'bad');
  const lost = is((was, now) => now === 'open' && (was === 'good' || was === 'bad' || was === 'doubtful'));
  return {
    worse: failing.length > 0 || lost.length > 0,
    facts: otherFacts(before.statement, after.statement),
    failing,
    failingApart: changes.filter((one) => one.before === 'none' && groupOf(one.after) === 'bad'),
    fixed: is((was, now) => was === 'bad' && (now === 'good' || now === 'doubtful')),
    lost,
    gained: is((was, now) => was === 'open' && (now === 'good' || now === 'doubtful')),
    warnings: is((was, now) => now === 'doubtful' && (was === 'good' || was === 'open')),
    otherwise: both.filter(
      ({ requirement, before: was, after: now }) =>
        was === 'fail' && now === 'fail' && saidOf(before, requirement) !== saidOf(after, requirement),
    ),
    onlyAfter: changes.filter((one) => one.before === 'none').length,
    onlyBefore: changes.filter((one) => one.after === 'none').length,
    observations: otherObservations(before.statement, after.statement),
    timing: otherTimes(before, after),
  };
}

/** What a verdict says of a promise: held, broken, in doubt, not shown, or nothing as its area is not claimed. */
type Group = 'good' | 'bad' | 'doubtful' | 'open' | 'aside';

const GROUPS: Readonly<Record<Verdict | 'fine' | 'none', Group>> = {
  fine: 'good',
  pass: 'good',
  observed: 'good',
  warn: 'doubtful',
  fail: 'bad',
  broken: 'open',
  inconclusive: 'open',
  'not-applicable': 'aside',
  none: 'aside',
};

const groupOf = (verdict: Change['before']): Group => GROUPS[verdict];

/** Worst first. */
const RANK: Readonly<Record<Verdict, number>> = {
  fail: 0,
  broken: 1,
  inconclusive: 2,
  warn: 3,
  'not-applicable': 4,
  observed: 5,
  pass: 6,
};

function toldBy({ verdicts, complete }: Side, requirement: string): Change['before'] {
  return verdicts.get(requirement)?.verdict ?? (complete ? 'none' : 'fine');
}

function saidOf({ verdicts }: Side, requirement: string): string | undefined {
  return verdicts.get(requirement)?.said;
}

const FACTS = ['outcome', 'contract', 'dialect', 'tool', 'toolVersion', 'seed', 'depth', 'runs', 'effect'] as const;
const LISTS = ['claims', 'selection'] as const;

function otherFacts(before: Statement, after: Statement): Comparison['facts'] {
  return [...FACTS, ...LISTS].flatMap((fact) => {
    const [was, now] = [before[fact], after[fact]];
    return isDeepStrictEqual(was, now) ? [] : [{ fact, before: was, after: now }];
  });
}

/** Points at which both saw something, and not the same. */
function otherObservations(before: Statement, after: Statement): OtherObservation[] {
  const now = new Map(after.silences.map((point) => [point.silence, point]));
  return before.silences.flatMap(({ silence, observed }) => {
    const [was, is] = [observed, now.get(silence)?.observed ?? []].map((seen) => seen.map(({ value }) => value));
    const alike = JSON.stringify(was?.map(texted).sort()) === JSON.stringify(is?.map(texted).sort());
    return alike || !was?.length || !is?.length ? [] : [{ silence, before: was, after: is }];
  });
}

const texted = (value: unknown): string => JSON.stringify(value) ?? '';

/** Fewer answers than this tell nothing about how long an operation takes. */
const ENOUGH = 5;
/** An operation takes another time when the medians are this many times and this many milliseconds apart. */
const FACTOR = 2;
const APART_MS = 50;

function otherTimes(before: Side, after: Side): OtherTiming[] {
  return [...before.times].flatMap(([operation, was]) => {
    const now = after.times.get(operation) ?? [];
    if (was.length < ENOUGH || now.length < ENOUGH) return [];
    const [first, second] = [median(was), median(now)];
    const [less, more] = first < second ? [first, second] : [second, first];
    return more - less >= APART_MS && more >= less * FACTOR ? [{ operation, before: first, after: second }] : [];
  });
}

function timesOf(results: readonly Result[]): Map<string, number[]> {
  const times = new Map<string, number[]>();
  for (const { operation, exchanges } of results) {
    if (operation === undefined) continue;
    const answered = exchanges.filter(({ response }) => response !== undefined);
    times.set(operation, [...(times.get(operation) ?? []), ...answered.map(({ durationMs }) => durationMs)]);
  }
  return times;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length / 2)] ?? 0);
}
