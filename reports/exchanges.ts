/** Exchanges in full, for a person who wants to see what went over the wire: what each was for, and which of them decided. */

import type { Exchange, HeaderList } from '../spec/vocabulary.ts';
import type { Result } from './model.ts';
import { STATUS_CODES } from './status-codes.ts';
import type { Style } from './style.ts';
import { duration, shorten, visible } from './visible.ts';

/** An exchange, and who asked. */
export interface Asked {
  /** Id of the check, or of the group where several of its checks share it. */
  readonly check: string;
  readonly exchange: Exchange;
}

/** Characters of one body; a longer one is in the report. */
const BODY_LIMIT = 4000;

/** What a mark before an exchange means, in the order in which one is chosen. */
const MARKS = {
  failed: ['✗', 'it decided: this is not as promised'],
  shows: ['▶', 'it shows what came of it, or how it was before'],
  judged: ['•', 'it was judged'],
  asked: [' ', 'it was asked by the check'],
  shared: ['·', 'shared by the checks of the operation: a control, a look, or the way back'],
} as const;

type Mark = keyof typeof MARKS;

/** All exchanges in their order, each with its number and its mark, and what the marks mean. */
export function exchangesText(asked: readonly Asked[], results: readonly Result[], style: Style): string {
  const marks = asked.map((one) => markOf(one, results));
  const blocks = asked.map(({ exchange }, at) => block(exchange, at + 1, marks[at] ?? 'asked', style));
  const used = (Object.keys(MARKS) as Mark[]).filter((mark) => marks.includes(mark));
  const legend = used.map((mark) => style.dim(`${MARKS[mark][0]}  ${MARKS[mark][1]}`));
  return [...blocks, legend.join('\n')].join('\n\n');
}

function markOf({ check, exchange }: Asked, results: readonly Result[]): Mark {
  const is = (other: Exchange | undefined): boolean =>
    other !== undefined && exchangeKey(other) === exchangeKey(exchange);
  if (results.some(({ failure }) => is(failure?.exchange))) return 'failed';
  if (results.some(({ failure }) => is(failure?.seen?.exchange) || is(failure?.seen?.before))) return 'shows';
  if (results.some(({ exchanges }) => exchanges.some(is))) return 'judged';
  return results.some((result) => result.check === check) ? 'asked' : 'shared';
}

/** The same for the same exchange, also where its bodies were cut. */
export function exchangeKey({ request, startedAt, durationMs }: Exchange): string {
  return [startedAt, durationMs, request.method, request.url].join(' ');
}

function block({ request, response, error, durationMs }: Exchange, number: number, mark: Mark, style: Style): string {
  const paint = mark === 'failed' ? style.red : mark === 'asked' || mark === 'shared' ? style.dim : style.bold;
  const status = response === undefined ? '' : `${response.status} ${STATUS_CODES[response.status] ?? ''}`.trim();
  return [
    paint(`${String(number).padStart(3)} ${MARKS[mark][0]} ${request.method} ${visible(request.url)}`),
    ...headerLines('>', request.headers, style),
    ...bodyLines('>', request.body),
    `    < ${response === undefined ? `nothing: ${visible(error?.message ?? 'no answer')}` : status}  ${style.dim(duration(durationMs))}`,
    ...headerLines('<', response?.headers ?? [], style),
    ...bodyLines('<', response?.encoding === 'base64' ? `base64 ${response.body}` : response?.body),
  ].join('\n');
}

function headerLines(side: string, headers: HeaderList, style: Style): string[] {
  return headers.map(([name, value]) => style.dim(`    ${side} ${visible(`${name}: ${value}`)}`));
}

function bodyLines(side: string, body: string | undefined): string[] {
  if (body === undefined || body === '') return [];
  return shorten(pretty(body), BODY_LIMIT)
    .split('\n')
    .map((line) => `    ${side} ${visible(line)}`);
}

/** JSON with its members on lines of their own; anything else as it is. */
function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}
