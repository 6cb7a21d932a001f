/** Counts that the summary and the statement both show, from the results alone. */
import type { InterfaceName } from '../spec/types.ts';
import { type Advice, gather } from './hints.ts';
import type { Cause, Result, VerdictCounts } from './model.ts';
import { countVerdicts, verdictOf } from './outcome.ts';
import { reasonText } from './why.ts';

export interface AreaTally {
  readonly interface: InterfaceName;
  readonly area: string;
  readonly counts: VerdictCounts;
}

/** Verdicts by area, in the order in which the areas first appear, the admin interface first. */
export function tallyAreas(results: readonly Result[]): readonly AreaTally[] {
  const groups = Map.groupBy(results, (result) => `${result.interface}/${result.area}`);
  return [...groups.values()]
    .map((group) => {
      const [first] = group as [Result, ...Result[]];
      return { interface: first.interface, area: first.area, counts: countVerdicts(group) };
    })
    .toSorted((a, b) => a.interface.localeCompare(b.interface));
}

export interface Unproven {
  readonly cause: Cause;
  /** What was in the way, the most frequent first, with what would show the requirements where anything would. */
  readonly reasons: readonly Reason[];
  readonly count: number;
  readonly areas: readonly string[];
}

export interface Reason {
  readonly reason: string;
  readonly requirements: readonly string[];
  readonly advice?: Advice;
}

/** What was not shown (inconclusive or not applicable), grouped by cause, the most frequent first. */
export function tallyUnproven(results: readonly Result[]): readonly Unproven[] {
  const open = results.filter(({ verdict }) => verdict === 'inconclusive' || verdict === 'not-applicable');
  return [...Map.groupBy(open, (result): Cause => result.cause ?? 'other')]
    .map(([cause, group]) => ({
      cause,
      count: group.length,
      areas: [...new Set(group.map(({ area }) => area))],
      reasons: gather(group).map(({ members, advice }): Reason => {
        const [{ why, reason = 'no reason was given' }] = members as [Result];
        return {
          reason: why === undefined || advice === undefined ? reason : reasonText(why),
          requirements: members.map(({ requirement }) => requirement),
          ...(advice === undefined ? {} : { advice }),
        };
      }),
    }))
    .toSorted((a, b) => b.count - a.count);
}

export interface SilenceAnswer {
  readonly silence: string;
  /** Distinct values observed, each with the requirements under which it was seen. */
  readonly values: readonly { readonly value: unknown; readonly note?: string; readonly seenBy: readonly string[] }[];
}

/** What the target was seen to do at the points that the contract leaves open, by silence id. */
export function tallySilences(results: readonly Result[]): readonly SilenceAnswer[] {
  const seen = results.flatMap(({ requirement, observations }) =>
    observations.map((observation) => ({ ...observation, requirement })),
  );
  return [...Map.groupBy(seen, ({ silence }) => silence)]
    .map(([silence, group]) => ({
      silence,
      values: [...Map.groupBy(group, ({ value }) => JSON.stringify(value))].map(([, alike]) => {
        const [{ value, note }] = alike as [(typeof alike)[number], ...typeof alike];
        const seenBy = [...new Set(alike.map(({ requirement }) => requirement))];
        return note === undefined ? { value, seenBy } : { value, note, seenBy };
      }),
    }))
    .toSorted((a, b) => a.silence.localeCompare(b.silence));
}

/** What the verdicts rely on at the points that the contract leaves open: requirements by silence id. */
export function tallyRelied(results: readonly Result[]): ReadonlyMap<string, readonly string[]> {
  const judged = withVerdict(results, 'pass', 'fail', 'warn', 'observed');
  const pairs = judged.flatMap(({ requirement, relied = [], source, topic }) => {
    const schemas = source === 'dialect' && SHAPED.has(topic) ? ['schema.fields'] : [];
    return [...relied, ...schemas].map((silence) => ({ silence, requirement }));
  });
  return new Map(
    [...Map.groupBy(pairs, ({ silence }) => silence)].map(([silence, group]) => [
      silence,
      [...new Set(group.map(({ requirement }) => requirement))],
    ]),
  );
}

/** Topics whose requirements come from schemas: of the dialect, as the contract shows no fields of them. */
const SHAPED: ReadonlySet<string> = new Set(['body-schema', 'success', 'answers', 'update']);

/** The results with one of these verdicts, as reports show them. */
export function withVerdict(results: readonly Result[], ...verdicts: readonly string[]): readonly Result[] {
  return results.filter((result) => verdicts.includes(verdictOf(result)));
}
