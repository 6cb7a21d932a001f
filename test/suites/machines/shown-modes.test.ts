/** Where and how the delegation mode shows is the server's affair: by any value, or by what there is of a list or member. */
import { describe, expect, test } from 'vitest';
import { explain } from '../../../reports/index.ts';
import { type ModePlace, shownMode } from '../../../spec/delegation-mode.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst, switched } from '../against.ts';

const place = (global: unknown, custom: unknown): ModePlace => ({ pointer: '/m', global, custom, standing: 'claimed' });

test.each<[string, ModePlace, unknown, string | undefined]>([
  ['a flag', place(false, true), { m: true }, 'custom'],
  ['a flag that is off', place(false, true), { m: false }, 'global'],
  ['numbers', place(0, 1), { m: 1 }, 'custom'],
  ['an object', place({ all: true }, { all: false }), { m: { all: true } }, 'global'],
  ['a value of neither', place(0, 1), { m: 2 }, undefined],
  ['a member that is there', place('absent', 'present'), { m: 'any' }, 'custom'],
  ['a member that is not', place('absent', 'present'), {}, 'global'],
  ['null for none', place('absent', 'present'), { m: null }, 'global'],
  ['an empty list', place('empty', 'filled'), { m: [] }, 'global'],
  ['no list', place('empty', 'filled'), {}, 'global'],
  ['a list with something in it', place('empty', 'filled'), { m: [7] }, 'custom'],
  ['a word and a state', place('absent', 'LISTED'), { m: 'LISTED' }, 'custom'],
  ['what is both', place('present', 'filled'), { m: [7] }, undefined],
  ['nothing that could be read', place('absent', 'present'), undefined, undefined],
])('%s', (_, where, body, mode) => {
  expect(shownMode(where, body)).toBe(mode);
});

describe('an endpoint whose mode shows by', () => {
  test.each<[string, unknown, unknown]>([
    ['a flag', false, true],
    ['a member that is only there in custom mode', 'absent', 'present'],
    ['the list alone', 'empty', 'filled'],
  ])('%s: the table holds, and a DELETE that keeps the mode is told with what was seen', async (_, global, custom) => {
    const answers = { 'endpoint.delegation-mode.read': { pointer: '/delegationMode', global, custom } };
    const speaks = { base: 'default', claimed: true, answers } as const;
    const checks = ['delegation-mode.table'];
    const good = await runAgainst(catalogue, { speaks, told: speaks, checks });
    expect(good.failures()).toEqual([]);
    expect(good.result('delegation-mode.custom-to-global').verdict).toBe('pass');
    const faults = [switched('endpoint.delegations.delete', 'mode-forgotten')];
    const bad = await runAgainst(catalogue, { speaks, told: speaks, checks, faults });
    const { verdict, failure } = bad.result('delegation-mode.custom-to-global');
    expect(verdict).toBe('fail');
    expect(failure?.seen?.exchange.request.method).toBe('GET');
    expect(failure?.seen?.curl).toMatch(/^curl .*\/api\/endpoint\/v1\/\d+/);
  });
});

test('a refusal that takes effect is told with the values before and after, and with the request that shows them', async () => {
  const faults = [switched('endpoint.delegations.update', 'refused-but-applied')];
  const outcome = await runAgainst(catalogue, { faults, checks: ['delegation-mode.table'] });
  const failed = outcome.results.find(({ failure }) =>
    failure?.seen?.changes.some(({ at }) => at === '/delegationMode'),
  );
  if (failed === undefined) throw new Error('No failure tells what changed.');
  expect(failed.failure?.seen?.changes).toContainEqual({
    at: '/delegationMode',
    before: 'GLOBAL_FOR_CUSTOMER',
    after: 'CUSTOMIZED',
  });
  const text = explain(failed);
  expect(text).toMatch(/changed +\/delegationMode: "GLOBAL_FOR_CUSTOMER" → "CUSTOMIZED"/);
  expect(text.match(/^ +curl +curl /gm)).toHaveLength(2);
});
