/** One planted fault, one broken promise: the requirement that fails is that of the fault (contract 2.2, 4.12, 4.13, 5, 7.2). */
import { expect, test } from 'vitest';
import { runLegacy } from './harness.ts';

const STATUS = 'legacy.order-status';
const DCV = 'legacy.dcv-update';

test.each([
  ['ignored.argument-unrecognized', ['condition.argument-unrecognized', 'encoding.name-case']],
  ['argument-marked-ignored', ['condition.argument-unrecognized']],
  ['argument-extension-ignored', ['condition.argument-unrecognized']],
  ['orderNumber.required.ignored', ['condition.argument-missing']],
  ['loginName.maxLength.strict', ['loginName.maxLength.accepts']],
  ['ignored.not-https', ['condition.not-https']],
  ['password-case-ignored', ['condition.authentication-failed', 'credentials.case']],
  ['password-prefix', ['condition.authentication-failed']],
  ['locked-accepted', ['condition.authentication-failed', 'authentication.locked']],
  [
    'unknown-order-accepted',
    ['condition.unknown-error', 'foreign-order', 'unknown-order', 'orderNumber.maxLength.accepts'],
  ],
  ['order-number-wraps', ['unknown-order']],
  ['get-accepted', ['condition.wrong-method']],
  ['order-number-prefix', ['unknown-order']],
  ['order-number-shortened', ['unknown-order']],
  ['order-number-lengthened', ['unknown-order']],
  ['record.productType.2', ['record.productType']],
  ['record.csrStatus.title.9', ['record.csrStatus']],
  ['record.organizationStatus.status.26', ['record.organizationStatus']],
  ['record.agreementStatus.clickThroughStatus.27', ['record.agreementStatus.clickThroughStatus']],
  ['record.orderStatus.28', ['record.orderStatus']],
  ['record.fsupStatus.description.19', ['record.not-applicable']],
  ['envelope.positive-code', ['envelope.error-code']],
  ['envelope.success-message', ['envelope.error-message']],
  ['envelope.no-data', ['envelope.data', 'record.dcv-list']],
  ['envelope.duplicate-code', ['envelope.members-once']],
])('the status action: %s', async (fault, broken) => {
  const outcome = await runLegacy({ faults: [`${STATUS}.${fault}`], groups: [STATUS] });
  expect(outcome.having('fail').sort()).toEqual(broken.map((suffix) => `${STATUS}.${suffix}`).sort());
  expect(outcome.having('broken')).toEqual([]);
});

test.each([
  ['ignored.wrong-method', 'conditions'],
  ['expired-accepted', 'authentication'],
  ['other-order-status', 'record'],
  ['envelope.plain-text', 'envelope'],
])('the second path of the status action: %s', async (fault, broken) => {
  const path = `${STATUS}.download`;
  const outcome = await runLegacy({ faults: [`${path}.${fault}`], groups: [STATUS, path] });
  expect(outcome.having('fail')).toEqual([`${path}.${broken}`]);
});

test.each([
  ['ignored.rate-limited', 'condition.rate-limited'],
  ['miscoded.rate-limited', 'code.rate-limited'],
])('the request limit: %s', async (fault, broken) => {
  const outcome = await runLegacy({
    // Its limit is low enough to be exceeded on any machine.
    speaks: 'alternate',
    faults: [`${STATUS}.${fault}`],
    groups: [`${STATUS}.limit`],
    legacy: { provokeRateLimit: true },
    rateLimit: { requests: 60, seconds: 3 },
  });
  expect(outcome.having('fail')).toEqual([`${STATUS}.${broken}`]);
});

test.each([
  ['as much as is declared', 60, []],
  ['less than is declared', 24, [`${STATUS}.condition.rate-limited`]],
])(
  'a request limit that lets through %s fails nothing, as others may use the account',
  async (_what, requests, doubted) => {
    const outcome = await runLegacy({
      speaks: 'alternate',
      groups: [`${STATUS}.limit`],
      legacy: { provokeRateLimit: true },
      rateLimit: { requests, seconds: 3 },
    });
    expect([outcome.having('fail', 'broken'), outcome.having('warn')]).toEqual([[], doubted]);
  },
);

