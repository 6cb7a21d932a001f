/** The outcome of a run as a piece of HTML, for the head of every page that a run leaves: what came of it, and all seven verdicts as ring and counts. */
import type { Verdict } from '../spec/vocabulary.ts';
import { headline } from './headline.ts';
import type { PastRun } from './history.ts';
import type { RunOutcome } from './outcome.ts';
import { outcomeRing, RING_STYLE } from './outcome-ring.ts';
import { outcomeTrend, TREND_STYLE } from './outcome-trend.ts';
import type { RunResults } from './reader.ts';
import { counted } from './visible.ts';
import { implementationText, OUTCOME_MARKS, OUTCOME_SENTENCES, VERDICT_TITLES } from './words.ts';
import { escapeText } from './xml.ts';

/** A page that belongs to the run: its name, and its address from here. */
export type PageLink = readonly [name: string, address: string];

/** Styles of the banner; every name begins with `cc-`, as it stands in pages of others. */
export const BANNER_STYLE = `
.cc-banner { --cc-good: #1a7f37; --cc-half: #9a6700; --cc-bad: #b3261e; --cc-line: #d0d7de; --cc-ink: #1f2328; --cc-dim: #59636e; --cc-page: #fff;
  display: flex; gap: 14px; align-items: center; box-sizing: border-box; padding: 12px 16px; border-bottom: 1px solid var(--cc-line); border-left: 6px solid var(--cc-tone);
  background: var(--cc-page); color: var(--cc-ink); font: 14px/1.45 system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { .cc-banner { --cc-good: #3fb950; --cc-half: #d29922; --cc-bad: #f85149; --cc-line: #3d444d; --cc-ink: #f0f6fc; --cc-dim: #9198a1; --cc-page: #0d1117; } }
[data-theme="light"] .cc-banner { --cc-good: #1a7f37; --cc-half: #9a6700; --cc-bad: #b3261e; --cc-line: #d0d7de; --cc-ink: #1f2328; --cc-dim: #59636e; --cc-page: #fff; }
[data-theme="dark"] .cc-banner { --cc-good: #3fb950; --cc-half: #d29922; --cc-bad: #f85149; --cc-line: #3d444d; --cc-ink: #f0f6fc; --cc-dim: #9198a1; --cc-page: #0d1117; }
.cc-good { --cc-tone: var(--cc-good); } .cc-half { --cc-tone: var(--cc-half); } .cc-bad { --cc-tone: var(--cc-bad); }
.cc-banner p { margin: 0; } .cc-banner .cc-dim { color: var(--cc-dim); overflow-wrap: anywhere; }
.cc-outcome { color: var(--cc-tone); font-weight: 700; }
.cc-banner ul { display: flex; flex-wrap: wrap; gap: 4px 18px; margin: 6px 0 0; padding: 0; list-style: none; }
.cc-banner li b { font-variant-numeric: tabular-nums; } .cc-banner li.cc-none { color: var(--cc-dim); }
.cc-banner a { color: inherit; }${RING_STYLE}${TREND_STYLE}`;

/**
 * Outcome and counts of all seven verdicts, with links to the other pages of the run and the outcomes of earlier ones; and what was
 * run against what, unless the page has a place of its own for that.
 */
export function outcomeBanner(
  { run, end, results }: RunResults,
  outcome: RunOutcome,
  links: readonly PageLink[],
  { environment = true, earlier = [] }: { readonly environment?: boolean; readonly earlier?: readonly PastRun[] } = {},
): string {
  const { counts } = outcome;
  const number = (verdict: Verdict): string => {
    const none = counts[verdict] === 0 ? ' class="cc-none"' : '';
    return `<li${none}><b>${counts[verdict]}</b> ${VERDICT_TITLES[verdict]}</li>`;
  };
  const judged = results.reduce((sum, { cases }) => sum + cases.judged, 0);
  const about = [
    ...(run.implementation === undefined ? [] : [implementationText(run.implementation)]),
    `${run.target.name} (${run.target.urls.join(', ')})`,
    `contract ${run.contractVersion}, dialect ${run.dialect}, effect ${run.effect}, seed ${run.seed}, depth ${run.depth}`,
    counted(judged, 'case'),
  ];
  const pages = links.map(([name, address]) => `<a href="${escapeText(address)}">${escapeText(name)}</a>`);
  return `<header class="cc-banner cc-${OUTCOME_MARKS[outcome.outcome][0]}">
${outcomeRing(outcome)}<div>
<p><span class="cc-outcome">${escapeText(headline(outcome.outcome, run, end?.interrupted))}</span> ${escapeText(outcome.reason ?? OUTCOME_SENTENCES[outcome.outcome])}</p>
${environment ? `<p class="cc-dim">${escapeText(about.join(' · '))}</p>\n` : ''}<ul>${(Object.keys(VERDICT_TITLES) as Verdict[]).map(number).join('')}${pages.length === 0 ? '' : `<li>${pages.join(' · ')}</li>`}</ul>
${outcomeTrend(earlier)}</div></header>`;
}
