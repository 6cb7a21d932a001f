/** Bodies of another type than the documented one (real server, real requests). */
import { expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { type Outcome, runAgainst } from '../against.ts';

const OPERATIONS = ['person.update', 'endpoint.delegations.update'];

const groups = (contract: Contract): CheckGroup[] =>
  catalogue(contract).filter(({ operation = '' }) => OPERATIONS.includes(operation));

/** A server that takes some bodies although they are of the wrong type. */
const taking = (takes: (sent: string, type: string | undefined) => boolean): Promise<Outcome> =>
  runAgainst(groups, {
    checks: OPERATIONS.map((id) => `${id}.body`),
    rewrite: (passing) => {
      if (passing.method !== 'PUT' || passing.status !== 400 || !takes(passing.sent, passing.type)) return;
      passing.status = passing.target.includes('/person/') ? 200 : 204;
      passing.body = '';
    },
  });

test.each([
  ['null, as common libraries do,', 'null', undefined, 'warn'],
  ['an empty body of its type, as common libraries do,', '', true, 'warn'],
  ['nothing', '', false, 'fail'],
])('a server that takes %s for a required body is told so', async (_what, body, typed, verdict) => {
  const outcome = await taking((sent, type) => sent === body && (typed ?? true) === (type !== undefined));
  for (const id of OPERATIONS) expect(outcome.result(`${id}.body.required.refuses`).verdict).toBe(verdict);
});

test.each([
  ['the only item of a list for the object', (sent: string) => /^\[\{.*\}\]$/.test(sent)],
  ['a list of numbers for an object', (sent: string) => sent === '[1,2]'],
])('a server that takes %s is found', async (_what, takes) => {
  const outcome = await taking(takes);
  expect(outcome.result('person.update.body.top-level-type.refuses').verdict).toBe('fail');
});

test.each([
  ['an object with the list in it', (sent: string) => sent.startsWith('{"items":[')],
  ['one item for the list', (sent: string) => /^\d{3,}$/.test(sent)],
  ['a text of the items', (sent: string) => /^"\d/.test(sent)],
])('a server that takes %s is found', async (_what, takes) => {
  const outcome = await taking(takes);
  expect(outcome.result('endpoint.delegations.update.body.top-level-type.refuses').verdict).toBe('fail');
});

test.each([
  ['text behind', (sent: string) => sent.endsWith(' x')],
  ['a second value behind', (sent: string) => /[\]}] (\{\}|\[\])$/.test(sent)],
])('a server that reads a body up to the end of its value and takes %s it is told so', async (_what, takes) => {
  const outcome = await taking(takes);
  for (const id of OPERATIONS) expect(outcome.result(`${id}.body.malformed.refuses`).verdict).toBe('warn');
});

test('a server that refuses them is told that it conforms', async () => {
  const outcome = await taking(() => false);
  expect(outcome.failures()).toEqual([]);
  for (const id of OPERATIONS) {
    expect(outcome.result(`${id}.body.required.refuses`).verdict).not.toBe('inconclusive');
    expect(outcome.result(`${id}.body.top-level-type.refuses`).verdict).toBe('pass');
  }
});

test.each([
  ['the contents that no contract shows', /"email":\d|"organizationId":"/, 'warn'],
  ['a body that is no JSON', /^(?!\{.*\}$)/s, 'fail'],
])('a server that refuses %s with 422 is told so', async (what, faulty, verdict) => {
  const check = what.includes('JSON') ? 'person.update.body' : 'person.update.body-schema';
  const outcome = await runAgainst(groups, {
    checks: [check],
    told: { base: 'default', claimed: true },
    rewrite: (passing) => {
      if (passing.method === 'PUT' && passing.status === 400 && faulty.test(passing.sent)) passing.status = 422;
    },
  });
  const judged = outcome.results.filter(({ requirement }) => /\.(malformed|type)\.refuses$/.test(requirement));
  expect(judged.some((result) => result.verdict === verdict)).toBe(true);
  if (verdict === 'warn') expect(outcome.failures()).toEqual([]);
});
