import type { Seeding } from './index.ts';
import { ORGANIZATIONS } from './organizations.ts';
import { ids, pick } from './values.ts';

export const ENDPOINTS = {
  observe: ids(901, 4),
  global: ids(911, 10),
  custom: ids(931, 10),
  destroy: ids(951, 33),
  /** Without a configuration. */
  unconfigured: ids(985, 2),
};

/** The endpoints that keep the accounts: one per account variant. */
const ACCOUNT_ENDPOINTS = ids(991, 7);

/** The seven request variants of 4.9 with the endpoint type that each belongs to. */
const VARIANTS = [
  ['CreatePublicAcmeEnrollAccount', 'PUBLIC_ACME'],
  ['CreateSslMaggieEnrollAccount', 'SSL_MAGGIE_UI'],
  ['CreateSslRestApiEnrollAccount', 'SSL_REST_API'],
  ['CsWebFormAccountRequest', 'CODE_SIGN_WEB_FORM'],
  ['DeviceWebFormAccountRequest', 'DEVICE_WEB_FORM'],
  ['SSLWebFormAccountRequest', 'SSL_WEB_FORM'],
  ['SmimeWebFormAccountRequest', 'SMIME_WEB_FORM'],
] as const;

/** Per variant: this many accounts to change, then this many to delete. */
export const ACCOUNTS_PER_VARIANT = { modify: 4, destroy: 3 };

const FORMS = ['SSL_WEB_FORM', 'SMIME_WEB_FORM', 'DEVICE_WEB_FORM', 'CODE_SIGN_WEB_FORM'] as const;

/** Enrollment endpoints in both delegation modes and their accounts (contract 3.3, 4.9). */
export function seedEndpoints({ state }: Seeding): void {
  const add = (id: number, type: string, delegations: number[], configured = true) => {
    state.endpoints.set(id, {
      id,
      name: `Endpoint ${id}`,
      type,
      uriExtension: `endpoint-${id}`,
      mode: delegations.length > 0 ? 'custom' : 'global',
      delegations,
      config: configured
        ? {
            enrollmentHelp: 'Ask the service desk',
            contactName: `Desk ${id}`,
            contactEmail: `desk-${id}@example.test`,
            webFormAuthTypes: ['EMAIL_CONFIRMATION'],
          }
        : {},
    });
  };
  for (const [group, members] of Object.entries(ENDPOINTS)) {
    for (const [i, id] of members.entries())
      add(id, pick(FORMS, i), group === 'custom' ? [pick(ORGANIZATIONS, i)] : [], group !== 'unconfigured');
  }
  let accountId = 10_001;
  for (const [i, [variant, type]] of VARIANTS.entries()) {
    const endpointId = pick(ACCOUNT_ENDPOINTS, i);
    add(endpointId, type, []);
    for (let n = 0; n < ACCOUNTS_PER_VARIANT.modify + ACCOUNTS_PER_VARIANT.destroy; n += 1) {
      const organizationId = pick(ORGANIZATIONS, n);
      const details = { name: `Account ${accountId}`, organizationId };
      state.accounts.set(accountId, { id: accountId, endpointId, variant, type, details });
      accountId += 1;
    }
  }
}
