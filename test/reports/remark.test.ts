/** What was seen in words, and that nothing but data goes into them. */
import { expect, expectTypeOf, test } from 'vitest';
import { type Reason, type Remark, sentenceOf } from '../../reports/remark.ts';
import { observed, unshown } from '../../suites/judges/index.ts';

test.each<readonly [Remark, string]>([
  [{ what: 'answered', status: 404, but: 'url-length' }, 'Refused with 404; how long a URL may be is not shown.'],
  [{ what: 'answered', status: 201 }, 'Accepted with 201.'],
  [{ what: 'answered', status: 302, of: 'orgId=1' }, 'orgId=1: answered with 302.'],
  [{ what: 'answered', status: undefined }, 'Not answered.'],
  [{ what: 'answered', status: 200, said: 'errorCode -1' }, 'Answered with 200 (errorCode -1).'],
  [{ what: 'answered', status: 500, beside: 'list' }, 'The list is answered with 500.'],
  [{ what: 'none', of: 'faulty-update', was: 'refused' }, 'No faulty update was refused.'],
  [{ what: 'shown', value: { a: 1 } }, 'Seen: {"a":1}.'],
  [{ what: 'shown', of: 'a second PUT', value: 'adds' }, 'a second PUT: adds.'],
  [
    { what: 'changed', of: 'person 1', at: ['/a', ''], but: 'not-to-what-was-written' },
    'person 1: changed at /a, the whole body; but not to what was written.',
  ],
  [{ what: 'differs', of: 'PersonDto', actual: 'x' }, 'PersonDto: unlike what is assumed, x.'],
  [{ what: 'differs', actual: 'x', expected: 'y' }, 'Unlike what is assumed, x and not y.'],
  [{ what: 'stopped', by: 'budget', when: 'during' }, 'The budget of the run was spent during this check.'],
  [{ what: 'failed', part: 'connection', said: 'refused' }, 'No answer: refused.'],
  [{ what: 'open', of: 'title' }, 'title.'],
  [{ what: 'open', but: { silence: 'bucket.id.form' } }, 'The contract leaves it open (bucket.id.form).'],
  [
    { what: 'none', of: 'secret', was: 'shown', answer: ['bucket.id.form'] },
    'No secret shows; answer bucket.id.form in the profile.',
  ],
])('%j', (remark, sentence) => {
  expect(sentenceOf(remark)).toBe(sentence);
});

test('what could not be had has its words, too', () => {
  expect(sentenceOf({ what: 'area', area: 'ssl' })).toContain('does not claim the area ssl');
});

test('no check says a sentence', () => {
  expectTypeOf<string>().not.toExtend<Reason>();
  // @ts-expect-error what was observed is data
  observed('Refused with 404.');
  // @ts-expect-error and so is why nothing was shown
  unshown('other', 'The list is empty.');
});
