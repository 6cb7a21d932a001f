/** Faults that the suite passed over when it first met them: each is told now, by the promise that it breaks. */
import { expect, test } from 'vitest';
import { faultOf, faultsOf } from './faults/all.ts';
import type { Fault } from './faults/fault.ts';
import { judge } from './hunt.ts';

const ONCE_MISSED: readonly (readonly [fault: string, requirement: string])[] = [
  ['lost-when-short@mark.update/trademark', 'mark.update.shows'],
  ['half-kept@mark.update/trademark', 'mark.update.shows'],
  ['crossed@person.update/middleName', 'person.update.shows'],
  ['lost-when-zero-or-least@ssl.location.update/port', 'ssl.location.update.shows'],
  ['claim-omitted@ssl.location.update', 'ssl.location.update.omitted'],
  ['least-refused@ad-task.update/minutes', 'ad-task.update.body.settings.minutes.minimum.accepts'],
  ['mode-by-config@endpoint.config.update', 'delegation-mode.updates'],
  ['mode-by-update@endpoint.update', 'delegation-mode.updates'],
  ['mode-of-next@endpoint.delegations.update', 'delegation-mode.nothing-else'],
  ['claim-type-change@endpoint.update', 'endpoint.update.declared.type-change'],
  ['claim-same-type@admin.update', 'administrator-type.STANDARD-to-STANDARD'],
  ['list-total-zero-at-size-zero@ssl.list', 'ssl.list.paging.total'],
  ['twin-changed@client.location.update', 'client.location.update.nothing-else'],
  [
    'one-word-too-many@validation.revalidate?organizationDetails.evDetails.registrationAgency.businessCategory',
    'validation.revalidate.organizationDetails.evDetails.registrationAgency.businessCategory.enum.refuses',
  ],
  ['null-for-needed-taken@bucket.update/name', 'bucket.update.body.name.type.refuses'],
  ['date-made-time@ssl.location.update/address', 'ssl.location.update.shows'],
  ['refused-state-toggles@domain.suspend', 'domain.state.nothing-else'],
  ['body-names-entity@client.update', 'client.update.nothing-else'],
  ['replacement-lost-of-type@admin.delete IDP', 'administrator-delete.requester-replaced'],
  ['descending-delegations-refused@endpoint.delegations.update', 'delegation-mode.global-to-custom'],
  ['single-character-refused@ssl.list?requester', 'ssl.list.requester.minLength.accepts'],
  ['parameters-in-order@endpoint.update', 'endpoint.update.pairs.accepts'],
  ['unconfigured-stays-global@endpoint.delegations.update', 'delegation-mode.global-to-custom'],
  ['legacy-paired-by-certificate@legacy.dcv-update', 'legacy.dcv-update.multi.positional'],
  ['legacy-wildcard-spreads@legacy.dcv-update', 'legacy.dcv-update.code.wildcard-http-hash'],
  ['list-same-again-short@ssl.list', 'ssl.list.paging.position'],
  ['list-third-filter-ignored@ssl.list', 'ssl.list.filter.pairs'],
  ['list-behind-paging-ignored@ssl.list', 'ssl.list.paging.partition'],
  ['filter-words-in-commas@ssl.list?installStatus', 'ssl.list.installStatus.enum.refuses'],
  ['filter-value-for-none@ssl.list?serialNumber the word null', 'ssl.list.filter.known'],
  ['days-of-another-date@ssl.list?requestedIn', 'ssl.list.filter.known'],
  ['list-default-size-only-unfiltered@ssl.list', 'ssl.list.default-size'],
  ['legacy-forwarded-believed@legacy.dcv-update', 'legacy.dcv-update.condition.not-https'],
  ['legacy-override-obeyed@legacy.order-status', 'legacy.order-status.condition.wrong-method'],
  ['legacy-list-of-all-refused@legacy.dcv-update', 'legacy.dcv-update.multi.lists'],
  ['xml-member-lost@organization.update/postalCode', 'organization.update.body.xml.accepts'],
  ['xml-unguarded@net-task.update', 'net-task.update.credential.missing'],
  ['xml-absent-taken@organization.update', 'organization.update.absent.status'],
  ['xml-missing-taken@net-task.update/hours', 'net-task.update.body.xml-values.refuses'],
  ['xml-single-item-refused@net-task.update', 'net-task.update.body.xml.accepts'],
  ['xml-numbers-text@organization.update/stateProvince', 'organization.update.body.xml.accepts'],
  ['xml-empty-taken@ad-task.update', 'ad-task.update.body.xml-malformed.refuses'],
  ['accept-refused@account.read several types', 'account.read.success.status'],
  ['header-needed@organization.delete accept-encoding', 'organization.delete.success.status'],
  ['language-broken@person.read', 'person.read.success.status'],
  ['unknown-parameter-broken@client.read with a point', 'client.read.robust'],
  ['unguarded-after-good@bucket.delete', 'bucket.delete.credential.missing'],
  [
    'countries-differ-refused@validation.revalidate',
    'validation.revalidate.organizationDetails.evDetails.registrationAgency.country.valid.accepts',
  ],
  ['all-longest-refused@validation.revalidate', 'validation.revalidate.pairs.accepts'],
  ['equal-texts-refused@validation.revalidate legalName+assumedName', 'validation.revalidate.pairs.accepts'],
  [
    'address-refused-by-host@endpoint.update of a long top level',
    'endpoint.update.config.enrollmentLinkAddress.valid.accepts',
  ],
  ['last-child-takes-parent@account.delete', 'lifecycle.account.nothing-else'],
  ['mode-by-account@account.delete', 'lifecycle.account.nothing-else'],
  ['childless-absent@client.read', 'lifecycle.client-location.nothing-else'],
  ['childless-stays@client.delete', 'lifecycle.client-certificate.absent'],
  ['deleted-sibling-first@ssl.location.delete', 'lifecycle.ssl-location.alike'],
  ['secret-stays@bucket.client-secret.reset', 'bucket.client-secret.reset.renews'],
  ['self-by-beginning@admin.delete', 'administrator-delete.each-type'],
  ['replacement-changes-certificate@admin.delete serialNumber', 'administrator-delete.requester-replaced'],
  ['list-requester-shown-of-former@ssl.list', 'administrator-delete.requester-replaced'],
  ['unlisted-when-inactive@SAS>API', 'administrator-type.SAS-to-API'],
  ['roles-lost-with-type@admin.update active', 'administrator-type.keeps-the-rest'],
  [
    'null-item-taken@endpoint.config.update/webFormAuthTypes',
    'endpoint.config.update.body.Item.WebFormAuthTypes.items.type.refuses',
  ],
  ['breaks-on-nul@endpoint.config.update/contactPhone', 'endpoint.config.update.body.texts.survives'],
  ['empty-text-lost@client.location.update/address', 'client.location.update.shows'],
  ['empty-list-refused@bucket.update/rules', 'bucket.update.body.lists.rules.items.accepts'],
  ['small-change-lost@endpoint.config.update/contactPhone what follows', 'endpoint.config.update.shows'],
  ['small-change-lost@endpoint.config.update/contactEmail blanks', 'endpoint.config.update.shows'],
  ['null-clears@admin.update/phone', 'admin.update.omitted-stay'],
  ['default-for-omitted@account.update/allowEmptyPin true', 'account.update.omitted'],
  ['empty-object-clears@admin.update', 'admin.update.omitted-stay'],
  ['replacement-needed@admin.delete', 'administrator-delete.requester-kept'],
  ['foreign-replacement-taken@admin.delete', 'administrator-delete.unknown-replacement'],
  ['replacement-takes-over@admin.delete title', 'administrator-delete.others-stand'],
  ['configuration-lost-by-delegations@endpoint.delegations.delete enrollmentHelp', 'delegation-mode.nothing-else'],
  ['removal-of-next@endpoint.delegations.delete', 'delegation-mode.nothing-else'],
  ['mode-back-in-time@endpoint.delegations.delete', 'delegation-mode.nothing-else'],
  ['delegations-emptied@account.delete', 'lifecycle.account.nothing-else'],
  ['delegations-emptied@endpoint.config.update', 'delegation-mode.updates'],
  ['state-back-in-time@domain.suspend', 'domain.state.nothing-else'],
  ['state-back-in-time@domain.activate', 'domain.state.nothing-else'],
  ['other-kind-found@client.delete', 'client.delete.absent.status'],
  ['listed-refused-when-inactive@IDP>SAS', 'administrator-type.IDP-to-SAS'],
  ['list-childless-unlisted@ssl.list', 'lifecycle.ssl-location.nothing-else'],
  ['legacy-download-stale@legacy.order-status', 'legacy.dcv-update.accepted.shows'],
  ['parameter-names-entity@client.update', 'client.update.nothing-else'],
  ['parameter-names-entity@person.update', 'person.update.nothing-else'],
  ['item-text-otherwise@mark.update/contacts no accents', 'mark.update.shows'],
  ['later-item-text-otherwise@person.update/secondaryEmails the first 40 characters', 'person.update.shows'],
  ['item-lost-at@person.update/secondaryEmails not the last of three', 'person.update.shows'],
  ['later-item-unjudged@account.update/profileIds the second', 'account.update.body.profileIds.items.minimum.refuses'],
  ['lost-after-other-operation@bucket.update bucket.client-secret.reset', 'bucket.update.shows'],
  ['lost-after-other-operation@endpoint.update endpoint.config.update', 'endpoint.update.shows'],
  ['delegations-otherwise@none in custom mode where none of the former is given', 'delegation-mode.second-put'],
  ['below-none-found@validation.validator.update negative', 'validation.validator.update.absent.status'],
  ['no-child-found@ssl.location.read negative from the end', 'ssl.location.read.path.locationId.minimum.refuses'],
  [
    'long-taken-in-company@validation.revalidate?organizationDetails.evDetails.registrationAgency.city many others',
    'validation.revalidate.organizationDetails.evDetails.registrationAgency.city.maxLength.refuses',
  ],
  ['long-taken-in-company@admin.update/email few others', 'admin.update.body.email.maxLength.refuses'],
  ['one-type-rule-lost@admin.update/forename IDP', 'admin.update.body.texts.forename.minLength.refuses'],
  ['later-item-unjudged@account.update/domains the third', 'account.update.body.domains.items.minLength.refuses'],
];

