/** What a missing response means for a verdict. */
import type { Cause } from '../../reports/model.ts';
import { type Reason, sentenceOf } from '../../reports/remark.ts';
import { type Exchange, formDecoded, header, type ReceivedResponse } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import type { Judgement } from '../engine/index.ts';
import { doubted, fail, unshown } from './judgement.ts';

/** Statuses that speak of load, not of the request: nothing about the requirement can be learned from them. */
const THROTTLED = new Set([429, 503]);

const sought = new WeakSet<Exchange>();
const withheld = new WeakMap<Exchange, Judgement>();
const unanswered = new WeakMap<Exchange, string>();

/**
 * Stands for a request that was not sent: as a rule, as it might have left something behind for good. It has no moment, is no
 * evidence, and nothing may have come of it.
 */
export function withhold({ method, target }: WireRequest, reason: Reason, cause: Cause = 'no-fixture'): Exchange {
  const exchange: Exchange = {
    request: { method, url: target, headers: [] },
    error: { kind: 'cancelled', message: sentenceOf(reason) },
    startedAt: 0,
    durationMs: 0,
  };
  withheld.set(exchange, unshown(cause, reason));
  return exchange;
}

/** Why a request was not sent; undefined when it was. */
export function whyWithheld(exchange: Exchange | undefined): Judgement | undefined {
  return exchange === undefined ? undefined : withheld.get(exchange);
}

/** Marks an exchange that was to be throttled: what it was answered is what is judged. */
export function seekThrottling(exchange: Exchange): Exchange {
  sought.add(exchange);
  return exchange;
}

/** Marks an exchange whose request gets no answer though the target is there for others; `howOften` tells how often. */
export function leaveUnanswered(exchange: Exchange, howOften: string): Exchange {
  unanswered.set(exchange, howOften);
  return exchange;
}

/** True when the request is left without an answer by a target that answers others. */
export function isUnanswered(exchange: Exchange): boolean {
  return unanswered.has(exchange);
}

/** True when it was sent and nobody can tell from an answer what came of it. */
export function isLost(exchange: Exchange): boolean {
  return exchange.error !== undefined && !withheld.has(exchange);
}

/** Either the response, or the judgement that stands in its place because there is none that could be judged. */
export type Answer =
  | { readonly response: ReceivedResponse; readonly judgement?: undefined }
  | { readonly judgement: Judgement; readonly response?: undefined };

/**
 * Sorts out exchanges that show nothing: a transport error is `broken` (no evidence, no pass) unless the
 * target is there for others and leaves this request alone unanswered, each time: that fails; throttling that outlasted
 * the client's patience, and that nobody asked for, `inconclusive`. Everything else has a response to judge.
 */
export function answerOf(exchange: Exchange): Answer {
  const judgement = whyWithheld(exchange);
  if (judgement !== undefined) return { judgement };
  if (exchange.error !== undefined) {
    const howOften = unanswered.get(exchange);
    if (howOften !== undefined) {
      const actual = `no answer (${exchange.error.kind}), ${howOften}, while other requests are answered before and after it`;
      return { judgement: fail('an HTTP answer', actual) };
    }
    return {
      judgement: {
        verdict: 'broken',
        cause: 'connection',
        reason: { what: 'failed', part: 'connection', said: exchange.error.message },
        expected: 'an HTTP answer',
        actual: `no answer (${exchange.error.kind}): ${exchange.error.message}`,
      },
    };
  }
  if (exchange.response === undefined) {
    const reason = { what: 'answered', status: undefined } as const;
    return { judgement: { verdict: 'broken', cause: 'connection', reason } };
  }
  if (THROTTLED.has(exchange.response.status) && !sought.has(exchange)) {
    const { status } = exchange.response;
    return { judgement: unshown('throttled', { what: 'answered', status, but: 'throttling' }) };
  }
  return { response: exchange.response };
}

/** Texts that whoever guards a service takes for an attack: scripts, markup, ways up, conditions, comments and ends of statements of other languages. */
const ATTACK = /script:|__proto__|<[a-z/!]|\.\.[\\/]|['"]\s*(or|and)\b|--|\/\*|\$[{(]|\{\{|%00|union\s+select|[;|`]/i;

/** True for the page of a guard in front of the service: the request holds what looks like an attack, and no part of the service has answered it. */
function isGuards({ request, response }: Exchange): boolean {
  const isPage = /^\s*text\/html\b/i.test(header(response?.headers ?? [], 'content-type') ?? '');
  if (response?.status !== 403 || !isPage) return false;
  return [request.url, request.body ?? ''].some((sent) => ATTACK.test(formDecoded(sent)));
}

/**
 * A judge of answers. Of an exchange that shows nothing `judge` is not asked: what stands in its place, `answerOf` says for all of
 * them. What a guard has answered in place of the service is doubtful.
 */
export function judging<Rest extends readonly unknown[]>(
  judge: (response: ReceivedResponse, ...rest: Rest) => Judgement,
): (exchange: Exchange, ...rest: Rest) => Judgement {
  return (exchange, ...rest) => {
    const { response, judgement } = answerOf(exchange);
    if (judgement !== undefined) return judgement;
    return guarded(exchange, judge(response, ...rest));
  };
}

/** The judgement, or a doubt in its place where a guard has answered instead of the service. */
export function guarded(exchange: Exchange, told: Judgement): Judgement {
  return told.verdict === 'fail' && isGuards(exchange) ? doubted(told, 'guarded') : told;
}
