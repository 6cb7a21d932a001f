/** Tells Allure what a running Vitest test is about. */

import { Status } from 'allure-js-commons';
import { ALLURE_HTTP_EXCHANGE_CONTENT_TYPE, ALLURE_HTTP_EXCHANGE_FILE_EXTENSION } from 'allure-js-commons/http';
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import type { Exchange } from '../../spec/vocabulary.ts';
import { toJsonLine, toPrettyJson } from '../json.ts';
import type { Result } from '../model.ts';
import { verdictOf } from '../outcome.ts';
import { areaTitle, INTERFACE_TITLES, nameOf } from '../words.ts';
import { describeResult } from './description.ts';
import { evidenceOf, PARTS } from './evidence.ts';
import { exchangeName, toHttpExchange } from './exchange.ts';
import { hiddenLabels } from './hidden.ts';
import { currentSender } from './runtime.ts';

/** The facts of a run that every result repeats. */
export interface RunFacts {
  /** Method and path by operation id; an operation that is not in it goes by its id. */
  readonly routes?: Readonly<Record<string, string>>;
}

const STEP_STATUS = { fail: Status.FAILED, broken: Status.BROKEN } as const;

/**
 * Annotates the running test with a result: its sentence as name, epic (interface), feature (area), story (method and path),
 * severity (level), labels, parameters, description, steps and attachments. Does nothing when no Allure reporter listens. Call it once per test,
 * inside the test.
 */
export async function annotate(result: Result, run: RunFacts): Promise<void> {
  const send = await currentSender();
  if (send === undefined) return;
  for (const message of messagesFor(result, run)) await send(message);
}

/** The messages that `annotate` sends: one with all metadata, then steps and attachments. */
function messagesFor(result: Result, run: RunFacts): readonly RuntimeMessage[] {
  return [metadata(result, run), ...steps(result), ...attachments(result)];
}

function metadata(result: Result, run: RunFacts): RuntimeMessage {
  const verdict = verdictOf(result);
  const label = (name: string, value: string) => ({ name, value });
  // Parameters would otherwise make every seed a test of its own in the history.
  const parameter = (name: string, value: string) => ({ name, value, excluded: true });
  return {
    type: 'metadata',
    data: {
      testCaseId: `${result.requirement}#${result.check}`,
      displayName: nameOf(result),
      description: describeResult(result),
      labels: [
        label('epic', INTERFACE_TITLES[result.interface]),
        label('feature', areaTitle(result.area)),
        label('story', storyOf(result, run)),
        label('severity', result.level === 'MUST' ? 'critical' : 'minor'),
        label('requirement', result.requirement),
        label('section', result.section),
        label('verdict', verdict),
        label('source', result.source),
        label('topic', result.topic),
        ...(result.cause === undefined ? [] : [label('cause', result.cause)]),
        label('tag', verdict),
        label('tag', result.level),
        ...hiddenLabels(result),
      ],
      parameters: [
        parameter('effect', result.effect),
        ...(result.path === undefined ? [] : [parameter('path', result.path)]),
      ],
    },
  };
}

/** The tables of transitions are found at once: they have a story of their own, beside those of the operations. */
function storyOf({ operation, topic, attachments: own }: Result, { routes }: RunFacts): string {
  const table = own?.find(({ mediaType }) => mediaType === 'image/svg+xml');
  if (table !== undefined) return `Transitions: ${table.name}`;
  return operation === undefined ? topic : (routes?.[operation] ?? operation);
}

/** The shortest sequence as steps; the last one is where it went wrong. */
function steps(result: Result): RuntimeMessage[] {
  const sequence = result.failure?.steps ?? [];
  const verdict = verdictOf(result);
  const ending = verdict === 'fail' || verdict === 'broken' ? STEP_STATUS[verdict] : Status.PASSED;
  return sequence.flatMap((name, index): RuntimeMessage[] => [
    { type: 'step_start', data: { name, start: result.startedAt } },
    {
      type: 'step_stop',
      data: {
        stop: result.startedAt + result.durationMs,
        status: index === sequence.length - 1 ? ending : Status.PASSED,
      },
    },
  ]);
}

function attachments(result: Result): RuntimeMessage[] {
  const messages = evidenceOf(result).map(({ exchange, part }) => exchangeAttachment(exchange, PARTS[part]));
  const { failure } = result;
  // The case itself stands in the error; the attachment is for what would not fit there.
  if (failure?.shrunkFrom !== undefined) {
    const { case: shrunk, violation, shrunkFrom } = failure;
    messages.push(attachment('Case', 'application/json', toPrettyJson({ case: shrunk, violation, shrunkFrom })));
  }
  for (const { name, mediaType, content } of result.attachments ?? []) {
    messages.push(attachment(name, mediaType, content));
  }
  return messages;
}

function exchangeAttachment(exchange: Exchange, part: string): RuntimeMessage {
  return attachment(
    `${part}${exchangeName(exchange)}`,
    ALLURE_HTTP_EXCHANGE_CONTENT_TYPE,
    toJsonLine(toHttpExchange(exchange)),
    ALLURE_HTTP_EXCHANGE_FILE_EXTENSION,
  );
}

function attachment(name: string, contentType: string, content: string, fileExtension?: string): RuntimeMessage {
  const extension = fileExtension === undefined ? {} : { fileExtension };
  return { type: 'attachment_content', data: { name, content, encoding: 'utf8', contentType, ...extension } };
}
