/** What the emulator knows by name: faults that can be planted, silences that it can read otherwise. */
import { nearest } from '../spec/nearest.ts';
import type { Contract } from '../spec/types.ts';
import { catalogue } from './faults/catalogue.ts';
import type { Fault } from './faults/types.ts';
import { OTHER_READINGS } from './readings.ts';

/** A fault of the user: the message is one clear sentence. */
export class EmulatorError extends Error {
  override readonly name = 'EmulatorError';
}

/** @throws EmulatorError for an id of no fault. */
export function faultsOf(contract: Contract, wanted: readonly (Fault | string)[]): Fault[] {
  if (wanted.length === 0) return [];
  const known = new Map(catalogue(contract).map((fault) => [fault.id, fault]));
  return wanted.map((one) => {
    const fault = typeof one === 'string' ? known.get(one) : one;
    if (fault !== undefined) return fault;
    const near = nearest(String(one), [...known.keys()]);
    throw new EmulatorError(
      `The emulator has no fault "${String(one)}"; ${near === undefined ? '"list faults" names those that it has.' : `did you mean "${near}"?`}`,
    );
  });
}

/** @throws EmulatorError for an id of no silence that it can read otherwise. */
export function readingsOf(ids: readonly string[]): readonly string[] {
  const unknown = ids.find((id) => !OTHER_READINGS.some((known) => known === id));
  if (unknown === undefined) return ids;
  throw new EmulatorError(`The emulator knows no other reading of the silence "${unknown}".`);
}
