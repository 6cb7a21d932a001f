/** The end of a run as a person likes to read it: the outcome, what is wrong, what is not known, where to look. */
import { EXIT_CODES } from '../spec/vocabulary.ts';
import type { Cluster } from './clusters.ts';
import { cluster } from './clusters.ts';
import { missingFromPlan } from './coverage.ts';
import type { Fact } from './explain.ts';
import { failureFacts } from './explain.ts';
import { headline } from './headline.ts';
import { adviceText } from './hints.ts';
import { coveredBy, type KnownReport, knownLines } from './known.ts';
import type { Result } from './model.ts';
import type { RunOutcome } from './outcome.ts';
import { verdictOf } from './outcome.ts';
import type { RunResults } from './reader.ts';
import type { Style } from './style.ts';
import { PLAIN } from './style.ts';
import { verdictTable } from './table.ts';
import { type SilenceAnswer, tallySilences, tallyUnproven, withVerdict } from './tally.ts';
import { counted, duration, shorten, visible } from './visible.ts';
import { areaTitle, CAUSE_TITLES, implementationText, OUTCOME_SENTENCES } from './words.ts';
import { NARROWEST, wrap } from './wrap.ts';

export interface SummaryOptions {
  readonly style?: Style;
  /** Width of the terminal; lines are not broken when it is left out. */
  readonly columns?: number;
  /** Failures shown in full; of each of the others there is a line. */
  readonly maxFailures?: number;
  /** True for the outcome and what is wrong alone. */
  readonly brief?: boolean;
  /** Where the reports lie: `['Allure', 'out/allure.html']`. */
  readonly reports?: readonly (readonly [name: string, path: string])[];
  /** Number of silences in the contract. */
  readonly silences?: number;
}

const ALIKE = 6;
const WARNINGS = 12;
const REASONS = 5;
/** Characters of what is told on one line. */
const LINE = 160;

/** The summary as text of many lines, ending in a line break. */
export function summarise(run: RunResults, outcome: RunOutcome, options: SummaryOptions = {}): string {
  const { style = PLAIN, columns } = options;
  const covered = coveredBy(run.end?.known);
  const fresh = withVerdict(run.results, 'fail').filter(({ requirement }) => !covered.has(requirement));
  const sections = [
    head(run, outcome, style, columns),
    problems('Failures', fresh, style.red('✗'), { style, limit: options.maxFailures ?? 10, columns }),
    knownFailures(run.end?.known, style),
    problems('Broken off', withVerdict(run.results, 'broken'), style.red('!'), { style, limit: 5, columns }),
    ...(options.brief === true
      ? []
      : [
          warnings(withVerdict(run.results, 'warn'), style),
          run.results.length === 0 ? [] : verdictTable(run.results, style),
          unproven(run.results, style),
          silences(run.results, options.silences, style),
        ]),
    withoutResult(run, style),
    notices(run, style),
    foot(outcome, options.reports ?? [], style),
  ];
  const text = sections.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'));
  return `\n${text.join('\n\n')}\n`;
}

function head(
  { run, results, end, torn }: RunResults,
  { outcome, reason, counts }: RunOutcome,
  style: Style,
  columns: number | undefined,
): string[] {
  const half = outcome === 'partial' || outcome === 'known-failures';
  const paint = outcome === 'conformant' ? style.green : half ? style.yellow : style.red;
  const said = reason ?? OUTCOME_SENTENCES[outcome];
  const judged = results.reduce((sum, { cases }) => sum + cases.judged, 0);
  const lines = [
    `${paint(style.bold(headline(outcome, run, end?.interrupted)))}  ${said}`,
    ...(run.implementation === undefined ? [] : [style.dim(visible(implementationText(run.implementation)))]),
    style.dim(
      wrap(
        `${run.target.name} (${run.target.urls.join(', ')}), contract ${run.contractVersion}, dialect ${run.dialect}, ` +
          `effect ${run.effect}`,
        0,
        columns,
      ),
    ),
    style.dim(
      `seed ${run.seed}, depth ${run.depth}, ${counted(results.length, 'verdict')} from ${counted(judged, 'case')}` +
        `${end ? ` in ${duration(end.finishedAt - end.startedAt)}` : ''}`,
    ),
  ];
  if (run.selection) lines.push(style.yellow(`Only ${run.selection.join(', ')}: this says nothing about the rest.`));
  if (counts.warn > 0 && outcome === 'conformant') lines.push(style.dim(`${counted(counts.warn, 'warning')} below.`));
  if (torn > 0) lines.push(style.yellow(`${counted(torn, 'record')} could not be read: a writer was killed.`));
  return lines;
}

