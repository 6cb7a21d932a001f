/** A conforming server that chooses otherwise at every open point fails nothing, told or untold. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Result } from '../../../reports/model.ts';
import { runGroups } from '../../../suites/engine/execute.ts';
import { legacyGroups } from '../../../suites/legacy/index.ts';
import { contractFor } from '../../../suites/runner/engine.ts';
import { createTarget, profileFrom } from '../../../target/index.ts';
import { LOGIN, startUnlike, type Unlike } from './unlike.ts';

let server: Unlike;
let runDirectory: string;

beforeEach(async () => {
  server = await startUnlike();
  runDirectory = mkdtempSync(join(tmpdir(), 'certconform-unlike-'));
});

afterEach(async () => {
  await server.close();
  rmSync(runDirectory, { recursive: true, force: true });
});

const order = (orderNumber: string, traits: object = {}) => ({
  ids: { orderNumber },
  traits: { order: 'single', state: 'pending', ...traits },
  allow: 'modify',
});

const ORDERS = [
  order('1'),
  order('2', { order: 'multi', domains: 'a.two.example.test b.two.example.test' }),
  order('3', { order: 'multi' }),
  order('4', { wildcard: true, domains: '*.four.example.test' }),
  order('5', { state: 'unexpected' }),
  order('7', { state: 'replacement', initialOrder: '6' }),
];

const TOLD = {
  base: 'default',
  answers: {
    'legacy.dcv.methods': { email: 'mail', http: 'file', https: 'file-https', cname: 'dns-cname' },
    'legacy.dcv.parameters': { 'initial-order': 'firstOrder', email: 'mailbox', emails: 'mailboxes' },
    'legacy.dcv.visible': { pointer: '/data/list', name: 'fqdn', method: 'chosen' },
  },
};

async function run(dialect: unknown, orders: readonly object[] = ORDERS): Promise<Result[]> {
  const legacy = { url: server.url, plainUrl: server.plainUrl, ...LOGIN };
  const data = { name: 'unlike', legacy, dialect, effects: 'modify', fixtures: { order: orders } };
  const profile = profileFrom(data, { set: [] });
  const target = await createTarget(profile, { runDirectory, seed: 1, workers: 1 });
  const contract = await contractFor(profile, false);
  const results: Result[] = [];
  const engine = { contract, target, seed: 1, depth: 'standard' as const, replay: (check: string) => check };
  await runGroups(engine, legacyGroups(contract), (result) => results.push(result));
  await target.close();
  return results;
}

const told = ({ requirement, failure, reason }: Result): string =>
  `${requirement}: ${failure?.caseLabel ?? ''} ${reason ?? ''}`;
const failing = (results: readonly Result[]): string[] =>
  results.filter(({ verdict }) => verdict === 'fail' || verdict === 'broken').map(told);

test.each([
  ['told of it', TOLD],
  ['untold', 'default'],
])('%s', async (_what, dialect) => {
  const before = server.chosen();
  const results = await run(dialect);
  expect(failing(results)).toEqual([]);
  const verdict = (id: string): string | undefined => results.find(({ requirement }) => requirement === id)?.verdict;
  for (const id of ['success', 'multi.lists', 'multi.positional', 'refused.unchanged', 'condition.unexpected-state'])
    expect([id, verdict(`legacy.dcv-update.${id}`)]).toEqual([id, 'pass']);
  expect(verdict('legacy.order-status.condition.not-https')).toBe('pass');
  expect(verdict('legacy.order-status.download.conditions')).toBe('observed');
  expect(verdict('legacy.order-status.credentials.case')).toBe('inconclusive');
  expect(server.chosen()).toBe(before);
});

test('orders without any trait', async () => {
  const bare = ORDERS.map(({ ids, allow }) => ({ ids, allow }));
  for (const orders of [bare, [...bare].reverse(), bare.slice(1), bare.slice(2)])
    expect(failing(await run('default', orders))).toEqual([]);
});
