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
