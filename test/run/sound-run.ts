/** A small run over the embedded emulator, and copies of it for tests to tamper with. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect } from 'vitest';
import { verifyFolder } from '../../cli/verify.ts';
import { TAPE_FILE } from '../../target/index.ts';
import { certconform, temporaryFolder } from './support.ts';

/** What narrows a run to some seconds. */
export const SMALL = ['--depth', 'quick', '--no-html', '--only', 'person.update', 'person.delete', 'domain.suspend'];

/** The fault by which `person.update` fails. */
export const FAULT = ['--fault', 'person.update.body.firstName.maxLength.ignored'];

/** Runs of one file of tests: `sound` is there before the first of them, and all are gone after the last. */
export interface Runs {
  readonly path: string;
  readonly sound: string;
  /** Runs the suite, which ends with this code, and returns the folder. */
  run(name: string, code: number, options?: readonly string[]): Promise<string>;
  /** A copy of the sound run. */
  copy(name: string): string;
}

export function soundRun(name: string): Runs {
  const folder = temporaryFolder(name);
  const runs: Runs = {
    path: folder.path,
    sound: join(folder.path, 'sound'),
    run: async (own, code, options = []) => {
      const out = join(folder.path, own);
      const finished = await certconform(['run', '--out', out, ...SMALL, ...options]);
      expect(finished.code, finished.stdout + finished.stderr).toBe(code);
      return out;
    },
    copy: (own) => {
      const out = join(folder.path, own);
      cpSync(runs.sound, out, { recursive: true });
      return out;
    },
  };
  beforeAll(async () => {
    await runs.run('sound', 0);
  });
  afterAll(() => folder.remove());
  return runs;
}

/** Changes a file of a run; it is no test where nothing is changed. */
export function alter(out: string, name: string, change: (text: string) => string): void {
  const file = join(out, name);
  const text = readFileSync(file, 'utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(file, changed);
}

/** The same of its tape. */
export function alterTape(out: string, change: (text: string) => string): void {
  const file = join(out, TAPE_FILE);
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  const changed = change(text);
  expect(changed).not.toBe(text);
  writeFileSync(file, gzipSync(changed));
}

/** A text without some of its lines. */
export function withoutLines(part: string): (text: string) => string {
  return (text) =>
    text
      .split('\n')
      .filter((line) => !line.includes(part))
      .join('\n');
}

/** What is found wrong with a run, in words. */
export async function findingsOf(out: string): Promise<string[]> {
  return (await verifyFolder(out)).findings.map(({ text }) => text);
}
