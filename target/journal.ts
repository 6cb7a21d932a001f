/** Write-ahead record of changes: what a fixture was is on disk before the change is sent. */

import { randomUUID } from 'node:crypto';
import { closeSync, fsync, mkdirSync, openSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Redactor } from './redaction.ts';
import type { Journal, JournalEntry } from './types.ts';

/** A change that was begun and of which it is not known that it was undone. */
export interface PendingEntry extends JournalEntry {
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
  /** True when secrets had to be taken out of the restoring requests: they cannot be sent as they stand. */
  readonly incomplete: boolean;
}

type Line = ({ readonly op: 'begin' } & PendingEntry) | { readonly op: 'done'; readonly id: string };

const PREFIX = 'journal-';

const flush = promisify(fsync);

/** A journal file of this process in a folder: one JSON object a line, for the owner only. */
export class FileJournal implements Journal {
  readonly #directory: string;
  readonly #redactor: Redactor;
  #descriptor: number | undefined;
  /** The disk's turn that is under way, and the one after it, which takes all lines that have come until it begins. */
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  constructor(directory: string, redactor: Redactor) {
    this.#directory = directory;
    this.#redactor = redactor;
  }

  async begin(entry: JournalEntry): Promise<string> {
    const id = randomUUID();
    const restoring = JSON.stringify(entry.restore);
    const incomplete = this.#redactor.redact(restoring) !== restoring;
    this.#append({ op: 'begin', id, at: Date.now(), incomplete, ...entry });
    // On disk, not only in the system's memory, before anything is changed. If the end of it is lost with the machine, the
    // entity is put back once more to what it is.
    await this.#flush();
    return id;
  }

  /** What comes while the disk is at work waits for its next turn, all together. */
  #flush(): Promise<void> {
    this.#next ??= this.#current.then(() => {
      this.#next = undefined;
      const now = this.#descriptor === undefined ? Promise.resolve() : flush(this.#descriptor);
      this.#current = now.catch(() => undefined);
      return now;
    });
    return this.#next;
  }

  async done(id: string): Promise<void> {
    this.#append({ op: 'done', id });
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
    this.#descriptor = undefined;
  }

  #append(line: Line): void {
    if (this.#descriptor === undefined) {
      mkdirSync(this.#directory, { recursive: true, mode: 0o700 });
      const name = `${PREFIX}${process.pid}-${randomUUID().slice(0, 8)}.ndjson`;
      this.#descriptor = openSync(join(this.#directory, name), 'a', 0o600);
    }
    writeSync(this.#descriptor, `${this.#redactor.redact(JSON.stringify(line, bytesAsText))}\n`);
  }
}

/** Bodies given as bytes are kept as base64. */
function bytesAsText(_key: string, value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value;
}

function textAsBytes(_key: string, value: unknown): unknown {
  const base64 = (value as { base64?: unknown } | null)?.base64;
  return typeof value === 'object' && typeof base64 === 'string' && Object.keys(value ?? {}).length === 1
    ? new Uint8Array(Buffer.from(base64, 'base64'))
    : value;
}

/**
 * Changes that were begun and not done, newest first: the order in which they must be undone. A line that a kill cut off
 * was never promised to be durable and is passed over.
 */
export function pending(directory: string): PendingEntry[] {
  const begun = new Map<string, PendingEntry>();
  const done = new Set<string>();
  for (const line of readLines(directory)) {
    if (line.op === 'done') {
      done.add(line.id);
    } else {
      const { op, ...entry } = line;
      begun.set(entry.id, entry);
    }
  }
  const open = [...begun.values()].filter((entry) => !done.has(entry.id));
  // Several may bear the same time: those written later are undone earlier.
  return open.reverse().sort((a, b) => b.at - a.at);
}

function readLines(directory: string): Line[] {
  let names: string[];
  try {
    names = readdirSync(directory).filter((name) => name.startsWith(PREFIX) && name.endsWith('.ndjson'));
  } catch {
    return [];
  }
  const lines: Line[] = [];
  for (const name of names.sort()) {
    for (const text of readFileSync(join(directory, name), 'utf8').split('\n')) {
      if (text === '') continue;
      try {
        lines.push(JSON.parse(text, textAsBytes) as Line);
      } catch {
        // Cut off by a kill.
      }
    }
  }
  return lines;
}
