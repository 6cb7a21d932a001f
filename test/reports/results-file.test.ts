import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundEvidence } from '../../reports/bounds.ts';
import type { Result, ResultRecord } from '../../reports/model.ts';
import { outcomeOf } from '../../reports/outcome.ts';
import { ResultsFollower, readResults } from '../../reports/reader.ts';
import { ResultsWriter } from '../../reports/writer.ts';
import type { Verdict } from '../../spec/vocabulary.ts';
import { VERDICTS } from '../../spec/vocabulary.ts';
import { EXCHANGE, FAILURE, RUN, result } from './made-up.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'certconform-results-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A whole run with one result of every verdict. */
function writeRun(dir: string): ResultsWriter {
  const writer = ResultsWriter.start(dir, RUN);
  const results = VERDICTS.map((verdict: Verdict) => result(verdict));
  writer.plan(results.map(({ requirement }) => requirement));
  writer.notice('warning', 'a leftover was put right');
  for (const one of results) writer.result(one);
  const { outcome, counts, reason } = outcomeOf(results);
  writer.end({ outcome, counts, startedAt: 1, finishedAt: 2, ...(reason === undefined ? {} : { reason }) });
  return writer;
}

function schemaErrors(records: readonly unknown[]): unknown[] {
  const schema: unknown = JSON.parse(
    readFileSync(fileURLToPath(new URL('../../reports/results.schema.json', import.meta.url)), 'utf8'),
  );
  const validate = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    strictRequired: false,
    strictTuples: false,
  }).compile(schema as object);
  return records.flatMap((record) => (validate(record) ? [] : [{ record, errors: validate.errors }]));
}

describe('ResultsWriter and readResults', () => {
  it('give back what was written, every record by the schema', () => {
    const { path } = writeRun(folder);
    const read = readResults(folder);
    expect(read.run).toEqual(RUN);
    expect(read.results).toEqual(VERDICTS.map((verdict) => result(verdict)));
    expect(read.plan?.requirements).toHaveLength(VERDICTS.length);
    expect(read.notices[0]?.message).toBe('a leftover was put right');
    expect(read.end?.outcome).toBe('non-conformant');
    expect(read.torn).toBe(0);
    const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
    expect(schemaErrors(lines.map((line) => JSON.parse(line) as unknown))).toEqual([]);
  });

  it('have a schema that knows all that a failure can tell', () => {
    const seen = { before: EXCHANGE, exchange: EXCHANGE, changes: [{ at: '/a', before: 1 }], curl: 'curl …' };
    const failure = { ...FAILURE, seen, unsteady: { failed: 1, of: 3, exchange: EXCHANGE } };
    expect(schemaErrors([result('fail', { failure })])).toEqual([]);
    const wrong = { ...seen, changes: [{ was: 1 }] };
    expect(schemaErrors([{ ...result('fail'), failure: { ...failure, seen: wrong } }])).toHaveLength(1);
  });

  it('have a schema that refuses what no report could use', () => {
    const { reason: _, ...silent } = result('warn');
    const { failure: __, ...unexplained } = result('fail');
    const wrong = [
      { ...result('pass'), extra: 1 },
      { ...result('pass'), cases: { judged: 0, passed: 0, unsent: 0 } },
      silent,
      unexplained,
      { ...result('pass'), verdict: 'green' },
      { ...RUN, format: 2 },
    ];
    expect(schemaErrors(wrong)).toHaveLength(wrong.length);
  });

  it('keep results from other users', () => {
    const inner = join(folder, 'new', 'run');
    const { path } = writeRun(inner);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(statSync(inner).mode & 0o777).toBe(0o700);
  });

  it('begin anew with start and go on with the constructor', () => {
    writeRun(folder);
    ResultsWriter.start(folder, RUN).result(result('pass'));
    new ResultsWriter(folder).result(result('warn'));
    expect(readResults(folder).results.map(({ verdict }) => verdict)).toEqual(['pass', 'warn']);
  });

  it('survive a kill in the middle of a line', () => {
    const { path } = writeRun(folder);
    appendFileSync(path, '{"type":"result","requirement":"half');
    expect(readResults(path)).toMatchObject({ torn: 1 });
    new ResultsWriter(folder).result(result('pass', { requirement: 'after' }));
    const read = readResults(folder);
    expect(read.torn).toBe(1);
    expect(read.results.at(-1)?.requirement).toBe('after');
  });

  it('hold cases that JSON cannot say', () => {
    const cyclic: { self?: unknown; kept: number } = { kept: 1 };
    cyclic.self = cyclic;
    const cases = [10n, 2n ** 70n, Number.NaN, new Map([[1, 2]]), new Set(['a']), cyclic, '\ud800\u2028\n'];
    const writer = ResultsWriter.start(folder, RUN);
    for (const one of cases) writer.result(result('fail', { failure: { ...FAILURE, case: one } }));
    const read = readResults(folder).results.map(({ failure }) => failure?.case);
    expect(read).toEqual([10, `${2n ** 70n}`, 'NaN', [[1, 2]], ['a'], { kept: 1, self: '[cycle]' }, '\ud800\u2028\n']);
  });

  it.each([
    ['', /is not a results file/],
    ['{"type":"run","format":9}\n', /has results format 9/],
    ['{"type":"run","format":1}\n{"type":"run","format":1}\n', /holds 2 runs/],
  ])('refuse a file that is none: %j', (content, message) => {
    const path = join(folder, 'results.ndjson');
    writeFileSync(path, content);
    expect(() => readResults(path)).toThrow(message);
  });

  it('say where a missing file was looked for', () => {
    expect(() => readResults(folder)).toThrow(`There is no results file at ${join(folder, 'results.ndjson')}`);
  });

  it('take records of several processes at once, none torn or lost', async () => {
    const processes = 6;
    const each = 150;
    ResultsWriter.start(folder, RUN);
    const script = fileURLToPath(new URL('./append-many.ts', import.meta.url));
    const done = Array.from({ length: processes }, (_, id) => {
      const child = spawn(process.execPath, [script, folder, String(id), String(each)], { stdio: 'inherit' });
      return new Promise((resolve) => child.once('close', resolve));
    });
    let writing = true;
    const all = Promise.all(done).finally(() => {
      writing = false;
    });
    // A worker that starts meanwhile must not take a line that is being written for a torn one.
    while (writing) {
      for (let again = 0; again < 20; again++) new ResultsWriter(folder);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await all).toEqual(Array.from({ length: processes }, () => 0));
    const { results, torn } = readResults(folder);
    expect(readFileSync(join(folder, 'results.ndjson'), 'utf8')).not.toContain('\n\n');
    expect(torn).toBe(0);
    expect(new Set(results.map(({ requirement }) => requirement)).size).toBe(processes * each);
    expect(results.every(({ exchanges }) => exchanges[0]?.response?.body.endsWith('end'))).toBe(true);
  }, 60_000);
});

