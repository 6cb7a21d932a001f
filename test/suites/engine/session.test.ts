/** How the checks of one group share the fixtures that the profile states. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { Session } from '../../../suites/engine/session.ts';
import { serve } from '../../target/support/servers.ts';
import { targetOf } from '../../target/support/targets.ts';

const contract = await loadContract();
const NOBODY = 'http://127.0.0.1:9';

async function sessionWith(administrators: readonly object[]): Promise<Session> {
  const profile = { effects: 'destroy', fixtures: { administrator: administrators }, limits: { leaseWait: '60s' } };
  const target = await targetOf(NOBODY, profile);
  const group = catalogue(contract).find(({ id }) => id === 'admin.delete');
  if (group === undefined) throw new Error('no such group');
  return new Session({ contract, target, seed: 1 }, group);
}

test('a session that looks at the only fixture may still change it, and then waits for no other', async () => {
  const session = await sessionWith([{ ids: { id: 1 }, allow: 'destroy' }]);
  const looked = await session.fixture({ kind: 'administrator', effect: 'observe' });
  const changed = await session.fixture({ kind: 'administrator', effect: 'modify' });
  expect(changed).toBe(looked);
  const second = await session.lease({ kind: 'administrator', effect: 'destroy' });
  expect(second).toMatchObject({ why: { what: 'fixture', state: { is: 'held', count: 1 } } });
});

test('what a session gave back it may have again', async () => {
  const session = await sessionWith([{ ids: { id: 1 }, allow: 'destroy' }]);
  const first = await session.lease({ kind: 'administrator', effect: 'destroy' });
  if (!('fixture' in first)) throw new Error(JSON.stringify(first.why));
  await first.release();
  expect(await session.lease({ kind: 'administrator', effect: 'destroy' })).toHaveProperty('fixture', first.fixture);
});

test('two sessions that each hold one and want another do not wait for each other', async () => {
  const session = await sessionWith([1, 2].map((id) => ({ ids: { id }, allow: 'destroy' })));
  const other = new Session({ contract, target: session.target, seed: 1 }, session.group);
  const need = { kind: 'administrator', effect: 'modify' } as const;
  await session.fixture(need);
  await other.fixture(need);
  // Whoever waited here would do so for a minute, and the test has less.
  for (const one of [session, other])
    expect(await one.lease(need)).toMatchObject({ why: { what: 'fixture', state: { is: 'busy', waited: 0 } } });
});

test('many may look at one fixture at a time, in one session too', async () => {
  const session = await sessionWith([{ ids: { id: 1 }, allow: 'observe' }]);
  for (let n = 0; n < 2; n += 1) {
    expect(await session.lease({ kind: 'administrator', effect: 'observe' })).toHaveProperty('fixture');
  }
});

test('nothing has come of a request that was held back', async () => {
  const url = await serve((request, response) => {
    if (request.method === 'GET') response.end('{}');
  });
  const timeout = { connect: '2s', headers: '60ms', body: '2s', total: '4s' };
  const target = await targetOf(url, { fixtures: { person: [1, 2] }, limits: { timeout } });
  const group = catalogue(contract).find(({ id }) => id === 'person.update');
  if (group === undefined) throw new Error('no such group');
  const session = new Session({ contract, target, seed: 1 }, group);
  const [first, second] = target.fixtures();
  if (first === undefined || second === undefined) throw new Error('no fixtures');
  const update = { service: 'admin', method: 'PUT', body: '{}' } as const;
  for (let n = 0; n < 6; n += 1) await session.send({ ...update, target: '/api/person/v2/1' });
  const held = await session.send({ ...update, target: '/api/person/v2/2' });
  expect(held.error?.message).toMatch(/not sent/);
  expect(session.chronicle.writtenAt(first)).toBeGreaterThan(0);
  expect(session.chronicle.writtenAt(second)).toBeUndefined();
});

test.each([
  ['what is asked again meets a change at rest', true, ['b', 'b', 'b']],
  ['what is asked the first time does not wait once a change was seen', undefined, ['a', 'b', 'a']],
])('%s, whichever copy shows it', async (_, again, seen) => {
  let [name, former, writtenAt, reads] = ['a', 'a', 0, 0];
  const url = await serve((request, response) => {
    if (request.method === 'GET') {
      const isLate = Date.now() - writtenAt < 250 && reads++ % 2 === 0;
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ name: isLate ? former : name }));
      return;
    }
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      [former, name, writtenAt, reads] = [name, (JSON.parse(body) as { name: string }).name, Date.now(), 0];
      response.end();
    });
  });
  const target = await targetOf(url, { fixtures: { person: [1] }, limits: { settle: '400ms' } });
  const group = catalogue(contract).find(({ id }) => id === 'person.update');
  if (group === undefined) throw new Error('no such group');
  const session = new Session({ contract, target, seed: 1, ...(again === undefined ? {} : { again }) }, group);
  const person = { service: 'admin', target: '/api/person/v2/1' } as const;
  const write = (to: string) => session.send({ ...person, method: 'PUT', body: JSON.stringify({ name: to }) });
  const look = async (): Promise<string> => {
    const { response } = await session.send({ ...person, method: 'GET' });
    return (JSON.parse(response?.body ?? '') as { name: string }).name;
  };
  await write('a');
  await write('z');
  await session.patience.until('name', look, (shown) => shown === 'z');
  await write('a');
  await session.pause(300);
  await write('b');
  expect([await look(), await look(), await look()]).toEqual(seen);
});
