/** The conformance statement for people, and all its forms on disk. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Implementation, Verdict } from '../spec/vocabulary.ts';
import { BADGE_FILE, badge } from './badge.ts';
import { headline } from './headline.ts';
import { toJsonLine, toPrettyJson } from './json.ts';
import { type KnownReport, knownLines } from './known.ts';
import type { VerdictCounts } from './model.ts';
import type { StatedFault, Statement } from './statement.ts';
import { counted, shorten, visible } from './visible.ts';
import {
  AREA_OUTCOMES,
  areaTitle,
  CAUSE_TITLES,
  EFFECT_SENTENCES,
  IMPLEMENTATION_TITLES,
  INTERFACE_TITLES,
  implementationText,
  OUTCOME_SENTENCES,
  VERDICT_TITLES,
} from './words.ts';

const VERDICTS = Object.keys(VERDICT_TITLES) as Verdict[];

/** Writes `statement.json`, `statement.md` and `badge.svg` into `dir`, readable by their owner only, and returns the paths of the first two. */
export function writeStatement(
  statement: Statement,
  dir: string,
): { readonly json: string; readonly markdown: string } {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const paths = { json: join(dir, 'statement.json'), markdown: join(dir, 'statement.md') };
  writeFileSync(paths.json, statementJson(statement), { mode: 0o600 });
  writeFileSync(paths.markdown, statementMarkdown(statement), { mode: 0o600 });
  writeFileSync(join(dir, BADGE_FILE), badge(statement), { mode: 0o600 });
  return paths;
}

/** The statement as JSON, as it stands on disk. */
export function statementJson(statement: Statement): string {
  return `${toPrettyJson(statement)}\n`;
}

/** The beginning of the statement, for the page of a pipeline: what came of it, and what is wrong. */
export function summaryMarkdown(statement: Statement): string {
  const { known, failures, broken } = statement;
  const sections = [head(statement), areas(statement), knownFailures(known), faults('Failures', failures)];
  const all = [...sections, faults('Broken off', broken)];
  return `${all.filter((section) => section !== '').join('\n\n')}\n`;
}

