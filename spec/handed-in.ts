/** The one door for files that others may have made (profiles, dialects, runs, keys): what is no file is not read. */
import {
  closeSync,
  constants,
  createReadStream,
  fstatSync,
  openSync,
  type ReadStream,
  readFileSync,
  type Stats,
} from 'node:fs';

/** What is named is there and is no regular file: reading it might never begin, or never end. */
export class NoRegularFile extends Error {
  override readonly name = 'NoRegularFile';
  /** What it is instead, with its article. */
  readonly what: string;

  constructor(file: string, what: string) {
    super(`${file} is ${what}, no regular file`);
    this.what = what;
  }
}

/**
 * The bytes of a regular file, or of one that a link leads to.
 *
 * @throws NoRegularFile for a folder, a pipe or a device, at once and with nothing read; else the error of the file system
 */
export function readHandedIn(file: string): Buffer;
/** The same, as text in UTF-8. */
export function readHandedIn(file: string, encoding: 'utf8'): string;
export function readHandedIn(file: string, encoding?: 'utf8'): Buffer | string {
  const descriptor = opened(file);
  try {
    const bytes = readFileSync(descriptor);
    return encoding === undefined ? bytes : bytes.toString(encoding);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * The same piece by piece.
 *
 * @throws NoRegularFile as above; else the error of the file system
 */
export function streamHandedIn(file: string): ReadStream {
  return createReadStream(file, { fd: opened(file) });
}

function opened(file: string): number {
  // A pipe to which nobody writes holds up whoever opens it, unless told not to. It is looked at once it is open: a name may
  // come to mean something else in between.
  const descriptor = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  const stats = fstatSync(descriptor);
  if (stats.isFile()) return descriptor;
  closeSync(descriptor);
  throw new NoRegularFile(file, sortOf(stats));
}

function sortOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  return stats.isFIFO() ? 'a pipe' : 'a device';
}

/** Why a file could not be read, in the few words that a sentence has room for: what it is instead, or the system's code. */
export function whyUnread(error: unknown): string {
  if (error instanceof NoRegularFile) return `it is ${error.what}, no regular file`;
  return (error as NodeJS.ErrnoException).code ?? 'unknown error';
}
