/** What changes by itself is told from what this run does, and from what its changes show elsewhere (design rule 11). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { Movements } from '../../../suites/engine/movements.ts';
import { answered } from '../judges/support.ts';

const contract = await loadContract({ validate: false, dialect: { base: 'default', claimed: false } });
const READ = contract.operation('person.read');
const SETTLE = 100;

/** A look at a person, or a write that takes from one moment to another. */
type Step =
  | readonly [at: number, shows: object, id?: string]
  | readonly [from: number, to: number | undefined, operation: string, id?: string];

/** The places that are told to move by themselves, and how often something nearby had not changed it. */
function moved(
  steps: readonly Step[],
  written: readonly unknown[] = [],
): { readonly moves: number; isMoving: string[] } {
  let moves = 0;
  const movements = new Movements({
    settleMs: SETTLE,
    isWritten: (_, value) => written.includes(value),
    isOfDeleted: (_, value) => value === DELETED,
    onMove: () => {
      moves += 1;
    },
  });
  for (const step of steps) {
    if (typeof step[1] === 'object') {
      const answer = answered(200, JSON.stringify(step[1]), { 'content-type': 'application/json' });
      const call = { operation: READ, ids: { id: String(step[2] ?? '1') } };
      movements.looked(call, { ...answer, startedAt: step[0], durationMs: 1 });
      continue;
    }
    const [from, to, operation, id = '1'] = step as readonly [number, number | undefined, string, string?];
    const answer = movements.writes({ operation: contract.operation(operation), ids: { id } });
    if (to !== undefined) answer({ ...answered(204, ''), startedAt: from, durationMs: to - from });
  }
  return { moves, isMoving: ['/name', '/count', '/at'].filter((place) => movements.isMoving(READ, place)) };
}

const BEFORE: Step = [1000, { name: 'Anna', count: 1, at: '2026-01-01T00:00:00Z' }];
/** The same of another one, with a write elsewhere. */
const AGAIN: readonly Step[] = [
  [2100, 2200, 'mark.update'],
  [3000, { name: 'Clara', count: 1, at: '2026-01-01T00:00:00Z' }],
];
/** Who was deleted while the run wrote elsewhere. */
const DELETED = 'Delia';
const AFTER: Step = [2000, { name: 'Berta', count: 1, at: '2026-01-01T00:00:00Z' }];

test('what changes while the run does nothing moves by itself', () => {
  expect(moved([BEFORE, AFTER])).toEqual({ moves: 1, isMoving: ['/name'] });
  expect(moved([BEFORE, [2000, { name: 'Anna', count: 2, at: '2026-01-01T00:00:01Z' }]])).toEqual({
    moves: 0,
    isMoving: ['/count', '/at'],
  });
  expect(moved([BEFORE, [2000, BEFORE[1] as object]])).toEqual({ moves: 0, isMoving: [] });
});

test('who named what the run has deleted may name another one since', () => {
  const names = (name: string): object => ({ name, count: 1, at: '2026-01-01T00:00:00Z' });
  const deleting: Step = [1500, 1600, 'admin.delete', '7'];
  expect(moved([[1000, names(DELETED)], deleting, [1650, names('Anna')]]).isMoving).toEqual(['/name']);
  expect(moved([BEFORE, deleting, [1650, names('Berta')]]).isMoving).toEqual([]);
});

test('what changes while the run writes elsewhere may be its doing, and is a sign only', () => {
  const twice = [BEFORE, [1100, 1200, 'mark.update'], AFTER, ...AGAIN] as const;
  expect(moved(twice)).toEqual({ moves: 1, isMoving: [] });
  expect(moved(twice, ['Berta'])).toEqual({ moves: 0, isMoving: [] });
  // What a fault has made of it once is no sign of others.
  expect(moved(twice.slice(0, 3))).toEqual({ moves: 0, isMoving: [] });
});

test('values at one place that come of nothing the run did, each unlike the one before, are the doing of others', () => {
  const meanwhile: Step = [900, undefined, 'mark.update'];
  const looks = (...names: string[]): Step[] => names.map((name, at): Step => [1000 + 200 * at, { name }]);
  expect(moved([meanwhile, ...looks('Anna', 'Berta', 'Clara', 'Doris')]).isMoving).toEqual(['/name']);
  expect(moved([meanwhile, ...looks('Anna', 'Berta', 'Clara')]).isMoving).toEqual([]);
  // A fault makes the same of each, or makes it of what was there.
  expect(
    moved([meanwhile, ...looks('Anna', 'nobody', 'Berta', 'nobody', 'Clara', 'nobody')], ['Berta', 'Clara']),
  ).toEqual({ moves: 0, isMoving: [] });
  expect(moved([meanwhile, ...looks('Anna', 'ANNA', 'ANNAX', 'ANNAXX', 'NNAXX')]).isMoving).toEqual([]);
});

test.each([
  ['the entity', [1100, 1200, 'person.update'], 0],
  ['another one of its kind', [1100, 1200, 'person.update', '2'], 1],
  ['one whose id may be understood as anyone of the kind', [1100, 1200, 'person.update', '02'], 0],
  ['a deletion of anything', [1100, 1200, 'client.delete', '2'], 0],
  ['a write that is not answered yet', [1100, undefined, 'person.update'], 0],
  ['one that was answered so shortly before that it may show late', [890, 950, 'person.update'], 0],
  ['one that had its time to show before', [700, 800, 'person.update'], 1],
] as const)('is told of what changed after a write to %s, or not', (_, write, moves) => {
  expect(moved([write, BEFORE, AFTER, ...AGAIN].toSorted((a, b) => Number(a[0]) - Number(b[0]))).moves).toBe(moves);
});
