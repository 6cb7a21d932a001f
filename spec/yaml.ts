/** Reads the YAML files that come with the suite. */
import { readFile } from 'node:fs/promises';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { parse } from 'yaml';

const KEY = 'certconform: YAML files that were read';

/**
 * What was read, by address. Parsing is a good part of a run's start, so it is done once: threads that are started later
 * get a copy of this as it then is.
 */
const known = (getEnvironmentData(KEY) ?? new Map<string, unknown>()) as Map<string, unknown>;
setEnvironmentData(KEY, known as unknown as Parameters<typeof setEnvironmentData>[1]);

/** The content of a file that comes with the suite and does not change while it runs; the caller may change what it gets. */
export async function readOwnYaml<T>(file: URL): Promise<T> {
  if (!known.has(file.href)) known.set(file.href, (await readBuilt(file)) ?? parse(await readFile(file, 'utf8')));
  return structuredClone(known.get(file.href)) as T;
}

/** The same as JSON, which the published package has beside each file: read in a tenth of the time. */
async function readBuilt(file: URL): Promise<unknown> {
  const text = await readFile(new URL(`${file.href}.json`), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : JSON.parse(text);
}
