/** Where there is something near the greatest id, an operation that changes something is asked by another one that nothing has (contract 8). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'person.update.path.id.format.accepts';
const END = 2_147_483_640;

test.each([
  ['takes it', false, 'pass'],
  ['refuses it with a status that every absent one may have', true, 'observed'],
])('a server that %s', async (_, isRefused, verdict) => {
  const asked: number[] = [];
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, object[]>;
      const last = { ids: { id: END }, allow: 'observe' };
      return { ...profile, fixtures: { ...fixtures, person: [...(fixtures['person'] ?? []), last] } };
    },
    rewrite: (passing) => {
      const id = Number(/^\/api\/person\/v2\/(\d+)$/.exec(passing.target)?.[1]);
      if (passing.method !== 'PUT' || id < 2_000_000_000) return;
      asked.push(id);
      if (isRefused) Object.assign(passing, { status: 400, body: '{"code":-1,"description":"Bad id."}' });
    },
  });
  expect(result(ID).verdict, result(ID).reason).toBe(verdict);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.filter((id) => Math.abs(id - END) < 100_000)).toEqual([]);
});
