/** Works on several entities of one check at a time, and tells of it as if it had been one after the other. */
import type { CheckContext } from './check.ts';

/**
 * Does pieces of work side by side, each on entities of its own. What they record comes in the order of the pieces, so that it does
 * not depend on timing.
 *
 * @throws what the first of them threw, in their order, when all have ended and told what they have seen.
 */
export async function beside(
  context: CheckContext,
  works: readonly ((context: CheckContext) => Promise<void>)[],
): Promise<void> {
  const told = works.map((): (() => void)[] => []);
  const ended = await Promise.allSettled(works.map((work, at) => work(later(context, told[at] ?? []))));
  for (const tell of told.flat()) tell();
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
}

/** The same context, whose records are kept. */
function later(context: CheckContext, told: (() => void)[]): CheckContext {
  return {
    ...context,
    record: (...record) => told.push(() => context.record(...record)),
    unsent: (requirement) => told.push(() => context.unsent(requirement)),
    observe: (...observation) => told.push(() => context.observe(...observation)),
    attach: (...attachment) => told.push(() => context.attach(...attachment)),
  };
}
