/** The results of a run beside those that judging its tape gives. */
import { isDeepStrictEqual } from 'node:util';
import { boundEvidence } from '../reports/bounds.ts';
import { outcomeOfRun } from '../reports/coverage.ts';
import { toJsonLine } from '../reports/json.ts';
import { assessKnown } from '../reports/known.ts';
import type { Result } from '../reports/model.ts';
import { verdictOf } from '../reports/outcome.ts';
import type { RunResults } from '../reports/reader.ts';
import { counted } from '../reports/visible.ts';
import type { Contract } from '../spec/types.ts';
import type { Exchange } from '../spec/vocabulary.ts';
import type { Rejudged } from '../suites/runner/rejudging.ts';
import type { TapedRun } from '../suites/runner/tape.ts';
import { TAPE_FILE, type Tape } from '../target/index.ts';
import { plannedRequirements } from './selection.ts';
import { factsOf } from './tape.ts';
import type { Finding } from './verify-files.ts';

/** What does not agree, and what is worth a word beside it. */
export interface Compared {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** Verdicts that were given again. */
  readonly judged: number;
}

const nameOf = ({ requirement, check }: Result): string => `${requirement} (${check})`;
const byName = (results: readonly Result[]): Map<string, Result> =>
  new Map(results.map((result) => [nameOf(result), result]));

/** What the results say of the run as a whole, otherwise than its tape. */
export function otherFacts(
  { run, plan }: RunResults,
  head: Tape<TapedRun>['head'],
  contract: Contract,
): readonly Finding[] {
  const facts = { ...factsOf(head, contract), plan: plannedRequirements(contract, head.about.only) };
  const { type: _, format: __, startedAt: ___, node: ____, ...told } = { ...run, plan: plan?.requirements };
  const names = [...new Set([...Object.keys(facts), ...Object.keys(told)])] as (keyof typeof told)[];
  const others = names.filter((name) => !isDeepStrictEqual(told[name], facts[name]));
  return others.map((name) => ({ file: 'results.ndjson', text: `Its "${name}" is not that of the tape.` }));
}

const OTHER_END: Finding = {
  file: 'results.ndjson',
  text: 'Its last record, of the outcome, is not what its results give.',
};

/** True where outcome, counts and known failures of the last record follow from the results; a run may be given up for another reason. */
function endsAsJudged(run: RunResults): boolean {
  const { results, end } = run;
  if (end === undefined) return true;
  const { outcome, counts } = outcomeOfRun(run);
  const { held = [], rotten = [], open = [] } = end.known ?? {};
  const entries = [...held.map(({ entry }) => entry), ...rotten.map(({ entry }) => entry), ...open];
  const again = assessKnown(results, entries, new Date(end.startedAt).toISOString().slice(0, 10));
  return (
    (end.outcome === 'aborted' || end.outcome === outcome) &&
    isDeepStrictEqual(end.counts, counts) &&
    isDeepStrictEqual(again.held, held)
  );
}

/**
 * The same version judges a tape exactly as it judged the run: each result must be the same in all but its time, and none be
 * missing on either side, what an interruption left open included: the tape knows when it came. What hung on a body that was
 * too long for the tape cannot be judged again.
 */
export function held(run: RunResults, judged: Rejudged): Compared {
  const { results: before } = run;
  const now = byName(judged.results);
  const isOpen = ({ check }: Result): boolean => judged.cut.has(check);
  const findings = before.flatMap((result): Finding[] => {
    if (isOpen(result)) return [];
    const again = now.get(nameOf(result));
    const text = again === undefined ? 'judging the tape gives no verdict on it.' : difference(result, again);
    return text === undefined ? [] : [{ file: 'results.ndjson', text: `${nameOf(result)}: ${text}` }];
  });
  const known = byName(before);
  const lost = judged.results.filter((result) => !known.has(nameOf(result)) && !isOpen(result));
  for (const result of lost)
    findings.push({
      file: 'results.ndjson',
      text: `${nameOf(result)}: ${verdictOf(result)} by the tape, and not there.`,
    });
  const missing = judged.missing.filter(({ check }) => !judged.cut.has(check));
  for (const { check, what } of missing)
    findings.push({ file: TAPE_FILE, text: `It holds no ${what}${check === '' ? '' : ` of ${check}`}.` });
  if (judged.cut.size === 0)
    for (const { check, what } of judged.unasked)
      findings.push({ file: TAPE_FILE, text: `It holds ${what} of ${check}, which nothing asks for.` });
  if (!endsAsJudged(run)) findings.push(OTHER_END);
  const cut = before.filter(({ check }) => judged.cut.has(check)).length;
  const notes =
    cut === 0 ? [] : [`${counted(cut, 'verdict')} hung on bodies that the tape does not hold whole: not compared.`];
  return { findings, notes, judged: judged.results.length - cut };
}

