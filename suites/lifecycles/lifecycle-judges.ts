/** Judges what is left of a deleted entity. Pure: exchanges in, judgements out (contract 4.1, 7.1). */
import { isClientError, isRefusal } from '../../spec/status.ts';
import type { Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import type { Judgement } from '../engine/check.ts';
import { answerOf } from '../judges/transport.ts';

/** After an accepted DELETE the entity is absent: 404 and nothing else. */
export function judgeAbsent(exchange: Exchange): Judgement {
  return judge404(exchange, 'the entity was deleted');
}

/** `silent`: the contract names no status for an absent entity of this kind (notifications). */
export function judgeSecondDelete(exchange: Exchange, silent: boolean): Judgement {
  if (!silent) return judge404(exchange, 'the entity was deleted already');
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (response.status >= 500) {
    return { verdict: 'fail', expected: 'any status below 500', actual: `status ${response.status}` };
  }
  return { verdict: 'observed', reason: `The second DELETE is answered with ${response.status}.` };
}

/**
 * An update of a deleted entity. `control`: the very same update was accepted while the entity lived, so that its content
 * cannot be the reason of a refusal.
 */
export function judgeUpdateAfterDelete(exchange: Exchange, control: boolean, silent: boolean): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  const expected = silent ? 'a refusal (any 4xx)' : 'status 404';
  if (!isClientError(status)) return { verdict: 'fail', expected, actual: `status ${status}` };
  if (status === 404 || (silent && control)) return { verdict: 'pass' };
  if (control) return { verdict: 'fail', expected, actual: `status ${status}` };
  return {
    verdict: 'inconclusive',
    cause: 'control-refused',
    reason: `Answered with ${status}, but the same update was not accepted before the deletion either.`,
  };
}

/**
 * What follows a deletion without a good credential: `next` is a read of the entity, or the first deletion with one. What that
 * refused deletion itself answers is judged elsewhere.
 */
export function judgeAfterRefusal(refused: Exchange, next: Exchange): Judgement {
  const status = refused.response?.status;
  if (status === undefined || !isRefusal(status)) {
    const reason = `The deletion without a credential is answered with ${status ?? 'nothing'}.`;
    return { verdict: 'inconclusive', cause: 'earlier-step', reason };
  }
  const { response, judgement } = answerOf(next);
  if (judgement !== undefined) return judgement;
  if (response.status !== 404 && response.status !== 410) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    expected: `the entity is there after a deletion that was refused with ${status}`,
    actual: `it is gone: ${next.request.method} answers ${response.status}`,
  };
}

/** Reads that race a DELETE see the entity or its absence. */
export function judgeRacingRead(exchange: Exchange): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (response.status >= 500) {
    return { verdict: 'fail', expected: '200 or 404', actual: `status ${response.status}` };
  }
  return { verdict: 'pass' };
}

/** A neighbour that could be read before can be read afterwards. */
export function judgeNeighbour(name: string, exchange: Exchange): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (response.status === 200) return { verdict: 'pass' };
  return { verdict: 'fail', expected: `the ${name} still stands`, actual: `its GET answers ${response.status}` };
}

/** Nothing can be said of what follows a DELETE that was not accepted. */
export function earlierStep(exchange: Exchange): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  if (status >= 500) return { verdict: 'fail', expected: 'an HTTP answer below 500', actual: `status ${status}` };
  return { verdict: 'inconclusive', cause: 'earlier-step', reason: `The DELETE was answered with ${status}.` };
}

function judge404(exchange: Exchange, because: string): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (response.status === 404) return { verdict: 'pass' };
  return { verdict: 'fail', expected: `status 404 (${because})`, actual: `status ${response.status}` };
}

/**
 * One type of entity must not be deleted with another status than the rest. Where none is deleted with the documented one,
 * that is the matter of the operation's success.
 */
export function judgeAlike(exchange: Exchange, all: readonly Exchange[], { success }: Operation): Judgement {
  const isDocumented = ({ response }: Exchange): boolean => success.some(({ status }) => status === response?.status);
  if (isDocumented(exchange) || !all.some(isDocumented)) return { verdict: 'pass' };
  const expected = `status ${success.map(({ status }) => status).join(' or ')}, as others of the kind are answered`;
  return { verdict: 'fail', expected, actual: `status ${exchange.response?.status}` };
}
