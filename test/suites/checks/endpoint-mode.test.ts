/** The organizations of an endpoint PUT may switch the delegation mode (4.9 leaves it open): it is switched back. */
import { expect, test } from 'vitest';
import type { Contract } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { CheckGroup } from '../../../suites/engine/check.ts';
import { runAgainst } from '../against.ts';

const updates = (contract: Contract): CheckGroup[] =>
  catalogue(contract).filter(({ id }) => id.startsWith('endpoint.update'));

interface Endpoint {
  readonly id: unknown;
  readonly mode: unknown;
}

const endpoints = (dump: unknown): readonly Endpoint[] => (dump as { endpoints: readonly Endpoint[] }).endpoints;

test.each(['shown', 'not shown'])('endpoints in global mode are so again afterwards; the mode is %s', async (how) => {
  let emulator = '';
  let switched = 0;
  const outcome = await runAgainst(updates, {
    // Entities that may be used up would be changed first, and need not be put back.
    profile: (profile) => {
      emulator = (profile['admin'] as { url: string }).url;
      const fixtures = profile['fixtures'] as Record<string, { allow: string; traits?: { mode?: string } }[]>;
      const endpoint = fixtures['endpoint']?.filter(
        ({ allow, traits }) => allow === 'modify' && traits?.mode === 'global',
      );
      return { ...profile, fixtures: { ...fixtures, endpoint } };
    },
    told: {
      base: 'default',
      claimed: true,
      ...(how === 'shown' ? {} : { answers: { 'endpoint.delegation-mode.read': null } }),
    },
    // Even an empty list leads to custom mode.
    rewrite: async ({ method, target, status, authorization = '' }) => {
      const endpoint = /^(\/api\/endpoint\/v1\/\d+)\?.*orgDelegations=/.exec(target)?.[1];
      if (method !== 'PUT' || status !== 204 || endpoint === undefined) return;
      const headers = { authorization, 'content-type': 'application/json' };
      const answer = await fetch(`${emulator}${endpoint}/delegations`, { method, headers, body: '[201]' });
      if (answer.ok) switched += 1;
    },
  });
  const after = new Map(endpoints(outcome.dumpAfter).map(({ id, mode }) => [id, mode]));
  const global = endpoints(outcome.dumpBefore).filter(({ mode }) => mode === 'global');
  expect(switched).toBeGreaterThan(0);
  expect(global.filter(({ id }) => after.get(id) !== 'global')).toEqual([]);
});