/**
 * Another version gives its own verdicts, as far as the tape has ground for them: those that differ are findings, and what is
 * new since, gone, or without ground is told.
 */
export function rejudged(run: RunResults, judged: Rejudged): Compared {
  const { results: before } = run;
  const { results, groundless } = judged;
  const now = byName(results);
  const compared = before.filter(({ cause, check }) => !isUnasked(cause) && !groundless.has(check));
  const findings = compared.flatMap((result): Finding[] => {
    const again = now.get(nameOf(result));
    if (again === undefined || isUnasked(again.cause) || verdictOf(again) === verdictOf(result)) return [];
    return [{ file: 'results.ndjson', text: `${nameOf(result)}: ${otherVerdict(result, again)}` }];
  });
  if (!endsAsJudged(run)) findings.push(OTHER_END);
  const idsOf = (all: readonly Result[]): Set<string> => new Set(all.map(({ requirement }) => requirement));
  const [known, judgedNow] = [idsOf(before), idsOf(results)];
  const fresh = less(judgedNow, known);
  const dropped = less(known, judgedNow);
  const without = idsOf(before.filter(({ check }) => groundless.has(check))).size;
  const notes = [
    fresh === 0 ? '' : `${counted(fresh, 'requirement is', 'requirements are')} new since.`,
    dropped === 0 ? '' : `${counted(dropped, 'requirement is', 'requirements are')} no more judged.`,
    without === 0
      ? ''
      : `${counted(without, 'requirement')} cannot be judged from this tape, which was made with other requests.`,
  ];
  return { findings, notes: notes.filter((note) => note !== ''), judged: compared.length };
}

/** What another version spends a budget on is its own affair. */
function isUnasked(cause: Result['cause']): boolean {
  return cause === 'interrupted' || cause === 'budget';
}

/** How many of these are not among the others. */
function less(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return [...some].filter((id) => !others.has(id)).length;
}

function otherVerdict(before: Result, now: Result): string {
  const why = now.reason ?? now.failure?.actual ?? '';
  return `${verdictOf(before)} by the results, ${verdictOf(now)} by the tape. ${why}`.trim();
}

/** How the tape's result differs, as a sentence; undefined when it is the same. */
function difference(result: Result, judged: Result): string | undefined {
  if (verdictOf(result) !== verdictOf(judged)) return otherVerdict(result, judged);
  const [before, now] = [result, judged].map(comparable);
  if (before === undefined || now === undefined || isDeepStrictEqual(before, now)) return undefined;
  const altered = exchangesOf(before).find((one, at) => !isDeepStrictEqual(one, exchangesOf(now)[at]));
  if (altered !== undefined)
    return `the exchange ${altered.request.method} ${altered.request.url} is not as the tape has it.`;
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])] as (keyof Result)[];
  const others = names.filter((name) => !isDeepStrictEqual(before[name], now[name]));
  return `what it says of ${others.join(', ')} is not what the tape gives.`;
}

function exchangesOf({ exchanges, failure }: Result): readonly Exchange[] {
  return [...exchanges, ...(failure?.exchange === undefined ? [] : [failure.exchange])];
}

/** As a results file has it, without what is of the moment and of the command line that was used. */
function comparable(result: Result): Result {
  const { failure } = result;
  const still = { ...result, startedAt: 0, ...(failure === undefined ? {} : { failure: { ...failure, replay: '' } }) };
  return JSON.parse(toJsonLine(boundEvidence(still))) as Result;
}
