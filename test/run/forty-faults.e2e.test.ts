/** Runs over the emulator with one fault each: every one is verified from its tape, and none once its verdicts were turned. */
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { scopes } from '../../cli/mutants/hunt.ts';
import { verifyFolder } from '../../cli/verify.ts';
import { catalogue } from '../../emulator/index.ts';
import { verdictOf } from '../../reports/outcome.ts';
import { readResults } from '../../reports/reader.ts';
import { loadContract } from '../../spec/load.ts';
import { coverUp, turnVerdicts } from './forgery.ts';
import { certconform, temporaryFolder } from './support.ts';

const folder = temporaryFolder('forty-faults');
afterAll(() => folder.remove());

const COUNT = 40;

const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
/** Those that the suite must find: what the fault model plants anywhere, or is a matter of reading, it may overlook. */
const known = catalogue(contract).filter(({ change, standing }) => change.kind !== 'cell' && standing !== 'debatable');
/** From everywhere in the catalogue, which is ordered by operation. */
const faults = Array.from({ length: COUNT }, (_, at) => known[Math.floor(((at + 0.5) * known.length) / COUNT)]).flatMap(
  (fault) => (fault === undefined ? [] : [fault]),
);

let failing = 0;

describe.concurrent('one fault each', () => {
  test.each(faults.map((fault) => [fault.id, fault] as const))('%s', async (id, fault) => {
    const out = join(folder.path, id);
    const scope = scopes(contract, fault).find(({ size }) => size > 0) ?? new Set([fault.operation]);
    const run = [
      'run',
      '--depth',
      'quick',
      '--runs',
      '3',
      '--no-html',
      '--out',
      out,
      '--fault',
      id,
      '--only',
      ...scope,
    ];
    const { code, stdout, stderr } = await certconform(run);
    expect([0, 1, 3], stdout + stderr).toContain(code);
    if (readResults(out).results.some((result) => verdictOf(result) === 'fail')) failing += 1;
    const verified = await verifyFolder(out);
    expect(verified).toMatchObject({ findings: [] });
    expect(verified.judged).toBeGreaterThan(0);
    turnVerdicts(out);
    await coverUp(out);
    expect((await verifyFolder(out)).findings.length).toBeGreaterThan(0);
  });
});

test('nearly all of them were found', () => {
  expect(faults.length).toBe(COUNT);
  expect(failing).toBeGreaterThanOrEqual(COUNT * 0.9);
});
