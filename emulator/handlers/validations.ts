import { type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, notFound, ok, type Reply } from '../reply.ts';
import { Clock } from '../state/clock.ts';
import type { Validation } from '../state/entities.ts';
import { isReachable, isServedUnder } from './parents.ts';
import { compact } from './updates.ts';

const find = (call: Call): Validation | undefined => {
  const validation = call.world.state.validations.get(pathId(call, 'validationId'));
  const parents = call.world.state.organizations;
  return isReachable(call, validation?.orgId, pathId(call, 'orgId'), parents) ? validation : undefined;
};

/** The operations on validations of organizations (contract 4.7). */
export const validationHandlers: Handlers = {
  'PUT /api/organization/v2/{orgId}/validations/{validationId}/validator': handler<Validation>({
    find,
    run: (call, validation) => {
      const problem = assignmentProblem(call, validation, validation.validatorId);
      if (problem !== undefined) return problem;
      const adminId = call.query['adminId'] as number;
      if (!call.world.state.administrators.has(adminId)) return unknown(call, `There is no administrator ${adminId}.`);
      validation.validatorId = adminId;
      return done(202);
    },
  }),
  'PUT /api/organization/v2/{orgId}/validations/assignment/{validationId}': handler<Validation>({
    find,
    run: (call, validation) => {
      const problem = assignmentProblem(call, validation, validation.assignment);
      if (problem !== undefined) return problem;
      const { externalOrgId, externalOrgName } = call.query as Record<string, string>;
      validation.assignment = { externalOrgId: externalOrgId ?? '', externalOrgName: externalOrgName ?? '' };
      return done(202);
    },
  }),
  'PUT /api/organization/v2/{orgId}/validations/{validationId}/revalidate': handler<Validation>({
    find,
    run: (call, validation) => {
      const problem = revalidationProblem(call, validation);
      if (problem !== undefined) return problem;
      const id = call.query['organizationDetails.id'] as number | undefined;
      if (id !== undefined && !call.world.state.organizations.has(id))
        return unknown(call, `There is no organization ${id}.`);
      const given = nest(asShown(call.query))['organizationDetails'] as Record<string, unknown>;
      const { generalDetails, organizationIdentifier, evDetails } = given;
      validation.organizationDetails = compact({ generalDetails, organizationIdentifier, evDetails });
      validation.status = 'PENDING';
      validation.submitted = call.world.clock.now;
      return ok(show(call, validation));
    },
  }),
};

/** An unknown reference is bad input; some servers answer it like an absent entity. */
function unknown(call: Call, text: string): Reply {
  return call.world.policy.otherwise('entity.reference-unknown') ? notFound(text, -222) : badRequest(text, -222);
}

function foreign(call: Call, validation: Validation): Reply | undefined {
  return isServedUnder(call, validation.orgId, pathId(call, 'orgId'))
    ? undefined
    : badRequest('The validation belongs to another organization.');
}

function assignmentProblem(call: Call, validation: Validation, assigned: unknown): Reply | undefined {
  const again = assigned !== undefined && call.world.policy.otherwise('validation.assignment.repeat');
  return foreign(call, validation) ?? (again ? badRequest('The validation is assigned already.', -724) : undefined);
}

const INCORPORATION = 'organizationDetails.evDetails.registrationAgency.dateOfIncorporation';

/** Where those readings are taken: no second submission, no parameters of another level, no other organization. */
function revalidationProblem(call: Call, validation: Validation): Reply | undefined {
  const { otherwise } = call.world.policy;
  const given = Object.keys(call.query);
  const pending = validation.status === 'PENDING' && otherwise('validation.revalidate.condition');
  if (pending) return badRequest('The validation is under way.', -724);
  const ev = given.some((name) => name.includes('.evDetails.') || name.endsWith('.assumedName'));
  const smime = given.some((name) => name.endsWith('.organizationIdentifier'));
  const misplaced =
    (ev && validation.validationLevel !== 'EV_SSL') || (smime && validation.validationLevel !== 'OV_SMIME');
  if (misplaced && otherwise('validation.level-only-parameters')) return badRequest('A parameter is of another level.');
  const id = call.query['organizationDetails.id'];
  const elsewhere = id !== undefined && id !== validation.orgId && otherwise('validation.organization-reference');
  return (
    foreign(call, validation) ?? (elsewhere ? badRequest('The validation belongs to another organization.') : undefined)
  );
}

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

/** What is taken as a date and a time (reading of validation.incorporation-date) shows as the date. */
function asShown(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const date = query[INCORPORATION];
  return { ...query, ...(typeof date === 'string' ? { [INCORPORATION]: date.slice(0, 'yyyy-MM-dd'.length) } : {}) };
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
