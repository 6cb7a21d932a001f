/** Requirements that the transition tables of section 3 give: one per cell, and what holds for all of a table. */

import { type Cell, cellsOf, idsOf } from '../machines.ts';
import type { Operation, Requirement, StateMachine } from '../types.ts';
import { requirementOf, withArticle } from './draft.ts';

/** The cells of a table with the moves that are listed, refused and open, sequences of moves, and what a move leaves alone. */
export function machineRequirements(machine: StateMachine, operations: readonly Operation[]): Requirement[] {
  const operationOf = (id: string | undefined): Operation => {
    const found = operations.find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`The state machine ${machine.id} names an unknown operation.`);
    return found;
  };
  const make = (
    operation: Operation,
    id: string,
    sentence: string,
    more: Partial<Pick<Requirement, 'level' | 'source' | 'section' | 'topic'>> = {},
  ): Requirement => requirementOf(operation, id, { topic: 'state', section: machine.section, sentence, ...more });
  const update = operationOf(machine.transitions[0]?.operation);
  const { walks, pairs, refusal, members } = idsOf(machine);
  const { section } = update;
  const { trait } = machine;
  return [
    ...cellsOf(machine).map((cell) =>
      make(operationOf(cell.operation), cell.requirement, sentence(machine, update.entity ?? 'entity', cell), {
        level: cell.promised === 'open' ? 'SHOULD' : 'MUST',
        section: cell.transition?.section ?? machine.section,
      }),
    ),
    ...(pairs === undefined
      ? []
      : [
          make(
            update,
            pairs,
            `A change of the ${trait} is accepted or refused by the ${trait} at that moment, whatever change came before it.`,
          ),
        ]),
    ...(members === undefined
      ? []
      : [
          make(update, members.leftOut, `An update that leaves the ${trait} out leaves it as it is.`, { section }),
          make(
            update,
            members.kept,
            `A change of the ${trait} leaves the members alone that the update does not mention.`,
            { section },
          ),
          make(
            update,
            members.written,
            `Members that an update changes together with the ${trait} show afterwards where the dialect says.`,
            { section, source: 'dialect' },
          ),
        ]),
    ...(refusal === undefined
      ? []
      : [
          make(
            update,
            refusal,
            `A change of the ${trait} that the table does not list is refused with the status that the dialect names.`,
            { source: 'dialect', topic: 'declared' },
          ),
        ]),
    make(
      update,
      walks,
      `The table of ${machine.section} (${machine.title.toLowerCase()}) holds at every step of any sequence of requests.`,
    ),
  ];
}

function sentence({ trait }: StateMachine, entity: string, { from, to, promised }: Cell): string {
  const who = `${withArticle('A', entity)} of ${trait} ${from}`;
  switch (promised) {
    case 'listed':
      return from === to
        ? `${who} can be asked for that ${trait} again, and stays so.`
        : `${who} may become ${to}, and the change shows.`;
    case 'refused':
      return `${who} may not become ${to}; the attempt is refused and changes nothing.`;
    case 'staying':
      return `What a request for the ${trait} ${from} does where it is the present one is not documented; the ${trait} stays, and there is no server error.`;
    case 'open':
      return `Whether ${who.replace(/^A/, 'a')} may become ${to} is not documented; a refusal changes nothing, and there is no server error.`;
  }
}
