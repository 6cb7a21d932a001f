/** Judges whether a value within its documented constraints was accepted. */
import type { Exchange, Operation, ResponseSpec } from '../../spec/index.ts';
import { isClientError, isRefusal, isSuccess } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { judgeNoBody } from './body.ts';
import { fail, observed, PASS } from './judgement.ts';
import { answerOf, isUnanswered } from './transport.ts';

/** Why a refusal may have a reason that the contract does not show; undefined when it cannot. */
export type Excuse = string | undefined;

/** True when the request was answered with any success. */
export function isAccepted({ response }: Exchange): boolean {
  return isSuccess(response?.status);
}

/** True when the request was refused for what it is. */
export function isRefused({ response }: Exchange): boolean {
  return isRefusal(response?.status);
}

/**
 * Passes on a documented success. A refusal fails, unless there is an excuse: then the value may be refused for a reason
 * that the contract leaves to the server, and the answer is only observed.
 *
 * @param control the operation's own accepted request: what it got wrong already is no fault of this value (design rule 4).
 */
export function judgeAccepted(
  exchange: Exchange,
  operation: Operation,
  excuse: Excuse,
  control: Exchange | undefined,
): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) {
    const cut = isUnanswered(exchange) && isLong(exchange);
    return cut ? observed('Not answered; how long a URL may be is not shown.') : judgement;
  }
  const { status } = response;
  if (isAccepted(exchange)) return judgeSuccess(exchange, operation, control);
  if (isClientError(status) && isLong(exchange)) {
    return observed(`Refused with ${status}; how long a URL may be is not shown.`);
  }
  const expected = `status ${documented(operation) || 'below 400'} (the value is within its documented constraints)`;
  if (status < 500 && excuse !== undefined) return observed(`Refused with ${status}; ${excuse}.`);
  return fail(expected, `status ${status}`);
}

/** Whether a success is the documented one, as far as the control's was: its status, and whether it has a body. */
export function judgeSuccess(exchange: Exchange, operation: Operation, control: Exchange | undefined): Judgement {
  const spec = specOf(operation, exchange);
  const usual = control === undefined || !isAccepted(control) ? undefined : control;
  if (spec === undefined) {
    const known = operation.success.length === 0 || (usual !== undefined && specOf(operation, usual) === undefined);
    return known
      ? PASS
      : fail(
          `status ${documented(operation)} (documented success)`,
          `status ${exchange.response?.status ?? 'unknown'}`,
        );
  }
  const usualSpec = usual === undefined ? undefined : specOf(operation, usual);
  if (usual === undefined || usualSpec === undefined) return PASS;
  return judgeBody(usual, usualSpec).verdict === 'pass' ? judgeBody(exchange, spec) : PASS;
}

function judgeBody(exchange: Exchange, { body }: ResponseSpec): Judgement {
  if (body === 'none') return judgeNoBody(exchange);
  return body === 'open' || exchange.response?.bytes !== 0 ? PASS : fail('a body', 'no body');
}

function specOf({ success }: Operation, { response }: Exchange): ResponseSpec | undefined {
  return success.find(({ status }) => status === response?.status);
}

function documented({ success }: Operation): string {
  return success.map(({ status }) => status).join(' or ');
}

/** What every server is recommended to read at least (RFC 9110, section 4.1), in octets. */
const RECOMMENDED_URL_LENGTH = 8_000;

function isLong({ request }: Exchange): boolean {
  return request.url.length > RECOMMENDED_URL_LENGTH;
}
