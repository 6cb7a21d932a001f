/** The tapes that are kept here: runs of the emulator over a few operations, with and without a fault. */
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../../spec/vocabulary.ts';

export interface KeptTape {
  readonly name: string;
  /** How the emulator is started. */
  readonly options: readonly string[];
  /** A requirement that must fail. */
  readonly fails?: string;
}

/** One entity that is read, changed and deleted, one that nothing reads, and a legacy action. */
export const OPERATIONS = ['person', 'domain.suspend', 'legacy.order-status'];

export const TAPES: readonly KeptTape[] = [
  { name: 'default', options: [] },
  { name: 'alternate', options: ['--dialect', 'alternate'] },
  {
    name: 'limit-ignored',
    options: ['--fault', 'person.update.body.firstName.maxLength.ignored'],
    fails: 'person.update.body.firstName.maxLength.refuses',
  },
  {
    name: 'another-success',
    options: ['--fault', 'domain.suspend.success.status-202'],
    fails: 'domain.suspend.success.status',
  },
  {
    name: 'credential-accepted',
    options: ['--fault', 'person.read.credential.unsigned.accepted'],
    fails: 'person.read.credential.invalid',
  },
];

/** Verdicts of a run by requirement and check. */
export type Verdicts = Readonly<Record<string, Verdict>>;

export const VERDICTS_FILE = 'verdicts.json';

/** Folder of a tape. */
export function folderOf({ name }: KeptTape): string {
  return fileURLToPath(new URL(`./${name}`, import.meta.url));
}
