/** The table of verdicts by area. */
import type { InterfaceName } from '../spec/types.ts';
import type { Verdict } from '../spec/vocabulary.ts';
import type { Result, VerdictCounts } from './model.ts';
import { countVerdicts } from './outcome.ts';
import type { Style } from './style.ts';
import { PLAIN } from './style.ts';
import { tallyAreas } from './tally.ts';
import { areaTitle, INTERFACE_TITLES, VERDICT_TITLES } from './words.ts';

const COLUMNS = Object.keys(VERDICT_TITLES) as Verdict[];
const NAME_WIDTH = 36;

/** Lines of the table: a head, the areas of each interface, a total. Columns that are empty throughout are left out. */
export function verdictTable(results: readonly Result[], style: Style = PLAIN): string[] {
  const total = countVerdicts(results);
  const columns = COLUMNS.filter((verdict) => verdict === 'pass' || verdict === 'fail' || total[verdict] > 0);
  const line = (name: string, cells: readonly string[]) => `${name.padEnd(NAME_WIDTH)}${cells.join('')}`;
  const row = (name: string, counts: VerdictCounts) =>
    line(
      name,
      columns.map((verdict) => cell(verdict, counts[verdict], style)),
    );
  const lines = [
    style.dim(
      line(
        '',
        columns.map((verdict) => VERDICT_TITLES[verdict].padStart(width(verdict))),
      ),
    ),
  ];
  let current: InterfaceName | undefined;
  for (const tally of tallyAreas(results)) {
    if (tally.interface !== current) lines.push(style.bold(INTERFACE_TITLES[tally.interface]));
    current = tally.interface;
    lines.push(row(`  ${areaTitle(tally.area)}`, tally.counts));
  }
  lines.push(row('Total', total));
  return lines;
}

function width(verdict: Verdict): number {
  return Math.max(7, VERDICT_TITLES[verdict].length + 2);
}

function cell(verdict: Verdict, n: number, style: Style): string {
  const text = (n === 0 ? '·' : String(n)).padStart(width(verdict));
  if (n === 0) return style.dim(text);
  if (verdict === 'fail' || verdict === 'broken') return style.red(text);
  if (verdict === 'warn' || verdict === 'inconclusive') return style.yellow(text);
  return verdict === 'pass' ? style.green(text) : text;
}
