/** What must be given back is put back by writing it as it was: where that is refused, nothing that was only guessed goes there. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

test.each([
  ['modify', 'person.update.success.status', false],
  ['destroy', 'person.update.success.status', true],
  ['modify', 'person.update.shows', false],
  ['destroy', 'person.update.shows', true],
])('an empty object for an entity with allow: %s, for %s', async (allow, promise, isSent) => {
  const bodies = new Set<string>();
  await runAgainst(catalogue, {
    told: 'none',
    only: [promise],
    profile: (profile) => {
      const { person = [] } = profile['fixtures'] as Record<string, object[]>;
      return { ...profile, fixtures: { person: person.map((one) => ({ ...one, allow })) }, examples: {} };
    },
    rewrite: (passing) => {
      if (passing.method !== 'PUT' || !passing.target.startsWith('/api/person/')) return;
      bodies.add(passing.sent);
      Object.assign(passing, { status: 400, headers: { 'content-type': 'application/json' }, body: '{}' });
    },
  });
  expect([...bodies].some((body) => body !== '{}')).toBe(true);
  expect(bodies.has('{}')).toBe(isSent);
});
