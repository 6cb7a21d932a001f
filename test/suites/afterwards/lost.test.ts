/** A deletion takes nobody else along, whichever check has asked for it: whoever is gone since is found at the end (real servers, real requests). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'person.delete.stays';
const ONLY = [ID, 'person.delete.success.status', 'lifecycle.person.second-delete'];
const ABSENT = '{"code":-1,"description":"Nobody is here."}';

type People = readonly { readonly ids: { readonly id: number }; readonly allow: string }[];

/** A person who is not deleted is gone since somebody else was, or is not; who `shows` all others is theirs, perhaps. */
async function verdictOf(taking: 'nobody' | 'one', shows: boolean, colleague = false): Promise<string> {
  let other = '';
  let deleted: string | undefined;
  let seen = false;
  const rewrite: Rewrite = (passing) => {
    const [, id] = /^\/api\/person\/v2\/(\d+)$/.exec(passing.target) ?? [];
    if (passing.method === 'DELETE' && passing.status === 204 && seen) deleted ??= id;
    const isBucket = /^\/api\/discovery\/v1\/bucket\/[^/]+$/.test(passing.target);
    // Somebody deletes what nothing of this run has to do with.
    if (colleague && isBucket && passing.method === 'GET' && deleted !== undefined)
      Object.assign(passing, { status: 404, body: ABSENT });
    if (passing.method !== 'GET' || passing.status !== 200 || id !== other) return;
    if (deleted !== undefined && taking === 'one') Object.assign(passing, { status: 404, body: ABSENT });
    else seen = true;
    if (shows && passing.status === 200)
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), friends: everybody });
  };
  let everybody: readonly number[] = [];
  const { result } = await runAgainst(catalogue, {
    only: colleague ? [...ONLY, 'bucket.read.stays'] : ONLY,
    surveyed: true,
    depth: 'standard',
    rewrite,
    profile: (profile) => {
      const { person = [] } = profile['fixtures'] as Readonly<Record<string, People>>;
      everybody = person.map(({ ids }) => ids.id);
      other = String(person.find(({ allow }) => allow === 'observe')?.ids.id);
      return profile;
    },
  });
  return result(ID).verdict;
}

test.each([
  ['nobody', false, 'pass'],
  ['one', false, 'fail'],
  // What belongs to the deleted one may go with it.
  ['one', true, 'pass'],
] as const)('a deletion that takes %s along, who shows the deleted ones: %s', async (taking, shows, verdict) => {
  expect(await verdictOf(taking, shows)).toBe(verdict);
});

test('somebody who goes while somebody else is at work deleting may be his', async () => {
  expect(await verdictOf('one', false, true)).toBe('warn');
});

test('a department that takes its organization along', { timeout: 60_000 }, async () => {
  const parents = new Map<string, string>();
  const gone = new Set<string>();
  const { result } = await runAgainst(catalogue, {
    only: ['organization.delete.stays', 'organization.delete.success.status', 'lifecycle.organization.second-delete'],
    surveyed: true,
    depth: 'standard',
    rewrite: (passing) => {
      const id = /^\/api\/organization\/v1\/(\d+)$/.exec(passing.target)?.[1] ?? '';
      if (passing.method === 'DELETE' && passing.status === 200) gone.add(parents.get(id) ?? '');
      if (passing.method !== 'GET' || passing.status !== 200) return;
      if (gone.has(id)) return void Object.assign(passing, { status: 404, body: ABSENT });
      const { parentId } = JSON.parse(passing.body) as { readonly parentId?: number };
      if (id !== '' && parentId !== undefined) parents.set(id, String(parentId));
    },
  });
  expect(gone.size).toBeGreaterThan(0);
  expect(result('organization.delete.stays').verdict).toBe('fail');
});
