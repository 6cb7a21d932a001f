/** What a run has deleted, as it was told, or seen to be gone. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { Departures } from '../../../suites/engine/departures.ts';
import type { Credential } from '../../../target/types.ts';
import { answered } from '../judges/support.ts';

const contract = await loadContract({ validate: false, dialect: { base: 'default', claimed: false } });

type Step = readonly [operation: string, id: string, status: number, credential?: Credential];

function gone(...steps: readonly Step[]): string[] {
  const departures = new Departures();
  for (const [name, id, status, credential = 'primary'] of steps) {
    const operation = contract.operation(name);
    const target = `/api/person/v2/${id}`;
    const request = { service: 'admin', method: operation.method, target, credential } as const;
    departures.note({ operation, ids: { id } }, request, answered(status));
  }
  return departures.of(contract.operation('person.delete')).map(({ path }) => path);
}

const PATH = '/api/person/v2/1';

test('what was deleted is to be gone, whether or not that was seen', () => {
  expect(gone(['person.delete', '1', 204], ['person.read', '1', 404])).toEqual([PATH]);
  expect(gone(['person.delete', '1', 204], ['person.read', '1', 200])).toEqual([PATH]);
  expect(gone(['person.delete', '1', 401], ['person.read', '1', 404])).toEqual([]);
  expect(gone(['person.read', '1', 404])).toEqual([]);
});

test('what another credential or an odd id names is to be gone where that was seen', () => {
  expect(gone(['person.delete', '1', 204, 'foreign'])).toEqual([]);
  expect(gone(['person.delete', '1', 204, 'foreign'], ['person.read', '1', 404])).toEqual([PATH]);
  expect(gone(['person.delete', '01', 204])).toEqual([]);
  expect(gone(['person.delete', '01', 204], ['person.read', '01', 404])).toEqual(['/api/person/v2/01']);
});

test('what an update has put in its place is there again', () => {
  expect(gone(['person.delete', '1', 204], ['person.read', '1', 404], ['person.update', '1', 200])).toEqual([]);
});
