/** Judges what is left of a deleted entity. Pure: exchanges in, judgements out (contract 4.1, 7.1). */
import { type Exchange, isClientError, isRefusal, type Operation } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { answerOf, fail, judging, observed, PASS, unshown } from '../judges/index.ts';

/** After an accepted DELETE the entity is absent: 404 and nothing else. */
export function judgeAbsent(exchange: Exchange): Judgement {
  return judge404(exchange, 'the entity was deleted');
}

/** `silent`: the contract names no status for an absent entity of this kind (notifications). */
export function judgeSecondDelete(exchange: Exchange, silent: boolean): Judgement {
  if (!silent) return judge404(exchange, 'the entity was deleted already');
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (response.status >= 500) return fail('any status below 500', `status ${response.status}`);
  return observed({ what: 'answered', status: response.status });
}

/**
 * An update of a deleted entity. `control`: the very same update was accepted while the entity lived, so that its content
 * cannot be the reason of a refusal.
 */
export const judgeUpdateAfterDelete = judging(({ status }, control: boolean, silent: boolean) => {
  const expected = silent ? 'a refusal (any 4xx)' : 'status 404';
  if (!isClientError(status)) return fail(expected, `status ${status}`);
  if (status === 404 || (silent && control)) return PASS;
  if (control) return fail(expected, `status ${status}`);
  return unshown('control-refused', { what: 'answered', status, but: 'no-control' });
});

/**
 * What follows a deletion without a good credential: `next` is a read of the entity, or the first deletion with one. What that
 * refused deletion itself answers is judged elsewhere.
 */
export function judgeAfterRefusal(refused: Exchange, next: Exchange): Judgement {
  const status = refused.response?.status;
  if (status === undefined || !isRefusal(status))
    return unshown('earlier-step', { what: 'answered', beside: 'deletion', status });
  const { response, judgement } = answerOf(next);
  if (judgement !== undefined) return judgement;
  if (response.status !== 404 && response.status !== 410) return PASS;
  return fail(
    `the entity is there after a deletion that was refused with ${status}`,
    `it is gone: ${next.request.method} answers ${response.status}`,
  );
}

/** Reads that race a DELETE see the entity or its absence. */
export const judgeRacingRead = judging((response) =>
  response.status >= 500 ? fail('200 or 404', `status ${response.status}`) : PASS,
);

/** A neighbour that could be read before can be read afterwards. */
export function judgeNeighbour(name: string, exchange: Exchange): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  return response.status === 200 ? PASS : fail(`the ${name} still stands`, `its GET answers ${response.status}`);
}

/** Nothing can be said of what follows a DELETE that was not accepted. */
export const earlierStep = judging(({ status }) => {
  if (status >= 500) return fail('an HTTP answer below 500', `status ${status}`);
  return unshown('earlier-step', { what: 'answered', beside: 'deletion', status });
});

const judge404 = judging((response, because: string) =>
  response.status === 404 ? PASS : fail(`status 404 (${because})`, `status ${response.status}`),
);

/**
 * One type of entity must not be deleted with another status than the rest. Where none is deleted with the documented one,
 * that is the matter of the operation's success.
 */
export function judgeAlike(exchange: Exchange, all: readonly Exchange[], { success }: Operation): Judgement {
  const isDocumented = ({ response }: Exchange): boolean => success.some(({ status }) => status === response?.status);
  if (isDocumented(exchange) || !all.some(isDocumented)) return PASS;
  const expected = `status ${success.map(({ status }) => status).join(' or ')}, as others of the kind are answered`;
  return fail(expected, `status ${exchange.response?.status}`);
}
