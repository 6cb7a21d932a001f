/** What an update can have written to a certificate, by the owner's example or by the schema, need not be what the profile says of it any more (contract 4.2). */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'ssl.list.filter.known';

type Fixtures = Readonly<Record<string, readonly { readonly traits?: object }[]>>;

/** A certificate of which the profile says what is not so, as after an earlier run. */
const stale =
  (allow: 'observe' | 'modify', member: string) =>
  (profile: Record<string, unknown>): Record<string, unknown> => {
    const [first, ...others] = (profile['fixtures'] as Fixtures)['ssl-certificate'] ?? [];
    const one = { ...first, allow, traits: { ...first?.traits, externalRequester: 'earlier@example.test' } };
    const examples = { 'ssl.update': { body: { sslId: 1, [member]: 'example@example.test' } } };
    return {
      ...profile,
      examples,
      fixtures: { ...(profile['fixtures'] as object), 'ssl-certificate': [one, ...others] },
    };
  };

test.each([
  ['modify', 'external_requester', 'pass'],
  ['modify', 'comments', 'pass'],
  ['observe', 'external_requester', 'fail'],
] as const)('of one that allows to %s, where the example writes %s: %s', async (allow, member, verdict) => {
  const { result } = await runAgainst(catalogue, { only: [ID], profile: stale(allow, member) });
  expect(result(ID).verdict).toBe(verdict);
});

/** A requester by whose name the list finds nothing, as an earlier run has given his administrator another one. */
const renamed =
  (allow: 'observe' | 'modify') =>
  (profile: Record<string, unknown>): Record<string, unknown> => {
    const fixtures = profile['fixtures'] as Fixtures;
    const [first, ...others] = fixtures['ssl-certificate'] ?? [];
    const [administrator] = fixtures['administrator'] ?? [];
    const named = (one: object | undefined) => ({
      ...one,
      traits: { ...(one as { readonly traits?: object })?.traits, requester: 'earlier' },
    });
    const kept = [{ ...named(first), allow: 'observe' }, ...others];
    return {
      ...profile,
      fixtures: {
        ...fixtures,
        'ssl-certificate': kept,
        administrator: [{ ...named(administrator), allow }],
      },
    };
  };

test.each([
  ['modify', 'pass'],
  ['observe', 'fail'],
] as const)('of a requester whose administrator allows to %s: %s', async (allow, verdict) => {
  const { result } = await runAgainst(catalogue, { only: [ID], profile: renamed(allow) });
  expect(result(ID).verdict).toBe(verdict);
});

/** The certificate of the profile. */
let sslId = 0;

test.each([
  ['another word than the profile', 'Revoked', 'pass'],
  ['what the profile says', 'Issued', 'fail'],
])(
  'of a certificate of which the list shows %s, and which its filter does not find: %s',
  async (_what, shown, verdict) => {
    const { result } = await runAgainst(catalogue, {
      only: [ID],
      told: { base: 'default', claimed: true },
      profile: (profile) => {
        const fixtures = profile['fixtures'] as Fixtures;
        const one = (fixtures['ssl-certificate'] ?? []).find(
          ({ traits }) => (traits as { readonly status?: string } | undefined)?.status === 'Issued',
        );
        sslId = Number((one as unknown as { readonly ids: { readonly sslId: number } }).ids.sslId);
        return { ...profile, fixtures: { ...fixtures, 'ssl-certificate': [one] } };
      },
      rewrite: (passing) => {
        if (passing.method !== 'GET' || passing.status !== 200 || !passing.target.startsWith('/api/ssl/v2?')) return;
        const all = JSON.parse(passing.body) as { readonly sslId: number }[];
        const isMissing = /[?&]status=Issued\b/.test(passing.target);
        const left = all.filter((entry) => !isMissing || entry.sslId !== sslId);
        passing.body = JSON.stringify(
          left.map((entry) => (entry.sslId === sslId ? { ...entry, status: shown } : entry)),
        );
        if (left.length < all.length)
          passing.headers['x-total-count'] = String(Number(passing.headers['x-total-count']) - 1);
      },
    });
    expect(result(ID).verdict).toBe(verdict);
  },
);
