/** What an update leaves out stays, and what the owner's example brings shows, with the first update as with any (contract 4.5, 4.9). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

type Body = Record<string, unknown>;

/** Runs one requirement against a server that keeps `first` of administrators beside, and what `become` makes of it by an update. */
async function verdict(id: string, first: Body, become: (kept: Body, sent: Body) => Body, example?: Body) {
  const known = new Map<string, Body>();
  const rewrite: Rewrite = (passing) => {
    const [at = ''] = passing.target.split('?');
    if (!/^\/api\/admin\/v1\/\d+$/.test(at) || passing.status >= 300) return;
    const kept = known.get(at) ?? first;
    if (passing.method === 'PUT' && passing.type === 'application/json')
      known.set(at, become(kept, JSON.parse(passing.sent) as Body));
    if (passing.method === 'GET') passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as Body), ...kept });
  };
  const places = ['/forename', ...Object.keys(first).map((name) => `/${name}`)];
  const readback = { 'admin.update': places.map((place) => ({ write: place, read: place })) };
  const { result } = await runAgainst(catalogue, {
    only: [id],
    depth: 'standard',
    rewrite,
    told: { base: 'default', claimed: true, answers: { 'update.readback': readback } },
    profile: (profile) => ({
      ...profile,
      ...(example === undefined ? {} : { examples: { 'admin.update': { body: example } } }),
    }),
  });
  return result(id).verdict;
}

test.each<[string, string, (kept: Body, sent: Body) => Body]>([
  ['keeps it', 'pass', (kept, { nickname }) => ({ nickname: nickname ?? kept['nickname'] })],
  ['loses it until it is given again', 'fail', (_kept, { nickname }) => ({ nickname: nickname ?? '' })],
])('of a nickname that an update leaves out a server %s', { timeout: 60_000 }, async (_what, expected, become) => {
  expect(await verdict('admin.update.omitted-stay', { nickname: 'Nick' }, become)).toBe(expected);
});

test.each<[string, string, number]>([
  ['all', 'pass', 9],
  ['two', 'fail', 2],
])(
  'of three nicknames that the example brings a server keeps %s',
  { timeout: 60_000 },
  async (_what, expected, most) => {
    const become = (kept: Body, { nicknames }: Body): Body =>
      Array.isArray(nicknames) ? { nicknames: (nicknames as unknown[]).slice(0, most) } : kept;
    const example = { forename: 'Ada', nicknames: ['Addie', 'Lovelace', 'Countess'] };
    expect(await verdict('admin.update.shows', { nicknames: ['Nick'] }, become, example)).toBe(expected);
  },
);
