/** An example is what its owner's server accepts for some entity: where it is for one type alone, others may refuse it (contract 4.9). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const STATUS = 'account.update.success.status';
const EXAMPLE = { type: 'SSL_WEB_FORM', own: 'an example that accounts of one type take' };

/** A server that takes the example for the accounts given, and nothing else. */
async function verdict(takes: (id: string, type: unknown) => boolean, untold = false): Promise<string> {
  const types = new Map<string, unknown>();
  const outcome = await runAgainst(catalogue, {
    told: 'default',
    only: [STATUS],
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<
        string,
        { ids: { id: number }; traits: Record<string, unknown> }[]
      >;
      const { account = [] } = fixtures;
      for (const { ids, traits } of account) types.set(String(ids.id), traits['variant'] ?? traits['type']);
      const last = [...account]
        .reverse()
        .map((one) => ({ ...one, allow: 'destroy', ...(untold ? { traits: {} } : {}) }));
      return {
        ...profile,
        fixtures: { ...fixtures, account: last },
        examples: { 'account.update': { body: EXAMPLE } },
      };
    },
    rewrite: (passing) => {
      const id = passing.target.match(/\/account\/(\d+)$/)?.[1];
      if (passing.method !== 'PUT' || id === undefined) return;
      const isTaken = passing.sent.includes(EXAMPLE.own) && takes(id, types.get(id));
      Object.assign(passing, isTaken ? { status: 204 } : { status: 400, body: '{"code":-1,"description":"no"}' });
    },
  });
  return verdictOf(outcome.result(STATUS));
}

test('one of each type is tried before an example counts as refused', async () => {
  const seen = new Set<unknown>();
  const last = await verdict((_id, type) => seen.add(type) && false);
  expect([last, seen.size > 4]).toEqual(['fail', true]);
  const types = [...seen];
  expect(await verdict((_id, type) => type === types.at(-1))).toBe('pass');
});

test('of accounts whose type nobody says none need take it', async () => {
  expect(await verdict(() => false, true)).toBe('inconclusive');
});
