/** Room `target`: the implementation under test and all that touches the network. */
export * from './profile.ts';
export type * from './types.ts';
