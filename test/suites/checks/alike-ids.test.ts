/** An id that begins as that of an entity names another one or none, also where it stands behind that of a parent (contract 7.1). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

test.each([
  ['person.read', '/api/person/v2/'],
  ['person.delete', '/api/person/v2/'],
  ['client.location.read', '/location/'],
  ['client.location.delete', '/location/'],
  ['account.update', '/account/'],
  ['domain.suspend', '/domain/v1/'],
  ['ad-task.update', '/ad_task/'],
])('%s by the beginning of an id', async (operation, before) => {
  const method = { read: 'GET', delete: 'DELETE' }[operation.split('.').at(-1) ?? ''] ?? 'PUT';
  const requirement = `${operation}.absent.status`;
  const shortened = new RegExp(`(${before}[1-9]\\d*?)(?:0|0{3,}1)(?=$|[/?])`);
  const judged = async (byBeginning: boolean) => {
    const { result } = await runAgainst(catalogue, {
      only: [requirement],
      aim: ({ method: asked, target }) =>
        byBeginning && asked === method && target.length < 60 ? target.replace(shortened, '$1') : target,
    });
    return result(requirement).verdict;
  };
  expect(await judged(false)).toBe('pass');
  expect(await judged(true)).toBe('fail');
});
