import { bodyObject, type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, ok, type Reply, refused } from '../reply.ts';
import type { Endpoint } from '../state/entities.ts';
import { changes } from './updates.ts';

const CONFIG = [
  'enrollmentHelp',
  'enrollmentLinkName',
  'enrollmentLinkAddress',
  'webFormAuthTypes',
  'contactName',
  'contactEmail',
  'contactPhone',
] as const;

const find = (call: Call) => call.world.state.endpoints.get(pathId(call, 'id'));

/** The enrollment endpoint operations (contract 3.3, 4.9). */
export const endpointHandlers: Handlers = {
  'GET /api/endpoint/v1/{id}': handler<Endpoint>({ find, run: (call, endpoint) => ok(show(call, endpoint)) }),
  'PUT /api/endpoint/v1/{id}': handler<Endpoint>({ find, run: update }),
  'DELETE /api/endpoint/v1/{id}': handler<Endpoint>({
    find,
    run: (call, endpoint) => {
      const { endpoints, accounts } = call.world.state;
      endpoints.delete(endpoint.id);
      for (const account of [...accounts.values()]) if (account.endpointId === endpoint.id) accounts.delete(account.id);
      return done(204);
    },
  }),
  'PUT /api/endpoint/v1/{id}/delegations': handler<Endpoint>({ find, run: delegate }),
  'DELETE /api/endpoint/v1/{id}/delegations': handler<Endpoint>({ find, run: undelegate }),
  'GET /api/endpoint/v1/{id}/config': handler<Endpoint>({ find, run: (_call, { config }) => ok(config) }),
  'PUT /api/endpoint/v1/{id}/config': handler<Endpoint>({
    find,
    run: (call, endpoint) => {
      Object.assign(endpoint.config, changes(bodyObject(call), CONFIG));
      return done(200);
    },
  }),
};

function show(call: Call, endpoint: Endpoint): Record<string, unknown> {
  const { state, policy } = call.world;
  const { id, name, type, uriExtension, mode } = endpoint;
  const organizations = endpoint.delegations.flatMap((orgId) => {
    const organization = state.organizations.get(orgId);
    return organization === undefined ? [] : [{ id: orgId, name: organization.details['name'] }];
  });
  return {
    id,
    name,
    type,
    ...(policy.modeRead === null ? {} : { delegationMode: policy.modeRead[mode] }),
    url: `https://enroll.example.test/${encodeURIComponent(uriExtension)}`,
    uriExtension,
    organizations,
    webFormAuthTypes: endpoint.config['webFormAuthTypes'] ?? [],
  };
}

function update(call: Call, endpoint: Endpoint): Reply {
  const { query, world } = call;
  const type = query['endpointType'] as string;
  if (type !== endpoint.type && world.policy.typeChange === 'refused') {
    return badRequest(`The endpoint is of type ${endpoint.type}, which cannot be changed.`);
  }
  const delegations = query['orgDelegations'] as number[] | undefined;
  const unknown = delegations?.find((id) => !world.state.organizations.has(id));
  if (unknown !== undefined) return badRequest(`There is no organization ${unknown}.`, -1023);
  endpoint.name = query['name'] as string;
  endpoint.uriExtension = query['uriExtension'] as string;
  const config = Object.fromEntries(CONFIG.map((name) => [name, query[`config.${name}`]]));
  for (const [name, value] of Object.entries(config)) if (value !== undefined) endpoint.config[name] = value;
  // The mode has operations of its own; in global mode there is nothing that the list could restrict.
  if (delegations !== undefined && endpoint.mode === 'custom') endpoint.delegations = [...new Set(delegations)];
  return done(204);
}

function delegate(call: Call, endpoint: Endpoint): Reply {
  const { policy, state } = call.world;
  const wanted = call.body as readonly number[];
  if (wanted.length === 0 && policy.emptyDelegations === 'refused') return badRequest('At least one id is needed.');
  const unknown = wanted.find((id) => !state.organizations.has(id));
  if (unknown !== undefined) {
    if (call.has('refused-but-applied')) endpoint.mode = 'custom';
    return badRequest(`There is no organization ${unknown}.`, -1023);
  }
  const created = endpoint.mode === 'global';
  const kept = policy.delegationsPut === 'adds' && !created ? endpoint.delegations : [];
  endpoint.delegations = [...new Set([...kept, ...wanted])];
  if (!call.has('mode-forgotten')) endpoint.mode = 'custom';
  return done(created === call.has('statuses-swapped') ? 204 : 201);
}

function undelegate(call: Call, endpoint: Endpoint): Reply {
  const { policy } = call.world;
  if (endpoint.mode === 'global' && policy.deleteInGlobal === 'refused') {
    return refused('state', policy.stateRefusal, 'The endpoint has no delegations of its own.', -738);
  }
  if (!call.has('mode-forgotten')) endpoint.mode = 'global';
  if (!call.has('delegations-kept')) endpoint.delegations = [];
  return done(204);
}
