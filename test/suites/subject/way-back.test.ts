/** An administrator whose type was changed twice goes back by the moves of the table: no single one may lead home (contract 3.2). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { Session } from '../../../suites/engine/session.ts';
import { putBack } from '../../../suites/subject/restore.ts';
import { inHand } from '../../../suites/subject/subject.ts';
import { serve } from '../../target/support/servers.ts';
import { targetOf } from '../../target/support/targets.ts';

const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
const MOVES: Readonly<Record<string, readonly string[]>> = {
  STANDARD: ['STANDARD', 'API', 'IDP', 'SAS'],
  API: ['API', 'STANDARD'],
  IDP: ['IDP', 'STANDARD', 'SAS'],
  SAS: ['SAS', 'STANDARD'],
};

interface Shown {
  readonly type: string;
  readonly login: string;
  readonly email?: string;
}

/** What an administrator shows after it was led away and put back, on a server that keeps to the table, and wants all members or not. */
async function shownAfter(home: string, away: readonly string[], isWhole: boolean) {
  let shown: Shown = { type: home, login: 'ada', email: 'ada@example.test' };
  const url = await serve(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    let status = 200;
    if (request.method === 'PUT') {
      const wanted = { ...(isWhole ? {} : shown), ...(JSON.parse(body) as Partial<Shown>) };
      const isFit = MOVES[shown.type]?.includes(wanted.type ?? shown.type) === true && wanted.email !== undefined;
      if (isFit) shown = { ...shown, ...wanted };
      else status = 400;
    }
    const headers = { 'Content-Type': 'application/json' };
    response.writeHead(status, headers).end(request.method === 'GET' ? JSON.stringify(shown) : '');
  });
  const target = await targetOf(url, {
    fixtures: { administrator: [{ ids: { id: 1 }, traits: { type: home }, allow: 'modify' }] },
    limits: { settle: '100ms' },
  });
  const group = catalogue(contract).find(({ id }) => id === 'admin.update');
  const [fixture] = target.fixtures();
  if (group === undefined || fixture === undefined) throw new Error('no group or no fixture');
  const session = new Session({ contract, target, seed: 1 }, group);
  const subject = inHand(session, contract.operation('admin.update'), fixture);
  const before = await subject.before();
  const writing = (value: Shown) =>
    subject.request({ body: { mediaType: 'application/json', value }, label: 'an update' });
  const by = writing(shown);
  for (const type of away) await session.send(writing({ ...shown, type, login: 'eve' }));
  const led = shown.type;
  const back = await putBack(subject, before, by);
  return { away: led, back, shown };
}

test.each([
  ['IDP', ['STANDARD', 'API'], false],
  ['IDP', ['STANDARD', 'API'], true],
  ['SAS', ['STANDARD', 'API'], true],
  ['API', ['STANDARD', 'SAS'], false],
  ['STANDARD', ['SAS'], true],
] as const)('from %s by %j, where updates are whole: %s', async (home, away, isWhole) => {
  const told = await shownAfter(home, away, isWhole);
  expect(told.away).toBe(away.at(-1));
  expect(told.back).toBe(true);
  expect(told.shown).toMatchObject({ type: home, login: 'ada', email: 'ada@example.test' });
});
