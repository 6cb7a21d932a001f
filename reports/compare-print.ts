/** A comparison of two runs for people: text for a terminal, Markdown for a merge request. */
import type { Change, Comparison } from './compare.ts';
import { toJsonLine } from './json.ts';
import { PLAIN, type Style } from './style.ts';
import { counted, duration, shorten, visible } from './visible.ts';

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
  readonly tone: 'bad' | 'good' | 'other';
}

/** Lines of one section that text shows; the others are counted. Markdown and JSON have all. */
const MOST_SHOWN = 20;

/** The comparison as text, ending in a line break. */
export function comparisonText(comparison: Comparison, style: Style = PLAIN): string {
  const lines = [comparison.worse ? style.red(style.bold('WORSE')) : style.green(style.bold('NOT WORSE'))];
  const paint = { bad: style.red, good: style.green, other: style.yellow };
  for (const { title, lines: all, tone } of sectionsOf(comparison)) {
    lines.push('', paint[tone](style.bold(`${title}: ${all.length}`)));
    lines.push(...all.slice(0, MOST_SHOWN).map((line) => `  ${line}`));
    if (all.length > MOST_SHOWN) lines.push(style.dim(`  … and ${all.length - MOST_SHOWN} more`));
  }
  lines.push(...remarks(comparison).map((remark) => `\n${style.dim(remark)}`));
  return `\n${lines.join('\n')}\n`;
}

/** The comparison as Markdown. */
export function comparisonMarkdown(comparison: Comparison): string {
  const parts = [`## Comparison: ${comparison.worse ? 'worse' : 'not worse'}`];
  for (const { title, lines } of sectionsOf(comparison)) {
    parts.push(`### ${title} (${lines.length})`, lines.map((line) => `- ${escaped(line)}`).join('\n'));
  }
  parts.push(...remarks(comparison));
  return `${parts.join('\n\n')}\n`;
}

function sectionsOf(comparison: Comparison): Section[] {
  const { facts, observations, timing } = comparison;
  const sections: Section[] = [
    {
      title: 'Facts of the runs that differ',
      lines: facts.map(({ fact, before, after }) => `${fact}: ${value(before)}, now ${value(after)}`),
      tone: 'other',
    },
    { title: 'Newly failing', lines: comparison.failing.map(changeText), tone: 'bad' },
    {
      title: 'Failing, and no part of the earlier run',
      lines: comparison.failingApart.map(({ said, requirement }) => lineOf(requirement, said)),
      tone: 'bad',
    },
    { title: 'Not shown any more', lines: comparison.lost.map(changeText), tone: 'bad' },
    { title: 'Failing otherwise', lines: comparison.otherwise.map(changeText), tone: 'other' },
    { title: 'New warnings', lines: comparison.warnings.map(changeText), tone: 'other' },
    { title: 'Fixed', lines: comparison.fixed.map(changeText), tone: 'good' },
    { title: 'Newly shown', lines: comparison.gained.map(changeText), tone: 'good' },
    {
      title: 'Other observations at open points',
      lines: observations.map(({ silence, before, after }) => `${silence}: ${values(before)}, now ${values(after)}`),
      tone: 'other',
    },
    {
      title: 'Other timing (median of the answers)',
      lines: timing.map(({ operation, before, after }) => `${operation}: ${duration(before)}, now ${duration(after)}`),
      tone: 'other',
    },
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function remarks({ onlyAfter, onlyBefore }: Comparison): string[] {
  return [
    ...(onlyAfter > 0 ? [`Only in the later run: ${counted(onlyAfter, 'requirement')}.`] : []),
    ...(onlyBefore > 0 ? [`Only in the earlier run: ${counted(onlyBefore, 'requirement')}.`] : []),
  ];
}

function changeText({ requirement, before, after, said }: Change): string {
  return lineOf(`${requirement}: ${before}, now ${after}`, said);
}

function lineOf(what: string, said: string | undefined): string {
  return said === undefined ? what : `${what}. ${shorten(visible(said), 200)}`;
}

function value(raw: unknown): string {
  if (raw === undefined) return 'none';
  return shorten(visible(typeof raw === 'string' ? raw : toJsonLine(raw)), 120);
}

const values = (all: readonly unknown[]): string => all.map(value).join(' and ');

function escaped(raw: string): string {
  return raw.replace(/[\\`*_[\]<>#|~]/g, (character) => `\\${character}`);
}