describe('ResultsFollower', () => {
  it('hands over each record once and whole while the file grows', () => {
    const seen: ResultRecord[] = [];
    const follower = new ResultsFollower(folder, (record) => seen.push(record));
    follower.poll();
    const writer = ResultsWriter.start(folder, RUN);
    writer.result(result('pass', { requirement: 'a' }));
    follower.poll();
    follower.poll();
    expect(seen.map(({ type }) => type)).toEqual(['run', 'result']);
    const line = `${JSON.stringify(result('pass', { requirement: 'é' }))}\n`;
    const bytes = Buffer.from(line);
    const middle = bytes.indexOf(0xc3) + 1;
    appendFileSync(writer.path, bytes.subarray(0, middle));
    follower.poll();
    expect(seen).toHaveLength(2);
    appendFileSync(writer.path, bytes.subarray(middle));
    follower.close();
    expect((seen[2] as Result).requirement).toBe('é');
  });
});

describe('boundEvidence', () => {
  it('keeps the first and the last exchanges and cuts long bodies, and says so', () => {
    const response = { status: 200, headers: [], body: `${'x'.repeat(9)}😀y`, encoding: 'utf8', bytes: 14 } as const;
    const many = Array.from({ length: 10 }, (_, i) => ({ ...EXCHANGE, response, startedAt: i }));
    const bounded = boundEvidence(result('pass', { exchanges: many, exchangesOmitted: 1 }), { exchanges: 6, body: 10 });
    expect(bounded.exchanges.map(({ startedAt }) => startedAt)).toEqual([0, 1, 2, 7, 8, 9]);
    expect(bounded.exchangesOmitted).toBe(5);
    expect(bounded.exchanges[0]?.response).toMatchObject({ body: 'xxxxxxxxx', truncated: true });
  });
});
