/** Differences between two targets for people. */
import { PLAIN, type Style } from '../style.ts';
import { counted, shorten, visible } from '../visible.ts';
import type { Difference, Differences } from './differences.ts';

const TITLES: Readonly<Record<Difference['kind'], string>> = {
  status: 'Another status',
  'media type': 'Another media type',
  shape: 'Another shape of the body',
  meaning: 'The same answer, but another verdict',
};

/** Operations that are named of a group. */
const MOST_NAMED = 4;

/** As text, ending in a line break. */
export function differencesText(names: readonly [string, string], found: Differences, style: Style = PLAIN): string {
  const { groups } = found;
  const title =
    groups.length === 0
      ? style.green(style.bold('ALIKE'))
      : style.yellow(style.bold(counted(groups.length, 'DIFFERENCE', 'DIFFERENCES')));
  const lines = [`${title}  ${names[0]}, and other: ${names[1]}. ${compared(found)}`];
  for (const { kind, change, operations, cases, example } of groups) {
    lines.push(
      '',
      `${style.bold(TITLES[kind])}: ${shorten(visible(change), 600)}`,
      `  ${counted(cases, 'case')}: ${named(operations)}`,
      style.dim(`  ${example.requirement}: ${shorten(visible(example.label), 160)}`),
    );
  }
  return `\n${lines.join('\n')}\n`;
}

/** As Markdown. */
export function differencesMarkdown(names: readonly [string, string], found: Differences): string {
  const rows = found.groups.map(({ kind, change, operations, cases, example }) =>
    [TITLES[kind], change, named(operations), String(cases), `${example.requirement}: ${shorten(example.label, 160)}`]
      .map((cell) => visible(cell).replace(/[\\`*_[\]<>#|~]/g, (character) => `\\${character}`))
      .join(' | '),
  );
  const table = ['What | First, other | Where | Cases | Example', '--- | --- | --- | --- | ---', ...rows];
  const about = `${names[0]}, and other: ${names[1]}. ${compared(found)}`;
  return `## ${counted(found.groups.length, 'difference')}\n\n${about}\n${
    rows.length === 0 ? '' : `\n${table.map((row) => `| ${row} |`).join('\n')}\n`
  }`;
}

function compared({ compared: both, onlyFirst, onlySecond }: Differences): string {
  return `${counted(both, 'case')} compared; ${onlyFirst} of the first and ${onlySecond} of the second have no counterpart.`;
}

function named(operations: Difference['operations']): string {
  const first = operations.slice(0, MOST_NAMED).map(({ operation, cases }) => `${operation} (${cases})`);
  const more = operations.length - first.length;
  return `${first.join(', ')}${more > 0 ? ` and ${counted(more, 'other operation')}` : ''}`;
}
