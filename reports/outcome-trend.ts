/** The runs before this one as a row of marks for the head of a page: what came of each, the earliest first. */
import type { PastRun } from './history.ts';
import { counted, visible } from './visible.ts';
import { OUTCOME_MARKS, OUTCOME_TITLES } from './words.ts';
import { element } from './xml.ts';

/** Styles of the row, in the colours of the banner that it stands in. */
export const TREND_STYLE = `
.cc-trend { margin-top: 4px; } .cc-trend span { display: inline-block; margin-left: 8px; padding: 0 6px; border: 1px solid var(--cc-tone); border-radius: 9px; color: var(--cc-tone); font-size: 12px; }`;

/** Markup of the row; empty where there were no runs. Other depths and selections are told: what they show is another part. */
export function outcomeTrend(runs: readonly PastRun[]): string {
  if (runs.length === 0) return '';
  const marks = runs.map((run) => {
    const { outcome, counts, startedAt, depth, selection } = run;
    const [tone, sign] = OUTCOME_MARKS[outcome];
    const number = counts.fail > 0 ? ` ${counts.fail}` : '';
    const when = startedAt.replace(/T(\d\d:\d\d).*$/, ' $1 UTC');
    const about = [
      `${when}: ${OUTCOME_TITLES[outcome].toLowerCase()}`,
      ...(counts.fail > 0 ? [`${counted(counts.fail, 'verdict')} fail`] : []),
      `depth ${depth}`,
      ...(selection === undefined ? [] : [`only ${selection.join(', ')}`]),
    ].join(', ');
    const told = visible(about);
    return element('span', { class: `cc-${tone}`, role: 'img', title: told, 'aria-label': told }, [`${sign}${number}`]);
  });
  return `<p class="cc-dim cc-trend">Earlier runs${marks.join('')}</p>`;
}
