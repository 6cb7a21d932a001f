/** A PUT of delegations that is refused for one of its organizations leaves the others out as well (contract 4.9). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'delegation-mode.refused-put';
const ENDPOINT = /^\/api\/endpoint\/v1\/(\d+)(\/delegations)?$/;

test.each([
  [false, 'pass'],
  [true, 'fail'],
])('what stands before one that does not exist is kept: %s', { timeout: 60_000 }, async (keeps, verdict) => {
  const kept = new Map<string, number>();
  const outcome = await runAgainst(catalogue, {
    only: [ID],
    depth: 'standard',
    rewrite: (passing) => {
      const { method, target, status } = passing;
      const [, id = '', delegations] = ENDPOINT.exec(target) ?? [];
      if (method === 'PUT' && delegations !== undefined) {
        const sent = status === 400 && /^\[\d+,\d+\]$/.test(passing.sent) ? (JSON.parse(passing.sent) as number[]) : [];
        const [first, second] = sent;
        if (first === second || first === undefined) kept.delete(id);
        else kept.set(id, first);
      }
      const half = kept.get(id);
      if (!keeps || method !== 'GET' || delegations !== undefined || half === undefined || status !== 200) return;
      const shown = JSON.parse(passing.body) as { organizations?: unknown[] };
      passing.body = JSON.stringify({ ...shown, organizations: [...(shown.organizations ?? []), { id: half }] });
    },
  });
  expect(verdictOf(outcome.result(ID)), outcome.result(ID).reason).toBe(verdict);
});
