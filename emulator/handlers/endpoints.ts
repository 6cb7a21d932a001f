import { type Call, type Handlers, handler, pathId } from '../call.ts';
import { badRequest, done, notFound, ok, type Reply, refused } from '../reply.ts';
import type { Endpoint } from '../state/entities.ts';
import { applyUpdate } from './updates.ts';

const CONFIG = [
  'enrollmentHelp',
  'enrollmentLinkName',
  'enrollmentLinkAddress',
  'webFormAuthTypes',
  'contactName',
  'contactEmail',
  'contactPhone',
] as const;

const isEmpty = (config: Endpoint['config']): boolean => Object.keys(config).length === 0;

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
  'GET /api/endpoint/v1/{id}/config': handler<Endpoint>({
    find,
    run: (call, { config }) => {
      const hidden = isEmpty(config) && call.world.policy.otherwise('endpoint.config.none');
      return hidden ? notFound('There is no configuration.') : ok(config);
    },
  }),
  'PUT /api/endpoint/v1/{id}/config': handler<Endpoint>({
    find,
    run: (call, endpoint) => {
      const isCreated = isEmpty(endpoint.config);
      if (isCreated) {
        if (call.has('creation-refused')) return badRequest('There is no configuration to update.');
        if (call.has('creation-forgotten')) return done(200);
      }
      applyUpdate(call, endpoint.config, CONFIG);
      if (isCreated && call.has('creation-shared'))
        for (const other of call.world.state.endpoints.values())
          if (isEmpty(other.config)) other.config = { ...endpoint.config };
      for (const mode of ['global', 'custom'] as const) if (call.has(`mode-${mode}`)) endpoint.mode = mode;
      return call.world.policy.otherwise('endpoint.config.update.body') ? ok(endpoint.config) : done(200);
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
    ...(policy.modeRead === null ? {} : shownAs(policy.modeRead[mode], endpoint.delegations)),
    url: `https://enroll.example.test/${encodeURIComponent(uriExtension)}`,
    uriExtension,
    organizations,
    webFormAuthTypes: endpoint.config['webFormAuthTypes'] ?? [],
  };
}

/** The mode as a dialect declares it: by a value, or by what there is of the delegations. */
function shownAs(declared: unknown, delegations: readonly number[]): Record<string, unknown> {
  switch (declared) {
    case 'absent':
      return {};
    case 'present':
      return { delegationMode: true };
    case 'empty':
      return { delegationMode: [] };
    case 'filled':
      return { delegationMode: delegations.length === 0 ? [0] : delegations };
    default:
      return { delegationMode: declared };
  }
}

function update(call: Call, endpoint: Endpoint): Reply {
  const { query, world } = call;
  const type = query['endpointType'] as string;
  if (type !== endpoint.type && world.policy.typeChange === 'refused') {
    return badRequest(`The endpoint is of type ${endpoint.type}, which cannot be changed.`);
  }
  const delegations = query['orgDelegations'] as number[] | undefined;
  const misfit = authTypesProblem(call, endpoint);
  if (misfit !== undefined) return misfit;
  const unknown = delegations?.find((id) => !world.state.organizations.has(id));
  if (unknown !== undefined) return badRequest(`There is no organization ${unknown}.`, -1023);
  endpoint.name = query['name'] as string;
  endpoint.uriExtension = query['uriExtension'] as string;
  const config = Object.fromEntries(CONFIG.map((name) => [name, eachOnce(query[`config.${name}`])]));
  const clears = world.policy.clearsParameters;
  for (const [name, value] of Object.entries(config)) {
    if (value !== undefined) endpoint.config[name] = value;
    else if (clears) delete endpoint.config[name];
  }
  // The mode has operations of its own; in global mode there is nothing that the list could restrict.
  const alike = world.policy.otherwise('endpoint.update.delegations');
  if (delegations !== undefined && (alike || endpoint.mode === 'custom')) {
    endpoint.mode = 'custom';
    endpoint.delegations = [...new Set(delegations)];
  }
  return done(204);
}

/** Which `webFormAuthTypes` fit which endpoint, where that is looked at. */
function authTypesProblem(call: Call, endpoint: Endpoint): Reply | undefined {
  const types = (call.query['config.webFormAuthTypes'] ?? []) as readonly string[];
  const secret = types.includes('SECRET_ID') && endpoint.type !== 'SMIME_WEB_FORM';
  const identity = types.includes('IDP') && endpoint.type === 'CODE_SIGN_WEB_FORM';
  const misfit = (secret || identity) && call.world.policy.otherwise('endpoint.auth-types.combination');
  return misfit ? badRequest(`Some of ${types.join(', ')} do not fit ${endpoint.type}.`) : undefined;
}

/** Some services let only the role MRAO change delegations. */
function roleProblem(call: Call): Reply | undefined {
  const { policy } = call.world;
  const missing = call.principal.role !== 'MRAO' && policy.otherwise('endpoint.delegations.role');
  return missing ? refused('role', policy.roleRefusal, 'This needs the role MRAO.', -3) : undefined;
}

function delegate(call: Call, endpoint: Endpoint): Reply {
  const { policy, state } = call.world;
  const problem = roleProblem(call);
  if (problem !== undefined) return problem;
  const wanted = call.body as readonly number[];
  if (wanted.length === 0 && policy.emptyDelegations === 'refused') return badRequest('At least one id is needed.');
  const unknown = wanted.find((id) => !state.organizations.has(id));
  if (unknown !== undefined) {
    if (call.has('refused-but-applied')) endpoint.mode = 'custom';
    return badRequest(`There is no organization ${unknown}.`, -1023);
  }
  if (wanted.length > 1 && call.has('several-refused')) return badRequest('One id at a time.');
  const created = endpoint.mode === 'global';
  const kept = policy.delegationsPut === 'adds' && !created ? endpoint.delegations : [];
  const taken = call.has('several-cut') ? wanted.slice(0, 1) : wanted;
  endpoint.delegations = [...new Set([...kept, ...taken])];
  const forgotten = call.has('mode-forgotten') || (wanted.length > 1 && call.has('several-mode-forgotten'));
  if (!forgotten) endpoint.mode = 'custom';
  if (call.has('all-endpoints')) for (const one of state.endpoints.values()) one.mode = 'custom';
  const status = created === call.has('statuses-swapped') ? 204 : 201;
  if (policy.otherwise('endpoint.delegations.status')) return done(204);
  if (status === 204 || !policy.otherwise('endpoint.delegations.created-body')) return done(status);
  return { status, body: { id: endpoint.id }, headers: { Location: `/api/endpoint/v1/${endpoint.id}` } };
}

function undelegate(call: Call, endpoint: Endpoint): Reply {
  const { policy } = call.world;
  const problem = roleProblem(call);
  if (problem !== undefined) return problem;
  if (endpoint.mode === 'global' && policy.deleteInGlobal === 'refused') {
    return refused('state', policy.stateRefusal, 'The endpoint has no delegations of its own.', -738);
  }
  if (!call.has('mode-forgotten')) endpoint.mode = 'global';
  if (call.has('all-endpoints')) for (const one of call.world.state.endpoints.values()) one.mode = 'global';
  if (!call.has('delegations-kept')) endpoint.delegations = [];
  return done(204);
}

/** A list as the configuration shows it: its schema knows no item twice. */
function eachOnce(value: unknown): unknown {
  return Array.isArray(value) ? [...new Set(value)] : value;
}
