/** What GitHub Actions shows of a run by itself: annotations, and a summary of the step. */
import { failureFacts } from './explain.ts';
import type { Result } from './model.ts';
import { verdictOf } from './outcome.ts';
import { visible } from './visible.ts';

/** GitHub shows so many errors and as many warnings of a step. */
const SHOWN = 10;

const LEVELS = { fail: 'error', broken: 'error', warn: 'warning' } as const;

/**
 * Workflow commands that annotate the run with its failures and warnings, one line each.
 *
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function annotations(results: readonly Result[], covered: ReadonlySet<string> = new Set()): string[] {
  const told = { error: 0, warning: 0 };
  return results.flatMap((result) => {
    const verdict = verdictOf(result);
    if (!(verdict in LEVELS) || covered.has(result.requirement)) return [];
    const level = LEVELS[verdict as keyof typeof LEVELS];
    if (++told[level] > SHOWN) return [];
    const title = `${result.requirement} (${result.level}, section ${result.section})`;
    return [`::${level} title=${property(title)}::${data(textOf(result))}`];
  });
}

function textOf(result: Result): string {
  const facts = result.failure === undefined ? [] : failureFacts(result.failure).filter(([label]) => TOLD.has(label));
  const lines = facts.map(([label, text]) => `${label}: ${text}`);
  return [result.sentence, ...(lines.length > 0 ? lines : [visible(result.reason ?? '')])].join('\n');
}

const TOLD: ReadonlySet<string> = new Set(['expected', 'actual', 'case', 'decided by', 'replay']);

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
