/** A failure in words: what was promised, what would have been accepted, what came, and how to see it again. */

import type { Exchange } from '../spec/vocabulary.ts';
import { header } from '../spec/vocabulary.ts';
import { toJsonLine } from './json.ts';
import type { Failure, Result, Seen, ViolationRecord } from './model.ts';
import { STATUS_CODES } from './status-codes.ts';
import { shorten, visible } from './visible.ts';

/** One labelled line of an explanation. */
export type Fact = readonly [label: string, text: string];

const CASE_LIMIT = 600;
const BODY_LIMIT = 300;
const VALUE_LIMIT = 120;

/** First line of every explanation: requirement, level, source and section. */
function headline(result: Result): string {
  const origin = result.source === 'contract' ? 'contract' : 'dialect, contract';
  return `${result.requirement} (${result.level}, ${origin} ${result.section})`;
}

/** The facts of a failure, in the order in which a person wants them. */
export function failureFacts(failure: Failure): readonly Fact[] {
  const facts: Fact[] = [
    ['expected', expectedText(failure)],
    ['actual', visible(failure.actual)],
    ['case', caseText(failure)],
  ];
  if (failure.violation) facts.push(['breaks', violationText(failure.violation)]);
  if (failure.shrunkFrom !== undefined) facts.push(['shrunk from', json(failure.shrunkFrom)]);
  failure.steps?.forEach((step, index) => {
    facts.push([index === 0 ? 'steps' : '', `${index + 1}. ${visible(step)}`]);
  });
  if (failure.seen?.before)
    facts.push(['before', `${requestLine(failure.seen.before)}, ${statusText(failure.seen.before)}`]);
  if (failure.exchange) {
    facts.push(['decided by', requestLine(failure.exchange)], ['sent', sentText(failure)]);
    facts.push(['response', responseLine(failure.exchange)]);
  }
  if (failure.curl !== undefined) facts.push(['curl', failure.curl]);
  if (failure.seen) facts.push(...seenFacts(failure.seen));
  if (failure.unsteady) facts.push(...unsteadyFacts(failure.unsteady));
  facts.push(['replay', failure.replay]);
  return facts.filter(([, text]) => text !== '');
}

/** Facts that have a place of their own where exchanges, steps, commands and the first case are shown besides. */
const ELSEWHERE = [
  'decided by',
  'sent',
  'response',
  'curl',
  'before',
  'after',
  'answered',
  'at best',
  'replay',
  'steps',
  'shrunk from',
  '',
];

/** What of a failure is to be said in words where its exchanges, steps and commands stand beside it. */
export function failureWords(failure: Failure): string {
  const facts = failureFacts(failure).filter(([label]) => !ELSEWHERE.includes(label));
  return aligned(facts).join('\n');
}

function aligned(facts: readonly Fact[]): string[] {
  const width = Math.max(...facts.map(([label]) => label.length));
  return facts.map(([label, text]) => `${label.padEnd(width)}  ${text}`);
}

/** What became of the state, and the request that shows it. */
function seenFacts({ exchange, changes, curl }: Seen): Fact[] {
  return [
    ...changes.map(({ at, before, after }): Fact => {
      const place = at === '' ? 'the whole body' : visible(at);
      // What should have changed is told, too.
      if (toJsonLine(before) === toJsonLine(after)) return ['unchanged', `${place}: ${value(after)}`];
      return ['changed', `${place}: ${value(before)} → ${value(after)}`];
    }),
    ['after', requestLine(exchange)],
    ['answered', responseLine(exchange)],
    ['curl', curl ?? ''],
  ];
}

function unsteadyFacts({ failed, of, exchange }: NonNullable<Failure['unsteady']>): Fact[] {
  const told: Fact = ['unsteady', `it failed ${failed} of ${of} times`];
  return exchange === undefined
    ? [told]
    : [told, ['at best', requestLine(exchange)], ['answered', responseLine(exchange)]];
}

function value(shown: unknown): string {
  return shown === undefined ? 'nothing' : shorten(visible(toJsonLine(shown)), VALUE_LIMIT);
}

