/** A change of type that drops a member which few have: it shows on one that has it (contract 4.5). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const KEPT = 'administrator-type.keeps-the-rest';

/** Only every fifth administrator has a phone. `drops`: until he is given another type. */
function seldomPhone(drops: boolean): Rewrite {
  const phones = new Map<string, boolean>();
  return (passing) => {
    const id = /^\/api\/admin\/v1\/(\d+)$/.exec(passing.target)?.[1];
    if (id === undefined || passing.status >= 300) return;
    if (passing.method === 'PUT') {
      const body = JSON.parse(passing.sent) as Record<string, unknown>;
      if ('telephone' in body) phones.set(id, true);
      else if (drops && 'type' in body) phones.set(id, false);
    }
    if (passing.method !== 'GET') return;
    const { phone, ...rest } = JSON.parse(passing.body) as Record<string, unknown>;
    const has = phones.get(id) ?? Number(id) % 5 === 0;
    passing.body = JSON.stringify(has ? { ...rest, phone } : rest);
  };
}

test.each([
  ['drops it', true, 'fail'],
  ['keeps it', false, 'pass'],
])('a change that %s', { timeout: 60_000 }, async (_what, drops, verdict) => {
  const { result } = await runAgainst(catalogue, { only: [KEPT], surveyed: true, rewrite: seldomPhone(drops) });
  expect(result(KEPT).verdict).toBe(verdict);
});
