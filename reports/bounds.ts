/** Keeps the evidence of one result to a size that thousands of results can afford. */
import type { Exchange, ReceivedResponse, SentRequest } from '../spec/vocabulary.ts';
import type { Failure, Result, Seen } from './model.ts';

export interface EvidenceLimits {
  /** Exchanges kept per result: the first ones, and the last few, where the decisive one usually is. */
  readonly exchanges: number;
  /** Characters kept of each body. */
  readonly body: number;
}

const EVIDENCE_LIMITS: EvidenceLimits = { exchanges: 16, body: 65_536 };

const LAST = 4;

/** The result with its evidence cut to the limits. What was left out is counted in `exchangesOmitted`. */
export function boundEvidence(result: Result, limits: EvidenceLimits = EVIDENCE_LIMITS): Result {
  const kept = pick(result.exchanges, limits.exchanges).map((exchange) => boundExchange(exchange, limits.body));
  const omitted = (result.exchangesOmitted ?? 0) + result.exchanges.length - kept.length;
  return {
    ...result,
    exchanges: kept,
    ...(omitted > 0 ? { exchangesOmitted: omitted } : {}),
    ...(result.failure ? { failure: boundFailure(result.failure, limits.body) } : {}),
  };
}

function boundFailure(failure: Failure, limit: number): Failure {
  const { exchange, seen, unsteady } = failure;
  return {
    ...failure,
    ...(exchange === undefined ? {} : { exchange: boundExchange(exchange, limit) }),
    ...(unsteady?.exchange === undefined
      ? {}
      : { unsteady: { ...unsteady, exchange: boundExchange(unsteady.exchange, limit) } }),
    ...(seen === undefined ? {} : { seen: boundSeen(seen, limit) }),
  };
}

/** What came of a request, with the bodies of its looks cut as those of other evidence are. */
export function boundSeen(seen: Seen, limit: number = EVIDENCE_LIMITS.body): Seen {
  const { before, exchange } = seen;
  return {
    ...seen,
    ...(before === undefined ? {} : { before: boundExchange(before, limit) }),
    exchange: boundExchange(exchange, limit),
  };
}

function pick(exchanges: readonly Exchange[], limit: number): readonly Exchange[] {
  if (exchanges.length <= limit) return exchanges;
  const last = Math.min(LAST, Math.floor(limit / 2));
  return [...exchanges.slice(0, limit - last), ...exchanges.slice(exchanges.length - last)];
}

/** The exchange with its bodies cut to `limit` characters; the exchange itself when they are no longer. */
export function boundExchange(exchange: Exchange, limit: number = EVIDENCE_LIMITS.body): Exchange {
  const { request, response } = exchange;
  if ((request.body?.length ?? 0) <= limit && (response?.body.length ?? 0) <= limit) return exchange;
  return {
    ...exchange,
    request: boundRequest(exchange.request, limit),
    ...(exchange.response ? { response: boundResponse(exchange.response, limit) } : {}),
  };
}

function boundRequest(request: SentRequest, limit: number): SentRequest {
  if (request.body === undefined || request.body.length <= limit) return request;
  const cut = cutBody(request.body, request.encoding, limit);
  // A remark in a base64 body would become part of it.
  const remark = request.encoding === 'base64' ? '' : `… [${request.body.length - cut.length} characters left out]`;
  return { ...request, body: cut + remark };
}

function boundResponse(response: ReceivedResponse, limit: number): ReceivedResponse {
  if (response.body.length <= limit) return response;
  return { ...response, body: cutBody(response.body, response.encoding, limit), truncated: true };
}

function cutBody(body: string, encoding: 'utf8' | 'base64' | undefined, limit: number): string {
  if (encoding === 'base64') return ownCopy(body.slice(0, limit - (limit % 4)));
  const splitsPair = /[\uD800-\uDBFF]/.test(body.charAt(limit - 1));
  return ownCopy(body.slice(0, splitsPair ? limit - 1 : limit));
}

/** A slice would keep all of the long text that it was cut from in memory. */
function ownCopy(slice: string): string {
  return JSON.parse(JSON.stringify(slice)) as string;
}
