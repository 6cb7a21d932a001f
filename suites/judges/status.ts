/** Judges of status codes, and of whether what was sent was accepted or refused. */
import type { Excuse } from '../../reports/remark.ts';
import {
  type Exchange,
  isClientError,
  isRefusal,
  isSuccess,
  type Operation,
  type ResponseSpec,
} from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { judgeNoBody } from './body.ts';
import { fail, observed, PASS, warn } from './judgement.ts';
import { answerOf, guarded, isUnanswered, judging } from './transport.ts';

/** Passes when the status is one of `accepted`; fails on any other. `because` completes the sentence for the report. */
export const judgeStatus = judging((response, accepted: readonly number[], because: string) => {
  if (accepted.includes(response.status)) return PASS;
  return fail(`status ${accepted.join(' or ')} (${because})`, `status ${response.status}`);
});

/** What a refused request may be answered with (design rule 2: any 4xx where the contract names no status). */
interface Refusal {
  readonly statuses: 'any-4xx' | readonly number[];
  readonly because: string;
}

/** Passes when the request was refused as documented; a 2xx, 3xx or 5xx fails, and so does a 4xx that the contract excludes. */
export const judgeRefusal = judging(({ status }, refusal: Refusal) => {
  const { statuses } = refusal;
  const good = statuses === 'any-4xx' ? isClientError(status) : statuses.includes(status);
  if (good) return PASS;
  return fail(
    `${statuses === 'any-4xx' ? 'a refusal (any 4xx)' : `status ${statuses.join(' or ')}`} (${refusal.because})`,
    status < 400 ? `accepted with status ${status}` : `status ${status}`,
  );
});

/** Passes on anything but a server error: for inputs on which the contract is silent. */
export const judgeNoServerError = judging((response) =>
  response.status < 500 ? PASS : fail('any status below 500', `status ${response.status}`),
);

/**
 * The same for odd inputs, which a server that cannot read them may have no answer for: a JSON reader may limit the range of
 * numbers, and what becomes of a text that is no Unicode is unpredictable (RFC 8259, sections 6, 8.2 and 9), so that warns.
 */
export function judgeSurvived(exchange: Exchange): Judgement {
  const judgement = judgeNoServerError(exchange);
  return judgement.verdict === 'fail' && isBeyondReaders(exchange.request.body)
    ? { ...judgement, verdict: 'warn' }
    : judgement;
}

/** True for JSON that need not be readable everywhere. */
export function isBeyondReaders(body: unknown): boolean {
  let found = false;
  try {
    JSON.parse(String(body), (_name, value: unknown) => {
      found ||= value === Infinity || value === -Infinity || (typeof value === 'string' && !value.isWellFormed());
      return value;
    });
  } catch {
    return false;
  }
  return found;
}

/** For doubtful inputs: nothing says that they may be taken, yet common libraries take them, so that is a warning. */
function judgeDoubtful(exchange: Exchange, reading: string): Judgement {
  const judgement = judgeNoServerError(exchange);
  const status = exchange.response?.status ?? 0;
  if (judgement.verdict !== 'pass' || status >= 400) return judgement;
  return warn(`a refusal (${reading})`, `accepted with status ${status}`);
}

/** The judge of what breaks a schema in a way about which readers differ; undefined where every reader must refuse it. */
export function judgeUncertain(
  certainty: 'definite' | 'doubtful' | 'debatable',
): ((exchange: Exchange, reading: string) => Judgement) | undefined {
  return certainty === 'definite' ? undefined : certainty === 'doubtful' ? judgeDoubtful : judgeDebatable;
}

/** For debatable inputs: either reading is fine and is recorded as observed; only a server error fails. */
export function judgeDebatable(exchange: Exchange, reading: string): Judgement {
  const judgement = judgeNoServerError(exchange);
  if (judgement.verdict !== 'pass') return judgement;
  const status = exchange.response?.status ?? 0;
  return observed({ what: 'answered', of: reading, status });
}

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
    return cut ? observed({ what: 'answered', status: undefined, but: 'url-length' }) : judgement;
  }
  const { status } = response;
  if (isAccepted(exchange)) return judgeSuccess(exchange, operation, control);
  if (isTooLong(exchange)) return observed({ what: 'answered', status, but: 'url-length' });
  const expected = `status ${documented(operation) || 'below 400'} (the value is within its documented constraints)`;
  if (status < 500 && excuse !== undefined) return observed({ what: 'answered', status, but: excuse });
  return guarded(exchange, fail(expected, `status ${status}`));
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

/** Longer than any of the documented values makes a URL by itself: that this is too long may be said in so many words (silence request.size-limit). */
const LONGER_THAN_ANY = 2_500;
const TOO_LONG: readonly number[] = [414, 431];

/** True for a refusal that may be for the length of the URL alone. */
export function isTooLong(exchange: Exchange): boolean {
  const status = exchange.response?.status ?? 0;
  if (TOO_LONG.includes(status) && exchange.request.url.length > LONGER_THAN_ANY) return true;
  return isClientError(status) && isLong(exchange);
}

function isLong({ request }: Exchange): boolean {
  return request.url.length > RECOMMENDED_URL_LENGTH;
}
