/** What a transition table of section 3 says of every move, and the ways through it. Pure. */
import { slug } from './requirements/slug.ts';
import type { StateMachine, Transition } from './types.ts';

/**
 * What the table says of asking for a state: `listed` it is reached; `refused`: it may not be reached; `staying`: it is the present
 * one, and nothing is listed; `open`: not listed, and nothing is said of such moves.
 */
export type Promised = 'listed' | 'refused' | 'staying' | 'open';

/** One state, one state that can be asked for in it, and what the table says of that. */
export interface Cell {
  readonly from: string;
  readonly to: string;
  readonly promised: Promised;
  /** The operation that asks for it. */
  readonly operation: string;
  /** The transition, where it is listed. */
  readonly transition?: Transition;
  /** Id of the requirement that it stands for. */
  readonly requirement: string;
}

/**
 * All cells of a table, by the state that they start from. A state is asked for by the operation that leads to it; where it is a
 * member of the entity, any state can be written.
 */
export function cellsOf(machine: StateMachine): Cell[] {
  const [first] = machine.transitions;
  const asked = machine.states.flatMap((to) => {
    const step =
      machine.transitions.find((one) => one.to === to) ?? (machine.written === undefined ? undefined : first);
    return step === undefined ? [] : [{ to, operation: step.operation }];
  });
  return machine.states.flatMap((from) =>
    asked.map(({ to, operation }): Cell => {
      const transition = machine.transitions.find((step) => step.from === from && step.to === to);
      return {
        from,
        to,
        operation,
        promised: promised(machine, from, to),
        ...(transition === undefined ? {} : { transition }),
        requirement: `${machine.id}.${slug(from)}-to-${slug(to)}`,
      };
    }),
  );
}

/** The cell of a move. @throws Error when the table knows no such states. */
export function cellOf(machine: StateMachine, from: string, to: string): Cell {
  const found = cellsOf(machine).find((cell) => cell.from === from && cell.to === to);
  if (found === undefined) throw new Error(`The table ${machine.id} has no move from ${from} to ${to}.`);
  return found;
}

function promised(machine: StateMachine, from: string, to: string): Promised {
  if (listed(machine, from, to)) return 'listed';
  if (from === to) return 'staying';
  return machine.unlisted ?? 'open';
}

/** Whether the table lists the move. */
export function listed({ transitions }: StateMachine, from: string, to: string): boolean {
  return transitions.some((step) => step.from === from && step.to === to);
}

/** Ids of the requirements that a table gives beside its cells; undefined where it does not give one. */
export interface MachineIds {
  readonly walks: string;
  /** Between two states every two moves are in the table itself. */
  readonly pairs: string | undefined;
  /** The status with which moves are refused. */
  readonly refusal: string | undefined;
  /** Where the state is a member among others: what a move does to those it leaves out, to those it comes with, and no move at all. */
  readonly members: { readonly kept: string; readonly written: string; readonly leftOut: string } | undefined;
}

/** @see MachineIds */
export function idsOf({ id, states, refusal, written }: StateMachine): MachineIds {
  return {
    walks: `${id}.walks`,
    pairs: states.length > 2 ? `${id}.two-steps` : undefined,
    refusal: refusal === undefined ? undefined : `${id}.refusal-status`,
    members:
      written === undefined
        ? undefined
        : { kept: `${id}.keeps-the-rest`, written: `${id}.with-others-shows`, leftOut: `${id}.left-out-stays` },
  };
}

/** The shortest way of listed moves that `usable` allows, without its start; undefined when there is none. */
export function wayOf(
  machine: StateMachine,
  from: string,
  to: string,
  usable: (from: string, to: string) => boolean = () => true,
): string[] | undefined {
  const ways: string[][] = [[from]];
  const seen = new Set([from]);
  for (const way of ways) {
    const last = way.at(-1) ?? from;
    if (last === to) return way.slice(1);
    for (const next of machine.transitions.filter((move) => move.from === last)) {
      if (seen.has(next.to) || !usable(last, next.to)) continue;
      seen.add(next.to);
      ways.push([...way, next.to]);
    }
  }
  return undefined;
}

/** A way home for an entity of which it is not sure in what state it is: through the one that all others may go to. */
export function wayAround(machine: StateMachine, home: string): string[] {
  const hub = machine.states.find((state) =>
    machine.states.every((other) => other === state || listed(machine, other, state)),
  );
  return hub === undefined || hub === home ? [home] : [hub, home];
}

/**
 * States that tell whether an entity is in the state `a` or `b` where nothing shows it: asking for one is listed from exactly one of
 * them and, for sure, not possible from the other. `stayingRefused`: whoever asks for the present state is refused for sure.
 */
export function distinguishing(machine: StateMachine, a: string, b: string, stayingRefused: boolean): string[] {
  return machine.states.filter((to) => {
    if ((to === a || to === b) && !stayingRefused) return false;
    return listed(machine, a, to) !== listed(machine, b, to);
  });
}
