/** A list in a body of which nobody says how long it may be takes each number of items, as long as each is taken alone. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import { overlayFile } from '../overlay.ts';
import type { Rewrite } from '../proxy.ts';

const SEVERAL = 'notification.update.body.phones.items.accepts';

const phones = { type: 'array', items: { type: 'string', minLength: 1, maxLength: 40 } };
const overlay = overlayFile('notifications with telephones', [
  { target: '$.components.schemas.NotificationRequest', update: { properties: { phones } } },
]);
const told = { base: 'default', claimed: true, overlay };

/** A server that refuses some lists of telephones. */
function refusing(isRefused: (list: readonly unknown[]) => boolean): Rewrite {
  return (passing) => {
    if (passing.method !== 'PUT' || passing.status >= 300 || passing.type !== 'application/json') return;
    const { phones: list } = JSON.parse(passing.sent) as { readonly phones?: readonly unknown[] };
    if (Array.isArray(list) && isRefused(list))
      Object.assign(passing, { status: 400, body: '{"code":-1,"description":"Not so."}' });
  };
}

test.each<[string, (list: readonly unknown[]) => boolean, string]>([
  ['no list', () => false, 'pass'],
  ['what stands in a list twice', (list) => new Set(list).size < list.length, 'pass'],
  ['two items', (list) => list.length === 2, 'fail'],
  ['three items', (list) => list.length === 3, 'fail'],
  ['more than four items', (list) => list.length > 4, 'fail'],
  ['any item, which may be for what it is', (list) => list.length > 0, 'observed'],
  [
    'items of more than ten letters, of which nobody told it',
    (list) => list.some((one) => String(one).length > 10),
    'observed',
  ],
])('a server that refuses %s', async (_, isRefused, verdict) => {
  const { result } = await runAgainst(catalogue, {
    only: [SEVERAL],
    depth: 'standard',
    told,
    rewrite: refusing(isRefused),
  });
  expect(result(SEVERAL).verdict, result(SEVERAL).reason).toBe(verdict);
});
