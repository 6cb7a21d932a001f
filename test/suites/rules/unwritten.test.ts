/** Of what became of the certificates of a deleted administrator those can tell that nobody else wrote to, took away or is called by (contract 4.2, 4.5). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { CheckContext } from '../../../suites/engine/index.ts';
import { Session } from '../../../suites/engine/session.ts';
import { exactly, judgeLater, judgeStays, requestedBy, unwritten } from '../../../suites/rules/requesters.ts';
import { serve } from '../../target/support/servers.ts';
import { targetOf } from '../../target/support/targets.ts';

const contract = await loadContract();

/** A server of three certificates and of who requested them, by a part of whose name it may find them; an update gives the one that it names to "ben". */
async function served(status: number, names: readonly [string, string, string] = ['ann', 'ann', 'ann'], shows = false) {
  const requesters = new Map([7, 8, 9].map((sslId, at) => [sslId, names[at] ?? '']));
  const url = await serve(async (request, response) => {
    const address = new URL(request.url ?? '/', 'http://target');
    if (request.method === 'PUT') {
      let body = '';
      for await (const chunk of request) body += chunk;
      if (status === 200) requesters.set((JSON.parse(body) as { sslId: number }).sslId, 'ben');
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
      return;
    }
    const wanted = address.searchParams.get('requester');
    const position = address.searchParams.get('position');
    const found = [...requesters].filter(
      ([, name]) => wanted === null || (shows ? name.includes(wanted) : name === wanted),
    );
    const page =
      Number(position ?? 0) > 0 ? [] : found.map(([sslId, requester]) => ({ sslId, ...(shows ? { requester } : {}) }));
    const headers = { 'Content-Type': 'application/json', 'X-Total-Count': String(found.length) };
    response.writeHead(200, headers).end(JSON.stringify(page));
  });
  const fixtures = { 'ssl-certificate': [7, 8, 9].map((sslId) => ({ ids: { sslId }, allow: 'destroy' })) };
  const target = await targetOf(url, { fixtures, limits: { settle: '50ms' } });
  const group = catalogue(contract).find(({ checks }) =>
    checks.some(({ id }) => id === 'administrator-delete.replacement'),
  );
  if (group === undefined) throw new Error('no group');
  const session = new Session({ contract, target, seed: 1 }, group);
  const context = {
    contract,
    session,
    target,
    depth: 'standard',
    send: (request: Parameters<Session['send']>[0]) => session.send(request),
  } as unknown as CheckContext;
  const update = (sslId: number): Promise<unknown> =>
    session.send({ service: 'admin', method: 'PUT', target: '/api/ssl/v2', body: JSON.stringify({ sslId }) });
  return { context, update, requesters };
}

test.each([
  [200, ['7', '9'], 'pass'],
  [400, ['7', '8', '9'], 'pass'],
] as const)('an update that is answered with %i leaves %j to be judged by', async (status, left, verdict) => {
  const { context, update } = await served(status);
  const before = await requestedBy(context, 'ann');
  if (before === undefined) throw new Error('the list cannot be read');
  expect(before.keys).toEqual(['7', '8', '9']);
  await update(8);
  const its = unwritten(context, before);
  expect(its.keys).toEqual(left);
  expect(judgeStays(its, await requestedBy(context, 'ann')).verdict).toBe(verdict);
});

test('where all of them were written to, nothing is told', async () => {
  const { context, update } = await served(200);
  const before = await requestedBy(context, 'ann');
  if (before === undefined) throw new Error('the list cannot be read');
  for (const sslId of [7, 8, 9]) await update(sslId);
  expect(judgeStays(unwritten(context, before), await requestedBy(context, 'ann')).verdict).toBe('observed');
});

test.each([
  ['takes it away', (all: Map<number, string>) => all.delete(8), 'pass'],
  ['gives it to somebody else', (all: Map<number, string>) => all.set(8, 'ben'), 'fail'],
] as const)('a colleague who %s', async (_what, change, verdict) => {
  const { context, requesters } = await served(200);
  const before = await requestedBy(context, 'ann');
  if (before === undefined) throw new Error('the list cannot be read');
  change(requesters);
  const after = await requestedBy(context, 'ann');
  expect((await judgeLater(context, before, (its) => judgeStays(its, after))).verdict).toBe(verdict);
});

test.each([
  [
    ['ann', 'ann', 'joanna'],
    ['7', '8'],
  ],
  [
    ['ann', 'ann', 'ann'],
    ['7', '8', '9'],
  ],
] as const)('of certificates of %j, found by a part of a name', async (names, keys) => {
  const { context } = await served(200, names, true);
  const found = await requestedBy(context, 'ann');
  if (found === undefined) throw new Error('the list cannot be read');
  expect(found.keys).toHaveLength(3);
  expect((await exactly(context, found)).keys).toEqual(keys);
});

test('where the list does not show who is called so, and finds by the whole name alone, all of them are his', async () => {
  const { context } = await served(200);
  const found = await requestedBy(context, 'ann');
  if (found === undefined) throw new Error('the list cannot be read');
  expect((await exactly(context, found)).keys).toHaveLength(3);
});
