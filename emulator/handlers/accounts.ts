import { bodyObject, type Call, type Handlers, handler, pathId } from '../call.ts';
import { done, ok } from '../reply.ts';
import type { Account } from '../state/entities.ts';
import { changes, compact } from './updates.ts';

const MEMBERS = [
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
  return account?.endpointId === pathId(call, 'eeId') ? account : undefined;
};

/** The operations on the accounts of an endpoint (contract 4.9). */
export const accountHandlers: Handlers = {
  'GET /api/endpoint/v1/{eeId}/account/{id}': handler<Account>({
    find,
    run: (call, account) => ok(show(call, account)),
  }),
  'PUT /api/endpoint/v1/{eeId}/account/{id}': handler<Account>({
    find,
    run: (call, account) => {
      const body = bodyObject(call);
      Object.assign(account.details, changes(body, MEMBERS));
      if (typeof body['type'] === 'string') account.type = body['type'];
      return done(204);
    },
  }),
  'DELETE /api/endpoint/v1/{eeId}/account/{id}': handler<Account>({
    find,
    run: (call, account) => {
      call.world.state.accounts.delete(account.id);
      return done(204);
    },
  }),
};

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
