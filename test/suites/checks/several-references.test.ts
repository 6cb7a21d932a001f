/** Several organizations in the query of an endpoint's update (contract 4.9: an array of at least one item). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { type Outcome, runAgainst, type Setup } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'endpoint.update.orgDelegations.items.accepts';

const run = (setup: Setup): Promise<Outcome> =>
  runAgainst((contract) => catalogue(contract).filter(({ operation }) => operation === 'endpoint.update'), {
    ...setup,
    checks: ['endpoint.update.parameter.orgDelegations'],
    only: [ID],
  });

/** A server that takes one organization at most, or none of some. */
const refusing =
  (refused: (ids: readonly string[]) => boolean): Rewrite =>
  (passing) => {
    const { searchParams } = new URL(passing.target, 'http://t');
    const ids = searchParams.getAll('orgDelegations').flatMap((list) => list.split(','));
    if (passing.method !== 'PUT' || passing.status >= 300 || ids.length === 0 || !refused(ids)) return;
    Object.assign(passing, { status: 400, body: '{"code":-1,"description":"no"}' });
  };

test('a server that refuses two that it takes one by one is found', async () => {
  const outcome = await run({ rewrite: refusing(({ length }) => length > 1) });
  expect(verdictOf(outcome.result(ID))).toBe('fail');
});

test('a server that takes two of them and no more is found', async () => {
  const outcome = await run({ rewrite: refusing(({ length }) => length > 2) });
  expect(verdictOf(outcome.result(ID))).toBe('fail');
});

test('where nobody says how a list is written, the refusal is only observed', async () => {
  const outcome = await run({ rewrite: refusing(({ length }) => length > 1), told: 'none' });
  expect(outcome.failures()).toEqual([]);
});

test('one that refuses what is named, too, is not told so; one that takes both passes, and nothing is left behind', async () => {
  const picky = await run({ rewrite: refusing(() => true) });
  expect(verdictOf(picky.result(ID))).toBe('inconclusive');
  const sound = await run({});
  expect(verdictOf(sound.result(ID))).toBe('pass');
  expect(sound.restoreFailures).toEqual([]);
});
