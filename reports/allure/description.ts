/** What the Allure page of one result says besides its name, its error and its exchanges, in Markdown. */
import { failureWords, reasonOf } from '../explain.ts';
import { toPrettyJson } from '../json.ts';
import type { Failure, Result } from '../model.ts';
import { verdictOf } from '../outcome.ts';
import { counted, visible } from '../visible.ts';
import { CAUSE_TITLES } from '../words.ts';
import { statusOf } from './settle.ts';

/**
 * Markdown of one result: where its promise stands, how many cases stand behind the verdict, what was observed, and how to repeat a
 * failure. What Allure shows of it anyway (the sentence as its name, why it failed or was skipped) is not said again.
 */
export function describeResult(result: Result): string {
  const origin = result.source === 'contract' ? 'contract' : 'dialect; the contract is silent here';
  const { judged, passed, unsent } = result.cases;
  const lines = [
    `**${result.level}**, section ${result.section} (${origin})`,
    '',
    `${counted(judged, 'case')} judged, ${passed} passed${unsent === 0 ? '' : `, ${unsent} did not survive the wire`}.`,
  ];
  // A warning passed, and has no error in which it could say what it is about.
  if (verdictOf(result) === 'warn') {
    lines.push('', `Warning: ${text(reasonOf(result))}`);
    if (result.failure) lines.push('', fenced(failureWords(result.failure)));
  }
  if (result.cause !== undefined) lines.push('', `${sentence(CAUSE_TITLES[result.cause])}.`);
  if (result.failure) lines.push(...repeatLines(result.failure));
  if (result.observations.length > 0) {
    lines.push('', 'Observed where the contract is silent:', '');
    for (const { silence, value, note } of result.observations) {
      lines.push(`- \`${silence}\`: ${code(toPrettyJson(value))}${note === undefined ? '' : ` (${text(note)})`}`);
    }
  }
  return lines.join('\n');
}

/** What Allure shows as the error of a result, or as the reason why it was skipped. */
export function messageOf(result: Result): string | undefined {
  switch (statusOf(result)) {
    case 'passed':
      return undefined;
    case 'skipped':
      return reasonOf(result);
    default:
      return result.failure === undefined ? reasonOf(result) : failureWords(result.failure);
  }
}

function repeatLines({ replay, curl, seen }: Failure): string[] {
  const curls = [curl, seen?.curl].filter((one) => one !== undefined);
  return ['', 'Repeat it:', '', fenced([replay, ...curls].join('\n'))];
}

function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Text in which nothing is taken for markup. */
function text(raw: string): string {
  return visible(raw).replace(/[\\`*_{}[\]<>#|~&]/g, (character) => `\\${character}`);
}

/** A code block whose fence is longer than any run of backticks inside. */
function fenced(content: string): string {
  const longest = Math.max(2, ...[...content.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${content}\n${fence}`;
}

function code(content: string): string {
  const line = visible(content.replace(/\s*\n\s*/g, ' '));
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence} ${line} ${fence}`;
}