/** The statement as Markdown: to be handed in as it is. */
export function statementMarkdown(statement: Statement): string {
  const sections = [
    head(statement),
    subject(statement),
    areas(statement),
    knownFailures(statement.known),
    faults('Failures', statement.failures),
    faults('Broken off', statement.broken),
    faults('Warnings', statement.warnings),
    unproven(statement),
    silences(statement),
    verification(statement),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

type Row = readonly [string, string];

function head(statement: Statement): string {
  const { outcome, interrupted, implementation, target } = statement;
  const about = implementation === undefined ? '' : implementationText(implementation);
  return [
    `# Conformance statement: ${headline(outcome, statement, interrupted)}`,
    '',
    `**${text(about === '' ? target.name : about)}**, judged against contract version ${text(statement.contract)}.`,
    '',
    text(sentenceOf(statement)),
  ].join('\n');
}

/** Who and what was judged, against what, and how. */
function subject(statement: Statement): string {
  const { target, implementation = {}, dialect, silences: points } = statement;
  const answers = (standing: 'claimed' | 'assumed'): number =>
    points.filter(({ answer }) => answer?.standing === standing).length;
  const rows: Row[] = [
    ...Object.entries(IMPLEMENTATION_TITLES).flatMap(([member, title]): Row[] => {
      const value = implementation[member as keyof Implementation];
      return value === undefined ? [] : [[title, value]];
    }),
    ['Target', `${target.name}: ${target.urls.join(', ')}`],
    ['Contract', `version ${statement.contract}`],
    ['Dialect', `${dialect}; ${answers('claimed')} open points answered by its owner, ${answers('assumed')} assumed`],
    ['Claimed areas', statement.claims.map(areaTitle).join(', ')],
    ...(statement.selection ? [['Only judged', statement.selection.join(', ')] as const] : []),
    ...(statement.shard
      ? [['Shard', `${statement.shard.place} of ${statement.shard.of}: the others judge the rest`] as const]
      : []),
    ...(statement.shards ? [['Shards', shardsText(statement.shards)] as const] : []),
    ['Effect', EFFECT_SENTENCES[statement.effect]],
    ['Seed', String(statement.seed)],
    ['Depth', statement.runs === undefined ? statement.depth : `${statement.depth}, with --runs ${statement.runs}`],
    ...(statement.repeatFailures === undefined
      ? []
      : [
          [
            'Failures',
            statement.repeatFailures === 0
              ? 'not asked again'
              : `asked again, ${counted(statement.repeatFailures, 'time')} at most; what did not fail each time warns`,
          ] as const,
        ]),
    ...(statement.budget === undefined
      ? []
      : [['Budget', `${statement.budget} requests: what they did not suffice for was not shown`] as const]),
    ['Cases', `${statement.cases.judged} judged, ${statement.cases.unsent} did not survive the wire`],
    ['Begun', statement.startedAt],
    ['Ended', endOf(statement)],
    ['Tool', `${statement.tool} ${statement.toolVersion}, Node.js ${statement.node}`],
  ];
  return `## What was judged\n\n${table(['', ''], rows)}`;
}

function shardsText(shards: NonNullable<Statement['shards']>): string {
  const kept = shards.map(({ folder, tape }) => `${folder} (tape ${tape})`).join(', ');
  return `put together from ${shards.length}, each kept with its own tape and verified by itself: ${kept}`;
}

function endOf({ finishedAt, interrupted }: Statement): string {
  if (finishedAt === undefined) return 'never: the run was killed';
  return interrupted ? `${finishedAt}, interrupted before its end` : finishedAt;
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
    AREA_OUTCOMES[tally.outcome],
    ...cells(tally.counts),
  ]);
  rows.push(['**All**', '', ...cells(counts)]);
  rows.push(['promised by the contract', '', ...cells(bySource.contract)]);
  rows.push(['promised by the dialect', '', ...cells(bySource.dialect)]);
  return `## Areas\n\n${table(['Area', 'Outcome', ...VERDICTS.map((verdict) => VERDICT_TITLES[verdict])], rows)}`;
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
    if (one.unsteady !== undefined)
      lines.push(`- unsteady: it failed ${one.unsteady.failed} of ${one.unsteady.of} times`);
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
  const rows = points.map((point) => [
    point.silence,
    point.section ?? '',
    point.open ?? '',
    point.answer ? `${shorten(toJsonLine(point.answer.value), 120)} (${point.answer.standing})` : '',
    shownAt(point),
  ]);
  const title = '## What the contract leaves open, and what the target did';
  return `${title}\n\n${table(['Point', 'Section', 'Open', 'Dialect says', 'Seen or relied on'], rows)}`;
}

/** What is known of an open point: what was seen, how many verdicts lean on the dialect's answer, or that neither is so. */
function shownAt({ answer, observed, relied }: Statement['silences'][number]): string {
  const seen = observed.map(({ value, note }) => `${shorten(toJsonLine(value), 200)}${note ? ` (${note})` : ''}`);
  const parts = [
    ...(seen.length === 0 ? [] : [`seen: ${seen.join('; ')}`]),
    ...(relied === undefined
      ? []
      : [`relied on by ${counted(relied.by, 'verdict')}${relied.by === 1 ? '' : ', first'} ${relied.first}`]),
  ];
  if (parts.length > 0) return parts.join('. ');
  return answer === undefined ? 'any reading passes' : 'no verdict of this run depends on it';
}

/** What the files of the run are known by, and how anybody can judge it again. */
function verification({ digests, resultsDigest, tool, toolVersion, seed, depth, effect }: Statement): string {
  if (digests === undefined) return '';
  const rows: Row[] = [
    ['profile, without its secrets (on the tape)', digests.profile],
    ['dialect (on the tape)', digests.dialect],
    ['tape.ndjson.gz', digests.tape],
    ['results.ndjson', digests.results],
    ['verdicts, in any order', resultsDigest],
  ];
  return [
    '## How to verify',
    '',
    'With this file, statement.json, badge.svg, results.ndjson, tape.ndjson.gz and junit.xml in one folder; no network is needed:',
    '',
    '```sh',
    `npm install ${tool}@${toolVersion}`,
    `npx ${tool} verify DIR                    # the tape gives the same verdicts, and nothing was altered`,
    `npx ${tool} verify DIR --key public.pem   # and who stands for it, where statement.dsse.json is beside it`,
    '```',
    '',
    `To judge the target again, with the profile at hand: \`npx ${tool} run --target PROFILE --seed ${seed} --depth ${depth} --effects ${effect}\`.`,
    '',
    table(['SHA-256 of', ''], rows),
  ].join('\n');
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
