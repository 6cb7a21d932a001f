/** Judges whether a value within its documented constraints was accepted. */
import type { Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Judgement } from '../engine/check.ts';
import { answerOf } from './transport.ts';

/** Why a refusal may have a reason that the contract does not show; undefined when it cannot. */
export type Excuse = string | undefined;

/**
 * Passes on any success. A refusal fails, unless there is an excuse: then the value may be refused for a reason that the
 * contract leaves to the server, and the answer is only observed.
 */
export function judgeAccepted(exchange: Exchange, operation: Operation, excuse: Excuse): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  if (status >= 200 && status < 300) return { verdict: 'pass' };
  if (status >= 400 && status < 500 && isLong(exchange)) {
    return { verdict: 'observed', reason: `Refused with ${status}; how long a URL may be is not shown.` };
  }
  const expected = `status ${operation.success.map((spec) => spec.status).join(' or ') || 'below 400'} (the value is within its documented constraints)`;
  if (status < 500 && excuse !== undefined)
    return { verdict: 'observed', reason: `Refused with ${status}; ${excuse}.` };
  return { verdict: 'fail', expected, actual: `status ${status}` };
}

/** What every server is recommended to read at least (RFC 9110, section 4.1), in octets. */
const RECOMMENDED_URL_LENGTH = 8_000;

function isLong({ request }: Exchange): boolean {
  return request.url.length > RECOMMENDED_URL_LENGTH;
}
