import { variantsOf } from '../../spec/variants.ts';
import { bodyObject, type Call, type Handlers, handler, pathId } from '../call.ts';
import { propertiesOf } from '../edge/schemas.ts';
import { badRequest, done, ok, type Reply } from '../reply.ts';
import type { Account } from '../state/entities.ts';
import { compileSchema } from '../validate/schema.ts';
import { isReachable, isServedUnder } from './parents.ts';
import { applyUpdate, compact } from './updates.ts';

const ACCOUNT_MEMBERS = [
  'name',
  'organizationId',
  'profileIds',
  'domains',
  'accessCode',
  'csrGenerationMethod',
  'accountAuthMethod',
  'preferredKeyProtectionAlgorithm',
  'autoApprove',
  'allowAutoRenew',
  'allowEmptyPin',
  'idpMappingRules',
] as const;

const find = (call: Call): Account | undefined => {
  const account = call.world.state.accounts.get(pathId(call, 'id'));
  return isReachable(call, account?.endpointId, pathId(call, 'eeId'), call.world.state.endpoints) ? account : undefined;
};

/** The operations on the accounts of an endpoint (contract 4.9). */
export const accountHandlers: Handlers = {
  'GET /api/endpoint/v1/{eeId}/account/{id}': handler<Account>({
    find,
    run: (call, account) => foreign(call, account) ?? ok(show(call, account)),
  }),
  'PUT /api/endpoint/v1/{eeId}/account/{id}': handler<Account>({
    find,
    run: (call, account) => {
      const body = bodyObject(call);
      const problem = foreign(call, account) ?? settingsProblem(call, account, body);
      if (problem !== undefined) return problem;
      const known = membersOfVariant(call);
      applyUpdate(
        call,
        account.details,
        ACCOUNT_MEMBERS.filter((name) => known.has(name)),
      );
      if (typeof body['type'] === 'string') account.type = body['type'];
      return done(204);
    },
  }),
  'DELETE /api/endpoint/v1/{eeId}/account/{id}': handler<Account>({
    find,
    run: (call, account) => {
      const problem = foreign(call, account);
      if (problem !== undefined) return problem;
      call.world.state.accounts.delete(account.id);
      return done(204);
    },
  }),
};

/** Members of the variant that the body is; what only other variants have is unknown to it. */
function membersOfVariant({ operation, wireBody }: Call): ReadonlySet<string> {
  const variants = variantsOf(operation.body?.contents[0]?.schema ?? true);
  const own = variants.find((variant) => compileSchema(variant)(wireBody) === undefined) ?? true;
  return new Set([...propertiesOf(own, own)].map(([name, schema]) => String(schema['x-member'] ?? name)));
}

function foreign(call: Call, account: Account): Reply | undefined {
  return isServedUnder(call, account.endpointId, pathId(call, 'eeId'))
    ? undefined
    : badRequest('The account belongs to another endpoint.');
}

/** Rules for the settings that only some services have: the type stays, and an access code goes with its method. */
function settingsProblem(call: Call, account: Account, body: Readonly<Record<string, unknown>>): Reply | undefined {
  const { otherwise } = call.world.policy;
  const { type, accountAuthMethod, accessCode } = body;
  if (type !== account.type && otherwise('account.variant.endpoint-mismatch'))
    return badRequest('The type cannot be changed.');
  const open = accountAuthMethod === 'ACCESS_CODE' && !accessCode;
  return open && otherwise('account.condition') ? badRequest('An access code is needed.') : undefined;
}

function show(call: Call, account: Account): Record<string, unknown> {
  const { organizationId, domains: _domains, ...details } = account.details;
  const organization = call.world.state.organizations.get(organizationId as number);
  return compact({
    ...details,
    type: account.type,
    organization: organization && { id: organization.id, name: organization.details['name'] },
    idToken: Buffer.from(JSON.stringify({ id: account.id, type: account.type })).toString('base64'),
  });
}
