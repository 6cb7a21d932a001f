/** What is known of administrator types on a target: the table of 3.2, and the dialect's answers about its silences. */

import { valueAt } from '../../../spec/json.ts';
import type { Answer, Contract, Operation, StateMachine } from '../../../spec/types.ts';
import type { Fixture } from '../../../target/types.ts';
import { type Lack, lacking } from '../../engine/unavailable.ts';

type Standing = Answer['standing'];

/** A JSON Pointer and how far it can be trusted. */
export interface Place {
  readonly pointer: string;
  readonly standing: Standing;
}

export interface TypeKnowledge {
  readonly machine: StateMachine;
  readonly update: Operation;
  readonly reader: Operation;
  /** Where the wanted type is written. */
  readonly write: Place;
  /** Where the type shows; undefined when the dialect says nowhere or nothing. */
  readonly read: Place | undefined;
  /** Members that a body needs besides, by wanted type. */
  readonly companions: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** `claimed` when a refusal cannot be due to a missing companion. */
  readonly companionsStanding: Standing;
  readonly sameType: Answer | undefined;
}

/** Gathers what the contract and its dialect say. A lack when nobody says where the type is written. */
export function typeKnowledge(contract: Contract): TypeKnowledge | Lack {
  const machine = contract.machines.find(({ id }) => id === 'administrator-type');
  if (machine === undefined) return { lack: 'The contract has no table of administrator types.', cause: 'other' };
  const write = contract.answer('admin.type.write');
  if (write === undefined) {
    return lacking({ what: 'answer', silence: 'admin.type.write' });
  }
  const read = contract.answer('admin.type.read');
  const companions = contract.answer('admin.type.companions');
  return {
    machine,
    update: contract.operation('admin.update'),
    reader: contract.operation('admin.read'),
    write: { pointer: write.value as string, standing: write.standing },
    read: typeof read?.value === 'string' ? { pointer: read.value, standing: read.standing } : undefined,
    companions: (companions?.value ?? {}) as TypeKnowledge['companions'],
    companionsStanding: companions?.standing ?? 'assumed',
    sameType: contract.answer('admin.same-type'),
  };
}

/** The type that an administrator has, by its trait or by what its GET shows; undefined when nobody says. */
export function homeOf({ machine, read }: TypeKnowledge, { traits }: Fixture, look: unknown): string | undefined {
  const declared = traits['type'];
  const shown = read === undefined || look === undefined ? undefined : valueAt(look, read.pointer);
  const candidates = read?.standing === 'claimed' ? [shown, declared] : [declared, shown];
  return candidates.flatMap((value) => machine.states.filter((state) => state === value))[0];
}

/** Whether the table lists the move. A move to the same state is not in it. */
export function listed(machine: StateMachine, from: string, to: string): boolean {
  return machine.transitions.some((transition) => transition.from === from && transition.to === to);
}

/** The shortest way of listed moves from one state to another, without its start; undefined when there is none. */
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

/** A way home for an administrator of whom it is not sure what it has become: through the type that all may become. */
export function wayAround(machine: TypeKnowledge['machine'], home: string): string[] {
  const hub = machine.states.find((state) =>
    machine.states.every((other) => other === state || listed(machine, other, state)),
  );
  return hub === undefined ? [home] : hub === home ? [home] : [hub, home];
}
