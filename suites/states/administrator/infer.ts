/** Tells two types apart by what they may become next, where nothing shows the type. */
import { listed, type TypeKnowledge } from './knowledge.ts';
import type { Inference } from './trial.ts';

export interface Inferred {
  readonly inference: Inference;
  /** The type after the probe, if the table holds; undefined when the probes left it open. */
  readonly now: string | undefined;
}

/**
 * Probes whether an administrator is of type `a` or of type `b`. A probe is a change that the table allows from exactly one
 * of them. Once one is accepted, the type is what was asked for. `probe` sends a change and returns the status; undefined when no answer
 * says anything, which ends the probing.
 */
export async function inferState(
  knowledge: TypeKnowledge,
  a: string,
  b: string,
  probe: (to: string) => Promise<number | undefined>,
): Promise<Inferred> {
  const { machine } = knowledge;
  for (const to of distinguishing(knowledge, a, b)) {
    const status = await probe(to);
    if (status === undefined)
      return { inference: { how: `the next change, to ${to}, was not answered` }, now: undefined };
    const accepted = status >= 200 && status < 300;
    if (!accepted && (status < 400 || status >= 500)) continue;
    const state = listed(machine, a, to) === accepted ? a : b;
    return {
      inference: {
        probe: to,
        accepted,
        how: `the next change, to ${to}, was ${accepted ? 'accepted' : 'refused'} with ${status}`,
      },
      now: accepted ? to : state,
    };
  }
  return {
    inference: { how: `no documented step tells ${a} from ${b}` },
    now: undefined,
  };
}

/** Changes that are listed from one of the two types and, for sure, not possible from the other. */
export function distinguishing({ machine, sameType }: TypeKnowledge, a: string, b: string): string[] {
  const sameRefused = sameType?.standing === 'claimed' && sameType.value === 'refused';
  return machine.states.filter((to) => {
    if ((to === a || to === b) && !sameRefused) return false;
    return listed(machine, a, to) !== listed(machine, b, to);
  });
}
