/** Which updates an endpoint takes may hang on its type: where one of some type takes none, one of another type is asked (contract 4.9; silence endpoint.update.condition). */
import { expect, test } from 'vitest';
import { machineGroups } from '../../../suites/machines/groups.ts';
import { runAgainst } from '../against.ts';

const ID = 'delegation-mode.updates';

test.each([
  ['one endpoint', 1, 'pass'],
  ['all of them', Number.POSITIVE_INFINITY, 'inconclusive'],
])('updates refused by %s', async (_what, most, verdict) => {
  const refusing = new Set<string>();
  const { result } = await runAgainst(machineGroups, {
    checks: [ID],
    depth: 'standard',
    rewrite: (passing) => {
      const [, id] = /^\/api\/endpoint\/v1\/(\d+)(?:\/config)?(?:\?|$)/.exec(passing.target) ?? [];
      if (passing.method !== 'PUT' || id === undefined || (!refusing.has(id) && refusing.size >= most)) return;
      refusing.add(id);
      const body = '{"code":-1,"description":"Endpoints of this type have no such update."}';
      Object.assign(passing, { status: 400, headers: { 'content-type': 'application/json' }, body });
    },
  });
  expect(refusing.size).toBeGreaterThan(0);
  expect(result(ID).verdict).toBe(verdict);
});