test.each([
  ['orderNumber.type.ignored', ['condition.argument-invalid', 'orderNumber.type.refuses', 'unknown-order']],
  ['order-number-wraps', ['unknown-order']],
  ['method-beginning', ['condition.argument-invalid']],
  ['newMethods.maxLength.strict', ['newMethods.maxLength.accepts']],
  ['newMethods.maxLength.ignored', ['newMethods.maxLength.refuses']],
  ['ignored.wildcard-http-hash', ['condition.wildcard-http-hash']],
  ['wildcard-later-of-lists', ['condition.wildcard-http-hash']],
  ['ignored.permission-denied', ['condition.permission-denied']],
  ['powerless-lists-accepted', ['condition.permission-denied']],
  ['miscoded.already-issued', ['code.already-issued']],
  ['get-accepted', ['condition.wrong-method']],
  ['not-applied', ['accepted.shows', 'identifier.initial-order.shows', 'multi.positional']],
  ['initial-redirects', ['accepted.shows']],
  ['not-applied-by-initial', ['identifier.initial-order.shows']],
  ['email-contains', ['email.local-parts', 'email.unacceptable-address']],
  ['email-longer-local-parts', ['email.local-parts']],
  ['extended-addresses-unchecked', ['email.extended']],
  ['replacement-addresses-unchecked', ['email.replacement']],
  ['validated-email-miscoded', ['code.already-validated']],
  ['envelope.raw-message', ['envelope.error-message']],
  ['email-any-local-part', ['email.local-parts', 'multi.each-address']],
  ['name-case-other', ['email.name-case', 'encoding.name-case', 'identifier.name-case', 'multi.name-case']],
  ['too-long-miscoded', ['credentials.too-long']],
  ['refused-but-applied', ['refused.unchanged']],
  ['positions-shifted', ['accepted.shows', 'multi.positional']],
  // Another strand has the next order in hand, of which it sees a refused change do that.
  ['next-order-changed', ['accepted.shows', 'refused.unchanged']],
  [
    'all-domains',
    // What is asked of the plain domain beside a wildcard one is refused for that one, which has it asked of as well.
    ['accepted.shows', 'code.wildcard-http-hash', 'methods.declared', 'multi.unknown-domain'],
  ],
  ['unknown-methods-of-lists', ['multi.unknown-methods']],
  ['method-of-several-refused', ['methods.declared']],
  ['later-methods-unchecked', ['multi.each-method']],
  ['later-addresses-unchecked', ['multi.each-address']],
  [
    'email-optional',
    [
      'condition.argument-invalid',
      'email.address-needed',
      'email.extended',
      'email.local-parts',
      'email.replacement',
      'email.several',
      'email.unacceptable-address',
      'email.wildcard',
      'multi.address-needed',
      'multi.each-address',
    ],
  ],
  ['identifier-optional', ['condition.argument-missing', 'identifier.needed']],
  ['initial-order-ignored', ['identifier.initial-order']],
  ['not-applied-ev', ['accepted.shows']],
  ['validated-cname-accepted', ['condition.already-validated']],
  ['later-local-parts-unchecked', ['multi.each-address']],
  ['unequal-addresses-accepted', ['multi.unequal-lists']],
  ['name-case-other-of-lists', ['multi.name-case']],
  ['envelope.positive-code', ['envelope.error-code']],
])('the DCV action: %s', async (fault, broken) => {
  const outcome = await runLegacy({ faults: [`${DCV}.${fault}`], groups: [DCV] });
  expect(outcome.having('fail').sort()).toEqual(broken.map((suffix) => `${DCV}.${suffix}`).sort());
  expect(outcome.having('broken')).toEqual([]);
});

/** Points at which a call is turned away before the action is asked. */
const BEFORE_THE_ACTION = ['legacy.not-https.transport', 'legacy.wrong-method.format'];

test.each([
  ['plain-applied', []],
  ['method-applied', []],
  ['plain-applied', BEFORE_THE_ACTION],
  ['method-applied', BEFORE_THE_ACTION],
])('a change that is turned away and made: %s, read otherwise: %j', async (fault, otherwise) => {
  const outcome = await runLegacy({ faults: [`${DCV}.${fault}`], groups: [DCV], otherwise });
  expect(outcome.having('fail', 'broken')).toEqual([`${DCV}.refused.unchanged`]);
});

test.each([
  ['series-changed', 'identifier.initial-order.shows'],
  ['unequal-applied', 'refused.unchanged'],
])('the DCV action, where it may be read otherwise: %s', async (fault, doubted) => {
  const outcome = await runLegacy({ faults: [`${DCV}.${fault}`], groups: [DCV] });
  expect(outcome.having('warn')).toEqual([`${DCV}.${doubted}`]);
  expect(outcome.having('fail', 'broken')).toEqual([]);
});

test.each(['refused-but-applied', 'ignored.already-validated'])(
  'what the fault %s changed is put back',
  async (fault) => {
    const outcome = await runLegacy({ faults: [`${DCV}.${fault}`], groups: [DCV] });
    expect([outcome.restored, outcome.pending]).toEqual([true, 0]);
  },
);

test('what a refused change did is shown before and after', async () => {
  const outcome = await runLegacy({ faults: [`${DCV}.refused-but-applied`], groups: [DCV] });
  const { seen } = outcome.result(`${DCV}.refused.unchanged`).failure ?? {};
  expect(seen?.changes).not.toEqual([]);
  expect(seen?.curl).toContain('getPostPaymentStatus');
});

test('a place learned from the target proves a wrong change once it has shown a right one', async () => {
  const outcome = await runLegacy({ told: 'alternate', faults: [`${DCV}.positions-shifted`], groups: [DCV] });
  expect(outcome.having('fail')).toEqual([`${DCV}.multi.positional`, `${DCV}.accepted.shows`]);
});

test('a check runs alone as it does among the others', async () => {
  for (const only of [
    `${DCV}.refused.unchanged`,
    `${STATUS}.envelope.members-once`,
    `${STATUS}.codes.stable`,
    `${DCV}.multi.positional`,
  ]) {
    const outcome = await runLegacy({ only: [only] });
    expect([only, outcome.result(only).verdict]).toEqual([only, 'pass']);
  }
});
