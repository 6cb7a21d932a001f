/** An update of an endpoint may empty its configuration: that is put back by whatever writes it (contract 4.9, design rule 5). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

type Members = Readonly<Record<string, unknown>>;

const NAMES = ['enrollmentHelp', 'enrollmentLinkName', 'contactName', 'contactEmail', 'contactPhone'];

/** A server whose PUT of an endpoint sets the configuration to what the query has of it, and that takes no other update of that. */
function byQueryAlone(first: Map<string, Members>, now: Map<string, Members>): Rewrite {
  return (passing) => {
    const { pathname, searchParams } = new URL(passing.target, 'http://localhost');
    const [, id, part] = /^\/api\/endpoint\/v1\/(\d+)(\/config)?$/.exec(pathname) ?? [];
    if (id === undefined) return;
    const isDone = passing.status < 300;
    if (part === undefined && passing.method === 'PUT' && isDone) {
      const sent = NAMES.map((name): [string, string | null] => [name, searchParams.get(`config.${name}`)]);
      now.set(id, Object.fromEntries(sent.filter(([, value]) => value !== null)));
    }
    if (part === undefined || !isDone) return;
    if (passing.method === 'PUT')
      Object.assign(passing, { status: 400, body: '{"code":-1,"description":"Not here."}' });
    if (passing.method !== 'GET') return;
    const known = first.get(id) ?? Object.fromEntries(NAMES.map((name) => [name, `${name} of ${id}`]));
    first.set(id, known);
    passing.body = JSON.stringify(now.get(id) ?? known);
  };
}

test('a configuration that no update of its own brings back', { timeout: 60_000 }, async () => {
  const [first, now] = [new Map<string, Members>(), new Map<string, Members>()];
  const { fixtures } = await runAgainst(catalogue, {
    only: ['endpoint.update.success.status'],
    told: undefined,
    rewrite: byQueryAlone(first, now),
    profile: (profile) => {
      const all = profile['fixtures'] as Readonly<Record<string, readonly { readonly allow: string }[]>>;
      // Nothing may be used up in their place.
      const endpoint = (all['endpoint'] ?? []).filter(({ allow }) => allow !== 'destroy');
      return { ...profile, fixtures: { ...all, endpoint } };
    },
  });
  const written = (fixtures['endpoint'] ?? [])
    .filter(({ allow }) => allow === 'modify')
    .map(({ ids }) => String(ids['id']))
    .filter((id) => now.has(id));
  expect(written.length).toBeGreaterThan(0);
  for (const id of written) expect(now.get(id)).toEqual(first.get(id));
});

/** Has no configuration of an endpoint until that is updated, and one with `settings` from then on. */
function madeByUpdate(settings: Members): Rewrite {
  const made = new Set<string>();
  return (passing) => {
    const [, id, part] = /^\/api\/endpoint\/v1\/(\d+)(\/config)?(?:\?|$)/.exec(passing.target) ?? [];
    if (id === undefined) return;
    if (part === undefined && passing.method === 'PUT' && passing.status < 300) made.add(id);
    if (part === undefined || passing.method !== 'GET') return;
    const none = { status: 404, body: '{"code":-1,"description":"There is none."}' };
    Object.assign(passing, made.has(id) ? { status: 200, body: JSON.stringify(settings) } : none);
  };
}

const EMPTY = { contactName: null, webFormAuthTypes: [], enrollmentHelp: '' };

test.each([
  ['an empty one is none', EMPTY, 0],
  ['one that holds something is told of', { ...EMPTY, contactName: 'Ann' }, 1],
])('of a configuration that an update has made %s', { timeout: 60_000 }, async (_, settings, entries) => {
  const { leftChanged } = await runAgainst(catalogue, {
    only: ['endpoint.update.success.status'],
    rewrite: madeByUpdate(settings),
    profile: (profile) => {
      const all = profile['fixtures'] as Readonly<Record<string, readonly { readonly allow: string }[]>>;
      const endpoint = (all['endpoint'] ?? []).filter(({ allow }) => allow !== 'destroy');
      return { ...profile, fixtures: { ...all, endpoint } };
    },
  });
  expect(leftChanged).toHaveLength(entries);
});