interface Layout {
  readonly style: Style;
  /** Kinds of failures that are shown in full. */
  readonly limit: number;
  readonly columns: number | undefined;
}

function problems(title: string, results: readonly Result[], mark: string, layout: Layout): string[] {
  if (results.length === 0) return [];
  const { style, limit, columns } = layout;
  const clusters = cluster(results);
  const alike = clusters.length < results.length ? ` of ${counted(clusters.length, 'kind')}` : '';
  const lines = [style.bold(`${title}: ${results.length}${alike}`)];
  for (const group of clusters.slice(0, limit)) lines.push('', ...problem(group, mark, layout));
  const others = clusters.slice(limit);
  if (others.length > 0) lines.push('', style.dim('In short, and in full in the report:'));
  for (const { first, others: more } of others) {
    lines.push(`${mark} ${wrap(`${first.requirement}: ${shorten(saidOf(first), LINE)}`, 2, columns)}`);
    for (const { requirement } of more) lines.push(`${mark} ${requirement}: ${style.dim(`as ${first.requirement}`)}`);
  }
  return lines;
}

/** Facts that are pasted into a terminal: no line of them is broken. */
const PASTED: readonly string[] = ['curl', 'replay'];

function problem({ first, others }: Cluster, mark: string, { style, columns }: Layout): string[] {
  const apart = first.source === 'dialect' ? ', promised by the dialect' : '';
  const lines = [
    `${mark} ${style.bold(first.requirement)}  ${style.dim(`${first.level}, section ${first.section}${apart}`)}`,
    `  ${wrap(first.sentence, 2, columns)}`,
  ];
  const facts: Fact[] = first.failure
    ? [...failureFacts(first.failure)]
    : [['reason', visible(first.reason ?? 'no reason was given')]];
  if (others.length > 0) {
    facts.push(['alike', others.map(({ requirement }) => requirement).join(', ')]);
  }
  const width = Math.max(...facts.map(([label]) => label.length));
  const indent = 4 + width + 2;
  // On a narrow terminal a fact stands below its label: beside it there would be two words to a line.
  const isNarrow = columns !== undefined && columns - indent < NARROWEST;
  for (const [label, text] of facts) {
    const shown = PASTED.includes(label) ? text : wrap(text, isNarrow ? 6 : indent, columns);
    if (isNarrow) lines.push(`    ${style.cyan(label)}`, `      ${shown}`);
    else lines.push(`    ${style.cyan(label.padEnd(width))}  ${shown}`);
  }
  return lines;
}

/** What was seen and what was expected, on one line. */
function saidOf({ failure, reason }: Result): string {
  return visible(failure ? `${failure.actual} (expected ${failure.expected})` : (reason ?? ''));
}

function knownFailures(known: KnownReport | undefined, style: Style): string[] {
  const lines = known === undefined ? [] : knownLines(known);
  if (lines.length === 0) return [];
  return [style.bold('Known failures'), ...lines.map((line) => `${style.yellow('!')} ${visible(line)}`)];
}

function warnings(results: readonly Result[], style: Style): string[] {
  if (results.length === 0) return [];
  const clusters = cluster(results);
  const lines = [style.bold(`Warnings: ${results.length}`)];
  for (const { first, others } of clusters.slice(0, WARNINGS)) {
    const more = others.length > 0 ? style.dim(` (+ ${others.length} alike)`) : '';
    lines.push(`${style.yellow('!')} ${first.requirement}: ${shorten(saidOf(first), LINE)}${more}`);
  }
  const left = clusters.slice(WARNINGS).reduce((sum, { others }) => sum + 1 + others.length, 0);
  if (left > 0) lines.push(style.dim(`… and ${left} more: see the report.`));
  return lines;
}

