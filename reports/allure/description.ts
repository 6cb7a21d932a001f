/** What the Allure page of one result says, in Markdown. */
import { failureFacts } from '../explain.ts';
import { toPrettyJson } from '../json.ts';
import type { Failure, Result } from '../model.ts';
import { verdictOf } from '../outcome.ts';
import { counted, visible } from '../visible.ts';
import { CAUSE_TITLES } from '../words.ts';

/** Markdown of one result: the promise, the verdict with its reason, the facts of a failure, what was observed. */
export function describeResult(result: Result): string {
  const origin = result.source === 'contract' ? 'contract' : 'dialect (the contract is silent here)';
  const { judged, passed, unsent } = result.cases;
  const lines = [
    `**${result.level}** from the ${origin}, section ${result.section}: ${text(result.sentence)}`,
    '',
    `Verdict: **${result.verdict}**${result.cause === undefined ? '' : `, ${CAUSE_TITLES[result.cause]}`}.` +
      (result.reason === undefined ? '' : ` ${text(result.reason)}`),
    '',
    `${counted(judged, 'case')} judged, ${passed} passed${unsent === 0 ? '' : `, ${unsent} did not survive the wire`}.` +
      (result.exchangesOmitted === undefined ? '' : ` ${counted(result.exchangesOmitted, 'exchange')} not kept.`),
  ];
  if (result.failure) lines.push(...failureLines(result, result.failure));
  if (result.observations.length > 0) {
    lines.push('', 'Observed where the contract is silent:', '');
    for (const { silence, value, note } of result.observations) {
      lines.push(`- \`${silence}\`: ${code(toPrettyJson(value))}${note === undefined ? '' : ` (${text(note)})`}`);
    }
  }
  return lines.join('\n');
}

/** What a failed test shows as its error is not said again; a warning has no other place for it. */
function failureLines(result: Result, failure: Failure): string[] {
  const lines: string[] = [];
  const verdict = verdictOf(result);
  if (verdict !== 'fail' && verdict !== 'broken') {
    const facts = failureFacts(failure).filter(([label]) => label !== 'curl' && label !== 'replay');
    const width = Math.max(...facts.map(([label]) => label.length));
    lines.push('', fenced(facts.map(([label, fact]) => `${label.padEnd(width)}  ${fact}`).join('\n')));
  }
  lines.push('', 'Repeat it:', '', fenced(failure.replay));
  const curls = [failure.curl, failure.seen?.curl].filter((curl) => curl !== undefined);
  if (curls.length > 0) lines.push('', fenced(curls.join('\n')));
  return lines;
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
