/** A body that is a list of ids: each item is looked at, and only integers are taken (real servers, real requests). */
import { expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { type Outcome, runAgainst } from '../against.ts';

const ID = 'endpoint.delegations.update';
const TYPE = `${ID}.body.items.type.refuses`;
const UNIQUE = `${ID}.body.uniqueItems.refuses`;

const groups = (contract: Contract): CheckGroup[] => catalogue(contract).filter(({ operation }) => operation === ID);

/** A server that takes some lists which the contract rules out, and refuses some that it permits. */
function lists(takes: (items: readonly unknown[]) => boolean, refuses = takes): Promise<Outcome> {
  return runAgainst(groups, {
    checks: [`${ID}.body-schema`],
    rewrite: (passing) => {
      if (passing.method !== 'PUT' || !passing.sent.startsWith('[')) return;
      const items = JSON.parse(passing.sent) as unknown[];
      if (passing.status === 400 && takes(items)) {
        passing.status = 204;
      } else if (passing.status < 300 && takes !== refuses && refuses(items)) {
        passing.status = 400;
        passing.body = '{"code":-1,"description":"no"}';
      }
    },
  });
}

const isId = (item: unknown): boolean => Number.isInteger(item);

test('a conforming server is told so', async () => {
  const outcome = await lists(() => false);
  expect(outcome.results.map(({ verdict }) => verdict)).toEqual(['pass', 'pass', 'pass']);
  expect(outcome.emulator.log.some(({ body = '' }) => /^\[\d+,\d+\]$/.test(body))).toBe(true);
});

test.each([
  ['ids written as texts', (item: unknown) => typeof item === 'string' && /^\d+$/.test(item)],
  ['truth values', (item: unknown) => typeof item === 'boolean'],
])('a server that takes %s, as lenient mappers do, is warned', async (_what, isTaken) => {
  const outcome = await lists((items) => items.every((item) => isId(item) || isTaken(item)));
  expect(outcome.result(TYPE).verdict).toBe('warn');
});

test('texts that spell no id are found to be taken', async () => {
  const outcome = await lists((items) => items.every((item) => isId(item) || typeof item === 'string'));
  expect(outcome.result(TYPE).verdict).toBe('fail');
});

test('a server that takes null among the ids, as common libraries do, is warned', async () => {
  const outcome = await lists((items) => items.length > 1 && items.every((item) => isId(item) || item === null));
  expect(outcome.result(TYPE)).toMatchObject({ verdict: 'warn', failure: { violation: { new: null } } });
});

test('a server that sees only what is repeated at once is found', async () => {
  const apart = (items: readonly unknown[]): boolean =>
    new Set(items).size < items.length && items.every((item, at) => at === 0 || item !== items[at - 1]);
  const outcome = await lists((items) => items.every(isId) && apart(items));
  expect(outcome.result(UNIQUE).verdict).toBe('fail');
});

test.each([
  ['first', (items: readonly unknown[]) => items.length > 1 && isId(items[0])],
  ['last', (items: readonly unknown[]) => items.length > 1 && isId(items.at(-1))],
])('a server that looks at the %s item only is found', async (_which, takes) => {
  const outcome = await lists(takes);
  expect(outcome.result(TYPE).verdict).toBe('fail');
});

test('that a list of two equal ids is refused says nothing where two different ones are refused too', async () => {
  const outcome = await lists(
    () => false,
    (items) => items.length > 1,
  );
  expect(outcome.result(UNIQUE)).toMatchObject({ verdict: 'inconclusive', cause: 'control-refused' });
  expect(outcome.result(TYPE).verdict).toBe('pass');
});
