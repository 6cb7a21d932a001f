import type { Organization } from '../entities.ts';
import type { Seeding } from './index.ts';
import { ids, pick } from './values.ts';

/** Organizations that everything else belongs to. */
export const ORGANIZATIONS = ids(201, 12);
/** Departments of the organizations above. */
export const DEPARTMENTS = ids(221, 12);
/** Organizations and departments to which nothing belongs, made to be deleted. */
export const SPARE_ORGANIZATIONS = ids(241, 10);
export const SPARE_DEPARTMENTS = ids(261, 10);

const VALIDATIONS = ids(301, 18);

const LEVELS = ['OV_SSL', 'EV_SSL', 'OV_SMIME'] as const;

/** Organizations, departments and the validations of organizations (contract 4.7). */
export function seedOrganizations(seeding: Seeding): void {
  const { organizations, validations } = seeding.state;
  const add = (id: number, name: string, parentId?: number) => {
    organizations.set(id, organization(id, name, parentId));
  };
  for (const id of ORGANIZATIONS) add(id, `Organization ${id}`);
  for (const [i, id] of DEPARTMENTS.entries()) add(id, `Department ${id}`, pick(ORGANIZATIONS, i));
  for (const id of SPARE_ORGANIZATIONS) add(id, `Spare organization ${id}`);
  for (const id of SPARE_DEPARTMENTS) add(id, `Spare department ${id}`, ORGANIZATIONS[0]);
  for (const [i, id] of VALIDATIONS.entries()) {
    const orgId = pick(ORGANIZATIONS, i);
    validations.set(id, {
      id,
      orgId,
      validationLevel: pick(LEVELS, i),
      status: pick(['VALIDATED', 'NOT_VALIDATED', 'EXPIRED', 'FAILED'], i),
      submitted: seeding.clock.days(-30 - i),
      organizationDetails: {
        generalDetails: { legalName: `Organization ${orgId}`, address1: `${i + 1} Main Street`, country: 'NL' },
      },
    });
  }
}

function organization(id: number, name: string, parentId?: number): Organization {
  return {
    id,
    ...(parentId === undefined ? {} : { parentId }),
    details: {
      name,
      certTypes: ['SSL', 'SMIME'],
      secondaryName: `${name} Ltd`,
      alias: `org-${id}`,
      contactEmails: `pki-${id}@example.test`,
      address1: `${id} Main Street`,
      city: 'Utrecht',
      stateOrProvince: 'Utrecht',
      postalCode: '3511 AB',
      country: 'NL',
      clientCertificate: {
        allowKeyRecoveryByMasterAdmins: false,
        allowKeyRecoveryByOrgAdmins: false,
        allowKeyRecoveryByDepartmentAdmins: false,
      },
      sslCertsApiEnabled: true,
      clientCertsApiEnabled: false,
    },
  };
}
