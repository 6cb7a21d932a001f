/** The results of a run beside those that judging its tape gives. */
import { isDeepStrictEqual } from 'node:util';
import { boundEvidence } from '../reports/bounds.ts';
import { toJsonLine } from '../reports/json.ts';
import type { Result } from '../reports/model.ts';
import { verdictOf } from '../reports/outcome.ts';
import type { RunResults } from '../reports/reader.ts';
import { counted } from '../reports/visible.ts';
import type { Contract } from '../spec/types.ts';
import type { Exchange } from '../spec/vocabulary.ts';
import type { Rejudged, TapedRun } from '../suites/runner/tape.ts';
import { TAPE_FILE, type Tape } from '../target/index.ts';
import { plannedRequirements } from './selection.ts';
import { factsOf } from './tape.ts';
import type { Finding } from './verify-files.ts';

/** What does not agree, and what is worth a word beside it. */
export interface Compared {
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
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

/**
 * The same version judges a tape exactly as it judged the run: each result must be the same in all but its time, and none be
 * missing on either side. What an interruption left open was never judged; what hung on a body that was too long for the
 * tape cannot be judged again.
 */
export function held({ results: before, end }: RunResults, judged: Rejudged): Compared {
  const now = byName(judged.results);
  const isOpen = ({ cause, check }: Result): boolean => cause === 'interrupted' || judged.cut.has(check);
  const findings = before.flatMap((result): Finding[] => {
    if (isOpen(result)) return [];
    const again = now.get(nameOf(result));
    const text = again === undefined ? 'judging the tape gives no verdict on it.' : difference(result, again);
    return text === undefined ? [] : [{ file: 'results.ndjson', text: `${nameOf(result)}: ${text}` }];
  });
  const stopped = end?.interrupted === true;
  const known = byName(before);
  const lost = stopped ? [] : judged.results.filter((result) => !known.has(nameOf(result)) && !isOpen(result));
  for (const result of lost)
    findings.push({
      file: 'results.ndjson',
      text: `${nameOf(result)}: ${verdictOf(result)} by the tape, and not there.`,
    });
  const missing = stopped ? [] : judged.missing.filter(({ check }) => !judged.cut.has(check));
  for (const { check, what } of missing)
    findings.push({ file: TAPE_FILE, text: `It holds no ${what}${check === '' ? '' : ` of ${check}`}.` });
  if (!stopped && judged.cut.size === 0)
    for (const { check, what } of judged.unasked)
      findings.push({ file: TAPE_FILE, text: `It holds ${what} of ${check}, which nothing asks for.` });
  const cut = before.filter(({ check }) => judged.cut.has(check)).length;
  const notes =
    cut === 0 ? [] : [`${counted(cut, 'verdict')} hung on bodies that the tape does not hold whole: not compared.`];
  return { findings, notes };
}

/**
 * Another version gives its own verdicts, as far as the tape has ground for them: those that differ are findings, and what is
 * new since, gone, or without ground is told.
 */
export function rejudged(before: readonly Result[], judged: Rejudged): Compared {
  const { results, groundless } = judged;
  const now = byName(results);
  const compared = before.filter(({ cause, check }) => cause !== 'interrupted' && !groundless.has(check));
  const findings = compared.flatMap((result): Finding[] => {
    const again = now.get(nameOf(result));
    if (again === undefined || verdictOf(again) === verdictOf(result)) return [];
    return [{ file: 'results.ndjson', text: `${nameOf(result)}: ${otherVerdict(result, again)}` }];
  });
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
      : `${counted(without, 'requirement')} ${without === 1 ? 'asks' : 'ask'} for more than the tape holds: not compared.`,
  ];
  return { findings, notes: notes.filter((note) => note !== '') };
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
