/** Exchanges made by hand, for judges: they are pure, so data is all they need. */
import type { Exchange, TransportErrorKind } from '../../../spec/vocabulary.ts';

const request = { method: 'GET', url: 'http://127.0.0.1/api', headers: [] };

/** An exchange with a response. */
export function answered(status: number, body = '', headers: Record<string, string> = {}): Exchange {
  return {
    request,
    response: { status, headers: Object.entries(headers), body, encoding: 'utf8', bytes: Buffer.byteLength(body) },
    startedAt: 0,
    durationMs: 1,
  };
}

/** An exchange without one. */
export function unanswered(kind: TransportErrorKind): Exchange {
  return { request, error: { kind, message: `The connection ended: ${kind}.` }, startedAt: 0, durationMs: 1 };
}
