/** Reads the YAML files that come with the suite. */
import { hash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { parse } from 'yaml';
import { cacheFolder } from './cache-folder.ts';

const KEY = 'certconform: YAML files that were read';

/**
 * What was read, by address. Parsing is a good part of a run's start, so it is done once: threads that are started later
 * get a copy of this as it then is.
 */
const known = (getEnvironmentData(KEY) ?? new Map<string, unknown>()) as Map<string, unknown>;
setEnvironmentData(KEY, known as unknown as Parameters<typeof setEnvironmentData>[1]);

/** The content of a file that comes with the suite and does not change while it runs; the caller may change what it gets. */
export async function readOwnYaml<T>(file: URL): Promise<T> {
  if (!known.has(file.href)) known.set(file.href, (await readBuilt(file)) ?? (await readKept(file)));
  return structuredClone(known.get(file.href)) as T;
}

/** The same as JSON, which the published package has beside each file: read in a tenth of the time. */
async function readBuilt(file: URL): Promise<unknown> {
  const text = await readFile(new URL(`${file.href}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}

/** The same where nothing was built: as JSON from an earlier call, kept by the hash of the YAML, else parsed and kept for the next. */
async function readKept(file: URL): Promise<unknown> {
  const text = await readFile(file, 'utf8');
  const kept = join(cacheFolder('yaml'), `${hash('sha256', text)}.json`);
  try {
    return JSON.parse(await readFile(kept, 'utf8'));
  } catch {
    const value: unknown = parse(text);
    // Without a folder to write to, the next call parses again.
    await keep(kept, JSON.stringify(value)).catch(() => undefined);
    return value;
  }
}

/** Whole or not at all: others may read and write the same at the moment. */
async function keep(path: string, text: string): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const begun = `${path}.${randomUUID()}`;
  await writeFile(begun, text);
  await rename(begun, path);
}
