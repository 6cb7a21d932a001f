/** Where several servers answer, one may show for a while what another one has left behind: an entity that goes back so is waited for. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { Session } from '../../../suites/engine/session.ts';
import { changedSince, observerOf } from '../../../suites/subject/read.ts';
import { serve } from '../../target/support/servers.ts';
import { targetOf } from '../../target/support/targets.ts';

const contract = await loadContract();

/** An observer of a person; each answer is the next of these, the last one for good, and an update changes nothing of that. */
async function observing(answers: readonly string[]) {
  const left = [...answers];
  const url = await serve((request, response) => {
    const name = request.method === 'PUT' ? '' : left.length > 1 ? left.shift() : left[0];
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ name }));
  });
  const target = await targetOf(url, { fixtures: { person: [1] }, limits: { settle: '400ms' } });
  const group = catalogue(contract).find(({ id }) => id === 'person.update');
  const [fixture] = target.fixtures();
  if (group === undefined || fixture === undefined) throw new Error('no group or no fixture');
  const session = new Session({ contract, target, seed: 1 }, group);
  const observer = observerOf((request) => session.send(request), session, contract.operation('person.read'), fixture);
  const update = (id = 1, body = '{}') =>
    session.send({ service: 'admin', method: 'PUT', target: `/api/person/v2/${id}`, body });
  const nameOf = ({ value }: { value: unknown }) => (value as { name: string }).name;
  return { observer, update, nameOf };
}

test('what shows the former value again after a change was seen is looked at again', async () => {
  const { observer, update, nameOf } = await observing(['old', 'new', 'old', 'new']);
  await observer.look();
  await update();
  await observer.until('shows', (look) => nameOf(look) === 'new');
  expect(nameOf(await observer.look())).toBe('new');
});

test('what stays as it was is told, and so is what a later change may have put back', async () => {
  const { observer, update, nameOf } = await observing(['old', 'new', 'old']);
  await observer.look();
  await update();
  await observer.until('shows', (look) => nameOf(look) === 'new');
  expect(nameOf(await observer.look())).toBe('old');
  const other = await observing(['old', 'new', 'old', 'new']);
  await other.observer.look();
  await other.update();
  await other.observer.until('shows', (look) => nameOf(look) === 'new');
  await other.update();
  expect(nameOf(await other.observer.look())).toBe('old');
});

test('what shows a name that another entity was given has not changed by itself', async () => {
  const changed = async (id: number, name: string): Promise<string[]> => {
    const { observer, update } = await observing(['Anna', 'Otto']);
    const before = await observer.look();
    await update(id, JSON.stringify({ firstName: name }));
    return (await changedSince(observer, before)).pointers;
  };
  expect(await changed(2, 'Otto')).toEqual([]);
  expect(await changed(2, 'Berta')).toEqual(['/name']);
  expect(await changed(1, 'Otto')).toEqual(['/name']);
});
