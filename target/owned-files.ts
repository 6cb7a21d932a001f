/** Files that say which process made them: locks between processes, of which a dead one leaves none behind. */
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** A file without its owner's number, or a takeover, that is older than this was left by a killed process. */
const ABANDONED_MS = 10_000;

const TAKEOVER = 'takeover';

/** Who made a file, and when. */
export interface Owner {
  readonly pid: number;
  /** Milliseconds since the Unix epoch. */
  readonly since: number;
}

/** The owned files of one folder, which is made with the first of them. */
export class OwnedFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Creates a file that names this process; false when it stands already. */
  create(name: string): boolean {
    let descriptor: number;
    try {
      descriptor = this.#open(name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    }
    writeSync(descriptor, `${process.pid} ${startOf(process.pid)}`);
    closeSync(descriptor);
    return true;
  }

  remove(name: string): void {
    try {
      unlinkSync(join(this.#folder, name));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
  }

  has(name: string): boolean {
    return existsSync(join(this.#folder, name));
  }

  names(): string[] {
    return readdirSync(this.#folder);
  }

  /** True when the file stands and its owner lives; a dead owner's file is taken away. */
  held(name: string): boolean {
    const file = join(this.#folder, name);
    if (!existsSync(file)) return false;
    if (!isAbandoned(file)) return true;
    return !this.#takeOver(name);
  }

  /** Who holds a file; undefined when nobody does any more. */
  owner(name: string): Owner | undefined {
    const file = join(this.#folder, name);
    try {
      return { pid: ownerIn(file).pid, since: statSync(file).mtimeMs };
    } catch {
      return undefined;
    }
  }

  /** Removes an abandoned file; one process at a time, which looks again first, lest a new owner's file be removed. */
  #takeOver(name: string): boolean {
    const guard = join(this.#folder, TAKEOVER);
    if (existsSync(guard) && isAbandoned(guard)) rmSync(guard, { force: true });
    if (!this.create(TAKEOVER)) return false;
    try {
      const file = join(this.#folder, name);
      if (existsSync(file) && !isAbandoned(file)) return false;
      rmSync(file, { force: true });
      return true;
    } finally {
      this.remove(TAKEOVER);
    }
  }

  /** Most folders are never asked for, so one is only made when it turns out to be missing. */
  #open(name: string): number {
    const file = join(this.#folder, name);
    try {
      return openSync(file, 'wx', 0o600);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
      return openSync(file, 'wx', 0o600);
    }
  }
}

/** True when the process that made the file is gone. */
function isAbandoned(file: string): boolean {
  let owner: ReturnType<typeof ownerIn>;
  try {
    owner = ownerIn(file);
    if (owner.pid === 0) return Date.now() - statSync(file).mtimeMs > ABANDONED_MS;
  } catch {
    return false;
  }
  try {
    process.kill(owner.pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  // Numbers come round again, in containers with every start: who began at another time is somebody else.
  return owner.start !== '' && startOf(owner.pid) !== owner.start;
}

function ownerIn(file: string): { readonly pid: number; readonly start: string } {
  const [pid = '', start = ''] = readFileSync(file, 'utf8').split(' ');
  return { pid: Number(pid), start };
}

let own: string | undefined;

/** When a process began, as the system counts; '' where it does not say. */
function startOf(pid: number): string {
  if (pid === process.pid) own ??= readStart(pid);
  return pid === process.pid ? (own ?? '') : readStart(pid);
}

function readStart(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the program, in brackets, may hold anything; the start is the twentieth field after it.
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