/** Cells that no lot has drawn, each beside one that was missed. */
const BESIDE: readonly (readonly [operator: string, place: string, reading: string, requirement: string])[] = [
  ['legacy-domain-by-part', 'legacy.dcv-update below', 'A', 'legacy.dcv-update.multi.unknown-domain'],
  ['breaks-on-nul', 'client.location.update/address', 'B', 'client.location.update.body.texts.survives'],
  ['other-kind-found', 'person.delete', 'A', 'person.delete.absent.status'],
  ['parameter-names-entity', 'client.delete', 'A', 'lifecycle.client-certificate.absent'],
  ['parameter-names-entity', 'endpoint.delegations.delete', 'A', 'delegation-mode.nothing-else'],
  ['delegations-emptied', 'account.update', 'A', 'account.update.nothing-else'],
  ['delegations-otherwise', 'the former ones where fewer are given', 'A', 'delegation-mode.second-put'],
  ['parameter-names-entity', 'person.read', 'A', 'person.read.absent.status'],
  ['legacy-domain-by-part', 'legacy.dcv-update beginning', 'C', 'legacy.dcv-update.multi.unknown-domain'],
];

/** What the contract does not rule out, and no client would expect. */
const WARNED_OF: readonly (readonly [fault: string, requirement: string])[] = [
  ['inactive-replacement-refused@admin.delete', 'administrator-delete.each-type'],
  ['empty-delegations-global@endpoint.delegations.update', 'delegation-mode.nothing-else'],
  ['replacement-changes-certificate@admin.delete status', 'administrator-delete.requester-replaced'],
  ['override-obeyed@organization.update', 'organization.update.declared.unsupported-method'],
  ['xml-by-its-look@net-task.update', 'net-task.update.body.malformed.refuses'],
  ['xml-trimmed@organization.update/city', 'organization.update.body.xml.accepts'],
];

