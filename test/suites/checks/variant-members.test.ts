/** Members of a body that is one of several variants (contract 4.9): judged in each variant that has them, and in no other. */
import { expect, test } from 'vitest';
import { catalogue as faultsOf } from '../../../emulator/index.ts';
import { baseline, type Intended, serialize, wireProof, withBody } from '../../../generators/index.ts';
import { verdictOf } from '../../../reports/outcome.ts';
import { loadContract } from '../../../spec/load.ts';
import type { Operation } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst, type Setup } from '../against.ts';
import type { Passing } from '../proxy.ts';

const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
const own = contract.requirements
  .filter(({ id, constraint }) => id.startsWith('account.update.body.') && constraint?.pointer)
  .map(({ id }) => id);

const run = (setup: Setup) => runAgainst(catalogue, { checks: ['account.update.body-schema'], only: own, ...setup });

test.each([
  // The first account of the profile is of a variant that has no access code.
  ['account.update.body.accessCode.maxLength.lenient', 'account.update.body.accessCode.maxLength.refuses'],
  ['account.update.body.name.minLength.lenient', 'account.update.body.name.minLength.refuses'],
  ['account.update.body.profileIds.items.type.ignored', 'account.update.body.profileIds.items.type.refuses'],
])('a server with %s is found out', async (fault, requirement) => {
  const faults = faultsOf(contract).filter(({ id }) => id === fault);
  expect(faults).toHaveLength(1);
  const outcome = await run({ faults });
  const failed = own.filter((id) => verdictOf(outcome.result(id)) === 'fail');
  expect(failed).toEqual([requirement]);
});

/** Answers 409 to a body of another variant than the account's, which its endpoint tells. */
function keepsForm(passing: Passing): void {
  const endpoint = /\/99(\d)\/account\//.exec(passing.target)?.[1];
  if (endpoint === undefined || passing.method !== 'PUT' || passing.status !== 204) return;
  const { type } = JSON.parse(passing.sent) as { type?: string };
  if (type !== TYPES[Number(endpoint) - 1]) passing.status = 409;
}

const TYPES = [
  'PUBLIC_ACME',
  'SSL_MAGGIE_UI',
  'SSL_REST_API',
  'CODE_SIGN_WEB_FORM',
  'DEVICE_WEB_FORM',
  'SSL_WEB_FORM',
  'SMIME_WEB_FORM',
];

/** The profile with accounts of some variants only. */
function stating(...variants: readonly string[]): NonNullable<Setup['profile']> {
  return (profile) => {
    const fixtures = profile['fixtures'] as Record<string, { traits: Record<string, unknown> }[]>;
    const account = (fixtures['account'] ?? []).filter(({ traits }) => variants.includes(String(traits['variant'])));
    return { ...profile, fixtures: { ...fixtures, account } };
  };
}

test('where accounts keep their variant, each member is judged on accounts of the profile that have it', async () => {
  const all = await run({ rewrite: keepsForm });
  expect(own.filter((id) => !['pass', 'observed'].includes(verdictOf(all.result(id))))).toEqual([]);
  const acme = await run({ rewrite: keepsForm, profile: stating('CreatePublicAcmeEnrollAccount') });
  const verdict = (id: string): string => verdictOf(acme.result(id));
  expect(verdict('account.update.body.domains.type.refuses')).toBe('pass');
  expect(verdict('account.update.body.accessCode.maxLength.refuses')).toBe('inconclusive');
  expect(acme.failures()).toEqual([]);
});

/** Accounts of one variant, all with the same permission. */
function allowing(allow: string): NonNullable<Setup['profile']> {
  const some = stating('CreatePublicAcmeEnrollAccount');
  return (profile) => {
    const { fixtures, ...rest } = some(profile) as { fixtures: Record<string, object[]> };
    return {
      ...rest,
      fixtures: { ...fixtures, account: (fixtures['account'] ?? []).map((one) => ({ ...one, allow })) },
    };
  };
}

test('where accounts change their variant, one that may be used up is enough; others are not changed so', async () => {
  const spent = await run({ profile: allowing('destroy') });
  expect(own.filter((id) => !['pass', 'observed'].includes(verdictOf(spent.result(id))))).toEqual([]);
  const kept = await run({ profile: allowing('modify') });
  expect(verdictOf(kept.result('account.update.body.accessCode.maxLength.refuses'))).toBe('inconclusive');
  expect(verdictOf(kept.result('account.update.body.domains.type.refuses'))).toBe('pass');
});

test('what breaks one variant but is another one is no violation', () => {
  const operation = contract.operation('account.update');
  const kind = (...kinds: string[]) => ({ type: 'string', enum: kinds });
  const small = { required: ['kind'], properties: { kind: kind('A'), seats: { type: 'integer', maximum: 5 } } };
  const large = (...kinds: string[]) => ({
    required: ['kind', 'seats'],
    properties: { kind: kind(...kinds), seats: { type: 'integer', minimum: 6 } },
  });
  const prove = (other: object) => {
    const contents = [{ mediaType: 'application/json', schema: { oneOf: [small, other] } }];
    const changed = { ...operation, body: { ...operation.body, contents } } as Operation;
    const request = { ...baseline(operation), operation: changed };
    const broken = withBody(request, { mediaType: 'application/json', value: { kind: 'A', seats: 6 } });
    const intended: Intended = { keyword: 'maximum', pointer: '/seats', old: 5, certainty: 'definite', where: 'body' };
    return wireProof(changed, serialize(broken), intended).ok;
  };
  expect(prove(large('B'))).toBe(true);
  expect(prove(large('A', 'B'))).toBe(false);
});
