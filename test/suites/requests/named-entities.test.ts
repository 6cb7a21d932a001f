/** Whom a body names that must name somebody: an entity of the profile, also in a variant, or whom the entity itself shows (contract 4.9). */
import { expect, test } from 'vitest';
import { jsonSchemaOf, variantNames } from '../../../spec/index.ts';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import { overlayFile } from '../overlay.ts';

const contract = await loadContract({ validate: false });
const VARIANTS = variantNames(jsonSchemaOf(contract.operation('account.update')) ?? true);

/** The numbers of organizations that the updates of accounts name, where nobody says which member shows where. */
async function named(member: object, shown: number | undefined) {
  const update = { required: ['type', 'organizationId'], properties: { organizationId: member } };
  const overlay = overlayFile(
    'organizations of accounts',
    VARIANTS.map((name) => ({ target: `$.components.schemas.${name}`, update })),
  );
  const told = { base: 'default', claimed: true, overlay, answers: { 'update.readback': {} } };
  const sent = new Set<unknown>();
  const { fixtures } = await runAgainst(catalogue, {
    told,
    only: ['account.update.success.status'],
    profile: (profile) => ({ ...profile, examples: {} }),
    rewrite: (passing) => {
      if (!passing.target.includes('/account/')) return;
      if (passing.method === 'PUT') {
        const body = JSON.parse(passing.sent) as { id?: unknown; organizationId?: unknown };
        // What only a GET shows it refuses, and whoever names nobody.
        if (body.id !== undefined || body.organizationId === undefined) passing.status = 400;
        else sent.add(body.organizationId);
      } else if (passing.method === 'GET' && passing.status === 200)
        passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), id: 1, organizationId: shown });
    },
  });
  return { sent: [...sent], known: (fixtures['organization'] ?? []).map(({ ids }) => ids['id']) };
}

test('a member of a variant that names an organization names one of the profile', async () => {
  const { sent, known } = await named({ 'x-reference': 'organization' }, undefined);
  expect(sent.length).toBeGreaterThan(0);
  for (const id of sent) expect(known).toContain(id);
});

test('where nobody says what a number is, the one that shows is sent', async () => {
  const { sent } = await named({}, 4711);
  expect(sent).toEqual([4711]);
});
