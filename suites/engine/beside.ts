/** Works on several entities of one check at a time, and tells of it as if it had been one after the other. */
import type { CheckContext } from './check.ts';

/**
 * Does pieces of work side by side, each on entities of its own. What they record comes in the order of the pieces, so that it does
 * not depend on timing: the first that has not ended is told of at once, what those after it have seen waits for it.
 *
 * @throws what the first of them threw, in their order, when all have ended and told what they have seen.
 */
export async function beside(
  context: CheckContext,
  works: readonly ((context: CheckContext) => Promise<void>)[],
): Promise<void> {
  const pieces = works.map(() => ({ waiting: [] as (() => void)[], ended: false }));
  let turn = 0;
  const tell = (at: number, record: () => void): void => {
    if (at === turn) record();
    else pieces[at]?.waiting.push(record);
  };
  const end = (at: number): void => {
    const own = pieces[at];
    if (own !== undefined) own.ended = true;
    while (pieces[turn]?.ended === true) {
      turn += 1;
      for (const record of pieces[turn]?.waiting.splice(0) ?? []) record();
    }
  };
  const ended = await Promise.allSettled(
    works.map((work, at) => work(inTurn(context, (record) => tell(at, record))).finally(() => end(at))),
  );
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
}

/** The same context, whose records are handed to `tell`. */
function inTurn(context: CheckContext, tell: (record: () => void) => void): CheckContext {
  return {
    ...context,
    record: (...record) => tell(() => context.record(...record)),
    unsent: (requirement) => tell(() => context.unsent(requirement)),
    observe: (...observation) => tell(() => context.observe(...observation)),
    attach: (...attachment) => tell(() => context.attach(...attachment)),
  };
}
