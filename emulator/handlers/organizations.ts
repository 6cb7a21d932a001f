import { type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, ok } from '../reply.ts';
import type { Organization } from '../state/entities.ts';
import { applyUpdate, compact } from './updates.ts';

/** Request members and, where it differs, the name by which the answer shows them. */
const ORGANIZATION_MEMBERS: readonly (string | readonly [string, string])[] = [
  'name',
  'address1',
  'address2',
  'address3',
  'city',
  ['stateProvince', 'stateOrProvince'],
  'postalCode',
  'country',
  ['alternativeName', 'secondaryName'],
  'schacHomeOrganization',
  'alias',
  'contactEmails',
  'contactWebhook',
  'contactSlack',
  'contactTeams',
  'sslCertsApiEnabled',
  'clientCertsApiEnabled',
];

const find = (call: Call) => call.world.state.organizations.get(pathId(call, 'id'));

/** The organization operations (contract 4.7). Departments are organizations with a parent. */
export const organizationHandlers: Handlers = {
  'GET /api/organization/v1/{id}': handler<Organization>({ find, run: (call, one) => ok(show(call, one)) }),
  'PUT /api/organization/v1/{id}': handler<Organization>({
    find,
    run: (call, organization) => {
      applyUpdate(call, organization.details, ORGANIZATION_MEMBERS);
      return ok(show(call, organization));
    },
  }),
  'DELETE /api/organization/v1/{id}': handler<Organization>({
    find,
    run: (call, organization) => {
      const { organizations, validations } = call.world.state;
      const used = departments(call, organization).length > 0;
      if (used && call.world.policy.otherwise('organization.delete.condition'))
        return badRequest('It still has departments.');
      organizations.delete(organization.id);
      // What belongs to an organization goes with it.
      for (const child of departments(call, organization)) organizations.delete(child.id);
      for (const validation of [...validations.values()]) {
        if (validation.orgId === organization.id) validations.delete(validation.id);
      }
      return done(200);
    },
  }),
};

function show(call: Call, organization: Organization): Record<string, unknown> {
  const { id, parentId, details } = organization;
  const parent = parentId === undefined ? undefined : call.world.state.organizations.get(parentId);
  return compact({
    id,
    ...details,
    parentId,
    parentName: parent?.details['name'],
    departments: departments(call, organization).map((child) => ({
      id: child.id,
      parentName: details['name'],
      name: child.details['name'],
    })),
  });
}

function departments(call: Call, organization: Organization): Organization[] {
  return [...call.world.state.organizations.values()].filter((one) => one.parentId === organization.id);
}
