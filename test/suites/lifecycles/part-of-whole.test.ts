/** An update of a part of an entity, such as the configuration of an endpoint, leaves the rest of it as it was (contract 4.9). */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { lifecycleGroups } from '../../../suites/lifecycles/groups.ts';
import { runAgainst } from '../against.ts';

test.each([
  ['names the endpoint as its contact', 'name', 'fail'],
  ['shows the contact with the endpoint', 'contactName', 'pass'],
])('an update of the configuration that %s', async (_what, member, verdict) => {
  const contacts = new Map<string, unknown>();
  const { result } = await runAgainst(lifecycleGroups, {
    checks: ['endpoint.config.update.afterwards'],
    rewrite: (passing) => {
      const [, id = '', config] = /\/api\/endpoint\/v1\/(\d+)(\/config)?$/.exec(passing.target) ?? [];
      if (passing.method === 'PUT' && config !== undefined && passing.status === 200) {
        const { contactName } = JSON.parse(passing.sent) as { readonly contactName?: unknown };
        if (contactName !== undefined) contacts.set(id, contactName);
      }
      if (passing.method !== 'GET' || config !== undefined || passing.status !== 200 || !contacts.has(id)) return;
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), [member]: contacts.get(id) });
    },
  });
  expect(result('endpoint.config.update.nothing-else').verdict).toBe(verdict);
});

type Members = Readonly<Record<string, unknown>>;

test('a contact that becomes the name of the endpoint where nothing else is changed with it', async () => {
  const first = new Map<string, Members>();
  const names = new Map<string, unknown>();
  const { result } = await runAgainst(lifecycleGroups, {
    checks: ['endpoint.config.update.afterwards'],
    rewrite: (passing) => {
      const [, id = '', config] = /\/api\/endpoint\/v1\/(\d+)(\/config)?$/.exec(passing.target) ?? [];
      if (passing.method === 'PUT' && config !== undefined && passing.status === 200) {
        const sent = JSON.parse(passing.sent) as Members;
        const before = first.get(id);
        const changed = Object.keys(sent).filter((name) => !isDeepStrictEqual(sent[name], before?.[name]));
        first.set(id, before ?? sent);
        if (before !== undefined && changed.join() === 'contactName') names.set(id, sent['contactName']);
        else names.delete(id);
      }
      if (passing.method !== 'GET' || config !== undefined || passing.status !== 200 || !names.has(id)) return;
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), name: names.get(id) });
    },
  });
  expect(result('endpoint.config.update.nothing-else').verdict).toBe('fail');
});
