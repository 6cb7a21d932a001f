import type { Administrator, AdminType } from '../entities.ts';
import type { Seeding } from './index.ts';
import { ids } from './values.ts';

/** Administrators whose tokens the emulator hands out: the first with role MRAO, the second without. */
export const TOKEN_HOLDERS = [401, 402] as const;
/** Per type: those that may be changed. */
export const ADMINISTRATORS: Readonly<Record<Exclude<AdminType, 'IDP_TEMPLATE'>, readonly number[]>> = {
  STANDARD: ids(411, 10),
  API: ids(431, 10),
  IDP: ids(451, 10),
  SAS: ids(471, 10),
};
/** Per type: those that may be deleted, enough of them for three runs in a row that reset nothing. */
export const SPARE_ADMINISTRATORS: Readonly<Record<Exclude<AdminType, 'IDP_TEMPLATE'>, readonly number[]>> = {
  STANDARD: [...ids(511, 10), ...ids(561, 10)],
  API: [...ids(521, 10), ...ids(571, 10)],
  IDP: ids(531, 10),
  SAS: ids(541, 10),
};
/** Those of them that have requested certificates, few enough for each to have some. */
export const REQUESTERS = [...SPARE_ADMINISTRATORS.IDP.slice(0, 6), ...SPARE_ADMINISTRATORS.SAS.slice(0, 6)];
export const TEMPLATES = ids(491, 4);
/** Administrators that take over as requester; nothing changes or deletes them. */
export const SUCCESSORS = ids(551, 4);

/** How certificates name an administrator as their requester. */
export function requesterName(id: number): string {
  return `admin-${id}@example.test`;
}

/** Administrators of each type and identity-provider templates (contract 2.1, 4.5). */
export function seedAdministrators(seeding: Seeding): void {
  const add = (id: number, type: AdminType) => {
    seeding.state.administrators.set(id, administrator(seeding, id, type));
  };
  for (const id of TOKEN_HOLDERS) add(id, 'API');
  for (const group of [ADMINISTRATORS, SPARE_ADMINISTRATORS]) {
    for (const [type, members] of Object.entries(group)) for (const id of members) add(id, type as AdminType);
  }
  for (const id of TEMPLATES) add(id, 'IDP_TEMPLATE');
  for (const id of SUCCESSORS) add(id, 'STANDARD');
}

function administrator(seeding: Seeding, id: number, type: AdminType): Administrator {
  const created = seeding.clock.days(-200);
  const withPassword = type === 'STANDARD' || type === 'API';
  return {
    id,
    type,
    created,
    modified: seeding.clock.now,
    details: {
      forename: 'Robin',
      surname: `Vale ${id}`,
      email: requesterName(id),
      ...(withPassword
        ? { login: `admin-${id}`, passwordState: 'ALIVE' }
        : { identityProviderId: 7, idpPersonId: `p${id}` }),
      title: 'Engineer',
      phone: '+31 30 1234567',
      city: 'Utrecht',
      country: 'NL',
      activeState: 'ACTIVE',
      failedAttempts: 0,
      privileges: [],
      credentials: [{ role: id === TOKEN_HOLDERS[0] ? 'MRAO' : 'RAO_SSL', orgId: 201 }],
    },
  };
}
