/** What an update must carry to change a type may be taken by another administrator (silence admin.type.companions; contract 3.2). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import type { Contract } from '../../../spec/index.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const STEP = 'administrator-type.API-to-STANDARD';
const TITLE = 'Only one';

/** Refuses the title to everybody but the first who was given it, or whatever comes without it. */
function refusing(what: 'the same again' | 'what comes without'): Rewrite {
  let holder = '';
  return (passing) => {
    if (passing.method !== 'PUT' || !passing.target.startsWith('/api/admin/v1/') || !passing.sent.startsWith('{'))
      return;
    const { type, title } = JSON.parse(passing.sent) as { readonly type?: string; readonly title?: string };
    if (what === 'what comes without') {
      if (type === 'STANDARD' && title !== TITLE) passing.status = 409;
    } else if (title === TITLE) {
      holder ||= '/api/admin/v1/0';
      if (passing.target !== holder) passing.status = 409;
    }
  };
}

test.each(['the same again', 'what comes without'] as const)('a server that refuses %s', async (what) => {
  const outcome = await runAgainst(catalogue, {
    rewrite: refusing(what),
    told: { base: 'default', claimed: true, answers: { 'admin.type.companions': { STANDARD: { title: TITLE } } } },
    only: [STEP],
  });
  expect(verdictOf(outcome.result(STEP))).toBe('pass');
});

/** Each administrator takes so many changes; then it stays as it is, and its changes are refused. */
function wornAfter(changes: number): Rewrite {
  const times = new Map<string, number>();
  const frozen = new Map<string, string>();
  return (passing) => {
    const { method, target, status } = passing;
    if (!/^\/api\/admin\/v1\/\d+$/.test(target)) return;
    const isWorn = (times.get(target) ?? 0) >= changes;
    if (method === 'GET' && isWorn && status === 200) {
      passing.body = frozen.get(target) ?? passing.body;
      frozen.set(target, passing.body);
    }
    if (method !== 'PUT' || status >= 300) return;
    if (isWorn) passing.status = 409;
    else times.set(target, (times.get(target) ?? 0) + 1);
  };
}

test('an administrator that was changed too often to take another type makes nobody wrong', async () => {
  const table = (contract: Contract) => catalogue(contract).filter(({ id }) => id.startsWith('administrator-type'));
  const outcome = await runAgainst(table, { rewrite: wornAfter(7) });
  expect(outcome.results.length).toBeGreaterThan(10);
  const wrong = outcome.results.filter((result) => ['fail', 'broken'].includes(verdictOf(result)));
  expect(wrong.map(({ requirement, failure }) => `${requirement}: ${failure?.actual}`)).toEqual([]);
});
