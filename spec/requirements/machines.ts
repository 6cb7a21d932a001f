/** Requirements that the transition tables of section 3 give: one per cell. */
import type { Operation, Requirement, StateMachine } from '../types.ts';
import { slug } from './slug.ts';

/** One requirement per cell of the machine's table: allowed and refused moves, and the same-state cells. */
export function machineRequirements(machine: StateMachine, operations: readonly Operation[]): Requirement[] {
  if (machine.id !== 'administrator-type') return [];
  const operation = operations.find(({ id }) => id === machine.transitions[0]?.operation);
  if (operation === undefined) throw new Error(`The state machine ${machine.id} names an unknown operation.`);
  const allowed = new Set(machine.transitions.map(({ from, to }) => `${from}>${to}`));
  return machine.states.flatMap((from) =>
    machine.states.map((to): Requirement => {
      const verdict = from === to ? 'same' : allowed.has(`${from}>${to}`) ? 'allowed' : 'refused';
      return {
        id: `${machine.id}.${slug(from)}-to-${slug(to)}`,
        level: verdict === 'same' ? 'SHOULD' : 'MUST',
        source: 'contract',
        section: machine.section,
        sentence: sentence(from, to, verdict),
        interface: operation.interface,
        area: operation.area,
        operation: operation.id,
        topic: 'state',
      };
    }),
  );
}

function sentence(from: string, to: string, verdict: 'same' | 'allowed' | 'refused'): string {
  if (verdict === 'same')
    return `An update that repeats the type ${from} is not documented either way; it must not end in a server error.`;
  if (verdict === 'allowed') return `An administrator of type ${from} may become ${to}, and the change shows.`;
  return `An administrator of type ${from} may not become ${to}; the attempt is refused and changes nothing.`;
}
