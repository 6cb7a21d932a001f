/** Refusals of what must be accepted that the entity's state explains, not the request. */
import type { RequestCase } from '../../generators/index.ts';
import { type Exchange, isSuccess } from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, isAccepted, unshown } from '../judges/index.ts';
import { nudges } from '../requests/nudge.ts';
import { judgeTaken } from './taken.ts';

/** Texts of a request that are changed until one is accepted: a server may have rules for some of them. */
const MOST_NUDGES = 3;

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
  const taken = async (): Promise<Judgement | undefined> => {
    const repeated = await again();
    return isAccepted(repeated) ? judgeTaken(context, control.operation, repeated) : undefined;
  };
  // Others may have been sent since; and the control may be the very same.
  const now = await taken();
  if (now !== undefined) return now;
  const { response, judgement } = answerOf(await context.send(control));
  if (judgement !== undefined) return judgement;
  const { status } = response;
  const then = isSuccess(status) ? await taken() : undefined;
  if (then !== undefined) return then;
  // Where the value is what the entity has, and the control leaves it so, something else has to be changed in between.
  const others = control.operation.effect === 'modify' ? nudges(control, MOST_NUDGES) : [];
  for (const other of others) if (isAccepted(await context.send(other))) return taken();
  if (isSuccess(status)) return undefined;
  return unshown(
    'control-refused',
    `The request that was accepted before is now answered with ${status}: the entity is no longer there, or no longer in the state for it.`,
  );
}
