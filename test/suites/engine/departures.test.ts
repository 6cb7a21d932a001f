/** What comes back is told of what a run has deleted and seen to be gone, and of nothing else. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { Departures } from '../../../suites/engine/departures.ts';
import { answered } from '../judges/support.ts';

const contract = await loadContract({ validate: false, dialect: { base: 'default', claimed: false } });

type Step = readonly [operation: string, id: string, status: number];

function gone(...steps: readonly Step[]): string[] {
  const departures = new Departures();
  for (const [name, id, status] of steps) {
    const operation = contract.operation(name);
    const target = `/api/person/v2/${id}`;
    const request = { service: 'admin', method: operation.method, target } as const;
    departures.note({ operation, ids: { id } }, request, answered(status));
  }
  return departures.of(contract.operation('person.delete')).map(({ path }) => path);
}

test('only what was deleted, and then answered with 404, is gone', () => {
  expect(gone(['person.delete', '1', 204], ['person.read', '1', 404])).toEqual(['/api/person/v2/1']);
  expect(gone(['person.delete', '1', 204], ['person.read', '1', 200])).toEqual([]);
  expect(gone(['person.delete', '1', 401], ['person.read', '1', 404])).toEqual([]);
  expect(gone(['person.read', '1', 404])).toEqual([]);
});

test('what an update has put in its place is there again', () => {
  expect(gone(['person.delete', '1', 204], ['person.read', '1', 404], ['person.update', '1', 200])).toEqual([]);
});
