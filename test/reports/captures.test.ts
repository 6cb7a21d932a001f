/** What a run looks like at its end, kept as it was looked at: wide, at 80 columns, narrow, in colour, and with fifty failures. */
import { expect, test } from 'vitest';
import type { Result } from '../../reports/model.ts';
import { outcomeOf } from '../../reports/outcome.ts';
import { COLOUR, PLAIN } from '../../reports/style.ts';
import { summarise } from '../../reports/summary.ts';
import { EXCHANGE, FAILURE, finished, result } from './made-up.ts';

const AREAS = ['ssl', 'admin', 'person', 'endpoint', 'domain'];

/** An update that was refused and changed something all the same, with the look that shows it. */
const STATE = result('fail', {
  requirement: 'person.update.refused-unchanged',
  sentence: 'A refused update leaves the person as it was, in every member that its GET shows.',
  section: '4.6',
  area: 'person',
  failure: {
    ...FAILURE,
    expected: 'the person is as it was before the refused update, as a refusal must not write anything at all',
    actual: 'a member of the person has another value now, although the update was refused with status 400',
    caseLabel: 'email = "no address" (not an e-mail address)',
    exchange: {
      ...EXCHANGE,
      request: { ...EXCHANGE.request, method: 'PUT', body: '{"email":"no address"}' },
      response: { status: 400, headers: [], body: '', encoding: 'utf8', bytes: 0 },
    },
    seen: {
      before: EXCHANGE,
      exchange: EXCHANGE,
      changes: [
        { at: '/email', before: 'ada@example.test', after: 'no address' },
        { at: '/phone', before: '+31 30 1234567', after: '+31 30 1234567' },
      ],
    },
  },
});

/** Fifty failures of twelve kinds: more than anybody reads in full. */
const FIFTY: Result[] = Array.from({ length: 50 }, (_, at) => {
  const [kind, area] = [at % 12, AREAS[at % AREAS.length] ?? 'ssl'];
  return result('fail', {
    requirement: `${area}.made-up.${at}`,
    area,
    topic: `topic-${kind}`,
    failure: { ...FAILURE, actual: `status 5${String(kind).padStart(2, '0')}`, caseLabel: `case ${at}` },
  });
});

const captures = {
  'wide-120': { results: [result('pass'), STATE, result('fail')], options: { columns: 120 } },
  'terminal-80': { results: [result('pass'), STATE, result('fail')], options: { columns: 80 } },
  'narrow-50': { results: [STATE], options: { columns: 50 } },
  pipeline: { results: [result('pass'), STATE], options: {} },
  'quiet-80': { results: [result('pass'), STATE, ...FIFTY], options: { columns: 80, brief: true } },
  'fifty-80': { results: [result('pass'), ...FIFTY], options: { columns: 80 } },
} as const;

test.each(Object.entries(captures))('%s', async (name, { results, options }) => {
  const text = summarise(finished(results), outcomeOf(results), { style: PLAIN, ...options });
  await expect(text).toMatchFileSnapshot(`captures/${name}.txt`);
  if ('columns' in options) {
    // What is pasted into a terminal, the table and the outcome are not broken.
    const told = text
      .split('\n')
      .filter((line) => /^ {2,}\S/.test(line) && !/^ +(curl|certconform) |^ +(curl|replay) +\S/.test(line));
    const prose = told.filter((line) => !/ {3,}[\d·]+( |$)/.test(line));
    expect(prose.filter((line) => line.length > options.columns)).toEqual([]);
  }
});

test('colours change nothing but the colours', () => {
  const options = { columns: 80, style: COLOUR };
  const results = [result('pass'), STATE, ...FIFTY];
  const painted = summarise(finished(results), outcomeOf(results), options);
  const plain = summarise(finished(results), outcomeOf(results), { ...options, style: PLAIN });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken away.
  expect(painted.replace(/\u001b\[\d+m/g, '')).toBe(plain);
  expect(painted).not.toBe(plain);
});

test('each of fifty failures is named', () => {
  const text = summarise(finished(FIFTY), outcomeOf(FIFTY), { columns: 80 });
  for (const { requirement } of FIFTY) expect(text.replace(/\s+/g, ' ')).toContain(requirement);
});
