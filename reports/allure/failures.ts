/** What failed, as a list for the head of the Allure page: each with a link to its test. */
import { cluster } from '../clusters.ts';
import type { Result } from '../model.ts';
import { verdictOf } from '../outcome.ts';
import { counted, shorten, visible } from '../visible.ts';
import { nameOf } from '../words.ts';
import { escapeText } from '../xml.ts';

/** Kinds of failures that are listed; one screen shall still show the rest of the page. */
const LISTED = 6;

/** Characters of what came. */
const SAID = 110;

/** Address of the test of a requirement; `packPage` puts the test's own in its place, which Allure makes up. */
export const TEST_OF = '#test-of:';

/** Styles of the list, which stands below the banner. */
export const FAILURES_STYLE = `
.cc-failures { margin: 0; padding: 8px 16px 10px 40px; font: 14px/1.45 system-ui, sans-serif; border-bottom: 1px solid #8886; overflow-wrap: anywhere;
  background: light-dark(#fff, #0d1117); color: light-dark(#1f2328, #f0f6fc); }
.cc-failures li::marker { content: '✗  '; color: light-dark(#b3261e, #f85149); } .cc-failures a { color: inherit; }
[data-theme="light"] .cc-failures { color-scheme: light; } [data-theme="dark"] .cc-failures { color-scheme: dark; }`;

/** Markup of the list, by kinds as the summary has them; empty where nothing failed. */
export function failureList(results: readonly Result[]): string {
  const failed = results.filter((result) => ['fail', 'broken'].includes(verdictOf(result)));
  const kinds = cluster(failed);
  if (kinds.length === 0) return '';
  const items = kinds.slice(0, LISTED).map(({ first, others }) => {
    const more = others.length === 0 ? '' : `, and ${counted(others.length, 'other')} alike`;
    const said = shorten(visible(first.failure?.actual ?? first.reason ?? ''), SAID);
    const name = `<a href="${TEST_OF}${escapeText(first.requirement)}">${escapeText(first.requirement)}</a>`;
    return `<li>${name}: ${escapeText(visible(nameOf(first)))} But ${escapeText(said)}${more}.</li>`;
  });
  const left = kinds.slice(LISTED).reduce((sum, { others }) => sum + 1 + others.length, 0);
  const rest = left === 0 ? '' : `<li>and ${left} more, below</li>`;
  return `<ul class="cc-failures">${items.join('')}${rest}</ul>`;
}
