/** A pass hides no documented value that was refused, even if the refusal is excused. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Passing } from '../proxy.ts';

const several = ({ target }: Passing): boolean =>
  new URL(target, 'http://x').searchParams.getAll('config.webFormAuthTypes').length > 1;
const punctuated = ({ target }: Passing): boolean => /uriExtension=[^&]*[^a-z0-9&]/i.test(target);

test.each([
  // Which of them fit together is open; that none ever do, for an endpoint of any type, is no list.
  ['webFormAuthTypes of more than one item', 'fail', 'endpoint.update.config.webFormAuthTypes.valid.accepts', several],
  ['a uriExtension with any punctuation', 'observed', 'endpoint.update.uriExtension.valid.accepts', punctuated],
] as const)('%s that is always refused: %s', async (_, expected, promise, fits) => {
  const refused: string[] = [];
  const outcome = await runAgainst(catalogue, {
    only: [promise],
    depth: 'standard',
    rewrite: (passing) => {
      if (passing.method !== 'PUT' || !fits(passing)) return;
      passing.status = 400;
      refused.push(passing.target);
    },
  });
  const { verdict, reason } = outcome.result(promise);
  expect(refused.length).toBeGreaterThan(0);
  expect(verdict).toBe(expected);
  if (expected === 'observed') expect(reason).toMatch(/^Refused with 400; .*open/);
});

test('where every value is accepted, it is a pass', async () => {
  const promise = 'endpoint.update.config.webFormAuthTypes.valid.accepts';
  const outcome = await runAgainst(catalogue, { only: [promise] });
  expect(outcome.result(promise).verdict).toBe('pass');
});