/** The whole explanation of a result that failed, warned or broke, as plain text of several lines. */
export function explain(result: Result): string {
  const lines = [headline(result), result.sentence];
  if (result.failure) {
    lines.push('', ...aligned(failureFacts(result.failure)).map((line) => `  ${line}`));
  } else if (result.reason !== undefined) {
    lines.push('', `  ${visible(result.reason)}`);
  }
  return lines.join('\n');
}

/** `GET https://host/path`. */
export function requestLine(exchange: Exchange): string {
  return `${exchange.request.method} ${visible(exchange.request.url)}`;
}

/** `200 OK`, or that there was no response. */
function statusText({ response }: Exchange): string {
  return response === undefined ? 'no answer' : `${response.status} ${STATUS_CODES[response.status] ?? ''}`.trim();
}

/** `200 OK, application/json, 12 bytes: {…`, or why there was no response. */
export function responseLine(exchange: Exchange): string {
  const { response, error } = exchange;
  if (response === undefined) return `none: ${visible(error?.message ?? 'no response and no error')}`;
  const parts = [statusText(exchange)];
  const type = header(response.headers, 'content-type');
  if (type !== undefined) parts.push(visible(type));
  parts.push(response.bytes === 0 ? 'no body' : `${response.bytes} bytes`);
  if (response.body === '') return parts.join(', ');
  const body = response.encoding === 'base64' ? `base64 ${response.body}` : response.body;
  return `${parts.join(', ')}: ${shorten(visible(body), BODY_LIMIT)}`;
}

/** What would have been accepted; where it names the case in brackets, as `caseLabel` does, that is not said twice. */
function expectedText({ expected, caseLabel }: Failure): string {
  const inBrackets = ` (${caseLabel})`;
  return visible(expected.endsWith(inBrackets) ? expected.slice(0, -inBrackets.length) : expected);
}

/** The body of the request, unless it is the case itself, which is told already. */
function sentText({ exchange, case: given }: Failure): string {
  const body = exchange?.request.body ?? '';
  if (body === '' || body === toJsonLine(given) || toJsonLine(body) === toJsonLine(given)) return '';
  return shorten(visible(body), BODY_LIMIT);
}

function caseText(failure: Failure): string {
  const label = visible(failure.caseLabel);
  if (failure.case === undefined || isTold(failure.case, label)) return label;
  return label === '' ? json(failure.case) : `${label}  ${json(failure.case)}`;
}

/** True where the label of a case names all its members and values: `size = "201"` of `{"size":"201"}`. */
function isTold(given: unknown, label: string): boolean {
  const words = new Set(label.split(/[^\w.-]+/));
  if (typeof given === 'string') return label.includes(toJsonLine(given));
  if (typeof given !== 'object' || given === null) return words.has(toJsonLine(given));
  const { from, to } = given as Record<string, unknown>;
  if (Object.keys(given).length === 2 && label === `${String(from)} → ${String(to)}`) return true;
  const members = Object.entries(given);
  return members.length > 0 && members.every(([name, one]) => words.has(name) && isTold(one, label));
}

function violationText(violation: ViolationRecord): string {
  const place = [violation.where, violation.pointer].filter((part) => part !== undefined && part !== '').join(' ');
  const change = 'new' in violation ? `: ${json(violation.old)} → ${json(violation.new)}` : '';
  const doubt = violation.certainty === 'definite' ? '' : `, ${violation.certainty}`;
  return `${violation.keyword}${place === '' ? '' : ` of ${visible(place)}`} (${violation.operator}${change})${doubt}`;
}

function json(value: unknown): string {
  return value === undefined ? 'absent' : shorten(visible(toJsonLine(value)), CASE_LIMIT);
}

/** Why nothing was shown. What was observed where the contract is silent is a reading: no promise was shown by it. */
export function reasonOf({ reason, observations }: Pick<Result, 'reason' | 'observations'>): string {
  const [first] = observations;
  if (reason !== undefined) return reason;
  return first === undefined ? 'no reason was given' : `${first.silence}: ${JSON.stringify(first.value)}`;
}
