/** certconform as a library: run it in one call, start its emulator, read results; and the parts that the command line is built from. */
export { type Run, type RunOptions, run } from './cli/library.ts';
export { UserError } from './cli/user-error.ts';
export { type Emulator, EmulatorError, type EmulatorOptions, startEmulator } from './emulator/index.ts';
export * from './reports/index.ts';
export { BUILT_IN_DIALECTS, type BuiltInDialect, DialectError, type DialectReference } from './spec/dialect.ts';
export { type LoadOptions, loadContract } from './spec/load.ts';
export type * from './spec/types.ts';
export * from './spec/vocabulary.ts';
export { catalogue } from './suites/catalogue.ts';
export type { Check, CheckContext, CheckGroup, Evidence, Judgement } from './suites/engine/check.ts';
export type { Engine } from './suites/engine/execute.ts';
export { runGroups } from './suites/engine/schedule.ts';
export { createTarget, loadProfile, ProfileError, parseProfile, profileFrom } from './target/index.ts';
