/** The coverage of a run as a page: requirements by operation and verdict, and each requirement with what came of it. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Contract, Requirement } from '../spec/types.ts';
import type { Verdict } from '../spec/vocabulary.ts';
import { foldByRequirement } from './coverage.ts';
import { reasonOf } from './explain.ts';
import type { Result } from './model.ts';
import type { RunOutcome } from './outcome.ts';
import { verdictOf } from './outcome.ts';
import { BANNER_STYLE, outcomeBanner, type PageLink } from './outcome-banner.ts';
import { htmlPage } from './page.ts';
import type { RunResults } from './reader.ts';
import { shorten, visible } from './visible.ts';
import { areaTitle, VERDICT_TITLES } from './words.ts';
import { escapeText } from './xml.ts';

/** Name of the page inside the folder of a run. */
export const COVERAGE_FILE = 'coverage.html';

/** Writes the page into the folder of a run, for its owner only, and returns its path. */
export function writeCoverage(
  run: RunResults,
  outcome: RunOutcome,
  contract: Contract,
  out: string,
  links: readonly PageLink[],
): string {
  const file = join(out, COVERAGE_FILE);
  writeFileSync(file, coveragePage(run, outcome, contract, links), { mode: 0o600 });
  return file;
}

const COLUMNS = Object.keys(VERDICT_TITLES) as Verdict[];

/** What stands in a row: an operation, or a subject of an area that is about several. */
interface Row {
  readonly title: string;
  readonly requirements: readonly Requirement[];
}

/** The page; it loads nothing and runs nothing. Each requirement has its worst verdict, and none where it was left out of the run. */
export function coveragePage(
  run: RunResults,
  outcome: RunOutcome,
  contract: Contract,
  links: readonly PageLink[] = [],
): string {
  const verdicts = foldByRequirement(run.results);
  const told = decidingResults(run.results, verdicts);
  const areas = Map.groupBy(contract.requirements, ({ area }) => area);
  const total = contract.requirements.length;
  const judged = contract.requirements.filter(({ id }) => isJudged(verdicts.get(id))).length;
  const body = `${outcomeBanner(run, outcome, links)}
<main>
<h1>Coverage</h1>
<p>${judged} of ${total} requirements were judged (pass, fail or warn). A row opens to its requirements.</p>
${[...areas].map(([area, all]) => section(areaTitle(area), rowsOf(all, contract), verdicts, told)).join('\n')}
</main>`;
  return htmlPage({ title: `Coverage: ${run.run.target.name}`, style: BANNER_STYLE + STYLE, body });
}

const STYLE = `
body { margin: 0; font: 14px/1.45 system-ui, sans-serif; } main { max-width: 1200px; margin: 0 auto; padding: 0 16px 48px; }
h1 { font-size: 22px; } h2 { font-size: 16px; margin: 28px 0 4px; }
.row { display: grid; grid-template-columns: minmax(0, 1fr) repeat(8, 84px); align-items: baseline; }
.row > span { text-align: right; font-variant-numeric: tabular-nums; } .row > :first-child { overflow-wrap: anywhere; }
.head { position: sticky; top: 0; background: Canvas; font-size: 12px; opacity: .8; }
details { border-top: 1px solid color-mix(in srgb, CanvasText 18%, transparent); } summary { cursor: pointer; padding: 3px 0; }
summary .none, .none { opacity: .45; } .fail, .broken { color: light-dark(#b3261e, #f85149); font-weight: 600; }
.warn, .inconclusive { color: light-dark(#9a6700, #d29922); } .pass { color: light-dark(#1a7f37, #3fb950); }
dl { margin: 4px 0 12px 18px; } dt { font-family: ui-monospace, monospace; font-size: 12px; margin-top: 6px; overflow-wrap: anywhere; } dd { margin: 0 0 0 12px; }
@media (max-width: 820px) { .row { grid-template-columns: minmax(0, 1fr) repeat(4, 76px); column-gap: 10px; } .row > .rare { display: none; } }`;

/** Verdicts whose columns a narrow screen leaves out; the rows still open to all of them. */
const RARE: ReadonlySet<Verdict> = new Set(['warn', 'observed', 'not-applicable', 'broken']);

function rowsOf(requirements: readonly Requirement[], contract: Contract): Row[] {
  const routes = new Map(contract.operations.map(({ id, method, path }) => [id, `${method} ${path}`]));
  const rows = Map.groupBy(requirements, ({ operation, id }) =>
    operation === undefined ? id.slice(0, id.indexOf('.')) : (routes.get(operation) ?? operation),
  );
  return [...rows].map(([title, own]) => ({ title, requirements: own }));
}

function section(
  title: string,
  rows: readonly Row[],
  verdicts: ReadonlyMap<string, Verdict>,
  told: ReadonlyMap<string, Result>,
): string {
  const head = [...COLUMNS.map((one) => cell(one, VERDICT_TITLES[one])), cell(undefined, 'not run')];
  return `<section><h2>${escapeText(title)}</h2>
<div class="row head"><span></span>${head.join('')}</div>
${rows.map((row) => details(row, verdicts, told)).join('\n')}</section>`;
}

function details(
  { title, requirements }: Row,
  verdicts: ReadonlyMap<string, Verdict>,
  told: ReadonlyMap<string, Result>,
): string {
  const count = (wanted: Verdict | undefined): number =>
    requirements.filter(({ id }) => verdicts.get(id) === wanted).length;
  const cells = [...COLUMNS, undefined].map((verdict) => cell(verdict, String(count(verdict)), count(verdict) === 0));
  return `<details><summary class="row"><b>${escapeText(title)}</b>${cells.join('')}</summary>
<dl>${requirements.map((one) => item(one, verdicts.get(one.id), told.get(one.id))).join('')}</dl></details>`;
}

function cell(verdict: Verdict | undefined, text: string, none = false): string {
  const classes = [
    none ? 'none' : (verdict ?? 'none'),
    ...(verdict !== undefined && RARE.has(verdict) ? ['rare'] : []),
  ];
  return `<span class="${classes.join(' ')}">${none ? '·' : escapeText(text)}</span>`;
}

function item(
  { id, sentence, section: place, level }: Requirement,
  verdict: Verdict | undefined,
  result: Result | undefined,
): string {
  const said =
    result === undefined || verdict === 'pass' ? '' : `<br>${escapeText(shorten(visible(saidOf(result)), 240))}`;
  return `<dt><span class="${verdict ?? 'none'}">${verdict === undefined ? 'not run' : VERDICT_TITLES[verdict]}</span> ${escapeText(id)}</dt><dd>${escapeText(sentence)} <small>${level}, section ${escapeText(place)}</small>${said}</dd>`;
}

function saidOf(result: Result): string {
  const { failure } = result;
  return failure === undefined ? reasonOf(result) : `expected ${failure.expected}; got ${failure.actual}`;
}

/** Of each requirement the result that gave it its verdict. */
function decidingResults(results: readonly Result[], verdicts: ReadonlyMap<string, Verdict>): Map<string, Result> {
  const deciding = results.filter((result) => verdictOf(result) === verdicts.get(result.requirement));
  return new Map(deciding.toReversed().map((result) => [result.requirement, result]));
}

function isJudged(verdict: Verdict | undefined): boolean {
  return verdict === 'pass' || verdict === 'fail' || verdict === 'warn';
}
