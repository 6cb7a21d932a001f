import { expect, test } from 'vitest';
import { answersFrom } from '../../../cli/learn/answers.ts';
import type { Result } from '../../../reports/model.ts';
import { loadContract } from '../../../spec/load.ts';
import { result } from '../../reports/made-up.ts';

const contract = await loadContract({ validate: false });

/** Results that observed these values at one point, each of another requirement. */
function observed(silence: string, values: readonly unknown[]): Result[] {
  return values.map((value, at) =>
    result('observed', { requirement: `made-up.${at}`, observations: [{ silence, value }] }),
  );
}

test('what was observed in one way throughout is suggested, with what it would have judged', () => {
  const answers = answersFrom(contract, observed('auth.token-elsewhere', ['refused', 'refused', 'refused']));
  expect([...answers]).toEqual([
    [
      'auth.token-elsewhere',
      { value: 'refused', sure: true, because: 'observed 3 times; 3 verdicts would become judged' },
    ],
  ]);
});

test('what was observed in two ways is told and not suggested', () => {
  const [[, found] = []] = answersFrom(
    contract,
    observed('request.unknown-parameters', ['refused', 'ignored', 'refused']),
  );
  expect(found).toMatchObject({ sure: false, value: 'refused' });
  expect(found?.because).toContain('"refused" (2 times), "ignored" (1 time)');
});

test.each([
  {
    silence: 'request.precedence',
    seen: ['credential before entity', 'entity before input', 'credential before input'],
    answer: ['credential', 'entity', 'input'],
  },
  {
    silence: 'legacy.codes',
    seen: [{ 'not-https': -101 }, { 'wrong-method': -107 }],
    answer: { 'not-https': -101, 'wrong-method': -107 },
  },
  { silence: 'request.content-type', seen: ['ignored', 200, 204], answer: 'ignored' },
  { silence: 'http.unsupported-method', seen: [405, 405], answer: 405 },
])('the parts of an answer to $silence are put together', ({ silence, seen, answer }) => {
  expect(answersFrom(contract, observed(silence, seen)).get(silence)).toMatchObject({ value: answer, sure: true });
});

test.each([
  {
    silence: 'request.precedence',
    seen: ['credential before entity', 'entity before credential', 'entity before input', 'credential before input'],
  },
  { silence: 'request.precedence', seen: ['credential before entity'] },
  { silence: 'http.unsupported-method', seen: ['no answer'] },
  { silence: 'auth.scheme-case', seen: ['accepted'] },
])('nothing is made of $seen at $silence', ({ silence, seen }) => {
  expect(answersFrom(contract, observed(silence, seen)).has(silence)).toBe(false);
});

test('what the profile claims is not suggested again', async () => {
  const own = await loadContract({ validate: false, dialect: { answers: { 'auth.token-elsewhere': 'refused' } } });
  expect(answersFrom(own, observed('auth.token-elsewhere', ['refused'])).size).toBe(0);
});
