/** What a missing response means for a verdict. */
import type { Exchange, ReceivedResponse } from '../../spec/vocabulary.ts';
import type { WireRequest } from '../../target/types.ts';
import type { Judgement } from '../engine/check.ts';

/** Statuses that speak of load, not of the request: nothing about the requirement can be learned from them. */
const THROTTLED = new Set([429, 503]);

const withheld = new WeakMap<Exchange, string>();

/** Stands for a request that was not sent, as it might have left something behind for good. */
export function withhold({ method, target }: WireRequest, reason: string): Exchange {
  const exchange: Exchange = {
    request: { method, url: target, headers: [] },
    error: { kind: 'cancelled', message: reason },
    startedAt: Date.now(),
    durationMs: 0,
  };
  withheld.set(exchange, reason);
  return exchange;
}

/** Why a request was not sent; undefined when it was. */
export function whyWithheld(exchange: Exchange | undefined): string | undefined {
  return exchange === undefined ? undefined : withheld.get(exchange);
}

/** Either the response, or the judgement that stands in its place because there is none that could be judged. */
export type Answer =
  | { readonly response: ReceivedResponse; readonly judgement?: undefined }
  | { readonly judgement: Judgement; readonly response?: undefined };

/**
 * Sorts out exchanges that show nothing: a transport error is `broken` (no evidence, no pass), throttling that outlasted
 * the client's patience `inconclusive`. Everything else has a response to judge.
 */
export function answerOf(exchange: Exchange): Answer {
  const reason = whyWithheld(exchange);
  if (reason !== undefined) return { judgement: { verdict: 'inconclusive', cause: 'no-fixture', reason } };
  if (exchange.error !== undefined) {
    return {
      judgement: {
        verdict: 'broken',
        cause: 'connection',
        reason: `No answer: ${exchange.error.message}`,
        expected: 'an HTTP answer',
        actual: `no answer (${exchange.error.kind}): ${exchange.error.message}`,
      },
    };
  }
  if (exchange.response === undefined) {
    return {
      judgement: { verdict: 'broken', cause: 'connection', reason: 'The exchange has neither answer nor error.' },
    };
  }
  if (THROTTLED.has(exchange.response.status)) {
    return {
      judgement: {
        verdict: 'inconclusive',
        cause: 'throttled',
        reason: `The target kept answering ${exchange.response.status} (overloaded or throttling).`,
      },
    };
  }
  return { response: exchange.response };
}
