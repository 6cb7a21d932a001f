/** The JUnit report, read by a parser and validated against schemas that are not ours. */
import { readFileSync } from 'node:fs';
import { XMLParser } from 'fast-xml-parser';
import { expect, test } from 'vitest';
import { validateXML } from 'xmllint-wasm';
import { junitXml } from '../../reports/junit.ts';
import type { Result } from '../../reports/model.ts';
import type { RunResults } from '../../reports/reader.ts';
import { VERDICTS } from '../../spec/vocabulary.ts';
import { FAILURE, finished, result } from './made-up.ts';

type Why = { readonly message?: string; readonly type?: string; readonly '#text'?: string };
interface Testcase {
  readonly name: string;
  readonly classname: string;
  readonly time: string;
  readonly failure?: Why;
  readonly error?: Why;
  readonly skipped?: Why;
}
interface Suite extends Readonly<Record<'tests' | 'failures' | 'errors' | 'skipped' | 'time', string>> {
  readonly testcase: readonly Testcase[];
  readonly properties: { readonly property: readonly { readonly name: string; readonly value: string }[] };
  readonly 'system-out': string;
}

function suiteOf(run: RunResults): Suite {
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    parseTagValue: false,
    isArray: (name) => name === 'testcase' || name === 'property',
  });
  return (parser.parse(junitXml(run)) as { testsuites: { testsuite: Suite } }).testsuites.testsuite;
}

const SCHEMAS = ['ant', 'jenkins'].map((name) => ({
  fileName: `${name}.xsd`,
  contents: readFileSync(new URL(`schemas/${name}.xsd`, import.meta.url), 'utf8'),
}));

/** What libxml2 holds against a report, by the schemas of Ant and of Jenkins. */
async function breaches(run: RunResults): Promise<string[]> {
  const xml = [{ fileName: 'junit.xml', contents: junitXml(run) }];
  const found = await Promise.all(SCHEMAS.map((schema) => validateXML({ xml, schema: [schema] })));
  return found.flatMap(({ errors }) => errors.map(({ message }) => message));
}

const all: Result[] = VERDICTS.map((verdict) => result(verdict, verdict === 'broken' ? { area: 'domain' } : {}));
const aborted = (run: RunResults): RunResults => ({
  ...run,
  ...(run.end === undefined ? {} : { end: { ...run.end, outcome: 'aborted', reason: 'the line was cut' } }),
});

test.each([
  ['each verdict', finished(all)],
  ['no result at all', finished([])],
  ['what was planned and never judged', { ...finished(all), plan: { type: 'plan', requirements: ['lost'] } as const }],
  ['a run that was aborted', aborted(finished(all))],
  ['a run that was killed', { run: finished(all).run, results: all, notices: [], torn: 1 }],
  ['a run of an hour', finished(all, { startedAt: 0 })],
])('%s: valid by the schemas of Ant and of Jenkins', async (_, run) => {
  expect(await breaches(run)).toEqual([]);
});

test('holds no character that XML forbids, and keeps markup of the target as text', async () => {
  const actual = '\u0000\ud800\uffff<&>"\n\u001b[31m]]>';
  const nasty = finished([result('fail', { failure: { ...FAILURE, actual } }), result('broken', { reason: actual })], {
    target: { name: actual, urls: ['no url'] },
  });
  expect(junitXml(nasty)).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
  expect(await breaches(nasty)).toEqual([]);
  expect(suiteOf(nasty).testcase[0]?.failure?.message).toContain('<&>"');
});

test('shows each verdict as CI servers understand it', () => {
  const suite = suiteOf(finished(all));
  const end = (one: Testcase): string =>
    (['failure', 'error', 'skipped'] as const).find((name) => one[name] !== undefined) ?? 'passed';
  expect(Object.fromEntries(suite.testcase.map((one) => [one.name, end(one)]))).toEqual({
    'ssl.list.pass': 'passed',
    'ssl.list.fail': 'failure',
    'ssl.list.warn': 'passed',
    'ssl.list.observed': 'skipped',
    'ssl.list.inconclusive': 'skipped',
    'ssl.list.not-applicable': 'skipped',
    'ssl.list.broken': 'error',
  });
  expect(suite).toMatchObject({ tests: '7', failures: '1', errors: '1', skipped: '3' });
  const named = (name: string): Testcase | undefined => suite.testcase.find((one) => one.name === name);
  expect(named('ssl.list.fail')?.failure?.message).toContain('expected status 400, got status 200');
  expect(named('ssl.list.fail')?.failure?.['#text']).toContain(FAILURE.replay);
  expect(named('ssl.list.inconclusive')?.skipped?.message).toBe('inconclusive: made up to be inconclusive');
  expect(suite['system-out']).toContain('warn: ssl.list.warn');
});

test('takes as long as the run, whose checks ran at the same time', () => {
  const run = finished(Array.from({ length: 9 }, () => result('pass', { durationMs: 9_000 })));
  const suite = suiteOf(run);
  expect(suite.time).toBe('12.345');
  expect(suite.testcase.map(({ time }) => time)).toEqual(Array.from({ length: 9 }, () => '9.000'));
});

test('has section, level, seed and replay as properties', () => {
  const { property } = suiteOf(finished(all)).properties;
  expect(Object.fromEntries(property.map(({ name, value }) => [name, value]))).toMatchObject({
    seed: '42',
    outcome: 'non-conformant',
    'ssl.list.fail#section': '4.2',
    'ssl.list.fail#level': 'MUST',
    'ssl.list.fail#replay': FAILURE.replay,
    'ssl.list.pass#section': '4.2',
  });
});

test('does not hide what was planned and never judged', () => {
  const suite = suiteOf({
    ...finished([result('pass')]),
    plan: { type: 'plan', requirements: ['ssl.list.pass', 'lost'] },
  });
  expect(suite).toMatchObject({ tests: '2', errors: '1', failures: '0' });
  expect(suite.testcase.at(-1)?.name).toBe('lost');
});