function unproven(results: readonly Result[], style: Style): string[] {
  const groups = tallyUnproven(results);
  if (groups.length === 0) return [];
  const lines = [style.bold('Not shown, and why')];
  for (const { cause, count, areas, reasons } of groups) {
    lines.push(
      `${style.yellow(String(count).padStart(5))}  ${CAUSE_TITLES[cause]}: ${areas.map(areaTitle).join(', ')}`,
    );
    for (const { reason, requirements, advice } of reasons.slice(0, REASONS)) {
      lines.push(style.dim(`       ${String(requirements.length).padStart(5)} × ${shorten(visible(reason), 200)}`));
      if (advice !== undefined) lines.push(`               ${style.cyan('add')} ${adviceText(advice)}`);
    }
    if (reasons.length > REASONS) lines.push(style.dim(`             and ${reasons.length - REASONS} other reasons`));
  }
  return lines;
}

function withoutResult(run: RunResults, style: Style): string[] {
  const missing = missingFromPlan(run);
  if (missing.length === 0) return [];
  const names = missing.slice(0, ALIKE).join(', ');
  const more = missing.length > ALIKE ? `, and ${missing.length - ALIKE} more` : '';
  return [`${style.bold('Planned, but without a result')}  ${missing.length}: ${names}${more}`];
}

function silences(results: readonly Result[], known: number | undefined, style: Style): string[] {
  const seen = tallySilences(results);
  if (seen.length === 0) return [];
  const of = known === undefined ? '' : ` of ${known}`;
  return [
    `${style.bold('Open points')}  ${seen.length}${of} points that the contract leaves open were observed.`,
    ...seen.filter(isInconsistent).map((answer) => `  ${disagreement(answer)}`),
  ];
}

/** Open points that one server would be expected to answer in one way throughout. */
const UNIFORM = /^(error|refusal|request|response)\./;

function isInconsistent({ silence, values }: SilenceAnswer): boolean {
  return values.length > 1 && UNIFORM.test(silence) && values.every(({ value }) => typeof value !== 'object');
}

/** The same open point answered in several ways: no failure, but worth a look. The rarest answer names where it was seen. */
function disagreement({ silence, values }: SilenceAnswer): string {
  const ways = values.toSorted((a, b) => b.seenBy.length - a.seenBy.length);
  const words = ways.map(
    ({ value, seenBy }) => `${shorten(visible(String(value)), 60)} (${counted(seenBy.length, 'time')})`,
  );
  const rarest = ways.at(-1)?.seenBy[0] ?? '';
  return `${silence}: ${shorten(words.join(', '), 200)}; the rarest at ${rarest}`;
}

function notices({ notices: all }: RunResults, style: Style): string[] {
  return all.map(({ severity, message }) => {
    const mark = severity === 'warning' ? style.yellow('!') : style.dim('·');
    return `${mark} ${visible(message)}`;
  });
}

function foot(outcome: RunOutcome, reports: SummaryOptions['reports'] & object, style: Style): string[] {
  const width = Math.max(9, ...reports.map(([name]) => name.length));
  const excused = outcome.exitCode === EXIT_CODES[outcome.outcome] ? '' : ', which was allowed';
  return [
    ...reports.map(([name, path]) => `${style.bold(name.padEnd(width))}  ${path}`),
    `${style.bold('Exit code'.padEnd(width))}  ${outcome.exitCode} (${outcome.outcome}${excused})`,
  ];
}

/** One line for a result that just came in and is bad news; undefined for all others. */
export function newsLine(result: Result, style: Style = PLAIN): string | undefined {
  const verdict = verdictOf(result);
  if (verdict !== 'fail' && verdict !== 'broken') return undefined;
  const said = result.failure
    ? `expected ${result.failure.expected}, got ${result.failure.actual}`
    : (result.reason ?? 'no reason was given');
  return `${style.red(verdict === 'fail' ? '✗' : '!')} ${result.requirement}: ${shorten(visible(said), 160)}`;
}

/** One line for a result that is no bad news. */
export function verdictLine(result: Result, style: Style = PLAIN): string {
  const verdict = verdictOf(result);
  const why = verdict === 'pass' || result.reason === undefined ? '' : `: ${shorten(visible(result.reason), LINE)}`;
  return `${verdict === 'pass' ? style.green('✓') : style.yellow('·')} ${verdict} ${result.requirement}${style.dim(why)}`;
}
