/** Judges what a legacy call came to (success, refusal, the code of a condition), and one aspect of its envelope at a time (contract 2.2, 4.12, 4.13, 7.2). */

import type { Excuse } from '../../reports/remark.ts';
import { header, isSuccess } from '../../spec/index.ts';
import type { Answer as DialectAnswer } from '../../spec/types.ts';
import type { Judgement } from '../engine/index.ts';
import { excerpt, mediaType } from './body.ts';
import { type Aspect, type EnvelopeFormat, type EnvelopeReading, faultOf, readEnvelope } from './envelope.ts';
import { fail, observed, PASS, unshown, warn } from './judgement.ts';
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

/** True for a status that tells of a failure: 501 is what a server answers by a method that it has for nothing (RFC 9110, section 15.6.2). */
export function tellsOfFailure(status: number, byHttp: boolean): boolean {
  return status >= 500 && !(byHttp && status === 501);
}

/** Passes on an error record, or on a 3xx, 4xx or 501 where HTTP itself may refuse. A success and another 5xx fail. */
export const judgeRefused = judging((response, format: EnvelopeFormat, refusal: Refusal) => {
  const expected = `an error record${refusal.byHttp === true ? ', or a refusal by the HTTP server' : ''} (${refusal.because})`;
  const { status } = response;
  const reading = readEnvelope(response, format);
  if (tellsOfFailure(status, refusal.byHttp === true))
    return { ...judgeServerError(status, refusal.ofService === true && reading.outcome === 'error'), expected };
  if (reading.outcome === 'error') return PASS;
  if (reading.outcome === 'success') return fail(expected, `accepted: ${excerpt(response.body)}`);
  // What an HTTP server writes may have a member of the same name.
  if (refusal.byHttp === true && status >= 300) return PASS;
  if (refusal.byHttp === true && !reading.members.includes('errorCode'))
    return fail(expected, `status ${status} with ${whatIsWrong(reading)}`);
  return unshown('earlier-step', { what: 'answered', status, said: whatIsWrong(reading), but: 'no-record' });
});

/** A status of 5xx: with the record of an error that is the service's own the contract does not exclude it. */
function judgeServerError(status: number, isOwn: boolean): Judgement & { readonly actual: string } {
  const actual = `status ${status}`;
  return { verdict: isOwn ? 'warn' : 'fail', actual };
}

/** Passes on a success record. With an excuse a refusal is only observed. */
export const judgeSucceeded = judging((response, format: EnvelopeFormat, excuse?: Excuse) => {
  const expected = 'success (errorCode 0)';
  if (response.status >= 500) return fail(expected, `status ${response.status}`);
  const reading = readEnvelope(response, format);
  if (reading.outcome === 'success') return PASS;
  const actual = reading.outcome === 'error' ? describeError(reading) : whatIsWrong(reading);
  if (excuse !== undefined && (reading.outcome === 'error' || response.status >= 400))
    return observed({ what: 'answered', status: response.status, said: actual, but: excuse });
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
      return unshown('earlier-step', { what: 'answered', status: response.status, but: 'no-error' });
    const declared = codes?.standing === 'claimed' ? (codes.value as Readonly<Record<string, number>>) : {};
    const accepted = conditions.map((condition) => declared[condition]);
    if (conditions.length === 0 || accepted.some((code) => code === undefined))
      return observed({ what: 'answered', status: response.status, said: describeError(reading) });
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

/** Passes when the envelope keeps its promise in this aspect; what cannot be read at all only breaks the aspect `format`. */
export const judgeAspect = judging((response, format: EnvelopeFormat, aspect: Aspect) => {
  const reading = readEnvelope(response, format);
  const fault = faultOf(reading, aspect);
  if (fault !== undefined) {
    const { expected, actual } = fault;
    return (fault.doubtful === true ? warn : fail)(expected, actual);
  }
  const unreadable = faultOf(reading, 'format');
  if (unreadable === undefined) return PASS;
  return unshown('earlier-step', { what: 'answered', status: response.status, said: unreadable.actual });
});

/** What a media type of an answer is worth (silences `legacy.status.content-type`, `legacy.dcv.content-type`). */
export const judgeEnvelopeType = judging((response, format: EnvelopeFormat) => {
  const type = mediaType(response);
  const json = type !== undefined && /^application\/([^;]+\+)?json$|^text\/json$/.test(type);
  const form = type === 'application/x-www-form-urlencoded' || type === 'text/plain';
  const expected = format === 'json' ? 'a media type that names JSON' : 'the media type of forms, or plain text';
  if (type === undefined) return warn(expected, 'no Content-Type');
  const full = header(response.headers, 'content-type') ?? '';
  const charset = judgeCharset(full, format);
  if (charset.verdict === 'fail' || (format === 'json' ? json : form)) return charset;
  // What is said to be text, a page or mere bytes misleads no client of the action, and the contract gives no media type;
  // another data format would mislead.
  const named = json || /xml|multipart/.test(type);
  const misleading = named || (format === 'json' && !/^text\/|^application\/octet-stream$/.test(type));
  return (misleading ? fail : warn)(expected, `Content-Type ${full}`);
});

function judgeCharset(contentType: string, format: EnvelopeFormat): Judgement {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(contentType)?.[1]?.toLowerCase();
  if (format === 'form' || charset === undefined || charset === 'utf-8' || charset === 'utf8' || charset === 'us-ascii')
    return PASS;
  return fail('JSON in UTF-8', `Content-Type ${contentType}`);
}

/** Whatever an answer says, it is not said with a server error (design rule 2); `isOwn`: but for what tells that the service failed. */
export const judgeEnvelopeStatus = judging((response, isOwn: boolean) => {
  if (response.status < 500) return PASS;
  return { ...judgeServerError(response.status, isOwn), expected: 'any status below 500' };
});

/** A success that is sent with an error's status confuses clients, yet the contract gives no status: it warns. */
export const judgeSuccessStatus = judging((response, format: EnvelopeFormat) => {
  const { status } = response;
  if (readEnvelope(response, format).outcome !== 'success')
    return unshown('earlier-step', { what: 'answered', status, but: 'no-success' });
  return isSuccess(status) ? PASS : warn('a status from 200 to 299', `status ${status}`);
});

/** The status of error answers, exact where the target's owner declared it (silence `legacy.error.http-status`). */
export const judgeErrorStatus = judging((response, format: EnvelopeFormat, declared: DialectAnswer | undefined) => {
  const { status } = response;
  if (readEnvelope(response, format).outcome !== 'error')
    return unshown('earlier-step', { what: 'answered', status, but: 'no-error' });
  if (declared?.standing !== 'claimed') return observed({ what: 'answered', status });
  return status === declared.value ? PASS : fail(`status ${String(declared.value)}`, `status ${status}`);
});

/** Whether there are members beside the named ones, where the owner declared that there are none (`legacy.extra-members`). */
export const judgeExtraMembers = judging((response, format: EnvelopeFormat, declared: DialectAnswer | undefined) => {
  const named = format === 'json' ? ['errorCode', 'errorMessage', 'data'] : ['errorCode', 'errorMessage'];
  const extra = readEnvelope(response, format).members.filter((member) => !named.includes(member));
  if (extra.length === 0) return PASS;
  const actual = `also ${extra.slice(0, 5).join(', ')}`;
  if (declared?.standing === 'claimed' && declared.value === false)
    return fail(`no fields but ${named.join(', ')}`, actual);
  return observed({ what: 'shown', of: 'the envelope', value: actual });
});