test.each(ONCE_MISSED)('%s is told by %s', async (id, requirement) => {
  const fault = faultOf(id);
  if (fault === undefined) throw new Error(`There is no fault ${id}.`);
  await isTold(fault, requirement);
});

test.each(BESIDE)('%s at %s is told to a server of reading %s by %s', async (operator, place, reading, requirement) => {
  for (const fault of faultsOf([{ operator, place, reading }] as Parameters<typeof faultsOf>[0]))
    await isTold(fault, requirement);
});

/** What only shows beside what all checks of an area do. */
const IN_COMPANY: readonly (readonly [fault: string, area: string, requirement: string])[] = [
  ['third-deletion-not-done@account.delete', 'endpoint', 'account.delete.stays'],
  ['far-neighbour-changed@person.update the last', 'person', 'person.update.nothing-else'],
];

test.each(IN_COMPANY)('%s is told, in a run of the area %s, by %s', async (id, area, requirement) => {
  const fault = faultOf(id);
  if (fault === undefined) throw new Error(`There is no fault ${id}.`);
  const { verdicts, console } = await judge(fault.reading, fault.plant, { only: [area], seed: 1, depth: 'standard' });
  expect(verdicts.get(requirement)?.verdict, console.slice(-2_000)).toBe('fail');
});

test.each(WARNED_OF)('%s is warned of by %s', async (id, requirement) => {
  const fault = faultOf(id);
  if (fault === undefined) throw new Error(`There is no fault ${id}.`);
  await isTold(fault, requirement, 'warn');
});

async function isTold({ reading, plant }: Fault, requirement: string, verdict = 'fail'): Promise<void> {
  const options = { only: [requirement], seed: 1, depth: 'standard' } as const;
  const { verdicts, console } = await judge(reading, plant, options);
  expect(verdicts.get(requirement)?.verdict, console.slice(-2_000)).toBe(verdict);
}
