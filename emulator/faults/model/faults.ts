/** The faults of the emulator that come from the fault model: one for each cell that is not reasoned away. */
import { type Cell, cellsOf, readFaultModel } from '../../../spec/fault-model/cells.ts';
import type { Contract } from '../../../spec/types.ts';
import type { Fault } from '../types.ts';

const model = await readFaultModel();

/** The faults of a contract's cells, in the model's order. */
export function modelFaults(contract: Contract): Fault[] {
  return cellsOf(model, contract)
    .filter(({ reason }) => reason === undefined)
    .map(faultOf);
}

function faultOf(cell: Cell): Fault {
  const { id, operator, place, breaks } = cell;
  return {
    id,
    family: 'model',
    operation: place.operation,
    breaks,
    standing: operator.standing,
    hint: {
      operation: place.operation,
      ...(place.in === 'body' || place.in === 'operation' ? {} : { parameter: place.name }),
      ...(place.in === 'body' ? { pointer: place.name } : {}),
      topic: place.in === 'operation' ? 'effect' : 'constraint',
    },
    change: { kind: 'cell', cell },
  };
}
