/** Whoever is deleted first had requested several certificates, where any had: one alone would not tell "all" from "the first" (contract 4.5). */
import { expect, test } from 'vitest';
import { ruleGroups } from '../../../suites/rules/groups.ts';
import { runAgainst, switched } from '../against.ts';

const PASSED = 'administrator-delete.requester-replaced';

interface Entry {
  readonly allow: string;
  readonly traits?: { readonly requester?: string };
}

/** By the words of all disposable requesters but one the list shows one certificate only. */
test.each([
  [2, [], 'pass'],
  [0, ['replacing-first-only'], 'fail'],
  [2, ['replacing-first-only'], 'fail'],
])('where the one at %i has several, with the faults %j: %s', async (at, names, verdict) => {
  let few: ReadonlySet<string> = new Set();
  const outcome = await runAgainst(ruleGroups, {
    faults: names.map((name) => switched('admin.delete', name)),
    only: [PASSED],
    profile: (profile) => {
      const fixtures = profile['fixtures'] as Record<string, Entry[]>;
      const words = (fixtures['administrator'] ?? []).flatMap(({ allow, traits }) =>
        allow === 'destroy' ? (traits?.requester ?? []) : [],
      );
      few = new Set(words.filter((word) => word !== words.at(at)));
      expect(few.size).toBeGreaterThan(0);
      return profile;
    },
    rewrite: (passing) => {
      const query = new URL(passing.target, 'http://target').searchParams;
      if (passing.method !== 'GET' || passing.status !== 200 || !few.has(query.get('requester') ?? '')) return;
      const first = query.get('position') === '0' ? 1 : 0;
      passing.body = JSON.stringify((JSON.parse(passing.body) as unknown[]).slice(0, first));
    },
  });
  expect(outcome.result(PASSED).verdict).toBe(verdict);
});
