/** What this run has done to an endpoint may end its configuration (contract 4.9; silences endpoint.update.omitted-parameters, endpoint.config.none). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'endpoint.config.update.nothing-else';

test.each([
  ['with an update of their endpoints', 'own', 'pass'],
  ['with the update of any other', 'other', 'fail'],
])('configurations that go %s', async (_what, whose, verdict) => {
  const gone = new Set<string>();
  const kept = new Set<string>();
  let isChanging = false;
  const { result } = await runAgainst(catalogue, {
    checks: ['endpoint.config.update.afterwards', 'endpoint.update.afterwards'],
    depth: 'standard',
    rewrite: (passing) => {
      const [, id = '', config] = /^\/api\/endpoint\/v1\/(\d+)(\/config)?(?:\?|$)/.exec(passing.target) ?? [];
      if (passing.method === 'PUT' && passing.status < 300) {
        if (config === undefined) gone.add(id);
        else if (kept.has(id)) isChanging = true;
        if (config !== undefined) kept.add(id);
      }
      const isGone = whose === 'own' ? gone.has(id) && !kept.has(id) : isChanging && !kept.has(id);
      if (passing.method !== 'GET' || config === undefined || !isGone) return;
      const body = '{"code":-1,"description":"There is none."}';
      Object.assign(passing, { status: 404, headers: { 'content-type': 'application/json' }, body });
    },
  });
  expect(result(ID).verdict).toBe(verdict);
});
