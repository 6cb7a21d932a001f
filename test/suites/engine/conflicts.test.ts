/** A refusal for the moment, right after a change of the same entity, is told from one that stays. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { Chronicle } from '../../../suites/engine/chronicle.ts';
import { conflictsOf } from '../../../suites/engine/conflicts.ts';
import { Session } from '../../../suites/engine/session.ts';
import type { Target, WireRequest } from '../../../target/types.ts';
import { serve } from '../../target/support/servers.ts';
import { targetOf } from '../../target/support/targets.ts';
import { answered } from '../judges/support.ts';

const contract = await loadContract();
const update = (id: number): WireRequest => ({
  service: 'admin',
  method: 'PUT',
  target: `/api/person/v2/${id}`,
  body: '{}',
});
const DCV: WireRequest = {
  service: 'legacy',
  method: 'POST',
  target: '/products/!AutoUpdateDCV',
  headers: [['Content-Type', 'application/x-www-form-urlencoded']],
  body: 'loginName={{loginName}}&loginPassword={{loginPassword}}&orderNumber=7',
};
const WRONG = { ...DCV, body: 'loginName={{loginName}}&loginPassword={{loginPassword|wrong}}&orderNumber=7' };

/** Sends one after the other to a server that answers so; how often it was asked, and what came of each. */
async function ask(requests: readonly WireRequest[], answer: (count: number, url: string) => [number, string?]) {
  let count = 0;
  const url = await serve((request, response) => {
    count += 1;
    const [status, body = ''] = answer(count, request.url ?? '');
    response.writeHead(status).end(body);
  });
  const target = await targetOf(url, {
    fixtures: { person: [1, 2] },
    limits: { settle: '1s' },
    legacy: { url, loginName: 'partner', loginPassword: 'password-of-partner', wrongLoginLimit: 9 },
  });
  const group = catalogue(contract).find(({ id }) => id === 'person.update');
  if (group === undefined) throw new Error('no such group');
  const session = new Session({ contract, target, seed: 1 }, group);
  const statuses: unknown[] = [];
  for (const request of requests) {
    const { response } = await session.send(request);
    statuses.push(response?.body === '' ? response.status : response?.body);
  }
  return { statuses, count };
}

test.each([409, 423])('what is refused with %i while a change is under way is asked again', async (status) => {
  const seen = await ask([update(1), update(1)], (count) => [count === 2 ? status : 200]);
  expect(seen).toEqual({ statuses: [200, 200], count: 3 });
});

test('a lock that nobody of the run has brought about is waited for', async () => {
  const seen = await ask([update(1)], (count) => [count === 1 ? 423 : 200]);
  expect(seen).toEqual({ statuses: [200], count: 2 });
});

test('what stays refused is refused, and after some of them nothing of its kind is asked again', async () => {
  const seen = await ask([update(1), ...Array.from({ length: 5 }, () => update(1))], (count) => [
    count === 1 ? 200 : 409,
  ]);
  expect(seen.statuses).toEqual([200, 409, 409, 409, 409, 409]);
  expect(seen.count).toBe(1 + 3 * 3 + 2);
});

test('a lock is told from what stays refused by its words', async () => {
  const answer = (count: number): [number, string?] => {
    if (count % 4 === 1 || count === 15) return [200];
    return [409, count === 14 ? 'It is locked.' : `Nothing would change in ${count}.`];
  };
  const seen = await ask(
    Array.from({ length: 8 }, () => update(1)),
    answer,
  );
  expect(seen).toMatchObject({ count: 15, statuses: { 6: 200, 7: 200 } });
});

test('what nobody has changed is not asked again, nor what is refused for another reason', async () => {
  const other = await ask([update(1), update(2)], (count) => [count === 1 ? 200 : 409]);
  expect(other.count).toBe(2);
  const bad = await ask([update(1), update(1)], (count) => [count === 1 ? 200 : 400]);
  expect(bad.count).toBe(2);
});

