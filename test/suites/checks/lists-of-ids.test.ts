/** Numbers in a list may name something: where one is refused by itself, nothing is told of how many there may be (silence entity.reference-unknown). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import { overlayFile } from '../overlay.ts';

const ID = 'person.update.body.groups.maxItems.accepts';

const overlay = overlayFile('groups of a person', [
  {
    target: '$.components.schemas.PersonInfo.properties',
    update: { groups: { type: 'array', items: { type: 'integer', minimum: 1 }, maxItems: 5 } },
  },
]);

type Taking = (groups: readonly unknown[]) => boolean;

test.each<[what: string, takes: Taking, verdict: string]>([
  ['takes them all', () => true, 'pass'],
  ['knows none of the groups', (groups) => groups.length === 0, 'observed'],
  ['takes no group twice', (groups) => new Set(groups).size === groups.length, 'observed'],
  ['takes no more than three', (groups) => groups.length < 4, 'fail'],
])('a server that %s', async (_what, takes, verdict) => {
  const { result } = await runAgainst(catalogue, {
    only: [ID],
    told: { base: 'default', overlay, claimed: true },
    rewrite: (passing) => {
      if (passing.method !== 'PUT' || passing.status >= 300 || !passing.sent.startsWith('{')) return;
      const { groups = [] } = JSON.parse(passing.sent) as { readonly groups?: readonly unknown[] };
      if (!takes(groups)) Object.assign(passing, { status: 400, body: '{"code":-1,"description":"no"}' });
    },
  });
  expect(result(ID).verdict, JSON.stringify(result(ID).failure ?? {})).toBe(verdict);
});
