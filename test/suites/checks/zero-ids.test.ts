/** An id of zero or less, where none is ruled out by a minimum, names nobody (a real server, real requests). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { judge } from '../../run/support.ts';
import { runAgainst } from '../against.ts';
import type { Aim, Rewrite } from '../proxy.ts';
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

test.each([
  ['person.read', 'GET', ['observe', 'modify', 'destroy']],
  ['person.update', 'PUT', ['modify', 'destroy']],
  ['person.delete', 'DELETE', ['destroy']],
])(
  'a server whose %s drops the sign of an id is found, with what this may be done to',
  async (operation, sent, may) => {
    const id = `${operation}.absent.status`;
    const reached: string[] = [];
    const aim: Aim = ({ method, target }) => {
      const digits = /^\/api\/person\/v2\/-(\d{2,9})$/.exec(target)?.[1];
      if (digits === undefined || method !== sent) return target;
      reached.push(digits);
      return target.replace('-', '');
    };
    const { result, fixtures } = await runAgainst(catalogue, { only: [id], aim });
    expect(result(id)).toMatchObject({ verdict: 'fail', failure: { caseLabel: `id -${reached[0]}` } });
    const people = fixtures['person'] ?? [];
    for (const digits of reached) expect(may).toContain(people.find(({ ids }) => String(ids['id']) === digits)?.allow);
  },
);
