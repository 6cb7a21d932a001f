/** Judges of status codes. */
import { type Exchange, isClientError } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { fail, observed, PASS, warn } from './judgement.ts';
import { judging } from './transport.ts';

/** Passes when the status is one of `accepted`; fails on any other. `because` completes the sentence for the report. */
export const judgeStatus = judging((response, accepted: readonly number[], because: string) => {
  if (accepted.includes(response.status)) return PASS;
  return fail(`status ${accepted.join(' or ')} (${because})`, `status ${response.status}`);
});

/** What a refused request may be answered with (design rule 2: any 4xx where the contract names no status). */
export interface Refusal {
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

/** For doubtful inputs: nothing says that they may be taken, yet common libraries take them, so that is a warning. */
export function judgeDoubtful(exchange: Exchange, reading: string): Judgement {
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
  return observed(`${reading}: ${status < 400 ? 'accepted' : 'refused'} with status ${status}`);
}
