/** A file of known failures rots in none of the ways in which it can without a red run. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readKnown, takeOutFixed } from '../../cli/known.ts';
import { outcomeOfRun } from '../../reports/coverage.ts';
import { junitXml } from '../../reports/junit.ts';
import { assessKnown, baselineOf, type KnownFailure } from '../../reports/known.ts';
import type { Result } from '../../reports/model.ts';
import { statementOf } from '../../reports/statement.ts';
import { statementMarkdown } from '../../reports/statement-markdown.ts';
import { summarise } from '../../reports/summary.ts';
import { temporaryFolder } from '../run/support.ts';
import { FAILURE, finished, result } from './made-up.ts';

const DAY = '2026-11-22';
const failing = (requirement: string, actual: string): Result =>
  result('fail', { requirement, failure: { ...FAILURE, actual } });
const ENTRY: KnownFailure = { requirement: 'a.b.c', seen: 'status 200', reason: 'an old gateway', ticket: 'OPS-7' };
const GOOD = result('pass', { requirement: 'x.y' });

const outcome = (results: readonly Result[], entries: readonly KnownFailure[]) =>
  outcomeOfRun(finished(results), { known: assessKnown(results, entries, DAY) });

describe('the run is', () => {
  test.each<[string, readonly Result[], readonly KnownFailure[], string, number]>([
    [
      'green when exactly these fail',
      [GOOD, failing('a.b.c', 'accepted with status 200')],
      [ENTRY],
      'known-failures',
      0,
    ],
    [
      'green for a pattern',
      [GOOD, failing('a.b.c', 'status 200')],
      [{ ...ENTRY, requirement: 'a.*' }],
      'known-failures',
      0,
    ],
    [
      'green on the last day',
      [GOOD, failing('a.b.c', 'status 200')],
      [{ ...ENTRY, expires: DAY }],
      'known-failures',
      0,
    ],
    [
      'red when another one fails',
      [failing('a.b.c', 'status 200'), failing('n.e.w', '')],
      [ENTRY],
      'non-conformant',
      1,
    ],
    ['red when a known one passes', [GOOD, result('pass', { requirement: 'a.b.c' })], [ENTRY], 'non-conformant', 1],
    ['red when it fails otherwise', [GOOD, failing('a.b.c', 'status 500')], [ENTRY], 'non-conformant', 1],
    [
      'red past its day',
      [GOOD, failing('a.b.c', 'status 200')],
      [{ ...ENTRY, expires: '2026-11-21' }],
      'non-conformant',
      1,
    ],
    [
      'red when a pattern hides another failure',
      [failing('a.b.c', 'status 200'), failing('a.d', 'else')],
      [{ ...ENTRY, requirement: 'a.*' }],
      'non-conformant',
      1,
    ],
    [
      'red past its day, though it could not be shown',
      [GOOD, result('inconclusive', { requirement: 'a.b.c' })],
      [{ ...ENTRY, expires: '2026-11-21' }],
      'non-conformant',
      1,
    ],
    ['green past the day of what it was not about', [GOOD], [{ ...ENTRY, expires: '2026-11-21' }], 'conformant', 0],
    [
      'partial when it could not be shown',
      [GOOD, result('inconclusive', { requirement: 'a.b.c' })],
      [ENTRY],
      'partial',
      3,
    ],
    ['conformant without any', [GOOD], [], 'conformant', 0],
  ])('%s', (_, results, entries, expected, exitCode) => {
    expect(outcome(results, entries)).toMatchObject({ outcome: expected, exitCode });
  });
});

test('every report tells them, and none calls the run conformant', () => {
  const results = [GOOD, failing('a.b.c', 'accepted with status 200')];
  const known = assessKnown(results, [ENTRY], DAY);
  const judged = outcomeOfRun(finished(results), { known });
  const end = { type: 'end', counts: judged.counts, startedAt: 0, finishedAt: 1, known } as const;
  const run = { ...finished(results), end: { ...end, outcome: judged.outcome } };
  const said = [summarise(run, judged), statementMarkdown(statementOf(run))];
  for (const text of said) {
    expect(text).toContain('CONFORMANT BUT FOR KNOWN FAILURES');
    expect(text).toMatch(/an old gateway \(OPS-7\)/);
  }
  expect(junitXml(run)).toMatch(/<skipped message="known failure: /);
  expect(junitXml(run)).toContain('failures="0"');
  expect(statementOf(run).outcome).toBe('known-failures');
});

test('what rots is an error in JUnit', () => {
  const results = [result('pass', { requirement: 'a.b.c' })];
  const known = assessKnown(results, [ENTRY], DAY);
  const { counts } = outcomeOfRun(finished(results));
  const run = {
    ...finished(results),
    end: { type: 'end', outcome: 'non-conformant', counts, startedAt: 0, finishedAt: 1, known },
  } as const;
  expect(junitXml(run)).toMatch(
    /<testcase name="a\.b\.c"[^>]*><error message="passes"|<error message="passes" type="passes"/,
  );
});

describe('the file', () => {
  const TEXT = `# of the gateway\n- requirement: a.b.c\n  seen: status 200 # as ever\n  reason: old\n- requirement: d.*\n  seen: x\n  reason: y\n  expires: 2027-01-31\n`;
  const KNOWN = [{ id: 'a.b.c' }, { id: 'd.e' }, { id: 'person.update.body.refuses' }];
  const written = (text: string): string => {
    const folder = temporaryFolder('known');
    onTestFinished(folder.remove);
    const file = join(folder.path, 'known.yaml');
    writeFileSync(file, text);
    return file;
  };

  test('is read, dates as they stand', () => {
    expect(readKnown(written(TEXT), KNOWN)).toEqual([
      { requirement: 'a.b.c', seen: 'status 200', reason: 'old' },
      { requirement: 'd.*', seen: 'x', reason: 'y', expires: '2027-01-31' },
    ]);
  });

  test('loses what is fixed and nothing else, and gains nothing', () => {
    const file = written(TEXT);
    const entries = readKnown(file, KNOWN);
    const results = [result('pass', { requirement: 'd.e' }), failing('a.b.c', 'status 200'), failing('n.e.w', 'new')];
    expect(takeOutFixed(file, assessKnown(results, entries, DAY))).toBe(1);
    expect(readFileSync(file, 'utf8')).toBe(
      '# of the gateway\n- requirement: a.b.c\n  seen: status 200 # as ever\n  reason: old\n',
    );
  });

  test('keeps what fails otherwise, or past its day: that is not fixed', () => {
    const text = `${TEXT}- requirement: person.update.body.refuses\n  seen: z\n  reason: r\n  expires: 2026-01-01\n`;
    const file = written(text);
    const results = [
      failing('a.b.c', 'status 500'),
      failing('person.update.body.refuses', 'z'),
      result('inconclusive', { requirement: 'd.e' }),
    ];
    const report = assessKnown(results, readKnown(file, KNOWN), DAY);
    expect(report.rotten.map(({ why }) => why)).toEqual(['fails-otherwise', 'expired']);
    expect(takeOutFixed(file, report)).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  test('begins with all that failed', () => {
    expect(baselineOf([GOOD, failing('a.b.c', 'status 200')])).toEqual([
      { requirement: 'a.b.c', seen: 'status 200', reason: 'not yet looked into' },
    ]);
  });

  test.each([
    ['no list', 'a: 1', /are a list; begin one with/],
    [
      'an unknown member',
      '- { requirement: a, seen: b, reason: c, tiket: d }',
      /:1: there is no member "tiket"; known: requirement/,
    ],
    ['no reason', '- { requirement: a, seen: b }', /:1: the entry says no reason/],
    [
      'an unknown requirement',
      '- { requirement: a.b.c, seen: b, reason: c }\n- { requirement: persn.update.body.refuses, seen: b, reason: c }',
      /:2: there is no requirement "persn\.update\.body\.refuses"; did you mean "person\.update\.body\.refuses"\?$/,
    ],
    [
      'a pattern of none',
      '- { requirement: person.updte.*, seen: b, reason: c }',
      /:1: "person\.updte\.\*" is the pattern of no requirement; did you mean "person\.update\.\*"\?$/,
    ],
    [
      'what is near to nothing',
      '- { requirement: quite.something.else, seen: b, reason: c }',
      /:1: there is no requirement "quite\.something\.else"; see ".*certconform .*list requirements"$/,
    ],
    ['no day', '- { requirement: a, seen: b, reason: c, expires: soon }', /expires is a day/],
  ])('is refused with its line: %s', (_, text, message) => {
    expect(() => readKnown(written(text), KNOWN)).toThrow(message);
  });
});

test('what is unsteady is not mended: its entry is kept', () => {
  const unsteady = result('warn', {
    requirement: 'a.b.c',
    failure: { ...FAILURE, actual: 'status 200', unsteady: { failed: 1, of: 2 } },
  });
  expect(assessKnown([unsteady], [ENTRY], DAY)).toEqual({ held: [], rotten: [], open: [ENTRY] });
});
