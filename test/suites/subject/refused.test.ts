/** What changes after a refused request may be somebody else's doing: it counts when it changes again while nobody else is at work. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { Session } from '../../../suites/engine/session.ts';
import { changedByRefusal, type Look, observerOf } from '../../../suites/subject/read.ts';
import { serve } from '../../target/support/servers.ts';
import { targetOf } from '../../target/support/targets.ts';

const contract = await loadContract();

/** Places of a person that seem to have changed with a refused update, which moves it itself, or lets somebody else move it. */
async function changedBy(mover: 'the request' | 'somebody else'): Promise<string[]> {
  let place = 0;
  const others: Promise<unknown>[] = [];
  const url = await serve(async (request, response) => {
    const isOwn = request.url?.endsWith('/1') === true;
    if (request.method === 'GET') await sleep(60);
    else if (!isOwn || mover === 'the request') place += 1;
    else others.push(update(2));
    response.writeHead(request.method === 'PUT' && isOwn ? 400 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ name: 'Anna', place }));
  });
  const target = await targetOf(url, { fixtures: { person: [1, 2] }, limits: { settle: '400ms' } });
  const group = catalogue(contract).find(({ id }) => id === 'person.update');
  const [fixture] = target.fixtures();
  if (group === undefined || fixture === undefined) throw new Error('no group or no fixture');
  const session = new Session({ contract, target, seed: 1 }, group);
  const update = (id: number) =>
    session.send({ service: 'admin', method: 'PUT', target: `/api/person/v2/${id}`, body: '{}' });
  const observer = observerOf((request) => session.send(request), session, contract.operation('person.read'), fixture);
  const before = await observer.look();
  await update(1);
  const again = () => update(1);
  const { pointers } = await changedByRefusal(observer, before, { again, renew: again, decisive: () => false });
  await Promise.all(others);
  return pointers;
}

test('a place that somebody else moves is no trace of a refused request', async () => {
  expect(await changedBy('somebody else')).toEqual([]);
});

test('a place that the refused request moves is one', async () => {
  expect(await changedBy('the request')).toEqual(['/place']);
});

test.each([
  ['what was accepted before it, and one of two servers shows late', false, []],
  ['its own doing', true, ['/place']],
])('a place that shows %s after a refused request', async (_, isMade, pointers) => {
  const [settle, lag] = [2000, 1500];
  const states = [{ at: 0, place: 0 }];
  let reads = 0;
  const url = await serve(async (request, response) => {
    const place = Number(request.headers['x-place'] ?? 0);
    if (request.method === 'PUT' && (place < 2 || isMade)) states.push({ at: Date.now(), place });
    // All looks but the first are answered by a server that hears of changes later.
    const since = Date.now() - (request.method === 'GET' && reads++ > 0 ? lag : 0);
    const shown = states.findLast(({ at }) => at <= since);
    response.writeHead(request.method === 'PUT' && place === 2 ? 400 : 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify({ name: 'Anna', place: shown?.place }));
  });
  const target = await targetOf(url, { fixtures: { person: [1] }, limits: { settle: `${settle}ms` } });
  const group = catalogue(contract).find(({ id }) => id === 'person.update');
  const [fixture] = target.fixtures();
  if (group === undefined || fixture === undefined) throw new Error('no group or no fixture');
  const session = new Session({ contract, target, seed: 1 }, group);
  const update = (place: number) =>
    session.send({
      service: 'admin',
      method: 'PUT',
      target: '/api/person/v2/1',
      body: '{}',
      headers: [['X-Place', String(place)]],
    });
  const observer = observerOf((request) => session.send(request), session, contract.operation('person.read'), fixture);
  await update(1);
  const before = await observer.look();
  await update(2);
  const placeOf = ({ value }: Look): number => (value as { readonly place: number }).place;
  const changed = await changedByRefusal(observer, before, {
    again: () => update(2),
    renew: () => update(1),
    decisive: (look) => ![placeOf(before), 1].includes(placeOf(look)),
  });
  expect(changed.pointers).toEqual(pointers);
});
