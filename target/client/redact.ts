/** An exchange as it may leave the process. */
import type { Exchange, HeaderList, ReceivedResponse, SentRequest, TransportError } from '../../spec/vocabulary.ts';
import { MARK, type Redactor } from '../redaction.ts';
import { CUT_BODY_BYTES, type Outcome } from './attempt.ts';
import { textOf } from './body.ts';

export interface RawExchange {
  readonly request: SentRequest;
  readonly outcome: Outcome | undefined;
  /** The body after its content coding was undone. */
  readonly body: Buffer | undefined;
  readonly truncated: boolean;
  readonly miscoded: boolean;
  readonly error: TransportError | undefined;
  readonly startedAt: number;
  readonly durationMs: number;
}

/** Builds the exchange that is handed out: every secret replaced, cookies hidden. */
export function redactExchange(raw: RawExchange, redactor: Redactor): Exchange {
  const { outcome, error } = raw;
  // A response that broke off is no response: half a body must not be judged. One that was cut by our limit is kept as evidence.
  const complete = outcome !== undefined && outcome.status > 0 && (error === undefined || raw.truncated);
  return {
    request: redactRequest(raw.request, redactor),
    ...(complete ? { response: redactResponse(raw, outcome, redactor) } : {}),
    ...(error === undefined ? {} : { error: { kind: error.kind, message: redactor.redact(error.message) } }),
    startedAt: raw.startedAt,
    durationMs: raw.durationMs,
  };
}

function redactRequest(request: SentRequest, redactor: Redactor): SentRequest {
  return {
    ...request,
    url: redactor.redact(request.url),
    // The names are the suite's own.
    headers: request.headers.map(([name, value]) => [name, redactValue(name, value, redactor)] as const),
    ...(request.body === undefined ? {} : { body: redactBody(request.body, request.encoding ?? 'utf8', redactor) }),
  };
}

function redactResponse(raw: RawExchange, outcome: Outcome, redactor: Redactor): ReceivedResponse {
  const { truncated, miscoded, body: bytes = outcome.body } = raw;
  // Nobody judges what was cut, and searching megabytes of it for secrets takes seconds.
  const { body, encoding } = textOf(truncated ? bytes.subarray(0, CUT_BODY_BYTES) : bytes);
  return {
    status: outcome.status,
    headers: redactHeaders(outcome.headers, redactor),
    body: redactBody(body, encoding, redactor),
    encoding,
    bytes: outcome.bytes,
    ...(truncated ? { truncated: true } : {}),
    ...(miscoded ? { miscoded: true } : {}),
  };
}

/** Base64 would hide a secret from the search: look at the bytes. */
function redactBody(body: string, encoding: 'utf8' | 'base64', redactor: Redactor): string {
  if (body === '') return body;
  if (encoding === 'utf8') return redactor.redact(body);
  const text = Buffer.from(body, 'base64').toString('latin1');
  const clean = redactor.redact(text);
  return clean === text ? body : Buffer.from(clean, 'latin1').toString('base64');
}

function redactHeaders(headers: HeaderList, redactor: Redactor): HeaderList {
  return headers.map(([name, value]) => [redactor.redact(name), redactValue(name, value, redactor)] as const);
}

function redactValue(name: string, value: string, redactor: Redactor): string {
  switch (name.length === 10 || name.length === 6 || name.length === 19 ? name.toLowerCase() : '') {
    case 'set-cookie':
      return redactor.redact(value.replace(/^([^=;]*)=[^;]*/, `$1=${MARK}`));
    case 'cookie':
    case 'proxy-authorization':
      return MARK;
    default:
      return redactor.redact(value);
  }
}
