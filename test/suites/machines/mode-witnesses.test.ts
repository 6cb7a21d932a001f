/** Endpoints beside the one whose delegations change: those of both modes are looked at (contract 3.3). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const OTHERS = 'delegation-mode.nothing-else';

interface Entry {
  readonly allow: string;
  readonly traits?: { readonly mode?: string };
}

/** A server that leaves all other endpoints in one mode once delegations were put or removed. */
test.each([
  ['DELETE', 'GLOBAL_FOR_CUSTOMER', 'fail'],
  ['PUT', 'CUSTOMIZED', 'fail'],
  ['DELETE', undefined, 'pass'],
])('after a %s all others show the mode %s: %s', async (method, mode, verdict) => {
  let touched: string | undefined;
  const outcome = await runAgainst(catalogue, {
    told: { base: 'default', claimed: true },
    // None that is only to be looked at.
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, Entry[]>;
      const endpoint = fixtures['endpoint']?.filter(({ allow }) => allow !== 'observe');
      return { ...profile, fixtures: { ...fixtures, endpoint } };
    },
    only: [OTHERS],
    rewrite: (passing) => {
      const { 1: id, 2: below } = /^\/api\/endpoint\/v1\/(\d+)(\/delegations)?$/.exec(passing.target) ?? [];
      if (below !== undefined && passing.method === method && passing.status < 300) touched = id;
      if (below !== undefined || passing.method !== 'GET' || passing.status !== 200) return;
      if (touched === undefined || id === touched || mode === undefined) return;
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), delegationMode: mode });
    },
  });
  expect(outcome.result(OTHERS).verdict).toBe(verdict);
});

test.each([
  ['of its type', 'fail', (type: unknown, other: unknown) => type === other],
  ['that are not there', 'pass', () => false],
])(
  'a DELETE that resets all endpoints %s, where those that are only to be looked at are reset already: %s',
  async (_, verdict, isAlike) => {
    const reset = new Set<unknown>();
    const asked = new Set<string>();
    const types = new Map<string, unknown>();
    const outcome = await runAgainst(catalogue, {
      told: { base: 'default', claimed: true },
      profile: (profile) => {
        const fixtures = profile['fixtures'] as Record<string, Entry[]>;
        const endpoint = fixtures['endpoint']?.filter(
          ({ allow, traits }) => allow !== 'observe' || traits?.mode === 'global',
        );
        return { ...profile, fixtures: { ...fixtures, endpoint } };
      },
      only: [OTHERS],
      rewrite: (passing) => {
        const { 1: id = '', 2: below } = /^\/api\/endpoint\/v1\/(\d+)(\/delegations)?$/.exec(passing.target) ?? [];
        if (below !== undefined) asked.add(id);
        if (below !== undefined && passing.method === 'DELETE' && passing.status < 300) reset.add(types.get(id));
        if (below !== undefined || passing.method !== 'GET' || passing.status !== 200) return;
        const body = JSON.parse(passing.body) as Record<string, unknown>;
        types.set(id, body['endpointType']);
        if (!asked.has(id) && [...reset].some((type) => isAlike(type, body['endpointType'])))
          passing.body = JSON.stringify({ ...body, delegationMode: 'GLOBAL_FOR_CUSTOMER' });
      },
    });
    expect(outcome.result(OTHERS).verdict).toBe(verdict);
  },
);

/** A PUT of delegations that adds to the name of the endpoint: whenever it switches the mode, or once, as a colleague may have done just then. */
test.each([
  ['always', Number.POSITIVE_INFINITY, 'fail'],
  ['once', 1, 'pass'],
])('a PUT that renames the endpoint %s: %s', async (_when, most, verdict) => {
  const renamed = new Map<string, number>();
  const outcome = await runAgainst(catalogue, {
    told: { base: 'default', claimed: true },
    only: [OTHERS],
    rewrite: (passing) => {
      const { 1: id = '', 2: below } = /^\/api\/endpoint\/v1\/(\d+)(\/delegations)?$/.exec(passing.target) ?? [];
      const times = renamed.get(id) ?? 0;
      if (below !== undefined && passing.method === 'PUT' && passing.status === 201 && times < most)
        renamed.set(id, times + 1);
      if (below !== undefined || passing.method !== 'GET' || passing.status !== 200 || times === 0) return;
      const body = JSON.parse(passing.body) as { readonly name: string };
      passing.body = JSON.stringify({ ...body, name: `${body.name}${' (custom)'.repeat(times)}` });
    },
  });
  expect(outcome.result(OTHERS).verdict).toBe(verdict);
});
