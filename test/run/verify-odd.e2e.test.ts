/** Runs that did not go as others do: whatever became of them, their tapes bear out what they say. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { verifyFolder } from '../../cli/verify.ts';
import { verdictOf } from '../../reports/outcome.ts';
import { type RunResults, readResults } from '../../reports/reader.ts';
import schema from '../../reports/statement.schema.json' with { type: 'json' };
import { begin, certconform, emulatorProcess, eventually, temporaryFolder } from '../cli/support.ts';
import * as answers from '../hostile/servers/answers.ts';
import { BODIES, inTurn } from '../hostile/servers/bodies.ts';
import type { FrontOptions } from '../hostile/servers/front.ts';
import { type WholeRun, wholeRun } from '../hostile/whole-run.ts';

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);

const FAULT = ['--fault', 'person.update.body.firstName.maxLength.ignored'];

const commandOf = (out: string, options: readonly string[]): string[] => {
  return ['run', '--depth', 'quick', '--runs', '3', '--no-html', '--out', out, ...options];
};

/** Makes a run that ends with this exit code, and verifies it. */
async function verified(out: string, code: number, options: readonly string[]): Promise<RunResults> {
  const run = await certconform(commandOf(out, options));
  expect(run.code, run.stdout + run.stderr).toBe(code);
  return borneOut(out);
}

async function borneOut(out: string): Promise<RunResults> {
  const { findings, judged } = await verifyFolder(out);
  expect(findings).toEqual([]);
  const statement: unknown = JSON.parse(readFileSync(join(out, 'statement.json'), 'utf8'));
  expect(ajv.validate(schema, statement), ajv.errorsText()).toBe(true);
  const run = readResults(out);
  expect(judged).toBe(run.results.length);
  return run;
}

const wasStopped = ({ results }: RunResults): boolean => results.some(({ cause }) => cause === 'interrupted');

test.each([1, 60, 150])('one that was interrupted after %i results', async (count) => {
  const out = join(temporaryFolder(), 'run');
  const running = begin(commandOf(out, ['--only', 'person', 'domain']));
  const file = join(out, 'results.ndjson');
  const told = (): number => (existsSync(file) ? readFileSync(file, 'utf8').split('{"type":"result"').length - 1 : 0);
  await eventually(() => told() >= count);
  running.child.kill('SIGINT');
  expect((await running.finished).code).toBe(2);
  const run = await borneOut(out);
  expect(run.end).toMatchObject({ interrupted: true, outcome: 'aborted' });
  expect(wasStopped(run)).toBe(true);
});

test('one that ended at its first failure', async () => {
  const options = ['--only', 'person', ...FAULT, '--fail-fast'];
  const run = await verified(join(temporaryFolder(), 'run'), 1, options);
  expect(run.results.some((result) => verdictOf(result) === 'fail')).toBe(true);
  expect(wasStopped(run)).toBe(true);
});

test('one that asked again what had failed', async () => {
  const options = ['--only', 'person.update', ...FAULT, '--repeat-failures', '2'];
  const run = await verified(join(temporaryFolder(), 'run'), 1, options);
  expect(run.run.repeatFailures).toBe(2);
});

test('one of a single requirement, and one of what another had left open', async () => {
  const folder = temporaryFolder();
  const id = 'person.update.body.firstName.maxLength.refuses';
  await verified(join(folder, 'single'), 1, ['--only', id, ...FAULT]);
  const again = await verified(join(folder, 'again'), 0, ['--rerun-failed', join(folder, 'single')]);
  expect(again.results.map(({ requirement }) => requirement)).toEqual([id]);
});

test('one on a server that is far away', async () => {
  const folder = temporaryFolder();
  const { profile } = await emulatorProcess(folder, ['--latency', '50']);
  const options = ['--target', profile, '--effects', 'destroy', '--only', 'person', 'legacy-status'];
  await verified(join(folder, 'run'), 0, options);
});

/** A run over a server that is at fault in some of its answers. */
function runOver(front: Omit<FrontOptions, 'emulator' | 'sound'>, sound: number): Promise<WholeRun> {
  return wholeRun({ id: 'odd', title: 'odd', front: () => front, answers: 'something', verdicts: [] }, { sound });
}

const isWrite = (head: string): boolean => /^(PUT|DELETE) /.test(head);

test.each([
  ['reads', (head: string) => head.startsWith('GET /api/person')],
  ['writes', isWrite],
])('one on a server that answers %s with bodies of every form', async (_, meets) => {
  const { results, unverified } = await runOver({ misbehave: inTurn(Object.values(BODIES)), meets }, 20);
  expect(results?.results.length).toBeGreaterThan(100);
  expect(results?.results.filter(({ cause }) => cause === 'suite')).toEqual([]);
  expect(results?.results.some(({ exchanges }) => exchanges.some(({ error }) => error?.kind === 'too-large'))).toBe(
    true,
  );
  expect(unverified).toEqual([]);
});

test.each([
  ['never answers', answers.hangsBeforeTheHeader],
  ['answers with interim responses for ever', answers.sendsInterimResponsesForEver],
  ['answers a byte a second', answers.sendsAByteASecond],
])('one on a server that %s to writes', async (_, misbehave) => {
  const { results, unverified } = await runOver({ misbehave, meets: isWrite }, 20);
  expect(results?.results.some(({ reason }) => reason?.includes('not sent, as such requests') === true)).toBe(true);
  expect(unverified).toEqual([]);
});

test.each([3, 7])('one on a server that drops each %i. connection', async (each) => {
  const drops = (request: number): boolean => request % each === 0;
  const { results, unverified } = await runOver({ drops }, Number.POSITIVE_INFINITY);
  expect(results?.results.length).toBeGreaterThan(100);
  expect(unverified).toEqual([]);
});
