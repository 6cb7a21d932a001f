/** Judges what a refused update, a repeated one and updates at the same moment leave behind. Pure: answers and changes in, judgements out (contract 4, 7.1). */
import type { Exchange } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { answerOf, fail, inWords, judging, PASS } from '../judges/index.ts';

/**
 * A refused request, and the places of the entity that changed all the same. `sentBefore` names the refused request that sent what
 * the entity shows now, where this one did not.
 */
export function judgeUntouched(
  label: string,
  status: number,
  changed: readonly string[],
  sentBefore?: string,
): Judgement {
  if (changed.length === 0) return PASS;
  return fail(
    `the refused update (${label}) leaves the entity as it was`,
    `refused with ${status}, yet changed: ${inWords(changed)}` +
      (sentBefore === undefined
        ? ''
        : `; to values that it did not send, but one refused before it did (${sentBefore})`),
  );
}

/** The same update again: the same status, and nothing new shows. */
export function judgeRepeat(first: Exchange, second: Exchange, changed: readonly string[]): Judgement {
  const once = answerOf(first);
  if (once.judgement !== undefined) return once.judgement;
  const { response, judgement } = answerOf(second);
  if (judgement !== undefined) return judgement;
  const expected = `status ${once.response.status} again, and nothing new`;
  if (response.status !== once.response.status) return fail(expected, `status ${response.status}`);
  return changed.length > 0 ? fail(expected, `changed by the repetition: ${inWords(changed)}`) : PASS;
}

/** Updates that arrive together may take each other's place or be refused, but not break the server. */
export const judgeConcurrent = judging((response) =>
  response.status < 500 ? PASS : fail('any status below 500', `status ${response.status}`),
);
