/** An id of zero or less, where none is ruled out by a minimum, names nobody (a real server, real requests). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { judge } from '../../run/support.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';
import { peopleServer } from './people.ts';

const ADA = { givenName: 'Ada', familyName: 'North' };

async function verdictFor(people: Readonly<Record<number, typeof ADA>>, ids: readonly number[]) {
  const { admin } = await peopleServer({ people });
  const profile = {
    admin,
    dialect: 'none',
    fixtures: { person: ids.map((id) => ({ ids: { id }, allow: 'observe' })) },
  };
  const [result] = await judge({ profile, only: ['person.read.absent.status'] });
  return result;
}

test('a server that answers a person for zero is found', async () => {
  const result = await verdictFor({ 0: ADA, 1: ADA }, [1]);
  expect(result).toMatchObject({ verdict: 'fail', failure: { caseLabel: 'id 0' } });
});

test('a server that has nobody there passes', async () => {
  expect(await verdictFor({ 1: ADA }, [1])).toMatchObject({ verdict: 'pass' });
});

test('a fixture with such an id is left alone', async () => {
  expect(await verdictFor({ 0: ADA, 1: ADA }, [0, 1])).toMatchObject({ verdict: 'pass' });
});

test.each([
  ['person.update', 'PUT'],
  ['person.delete', 'DELETE'],
])('a server whose %s takes zero for somebody is found', async (operation, method) => {
  const id = `${operation}.absent.status`;
  const rewrite: Rewrite = (passing) => {
    if (passing.method === method && passing.target === '/api/person/v2/0')
      Object.assign(passing, { status: method === 'PUT' ? 200 : 204, body: '' });
  };
  const good = await runAgainst(catalogue, { only: [id] });
  expect(good.result(id).verdict, good.result(id).reason).toBe('pass');
  const { result } = await runAgainst(catalogue, { only: [id], rewrite });
  expect(result(id)).toMatchObject({ verdict: 'fail', failure: { caseLabel: 'id 0' } });
});

test('a server that drops the sign of an id is found', async () => {
  const id = 'person.read.absent.status';
  const rewrite: Rewrite = (passing) => {
    const digits = /^\/api\/person\/v2\/-(\d\d+)$/.exec(passing.target)?.[1];
    if (passing.method === 'GET' && digits?.length !== undefined && digits.length < 10)
      Object.assign(passing, { status: 200, body: JSON.stringify({ id: Number(digits) }) });
  };
  const { result } = await runAgainst(catalogue, { only: [id], rewrite });
  expect(result(id)).toMatchObject({ verdict: 'fail', failure: { caseLabel: expect.stringMatching(/^id -\d\d+$/) } });
});
