/** Room `target`: the implementation under test and all that touches the network. */
export { UnsendableRequest } from './client/errors.ts';
export { restore } from './journal/restore.ts';
export { pending } from './journal.ts';
export { OwnedFiles } from './owned-files.ts';
export { passOn } from './pass-on.ts';
export * from './profile.ts';
export type { Leak } from './redaction/scan.ts';
export { createRedactor, MARK, scan } from './redaction.ts';
export { TAPE_FILE, TAPE_FORMAT } from './tape/format.ts';
export { tapeLines } from './tape/lines.ts';
export { type Missing, readTape, type Tape, TapeTarget } from './tape/play.ts';
export { recorded, recordedStop } from './tape/record.ts';
export { packTape, TapeWriter } from './tape/write.ts';
export { createTarget, type TargetOptions } from './target.ts';
export type * from './types.ts';
