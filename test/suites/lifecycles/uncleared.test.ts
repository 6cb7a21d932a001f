/** What an update leaves out is cleared where that is claimed (contract 4.1): each member, not one of them. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import { overlayFile } from '../overlay.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'organization.update.omitted';

/** Shows a member that an update has left out as it was before. */
function keeping(member: string): Rewrite {
  const kept = new Map<string, unknown>();
  return (passing) => {
    if (!passing.target.startsWith('/api/organization/') || passing.status !== 200) return;
    if (passing.method === 'PUT') {
      const sent = JSON.parse(passing.sent) as Record<string, unknown>;
      if (sent[member] !== undefined) kept.set(passing.target, sent[member]);
    } else if (passing.method === 'GET' && kept.has(passing.target)) {
      const shown = JSON.parse(passing.body) as Record<string, unknown>;
      passing.body = JSON.stringify({ ...shown, [member]: shown[member] ?? kept.get(passing.target) });
    }
  };
}

test.each([
  [undefined, 'pass'],
  ['address1_field', 'fail'],
])('a server that clears all but %s: %s', async (member, verdict) => {
  const told = { base: 'alternate', claimed: true, answers: { 'update.omitted-members': 'cleared' } };
  const rewrite: Rewrite = member === undefined ? () => {} : keeping(member);
  const outcome = await runAgainst(catalogue, { speaks: 'alternate', told, rewrite, only: [ID] });
  expect(verdictOf(outcome.result(ID))).toBe(verdict);
});

test.each([
  [['identifier', 'address1_field'], 'a server that must always show one', 'pass'],
  [['identifier'], 'a server that need not', 'fail'],
])('where an answer needs %j: %s', async (required, _what, verdict) => {
  const overlay = overlayFile('what each organization has', [
    {
      target: '$.components.schemas.OrganizationResp',
      update: { required, properties: { address1_field: { type: 'string' } } },
    },
  ]);
  const told = { base: 'alternate', claimed: true, overlay, answers: { 'update.omitted-members': 'cleared' } };
  const outcome = await runAgainst(catalogue, {
    speaks: 'alternate',
    told,
    rewrite: keeping('address1_field'),
    only: [ID],
  });
  expect(verdictOf(outcome.result(ID))).toBe(verdict);
});
