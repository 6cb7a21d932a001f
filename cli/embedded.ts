/** The embedded target: the reference emulator, when the user names none. */
import { catalogue, type Fault, startEmulator } from '../emulator/index.ts';
import type { BuiltInDialect } from '../spec/dialect.ts';
import { loadContract } from '../spec/load.ts';
import { UserError } from './user-error.ts';

export interface EmbeddedOptions {
  readonly dialect?: string;
  readonly fault?: readonly string[];
}

/** A running emulator and its profile. */
export interface EmbeddedTarget {
  readonly profile: object;
  close(): Promise<void>;
}

/** Starts the emulator on free loopback ports. @throws UserError for an unknown dialect or fault. */
export async function embeddedTarget(options: EmbeddedOptions): Promise<EmbeddedTarget> {
  const dialect = options.dialect ?? 'default';
  if (dialect !== 'default' && dialect !== 'alternate') {
    throw new UserError(`The emulator has no dialect "${dialect}"; it speaks default and alternate.`);
  }
  const contract = await loadContract({
    dialect: { base: dialect satisfies BuiltInDialect, claimed: true },
    validate: false,
  });
  const faults = chosenFaults(catalogue(contract), options.fault ?? []);
  const emulator = await startEmulator({ contract, faults });
  return { profile: emulator.profile(), close: () => emulator.close() };
}

function chosenFaults(known: readonly Fault[], wanted: readonly string[]): Fault[] {
  return wanted.map((id) => {
    const fault = known.find((candidate) => candidate.id === id);
    if (fault === undefined) throw new UserError(`The emulator has no fault "${id}"; see "certconform list faults".`);
    return fault;
  });
}
