/** The CTRF report, held against the schema of the format's own package. */
import { type CTRFReport, validateStrict } from 'ctrf';
import { expect, test } from 'vitest';
import { ctrfJson } from '../../reports/ctrf.ts';
import type { RunResults } from '../../reports/reader.ts';
import { VERDICTS } from '../../spec/vocabulary.ts';
import { FAILURE, finished, result } from './made-up.ts';

/** @throws Error for a report that is not one by the schema. */
function reportOf(run: RunResults): CTRFReport {
  const report: unknown = JSON.parse(ctrfJson(run));
  validateStrict(report);
  return report;
}

const ALL = VERDICTS.map((verdict) => result(verdict));

test('each verdict has the status that pipelines understand, and keeps its name', () => {
  const { tests, summary } = reportOf(finished(ALL)).results;
  expect(Object.fromEntries(tests.map(({ rawStatus, status }) => [rawStatus, status]))).toEqual({
    pass: 'passed',
    warn: 'passed',
    fail: 'failed',
    broken: 'failed',
    observed: 'skipped',
    inconclusive: 'skipped',
    'not-applicable': 'skipped',
  });
  expect(summary).toMatchObject({ tests: 7, passed: 2, failed: 2, skipped: 3, pending: 0, other: 0, duration: 12_345 });
  expect(summary.stop - summary.start).toBe(12_345);
});

test('a failure says what a person needs, and the labels what a program asks for', () => {
  const { tests } = reportOf(finished(ALL, { implementation: { product: 'Gateway', version: '2.1' } })).results;
  const failed = tests.find(({ rawStatus }) => rawStatus === 'fail');
  expect(failed).toMatchObject({
    name: 'The list refuses a size above 200.',
    suite: ['Admin Operations API', 'SSL certificates', 'ssl.list'],
    duration: 12,
    labels: { requirement: 'ssl.list.fail', section: '4.2', level: 'MUST', seed: 42, replay: FAILURE.replay },
  });
  expect(failed?.message).toContain('expected status 400, got status 200');
  expect(failed?.trace).toContain('GET https://admin.example.org/api/ssl/v2?size=201');
});

test('what was planned and has no result is a failure, as is a run that was stopped', () => {
  const run = finished([result('pass')]);
  const { summary, environment } = reportOf({
    ...run,
    plan: { type: 'plan', requirements: ['ssl.list.pass', 'lost'] },
    ...(run.end === undefined ? {} : { end: { ...run.end, outcome: 'aborted' as const } }),
  }).results;
  expect(summary).toMatchObject({ tests: 3, passed: 1, failed: 2 });
  expect(environment?.healthy).toBe(false);
});

test('the same run gives the same report, another one another', () => {
  const run = finished(ALL);
  expect(ctrfJson(run)).toBe(ctrfJson(run));
  const later = finished(ALL, { startedAt: run.run.startedAt + 1 });
  expect(reportOf(later).reportId).not.toBe(reportOf(run).reportId);
});
