/** A process of its own that changes fixtures of a server and then waits to be killed. Arguments: URL, run directory. */
import { createTarget, profileFrom } from '../../../target/index.ts';
import type { WireRequest } from '../../../target/types.ts';

const [url = '', runDirectory = ''] = process.argv.slice(2);
const profile = profileFrom({ admin: { url, bearer: 'primary-token-0123456789' }, effects: 'destroy' }, { env: {} });
const target = await createTarget(profile, { runDirectory });

const put = (id: number, body: string): WireRequest => ({
  service: 'admin',
  method: 'PUT',
  target: `/api/person/v2/${id}`,
  body,
});
for (const id of [1, 2, 3]) {
  const verify: WireRequest = { service: 'admin', method: 'GET', target: `/api/person/v2/${id}` };
  const before = (await target.send(verify)).response?.body ?? '';
  const fixture = { kind: 'person', ids: { id }, traits: {}, allow: 'modify' } as const;
  const entry = await target.journal.begin({
    fixture,
    check: 'person.update',
    restore: [put(id, before)],
    verify,
    before,
  });
  await target.send(put(id, `{"name":"changed ${id}"}`));
  // The second is put right in the run itself.
  if (id !== 2) continue;
  await target.send(put(id, before));
  await target.journal.done(entry);
}
console.log('changed');
setInterval(() => undefined, 1000);
