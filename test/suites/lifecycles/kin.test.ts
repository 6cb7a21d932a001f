/** What contains an entity, or lies below it, shows what is its own, whatever is written to the other one (contract 2, 4.1, 4.3, 4.7, 4.9). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst, type Setup } from '../against.ts';
import type { Rewrite } from '../proxy.ts';

type Members = Readonly<Record<string, unknown>>;

/** The departments of the profile, each with the organization that it shows to belong to. */
const organizations = new Map<string, string>();

const ORGANIZATION = /^\/api\/organization\/v1\/(\d+)$/;
const ACCOUNT = /^\/api\/endpoint\/v1\/(\d+)\/account\/\d+$/;
const ENDPOINT = /^\/api\/endpoint\/v1\/(\d+)$/;

function rewriting(show: (own: Members, sent: Members) => Members): Rewrite {
  const sent = new Map<string, Members>();
  return (passing) => {
    const { method, status, target } = passing;
    const path = target.split('?')[0] ?? '';
    const [own, endpoint] = [ORGANIZATION.exec(path)?.[1], ACCOUNT.exec(path)?.[1]];
    const parent = endpoint ?? (own === undefined ? undefined : organizations.get(own));
    if (method === 'PUT' && status < 300 && parent !== undefined) sent.set(parent, JSON.parse(passing.sent) as Members);
    if (method !== 'GET' || status !== 200) return;
    const body = ORGANIZATION.test(path) || ENDPOINT.test(path) ? (JSON.parse(passing.body) as Members) : undefined;
    if (body === undefined) return;
    if (own !== undefined && body['parentId'] !== undefined) organizations.set(own, String(body['parentId']));
    const theirs = sent.get(own ?? ENDPOINT.exec(path)?.[1] ?? '');
    if (theirs !== undefined) passing.body = JSON.stringify(show(body, theirs));
  };
}

const asItsOwn =
  (member: string) =>
  (own: Members, sent: Members): Members =>
    typeof sent[member] === 'string' ? { ...own, [member]: sent[member] } : own;
const amongOthers = (own: Members, sent: Members): Members => ({ ...own, within: [{ ...sent }] });

test.each([
  ['an organization', 'organization.update.nothing-else', asItsOwn('postalCode'), 'fail'],
  ['an organization, among what is within it', 'organization.update.nothing-else', amongOthers, 'pass'],
  ['an endpoint', 'account.update.nothing-else', asItsOwn('name'), 'fail'],
  ['an endpoint, among what is within it', 'account.update.nothing-else', amongOthers, 'pass'],
] as const)('what is written to a part shows in %s', { timeout: 60_000 }, async (_, id, show, verdict) => {
  const setup: Setup = { only: [id], depth: 'standard', surveyed: true, rewrite: rewriting(show) };
  const { result } = await runAgainst(catalogue, setup);
  expect(result(id).verdict).toBe(verdict);
});

/** A location shows at a place what is written to its certificate. */
function below(place: string): Rewrite {
  const sent = new Map<string, unknown>();
  return (passing) => {
    const [, id = '', location] = /^\/api\/smime\/v2\/(\d+)(\/location\/\d+)?(?:\?|$)/.exec(passing.target) ?? [];
    if (passing.status !== 200) return;
    if (passing.method === 'PUT' && location === undefined && id !== '')
      sent.set(id, (JSON.parse(passing.sent) as Members)['comments']);
    const theirs = sent.get(id);
    if (passing.method !== 'GET' || location === undefined || typeof theirs !== 'string') return;
    passing.body = JSON.stringify({ ...(JSON.parse(passing.body) as Members), [place]: theirs });
  };
}

test.each([
  ['what is its own', 'details', 'fail'],
  ['what it belongs to', 'certificate', 'pass'],
] as const)('what is written to a certificate shows in a location as %s', async (_, place, verdict) => {
  const id = 'client.update.nothing-else';
  const { result } = await runAgainst(catalogue, {
    only: [id],
    depth: 'standard',
    told: { base: 'default', claimed: true },
    rewrite: below(place),
  });
  expect(result(id).verdict).toBe(verdict);
});
