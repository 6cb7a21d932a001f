/** Looks for secrets in the files that a run wrote. */
import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Redactor } from '../redaction.ts';

/** A secret found in a file. The secret itself is not told. */
export interface Leak {
  readonly file: string;
  /** Where it begins, in bytes; for a compressed file in the unpacked text. */
  readonly offset: number;
}

const CHUNK = 1024 * 1024;

/**
 * Reads every file below a folder, names of files included, and returns the secrets found, at most one per file.
 * Files ending in .gz are unpacked. Files that cannot be read are reported by the error of the file system. Files for which
 * `skip` returns true are passed over.
 */
export async function scan(
  directory: string,
  redactor: Redactor,
  skip: (file: string) => boolean = () => false,
): Promise<Leak[]> {
  const leaks: Leak[] = [];
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name);
    if (skip(file)) continue;
    if (redactor.finds(entry.name)) leaks.push({ file: redactor.redact(file), offset: 0 });
    if (!entry.isFile()) continue;
    const offset = await scanFile(file, redactor);
    if (offset >= 0) leaks.push({ file, offset });
  }
  return leaks;
}

/** The offset of the first secret in a file, -1 when there is none. A run writes thousands of small files: those are read at once. */
async function scanFile(file: string, redactor: Redactor): Promise<number> {
  const small = !file.endsWith('.gz') && (await stat(file)).size <= CHUNK;
  return small ? redactor.locate(await readFile(file, 'latin1')) : scanStream(file, redactor);
}

/** Reads in pieces that overlap by the longest form of a secret, so that none is missed at a border. */
async function scanStream(file: string, redactor: Redactor): Promise<number> {
  const raw = createReadStream(file, { highWaterMark: CHUNK });
  const stream = file.endsWith('.gz') ? raw.pipe(createGunzip()) : raw;
  raw.on('error', (error) => stream.destroy(error));
  const overlap = redactor.longest + 2;
  let held = '';
  let consumed = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      // Latin-1 keeps one character per byte: offsets stay true, and the UTF-8 bytes of a secret are one of its forms.
      held += chunk.toString('latin1');
      const found = redactor.locate(held);
      if (found >= 0) return consumed + found;
      const cut = Math.max(0, held.length - overlap);
      held = held.slice(cut);
      consumed += cut;
    }
  } catch (error) {
    if (file.endsWith('.gz') && (error as NodeJS.ErrnoException).code?.startsWith('Z_') === true) return -1;
    throw error;
  } finally {
    raw.destroy();
  }
  return -1;
}
