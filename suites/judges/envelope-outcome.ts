import type { Answer as DialectAnswer } from '../../spec/types.ts';
import type { Judgement } from '../engine/index.ts';
import { excerpt } from './body.ts';
import { type EnvelopeFormat, type EnvelopeReading, faultOf, readEnvelope } from './envelope.ts';
import { fail, observed, PASS, unshown } from './judgement.ts';
import { judging } from './transport.ts';

/** How a call that ought to be refused was to be refused. */
export interface Refusal {
  /** Completes the sentence for the report: why it must be refused. */
  readonly because: string;
  /** True where the HTTP server may turn the request away before the action sees it (wrong method, plain HTTP, odd input). */
  readonly byHttp?: boolean;
  /** True where it is the service that fails: an error record with a 5xx is then no more than a warning. */
  readonly ofService?: boolean;
}

/** Passes on an error record, or on a 3xx or 4xx where HTTP itself may refuse. A success and a 5xx fail. */
export const judgeRefused = judging((response, format: EnvelopeFormat, refusal: Refusal) => {
  const expected = `an error record${refusal.byHttp === true ? ', or a refusal by the HTTP server' : ''} (${refusal.because})`;
  const { status } = response;
  const reading = readEnvelope(response, format);
  if (status >= 500)
    return { ...judgeServerError(status, refusal.ofService === true && reading.outcome === 'error'), expected };
  if (reading.outcome === 'error') return PASS;
  if (reading.outcome === 'success') return fail(expected, `accepted: ${excerpt(response.body)}`);
  if (refusal.byHttp === true && !reading.members.includes('errorCode')) {
    return status >= 300 ? PASS : fail(expected, `status ${status} with ${whatIsWrong(reading)}`);
  }
  return unshown(
    'earlier-step',
    `The answer is no readable record, so it cannot be told whether the call was refused: ${whatIsWrong(reading)}.`,
  );
});

/** A status of 5xx: with the record of an error that is the service's own the contract does not exclude it. */
export function judgeServerError(status: number, isOwn: boolean): Judgement & { readonly actual: string } {
  const actual = `status ${status}`;
  return isOwn
    ? { verdict: 'warn', actual, reason: 'The service tells of its own failure by HTTP, too.' }
    : { verdict: 'fail', actual };
}

/** Passes on a success record. With an excuse a refusal is only observed. */
export const judgeSucceeded = judging((response, format: EnvelopeFormat, excuse?: string) => {
  const expected = 'success (errorCode 0)';
  if (response.status >= 500) return fail(expected, `status ${response.status}`);
  const reading = readEnvelope(response, format);
  if (reading.outcome === 'success') return PASS;
  const actual = reading.outcome === 'error' ? describeError(reading) : whatIsWrong(reading);
  if (excuse !== undefined && (reading.outcome === 'error' || response.status >= 400))
    return observed(`Refused (${actual}); ${excuse}.`);
  return fail(expected, actual);
});

/**
 * Where the owner declared the codes, the code must be that of one of the conditions that hold. Otherwise it is observed.
 * `conditions`: slugs of 7.2; several where the contract leaves open which is answered.
 */
export const judgeCode = judging(
  (response, format: EnvelopeFormat, conditions: readonly string[], codes: DialectAnswer | undefined) => {
    const reading = readEnvelope(response, format);
    if (reading.outcome !== 'error')
      return unshown('earlier-step', 'There is no error record whose code could be judged.');
    const declared = codes?.standing === 'claimed' ? (codes.value as Readonly<Record<string, number>>) : {};
    const accepted = conditions.map((condition) => declared[condition]);
    if (conditions.length === 0 || accepted.some((code) => code === undefined))
      return observed(`Answered with ${describeError(reading)}.`);
    if (accepted.includes(reading.code)) return PASS;
    return fail(`errorCode ${accepted.join(' or ')} (${conditions.join(' or ')})`, describeError(reading));
  },
);

/** The code and message of an error record for a report. */
export function describeError(reading: EnvelopeReading): string {
  return `errorCode ${reading.code ?? '?'}: ${JSON.stringify(excerpt(reading.message ?? ''))}`;
}

function whatIsWrong(reading: EnvelopeReading): string {
  const fault = faultOf(reading, 'format') ?? faultOf(reading, 'code') ?? reading.faults[0];
  return fault?.actual ?? 'nothing that can be read';
}
