/** What others change all the time is no doing of the run; when something is asked again there is time to see that. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { Session } from '../../../suites/engine/session.ts';
import { changedSince, observerOf } from '../../../suites/subject/read.ts';
import { serve } from '../../target/support/servers.ts';
import { targetOf } from '../../target/support/targets.ts';

const contract = await loadContract();

/** How often the others change the name, in milliseconds: more seldom than two looks in a row. */
const EVERY = 2500;

/** The places that have changed after a write to somebody else, on a server where others are at work or not. */
async function changed(how: { readonly others: boolean; readonly again: boolean }): Promise<readonly string[]> {
  let written = 0;
  const since = Date.now();
  const url = await serve((request, response) => {
    if (request.method === 'PUT') written += 1;
    const turn = how.others ? Math.floor((Date.now() - since) / EVERY) : 0;
    const shown = { name: `Name ${turn} ${how.others ? '' : written}`, title: `Title ${written}` };
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(shown));
  });
  const target = await targetOf(url, { fixtures: { person: [1] }, limits: { settle: '100ms' } });
  const group = catalogue(contract).find(({ id }) => id === 'person.update');
  const [fixture] = target.fixtures();
  if (group === undefined || fixture === undefined) throw new Error('no group or no fixture');
  const session = new Session({ contract, target, seed: 1, again: how.again }, group);
  const observer = observerOf((request) => session.send(request), session, contract.operation('person.read'), fixture);
  const before = await observer.look();
  await session.send({ service: 'admin', method: 'PUT', target: '/api/person/v2/2', body: '{}' });
  // The others have come by as well.
  if (how.others) await session.pause(EVERY);
  return (await changedSince(observer, before)).pointers;
}

test('when it is asked again, what changes with nothing done tells nothing, and what came of the write does', async () => {
  expect(await changed({ others: true, again: true })).toEqual(['/title']);
}, 30_000);

test('what does not change by itself is told, when it is asked again as well', async () => {
  expect(await changed({ others: false, again: true })).toEqual(['/name', '/title']);
}, 30_000);

test('the first time nobody waits for others to come by', async () => {
  expect(await changed({ others: true, again: false })).toEqual(['/name', '/title']);
}, 30_000);
