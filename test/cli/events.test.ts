/** What a run tells while it goes on: to programs (`--json`), and to people who want more or less. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, expect, test } from 'vitest';
import { certconform, type Finished, ROOT } from '../run/support.ts';

const schema = JSON.parse(readFileSync(join(ROOT, 'reports/events.schema.json'), 'utf8')) as object;
const isEvent = new Ajv2020({ allErrors: true, allowUnionTypes: true, strict: false }).compile(schema);

const FAULTY = [
  'run',
  '--only',
  'person.read',
  'person.delete',
  '--depth',
  'quick',
  '--no-html',
  '--fault',
  'person.read.success.status-201',
];

async function run(...options: readonly string[]): Promise<Finished> {
  const out = mkdtempSync(join(tmpdir(), 'certconform-events-'));
  try {
    return await certconform([...FAULTY, ...options, '--out', out]);
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

interface Event {
  readonly event: string;
  readonly verdict?: string;
  readonly failure?: { readonly replay: string };
  readonly exitCode?: number;
  readonly requirements?: number;
}

let events: Event[];
let finished: Finished;

beforeAll(async () => {
  finished = await run('--json');
  events = finished.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
});

test('each line is an event of the published schema', () => {
  for (const event of events) expect(isEvent(event), JSON.stringify([event, isEvent.errors])).toBe(true);
});

test('it begins with the start and the plan, and ends with the outcome and the exit code of the process', () => {
  expect(events.slice(0, 2).map(({ event }) => event)).toEqual(['start', 'plan']);
  expect(events.at(-1)).toMatchObject({ event: 'end', outcome: 'non-conformant', exitCode: finished.code });
  const verdicts = events.filter(({ event }) => event === 'verdict');
  expect(verdicts.length).toBeGreaterThanOrEqual(events[1]?.requirements ?? Number.POSITIVE_INFINITY);
});

test('a failure says what was expected, what came, and how it is repeated', () => {
  const failed = events.filter(({ verdict }) => verdict === 'fail');
  expect(failed.length).toBeGreaterThan(0);
  for (const { failure } of failed) expect(failure?.replay).toMatch(/^node cli\/main\.ts replay .*person\./);
});

test('--quiet tells the outcome and what is wrong, --verbose each verdict besides', async () => {
  const [quiet, verbose] = await Promise.all([run('--quiet'), run('--verbose')]);
  expect(quiet.stderr).toBe('');
  expect(quiet.stdout).toContain('NON-CONFORMANT');
  expect(quiet.stdout).toContain('expected');
  expect(quiet.stdout).not.toContain('Open points');
  expect(verbose.stderr).toMatch(/^✓ pass person\./m);
  expect(verbose.stdout).toContain('Persons');
  const both = await run('--quiet', '--verbose');
  expect([both.code, both.stderr]).toEqual([
    2,
    'certconform: --verbose and --quiet contradict each other; give one of them.\n',
  ]);
});
