/** The seven account bodies (contract 4.9) where an account stays what it is: each is judged on an account of its own form. */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst, type Setup } from '../against.ts';
import type { Passing } from '../proxy.ts';

const ID = 'account.update.body.oneOf.accepts';

/** The endpoints of the emulator with the type of body that their accounts take. */
const TYPES: Readonly<Record<string, string>> = {
  991: 'PUBLIC_ACME',
  992: 'SSL_MAGGIE_UI',
  993: 'SSL_REST_API',
  994: 'CODE_SIGN_WEB_FORM',
  995: 'DEVICE_WEB_FORM',
  996: 'SSL_WEB_FORM',
  997: 'SMIME_WEB_FORM',
};

/** Refuses bodies of another form than the account's, and those that `alsoRefused` names. */
function keepsForm(alsoRefused?: string): NonNullable<Setup['rewrite']> {
  return (passing: Passing) => {
    const endpoint = /\/(99\d)\/account\//.exec(passing.target);
    if (endpoint === null || passing.method !== 'PUT' || passing.status !== 204) return;
    const { type } = JSON.parse(passing.sent) as { type?: string };
    if (type === TYPES[endpoint[1] ?? ''] && type !== alsoRefused) return;
    passing.status = 409;
  };
}

/** The profile with the accounts' traits as `change` leaves them. */
function withTraits(change: (traits: Record<string, unknown>) => Record<string, unknown>): Setup['profile'] {
  return (profile) => {
    const fixtures = profile['fixtures'] as Record<string, { traits: Record<string, unknown> }[]>;
    const account = (fixtures['account'] ?? []).map((one) => ({ ...one, traits: change(one.traits) }));
    return { ...profile, fixtures: { ...fixtures, account } };
  };
}

const onlyVariant = withTraits(({ variant }) => ({ variant }));

/** The first account of each form. */
const oneOfEach: Setup['profile'] = (profile) => {
  const fixtures = profile['fixtures'] as Record<string, { readonly traits: { readonly variant?: string } }[]>;
  const account = [...Map.groupBy(fixtures['account'] ?? [], ({ traits }) => traits.variant).values()].flatMap(
    ([first]) => first ?? [],
  );
  return { ...profile, fixtures: { ...fixtures, account } };
};

test.each([
  ['and traits name the form by its schema', onlyVariant, undefined, 'pass'],
  ['and no trait says of what form they are', withTraits(() => ({})), undefined, 'observed'],
  ['and one form is refused by its own accounts, too', onlyVariant, 'DEVICE_WEB_FORM', 'fail'],
  ['and the control was looked for in vain on the only one of a form', oneOfEach, 'PUBLIC_ACME', 'fail'],
])('where accounts keep their form %s', async (_, profile, refused, verdict) => {
  const outcome = await runAgainst(catalogue, { rewrite: keepsForm(refused), ...(profile && { profile }), only: [ID] });
  expect(verdictOf(outcome.result(ID)), outcome.result(ID).reason).toBe(verdict);
});
