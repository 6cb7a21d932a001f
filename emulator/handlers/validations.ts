import { type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, ok } from '../reply.ts';
import { Clock } from '../state/clock.ts';
import type { Validation } from '../state/entities.ts';
import { compact } from './updates.ts';

const find = (call: Call): Validation | undefined => {
  const validation = call.world.state.validations.get(pathId(call, 'validationId'));
  return validation?.orgId === pathId(call, 'orgId') ? validation : undefined;
};

/** The operations on validations of organizations (contract 4.7). */
export const validationHandlers: Handlers = {
  'PUT /api/organization/v2/{orgId}/validations/{validationId}/validator': handler<Validation>({
    find,
    run: (call, validation) => {
      const adminId = call.query['adminId'] as number;
      if (!call.world.state.administrators.has(adminId))
        return badRequest(`There is no administrator ${adminId}.`, -222);
      validation.validatorId = adminId;
      return done(202);
    },
  }),
  'PUT /api/organization/v2/{orgId}/validations/assignment/{validationId}': handler<Validation>({
    find,
    run: (call, validation) => {
      const { externalOrgId, externalOrgName } = call.query as Record<string, string>;
      validation.assignment = { externalOrgId: externalOrgId ?? '', externalOrgName: externalOrgName ?? '' };
      return done(202);
    },
  }),
  'PUT /api/organization/v2/{orgId}/validations/{validationId}/revalidate': handler<Validation>({
    find,
    run: (call, validation) => {
      const id = call.query['organizationDetails.id'] as number | undefined;
      if (id !== undefined && !call.world.state.organizations.has(id))
        return badRequest(`There is no organization ${id}.`, -1023);
      const given = nest(call.query)['organizationDetails'] as Record<string, unknown>;
      const { generalDetails, organizationIdentifier, evDetails } = given;
      validation.organizationDetails = compact({ generalDetails, organizationIdentifier, evDetails });
      validation.status = 'PENDING';
      validation.submitted = call.world.clock.now;
      return ok(show(call, validation));
    },
  }),
};

function show(call: Call, validation: Validation): Record<string, unknown> {
  const { id, validationLevel, status, submitted, organizationDetails, validatorId } = validation;
  const validator = validatorId === undefined ? undefined : call.world.state.administrators.get(validatorId);
  return compact({
    id,
    validationLevel,
    status,
    backgroundStatus: status,
    submitted: Clock.stamp(submitted),
    settings: { TRACKING_ID: `V${id}` },
    validator: validator && {
      id: validator.id,
      name: `${validator.details['forename']} ${validator.details['surname']}`,
    },
    organizationDetails,
  });
}

/** Turns dotted names (`a.b.c`) into nested objects. */
function nest(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const parts = name.split('.');
    const last = parts.pop() ?? name;
    let current = root;
    for (const part of parts) {
      current[part] ??= {};
      current = current[part] as Record<string, unknown>;
    }
    current[last] = value;
  }
  return root;
}
