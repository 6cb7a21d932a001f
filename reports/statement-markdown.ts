/** The conformance statement for people, and both forms on disk. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Verdict } from '../spec/vocabulary.ts';
import { headline } from './headline.ts';
import { toJsonLine, toPrettyJson } from './json.ts';
import { type KnownReport, knownLines } from './known.ts';
import type { VerdictCounts } from './model.ts';
import type { StatedFault, Statement } from './statement.ts';
import { shorten, visible } from './visible.ts';
import { areaTitle, CAUSE_TITLES, INTERFACE_TITLES, OUTCOME_SENTENCES, VERDICT_TITLES } from './words.ts';

const VERDICTS = Object.keys(VERDICT_TITLES) as Verdict[];

/** Writes `statement.json` and `statement.md` into `dir`, readable by their owner only, and returns the two paths. */
export function writeStatement(
  statement: Statement,
  dir: string,
): { readonly json: string; readonly markdown: string } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const paths = { json: join(dir, 'statement.json'), markdown: join(dir, 'statement.md') };
  writeFileSync(paths.json, statementJson(statement), { mode: 0o600 });
  writeFileSync(paths.markdown, statementMarkdown(statement), { mode: 0o600 });
  return paths;
}

/** The statement as JSON, as it stands on disk. */
export function statementJson(statement: Statement): string {
  return `${toPrettyJson(statement)}\n`;
}

/** The statement as Markdown. */
export function statementMarkdown(statement: Statement): string {
  const sections = [
    head(statement),
    areas(statement),
    knownFailures(statement.known),
    faults('Failures', statement.failures),
    faults('Broken off', statement.broken),
    faults('Warnings', statement.warnings),
    unproven(statement),
    silences(statement),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function head(statement: Statement): string {
  const { target } = statement;
  const rows: [string, string][] = [
    ['Target', `${target.name}: ${target.urls.join(', ')}`],
    ['Contract', `version ${statement.contract}, dialect ${statement.dialect}`],
    ['Claimed areas', statement.claims.map(areaTitle).join(', ')],
    ...(statement.selection ? [['Only judged', statement.selection.join(', ')] as [string, string]] : []),
    ['Run', `seed ${statement.seed}, depth ${statement.depth}, effect ${statement.effect}`],
    ['Cases', `${statement.cases.judged} judged, ${statement.cases.unsent} did not survive the wire`],
    ['Time', `${statement.startedAt} to ${statement.finishedAt ?? 'no end: the run was killed'}`],
    ['Tool', `${statement.tool} ${statement.toolVersion}, Node.js ${statement.node}`],
    ['Results', `SHA-256 ${statement.resultsDigest}`],
    ...(statement.digests === undefined
      ? []
      : [
          ['Tape', `SHA-256 ${statement.digests.tape}`] as [string, string],
          ['Dialect', `SHA-256 ${statement.digests.dialect}`] as [string, string],
          ['To verify', 'certconform verify DIR, with tape, results and statement in DIR'] as [string, string],
        ]),
  ];
  return [
    `# Conformance statement: ${headline(statement.outcome, statement, statement.interrupted)}`,
    '',
    `${text(sentenceOf(statement))}`,
    '',
    table(['', ''], rows),
  ].join('\n');
}

function sentenceOf({ outcome, reason }: Statement): string {
  const meaning = OUTCOME_SENTENCES[outcome];
  const sentence = `${meaning.charAt(0).toUpperCase()}${meaning.slice(1)}`;
  return reason === undefined ? `${sentence}.` : `${sentence}: ${reason}.`;
}

function areas({ areas: tallies, counts, bySource }: Statement): string {
  const cells = (row: VerdictCounts) => VERDICTS.map((verdict) => String(row[verdict]));
  const rows = tallies.map((tally) => [
    `${INTERFACE_TITLES[tally.interface]}: ${areaTitle(tally.area)}`,
    ...cells(tally.counts),
  ]);
  rows.push(['**All**', ...cells(counts)]);
  rows.push(['promised by the contract', ...cells(bySource.contract)]);
  rows.push(['promised by the dialect', ...cells(bySource.dialect)]);
  return `## Areas\n\n${table(['Area', ...VERDICTS.map((verdict) => VERDICT_TITLES[verdict])], rows)}`;
}

function faults(title: string, all: readonly StatedFault[]): string {
  if (all.length === 0) return '';
  const lines = [`## ${title} (${all.length})`];
  for (const one of all) {
    const origin = one.source === 'dialect' ? 'dialect, section' : 'section';
    lines.push(
      '',
      `### ${text(one.requirement)}`,
      '',
      `${one.level}, ${origin} ${one.section}. ${text(one.sentence)}`,
      '',
    );
    if (one.expected !== undefined) lines.push(`- expected: ${text(one.expected)}`);
    lines.push(`- actual: ${text(one.actual)}`);
    if (one.case !== undefined) lines.push(`- case: ${text(shorten(toJsonLine(one.case), 1000))}`);
    if (one.replay !== undefined) lines.push(`- repeat: ${text(one.replay)}`);
  }
  return lines.join('\n');
}

function unproven({ unproven: groups, missing }: Statement): string {
  if (groups.length === 0 && missing.length === 0) return '';
  const lines = ['## Not shown', ''];
  for (const { cause, reason, requirements, add } of groups) {
    lines.push(`- ${text(CAUSE_TITLES[cause])} (${requirements.length}): ${text(reason)}`);
    if (add !== undefined) lines.push(`  - add ${text(add)}`);
    lines.push(`  - ${requirements.map(text).join(', ')}`);
  }
  if (missing.length > 0)
    lines.push(`- planned, but without a result (${missing.length}): ${missing.map(text).join(', ')}`);
  return lines.join('\n');
}

function silences({ silences: points }: Statement): string {
  if (points.length === 0) return '';
  const rows = points.map(({ silence, section, open, answer, observed }) => [
    silence,
    section ?? '',
    open ?? '',
    answer ? `${shorten(toJsonLine(answer.value), 120)} (${answer.standing})` : '',
    observed.map(({ value, note }) => `${shorten(toJsonLine(value), 200)}${note ? ` (${note})` : ''}`).join('; ') ||
      'not seen',
  ]);
  const title = '## What the contract leaves open, and what the target did';
  return `${title}\n\n${table(['Point', 'Section', 'Open', 'Dialect says', 'Observed'], rows)}`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const shown = rows.map((cells) => line(cells.map((cell) => (cell.startsWith('**') ? cell : text(cell)))));
  return [line(head), line(head.map(() => '---')), ...shown].join('\n');
}

/** Text in which nothing is taken for markup or drives a terminal. */
function text(raw: string): string {
  return visible(raw).replace(/[\\`*_[\]<>#|~]/g, (character) => `\\${character}`);
}

function knownFailures(known: KnownReport | undefined): string {
  const lines = known === undefined ? [] : knownLines(known);
  return lines.length === 0 ? '' : ['## Known failures', '', ...lines.map((line) => `- ${text(line)}`)].join('\n');
}
