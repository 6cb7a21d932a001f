/** certconform as a library: load the contract, reach a target, run checks, read results. The command line is built from the same parts. */
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
