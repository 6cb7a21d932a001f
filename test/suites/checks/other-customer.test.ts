/** Customers are kept apart: what is served to another one fails, what merely has the same number does not. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { judge } from '../../run/support.ts';
import { serve } from '../../target/support/servers.ts';

const OURS = { id: 5, firstName: 'Ada', lastName: 'Example', email: 'ada@example.test' };
const THEIRS = { id: 5, firstName: 'Bob', lastName: 'Other', email: 'bob@elsewhere.test' };

/** The verdict on a server that gives each token what is listed for it, by person. */
async function verdict(persons: Readonly<Record<string, Readonly<Record<string, unknown>>>>): Promise<string> {
  const url = await serve((request, response) => {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    const json = { 'content-type': 'application/json' };
    if (persons[token] === undefined) return response.writeHead(401).end();
    if (request.url?.startsWith('/api/ssl/v2') === true) return response.writeHead(200, json).end('[]');
    const found = persons[token][request.url?.split('/').at(-1) ?? ''];
    return response
      .writeHead(found === undefined ? 404 : 200, json)
      .end(JSON.stringify(found ?? { code: 1, text: 'no' }));
  });
  const profile = {
    admin: { url, bearer: 'our-own-token-0123456789', foreign: 'their-token-9876543210' },
    claims: ['person'],
    dialect: { base: 'none' },
    fixtures: { person: [5, { ids: 705, foreign: true }] },
  };
  const [result] = await judge({ profile, only: ['person.read.other-customer'] });
  return result === undefined ? 'none' : verdictOf(result);
}

test.each([
  ['is there for nobody else', { 5: OURS }, { 705: THEIRS }, 'pass'],
  ['is served to another customer', { 5: OURS }, { 5: OURS, 705: THEIRS }, 'fail'],
  ['has the number of something else', { 5: OURS }, { 5: THEIRS, 705: THEIRS }, 'warn'],
  ['is found beside what is theirs', { 5: OURS, 705: THEIRS }, { 705: THEIRS }, 'fail'],
])('what %s', async (_, ours, theirs, expected) => {
  expect(await verdict({ 'our-own-token-0123456789': ours, 'their-token-9876543210': theirs })).toBe(expected);
});

/** The verdict on a list that a filter (by serial number) opens to all customers, or not. */
async function listVerdict(isOpen: boolean): Promise<string> {
  const all = [
    { sslId: 11, serialNumber: 'AB11', of: 'our-own-token-0123456789' },
    { sslId: 22, serialNumber: 'CD22', of: 'their-token-9876543210' },
  ];
  const url = await serve((request, response) => {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    const query = new URL(request.url ?? '', 'http://localhost').searchParams;
    const serial = query.get('serialNumber');
    const found = all
      .filter(({ of }) => of === token || (isOpen && serial !== null))
      .filter(({ serialNumber }) => serial === null || serialNumber === serial)
      .slice(Number(query.get('position') ?? 0))
      .map(({ of: _, ...entry }) => entry);
    response.writeHead(200, { 'content-type': 'application/json', 'x-total-count': String(found.length) });
    response.end(JSON.stringify(found));
  });
  const profile = {
    admin: { url, bearer: 'our-own-token-0123456789', foreign: 'their-token-9876543210' },
    claims: ['ssl'],
    dialect: {
      base: 'none',
      answers: {
        'ssl.list.identity': '/sslId',
        'ssl.list.filter-members': { serialNumber: { pointer: '/serialNumber', match: 'exact' } },
      },
    },
    fixtures: { 'ssl-certificate': [11, { ids: 22, foreign: true }] },
  };
  const [result] = await judge({ profile, only: ['ssl.list.other-customer'], depth: 'standard' });
  return result === undefined ? 'none' : verdictOf(result);
}

test('what only another customer has is found by no filter', async () => {
  expect(await listVerdict(false)).toBe('pass');
  expect(await listVerdict(true)).toBe('fail');
});
