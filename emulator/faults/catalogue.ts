import type { Contract } from '../../spec/types.ts';
import type { Fault } from './types.ts';

/** All single faults that the emulator can show for a contract, in a stable order with unique ids. */
export function catalogue(_contract: Contract): Fault[] {
  return [];
}
