/** Of an administrator unchanged fields may be omitted (contract 4.5): whether what a field holds may be left out of it is not shown. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import { overlayFile } from '../overlay.ts';
import type { Rewrite } from '../proxy.ts';

const ID = 'admin.update.omitted-stay';

const text = { type: 'string', minLength: 1, maxLength: 40 };
const postal = { type: 'object', properties: { street: text, zip: text } };
const overlay = overlayFile('an address of its own', [
  { target: '$.components.schemas.CreateAndUpdateClientAdminRequest.properties', update: { postal } },
]);

const places = ['/email', '/postal/street', '/postal/zip'].map((place) => ({ write: place, read: place }));
const told = { base: 'default', claimed: true, overlay, answers: { 'update.readback': { 'admin.update': places } } };

type Postal = Readonly<Record<string, unknown>>;

/** Administrators with an address; `become`: what an update makes of it, with the address that it brings or none. */
function addresses(become: (now: Postal, sent: Postal | undefined) => Postal): Rewrite {
  const known = new Map<string, Postal>();
  return (passing) => {
    const id = /^\/api\/admin\/v1\/(\d+)$/.exec(passing.target)?.[1];
    if (id === undefined || passing.status >= 300) return;
    const now = known.get(id) ?? { street: 'One', zip: '1' };
    if (passing.method === 'PUT' && passing.type === 'application/json') {
      const { postal: sent } = JSON.parse(passing.sent) as { readonly postal?: Postal | null };
      const given = Object.entries(sent ?? {}).filter(([, value]) => value !== null);
      known.set(id, become(now, sent === null || sent === undefined ? undefined : Object.fromEntries(given)));
    }
    if (passing.method === 'GET')
      passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as object), postal: now });
  };
}

test.each<[string, string, Parameters<typeof addresses>[0]]>([
  ['takes each part for itself', 'pass', (now, sent) => ({ ...now, ...sent })],
  ['takes a part for the whole', 'warn', (now, sent) => sent ?? now],
  ['loses a part with any other member', 'fail', (now, sent) => (sent === undefined ? { ...now, zip: '' } : now)],
])('a server that %s', { timeout: 60_000 }, async (_what, verdict, become) => {
  const { result } = await runAgainst(catalogue, { only: [ID], depth: 'standard', told, rewrite: addresses(become) });
  expect(result(ID).verdict, result(ID).reason).toBe(verdict);
});
