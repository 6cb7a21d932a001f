/** Pure: what the deletion of an administrator shows, by who was to take over (contract 4.5). */
import { isClientError } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { answerOf, fail, isAccepted, observed, PASS, unshown } from '../judges/index.ts';
import type { Deletion } from './victims.ts';

/** An unfit replacement: refused, and the administrator is still there. `control`: a fit one was accepted. */
export function judgeBad({ label, exchange, after }: Deletion, control: boolean): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const expected = `a refusal (any 4xx) that deletes nothing: ${label} is no fit replacement`;
  const { status } = response;
  if (!isClientError(status)) {
    const gone = after === 404 ? ', and the administrator is gone' : '';
    return fail(expected, `${status < 400 ? 'accepted with' : ''} status ${status}${gone}`.trim());
  }
  if (after === 404) return fail(expected, `refused with ${status}, yet the administrator is gone`);
  if (control && after === 200) return PASS;
  return unshown('control-refused', { what: 'answered', status, but: 'no-control' });
}

/** What an unknown replacement does is open; but a refusal deletes nothing, and nothing ends in a server error. */
export function judgeUnknown({ exchange, after }: Deletion): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  if (status >= 500) return fail('any status below 500', `status ${status}`);
  const gone = after === 404;
  if (status >= 400 && gone) return fail('a refusal that deletes nothing', `refused with ${status}, yet it is gone`);
  return observed({ what: 'answered', status });
}

/** A fit replacement: accepted, and the administrator is gone. `isFit`: the profile says of which type it is. */
export function judgeGood({ exchange, after }: Deletion, isFit = true): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const expected = 'the administrator is deleted';
  if (isAccepted(exchange)) {
    if (UNSEEN.has(after)) return unshown('earlier-step', { what: 'answered', status: response.status, but: 'unread' });
    return after === 404 ? PASS : fail(expected, `accepted, and its GET answers ${after}`);
  }
  if (!isFit && isClientError(response.status))
    return unshown('no-fixture', { what: 'answered', status: response.status, but: 'perhaps-template' });
  return fail(expected, `refused with status ${response.status}`);
}

/** Statuses of a GET that says nothing of its entity: none at all, or "not now". */
const UNSEEN: ReadonlySet<number> = new Set([0, 429, 503]);
