/** Refusals of what must be accepted that the entity's state explains, not the request. */
import type { RequestCase } from '../../generators/index.ts';
import { type Exchange, isSuccess } from '../../spec/index.ts';
import { type CheckContext, isConflict, type Judgement } from '../engine/index.ts';
import { answerOf, isAccepted, unshown } from '../judges/index.ts';
import { nudges } from '../requests/nudge.ts';
import { unlikeOthers } from '../requests/unlike-others.ts';
import { judgeTaken } from './taken.ts';

/** Texts of a request that are changed until one is accepted: a server may have rules for some of them. */
const MOST_NUDGES = 3;

/** How long an entity is left alone before what is refused as a conflict is tried for the last time, by the time in which changes show. */
const RESTS = 2;

const LOCKED = unshown('control-refused', { what: 'open', but: 'no-longer' });

/**
 * What else a refusal may be for: the request that was accepted before is refused now as well, as the entity has changed, so that
 * nothing can be told; or `again` is accepted now, after that one, or after something else was changed, as a server may refuse what
 * would change nothing.
 */
export async function controlLost(
  context: CheckContext,
  control: RequestCase,
  again: () => Promise<Exchange>,
): Promise<Judgement | undefined> {
  let isLocked = false;
  let refusal: Exchange | undefined;
  const taken = async (): Promise<Judgement | undefined> => {
    const repeated = await again();
    isLocked = isConflict(repeated);
    refusal = repeated;
    return isAccepted(repeated) ? judgeTaken(context, control.operation, repeated) : undefined;
  };
  // Others may have been sent since; and the control may be the very same.
  const now = await taken();
  if (now !== undefined) return now;
  const exchange = await context.send(control);
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  const { status } = response;
  let isSound = isSuccess(status);
  const then = isSound ? await taken() : undefined;
  if (then !== undefined) return then;
  // Names may have to be unlike those of all others: the same with others says so.
  const other = isSound && refusal !== undefined ? unlikeOthers(context.session, control, refusal, true) : undefined;
  const unlike = other === undefined ? undefined : await context.send(other);
  if (unlike !== undefined && isAccepted(unlike)) return judgeTaken(context, control.operation, unlike);
  // Where the value is what the entity has, and the control leaves it so, something else has to be changed in between.
  const others = control.operation.effect === 'modify' ? nudges(control, MOST_NUDGES) : [];
  for (const other of others) {
    if (!isAccepted(await context.send(other))) continue;
    const changed = await taken();
    if (changed !== undefined || !isLocked) return changed;
    break;
  }
  if (isConflict(exchange) || isLocked) {
    // What was accepted just now may have locked the entity for a while: then the very same is refused right after it as well.
    const { patience, target } = context.session;
    const place = `the end of a conflict of ${control.operation.id}`;
    const free = await patience.until(place, taken, (one) => one !== undefined || !isLocked);
    if (free !== undefined) return free;
    isSound = isAccepted(await context.send(control));
    if (!isSound) return LOCKED;
    const rested = await patience.rested(`a rest of ${control.operation.id}`, RESTS * target.facts.settleMs, taken);
    if (rested !== undefined) return rested;
  }
  if (isSound) return undefined;
  return unshown('control-refused', { what: 'answered', beside: 'control', status, but: 'no-longer' });
}
