/** Exchanges with a given answer, as a client records them. */
import type { Exchange } from '../../../spec/vocabulary.ts';

/** How an answer looks; the rest is the same for all. */
export interface AnswerLook {
  readonly status?: number;
  /** Undefined sends none. */
  readonly type?: string | undefined;
}

/** An answer of the status action. A body that is no text is written as JSON. */
export function json(body: unknown, { status = 200, type = 'application/json' }: AnswerLook = {}): Exchange {
  return exchange(typeof body === 'string' ? body : JSON.stringify(body), status, type);
}

/** An answer of the DCV action. */
export function form(body: string, look: AnswerLook = {}): Exchange {
  return exchange(body, look.status ?? 200, 'type' in look ? look.type : 'application/x-www-form-urlencoded');
}

/** No answer at all. */
export function dead(): Exchange {
  const { response: _, ...rest } = exchange('', 0, undefined);
  return { ...rest, error: { kind: 'reset', message: 'The connection was closed.' } };
}

function exchange(body: string, status: number, type: string | undefined): Exchange {
  return {
    request: { method: 'POST', url: 'https://legacy.example.test/products/!x', headers: [] },
    response: {
      status,
      headers: type === undefined ? [] : [['Content-Type', type]],
      body,
      encoding: 'utf8',
      bytes: Buffer.byteLength(body),
    },
    startedAt: 0,
    durationMs: 1,
  };
}
