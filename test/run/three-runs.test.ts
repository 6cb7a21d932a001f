/** A server is judged every night: three runs in a row on one that keeps its state, and nothing is reset between them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readResults } from '../../reports/reader.ts';
import { certconform, emulatorProcess, temporaryFolder } from '../cli/support.ts';
import { linesOf } from './support.ts';

test.each(['default', 'alternate'])('three runs in a row, dialect %s: the same outcome each time', async (dialect) => {
  const folder = temporaryFolder();
  const { profile } = await emulatorProcess(folder, ['--dialect', dialect]);
  for (const run of ['first', 'second', 'third']) {
    const out = join(folder, run);
    const { code, stdout } = await certconform([
      'run',
      '--target',
      profile,
      '--out',
      out,
      '--effects',
      'destroy',
      '--no-html',
    ]);
    expect(linesOf(readResults(out).results, 'fail', 'broken', 'inconclusive'), `the ${run} run`).toEqual([]);
    expect(code, stdout).toBe(0);
  }
});
