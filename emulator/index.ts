/** The reference implementation of the service, written from the contract alone. */
export { type EmulatorCommandOptions, type EmulatorIo, emulatorCommand } from './cli.ts';
export { catalogue } from './faults/catalogue.ts';
export type { Fault, FaultFamily, FaultHint } from './faults/types.ts';
export { EmulatorError } from './known.ts';
export type { LogEntry } from './log.ts';
export type { Emulator, EmulatorCredentials, EmulatorOptions } from './options.ts';
export { OTHER_READINGS, type OtherReading } from './readings.ts';
export { startEmulator } from './start.ts';
