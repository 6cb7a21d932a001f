/** A server that asks for a parameter which is not required is found, and all else is told of what it takes (contract 4.7, 4.9). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst, type Setup } from '../against.ts';

/** Refuses each request of a path that does not carry a parameter. */
function demanding(path: RegExp, name: string): NonNullable<Setup['rewrite']> {
  return (passing) => {
    const { pathname, searchParams } = new URL(passing.target, 'http://any');
    if (passing.method !== 'PUT' || !path.test(pathname) || searchParams.has(name) || passing.status >= 400) return;
    passing.status = 400;
    passing.headers = { 'content-type': 'application/json' };
    passing.body = JSON.stringify({ code: -1, description: `${name}: required` });
  };
}

test.each([
  [
    'validation.revalidate',
    /\/revalidate$/,
    'organizationDetails.generalDetails.city',
    'organizationDetails.generalDetails.legalName',
  ],
  ['endpoint.update', /\/endpoint\/v1\/\d+$/, 'config.contactName', 'uriExtension'],
] as const)('%s', async (operation, path, demanded, other) => {
  const PAIRS = `${operation}.pairs.accepts`;
  const REST = [`${operation}.${other}.maxLength.refuses`, `${operation}.${other}.required.refuses`];
  const setup: Setup = { only: [PAIRS, ...REST], rewrite: demanding(path, demanded), depth: 'standard' };
  const { result } = await runAgainst(catalogue, setup);
  expect(result(PAIRS).verdict, result(PAIRS).reason).toBe('fail');
  expect(REST.map((id) => result(id).verdict)).toEqual(['pass', 'pass']);
});