test('an order that is just being changed is asked again, but not with a wrong password', async () => {
  for (const done of ['errorCode=0', ' errorCode=0\r\n', '{ "errorCode": 0 }', '{"errorCode":"0"}']) {
    const seen = await ask([DCV, DCV], (count) => [200, count === 2 ? 'errorCode=-7&errorMessage=busy' : done]);
    expect(seen).toEqual({ statuses: [done, done], count: 3 });
  }
  const wrong = await ask([DCV, WRONG], (count) => [200, count === 1 ? 'errorCode=0' : 'errorCode=-7&errorMessage=no']);
  expect(wrong.count).toBe(2);
  const faulty = await ask([DCV, { ...DCV, faulty: true }], (count) => [200, `errorCode=${count === 1 ? 0 : -7}`]);
  expect(faulty.count).toBe(2);
});

test('an order that is busy is told by another code than what is wrong with a call, and in whatever letters its number is named', async () => {
  const error = (code: number): [number, string] => [400, `errorCode=${code}`];
  const shouted = { ...DCV, body: String(DCV.body).replace('orderNumber', 'ORDERNUMBER') };
  // Three times a change, and then what is wrong for good (asked three times each); then a change, after which the order is busy once.
  const seen = await ask([...Array.from({ length: 7 }, () => DCV), shouted], (count) => {
    if (count % 4 === 1 || count === 15) return [200, 'errorCode=0'];
    return count === 14 ? error(-22) : error(-13);
  });
  expect(seen).toMatchObject({ count: 15, statuses: { 1: 'errorCode=-13', 6: 'errorCode=0', 7: 'errorCode=0' } });
});

test('where one change is taken at a time, no other is sent meanwhile, once that is seen', async () => {
  let under = 0;
  let most = 0;
  const url = await serve(async (request, response) => {
    request.resume();
    const isTaken = under === 0;
    under += 1;
    await new Promise((resolve) => setTimeout(resolve, 20));
    under -= 1;
    most = Math.max(most, under + 1);
    response.writeHead(isTaken ? 200 : 409).end();
  });
  const target = await targetOf(url, { fixtures: { person: [1, 2] }, limits: { settle: '200ms', concurrency: 4 } });
  const group = catalogue(contract).find(({ id }) => id === 'person.update');
  if (group === undefined) throw new Error('no such group');
  const session = new Session({ contract, target, seed: 1 }, group);
  const sendAll = async (): Promise<unknown[]> => {
    const all = await Promise.all([1, 2, 3, 4].map((id) => session.send(update(id))));
    return all.map(({ response }) => response?.status);
  };
  expect(await sendAll()).toEqual([200, 200, 200, 200]);
  most = 0;
  expect(await sendAll()).toEqual([200, 200, 200, 200]);
  expect(most).toBe(1);
});

test('what is refused beside others as it is alone stays refused, and is not asked for ever', async () => {
  let count = 0;
  const url = await serve((request, response) => {
    request.resume();
    count += 1;
    response.writeHead(request.url?.endsWith('/1') ? 200 : 409).end();
  });
  const target = await targetOf(url, { fixtures: { person: [1, 2] }, limits: { settle: '100ms', concurrency: 4 } });
  const group = catalogue(contract).find(({ id }) => id === 'person.update');
  if (group === undefined) throw new Error('no such group');
  const session = new Session({ contract, target, seed: 1 }, group);
  for (let i = 0; i < 6; i++) {
    const [one, other] = await Promise.all([1, 2].map((id) => session.send(update(id))));
    expect([one, other].map((each) => each?.response?.status)).toEqual([200, 409]);
  }
  expect(count).toBe(12 + 3 * 2);
});

test('what must be alone goes before all changes that wait', async () => {
  const conflicts = conflictsOf({} as Target);
  const order: string[] = [];
  const means = { chronicle: {} as Chronicle, within: 0, pause: async () => undefined };
  const first = Promise.withResolvers<void>();
  const alone = conflicts.alone(() => first.promise);
  const noting = (what: string) => async () => {
    order.push(what);
    return answered(200);
  };
  const changes = [1, 2, 3].map((id) => conflicts.send(update(id), noting(`change ${id}`), means));
  const next = conflicts.alone(noting('alone'));
  first.resolve();
  await Promise.all([alone, ...changes, next]);
  expect(order).toEqual(['alone', 'change 1', 'change 2', 'change 3']);
});
