/** Enrollment endpoints, their delegations, configuration and accounts (contract 4.9, 3.3). */
import { type Answer, badRequest, empty, json } from './http.ts';
import { complaint, integer, jsonBody, listOf, objectBody, type Rule, textOf } from './input.ts';
import type { MiniatureOperation, Scene } from './operation.ts';
import type { Endpoint } from './world.ts';

const SETTINGS: Readonly<Record<string, Rule>> = {
  name: { length: [1, 256], required: true },
  endpointType: {
    values: ['SSL_WEB_FORM', 'SMIME_WEB_FORM', 'DEVICE_WEB_FORM', 'CODE_SIGN_WEB_FORM'],
    required: true,
  },
  uriExtension: { length: [1, 58], required: true },
  'config.enrollmentHelp': { length: [0, 2048] },
  'config.enrollmentLinkName': { length: [0, 1024] },
  'config.enrollmentLinkAddress': { length: [0, 2048] },
  'config.webFormAuthTypes': { type: 'texts', values: ['EMAIL_CONFIRMATION', 'IDP', 'SECRET_ID'] },
  'config.contactName': { length: [0, 1024] },
  'config.contactEmail': { length: [0, 1024] },
  'config.contactPhone': { length: [0, 32] },
  orgDelegations: { type: 'integers', min: 1 },
};

const SCHEMES = ['http:', 'https:', 'ftp:', 'ftps:', 'gopher:', 'telnet:', 'nntp:', 'mailto:', 'news:'];

const path = (rest: string): RegExp => new RegExp(`^/api/endpoint/v1/([^/]*)${rest}$`);

function endpointOf({ world, ids }: Scene): Endpoint | undefined {
  return world.endpoints.get(integer(ids[0] ?? '') ?? 0);
}

const absent = (what: string): Answer =>
  json(404, { message: `${what} is not there`, errorCode: -404, trace: null, links: [] });

function gone(scene: Scene): Answer | undefined {
  return endpointOf(scene) === undefined ? absent('The endpoint') : undefined;
}

function accountGone(scene: Scene): Answer | undefined {
  const account = endpointOf(scene)?.accounts.get(integer(scene.ids[1] ?? '') ?? 0);
  return account === undefined ? absent('The account') : undefined;
}

/** Besides the documented constraints: rules of its own for addresses, link names, combinations and references. */
function badSettings(scene: Scene): Answer | undefined {
  const { call, world, broken } = scene;
  const named = broken('endpoint-name-not-required') ? { ...SETTINGS, name: { length: [1, 256] as const } } : SETTINGS;
  const why = complaint(call, named, true);
  if (why !== undefined) return badRequest(why, 'text');
  const extension = textOf(call, 'uriExtension') ?? '';
  if (broken('endpoint-extension-of-57') && extension.length > 57) return badRequest('uriExtension', 'text');
  const id = integer(scene.ids[0] ?? '');
  const taken = [...world.endpoints].some(([other, endpoint]) => other !== id && endpoint.extension === extension);
  if (!/^[a-z0-9-]+$/.test(extension) || taken) return badRequest('uriExtension', 'text');
  const link = textOf(call, 'config.enrollmentLinkAddress') ?? '';
  if (link !== '' && !(URL.canParse(link) && SCHEMES.includes(new URL(link).protocol)))
    return badRequest('link', 'text');
  const mail = textOf(call, 'config.contactEmail') ?? '';
  if (mail !== '' && !/^[^@\s]{1,64}@[^@\s]+$/.test(mail)) return badRequest('contactEmail', 'text');
  const phone = textOf(call, 'config.contactPhone') ?? '';
  if (phone !== '' && !/^\+?[\d ()-]+$/.test(phone)) return badRequest('contactPhone', 'text');
  if (listOf(call, 'orgDelegations').some((one) => !world.organizations.has(integer(one) ?? 0)))
    return badRequest('orgDelegations', 'text');
  const type = endpointOf(scene)?.type;
  return type !== undefined && textOf(call, 'endpointType')?.toUpperCase().trim() !== type
    ? badRequest('an endpoint keeps its type', 'text')
    : undefined;
}

function badDelegations({ call, world, broken }: Scene): Answer | undefined {
  const value = jsonBody(call.body);
  if (!Array.isArray(value) || value.length === 0) return badRequest('an array is needed', 'problem');
  const unique = new Set(value).size === value.length || broken('delegations-accept-duplicates');
  const known = value.every((one) => typeof one === 'number' && world.organizations.has(one));
  return unique && known ? undefined : badRequest('bad delegations', 'problem');
}

const badKind = ({ call }: Scene): Answer | undefined =>
  objectBody(call)?.['kind'] === 'form' ? undefined : badRequest('kind', 'text');

export const ENDPOINTS: readonly MiniatureOperation[] = [
  { method: 'GET', path: path(''), entity: gone, perform: () => json(200, {}) },
  {
    method: 'PUT',
    path: path(''),
    input: badSettings,
    entity: gone,
    perform: (scene) => {
      const endpoint = endpointOf(scene);
      if (endpoint !== undefined) {
        endpoint.name = textOf(scene.call, 'name') ?? '';
        endpoint.extension = textOf(scene.call, 'uriExtension') ?? '';
      }
      return empty(204);
    },
  },
  {
    method: 'DELETE',
    path: path(''),
    entity: gone,
    perform: ({ world, ids }) => {
      world.endpoints.delete(integer(ids[0] ?? '') ?? 0);
      return empty(204);
    },
  },
  {
    method: 'PUT',
    path: path('/delegations'),
    input: badDelegations,
    entity: gone,
    perform: (scene) => {
      const endpoint = endpointOf(scene);
      const fresh = endpoint?.delegations === undefined;
      if (endpoint !== undefined) endpoint.delegations = new Set(jsonBody(scene.call.body) as number[]);
      return fresh ? json(201, { created: true }, { location: scene.call.path }) : empty(204);
    },
  },
  {
    method: 'DELETE',
    path: path('/delegations'),
    entity: gone,
    perform: (scene) => {
      const endpoint = endpointOf(scene);
      if (endpoint?.delegations === undefined) return json(409, { message: 'nothing is delegated' });
      endpoint.delegations = undefined;
      return empty(204);
    },
  },
  {
    method: 'GET',
    path: path('/config'),
    entity: gone,
    perform: (scene) => json(200, { ...endpointOf(scene)?.contact, further: [] }),
  },
  {
    method: 'PUT',
    path: path('/config'),
    input: ({ call }) => (objectBody(call) === undefined ? badRequest('no object', 'none') : undefined),
    entity: gone,
    perform: (scene) => {
      const endpoint = endpointOf(scene);
      if (endpoint !== undefined) endpoint.contact = objectBody(scene.call) ?? {};
      return { status: 200, headers: { 'content-type': 'text/plain' }, body: 'OK' };
    },
  },
  { method: 'GET', path: path('/account/([^/]*)'), entity: accountGone, perform: () => json(200, { kind: 'form' }) },
  {
    method: 'PUT',
    path: path('/account/([^/]*)'),
    input: badKind,
    entity: accountGone,
    perform: () => empty(204),
  },
  {
    method: 'DELETE',
    path: path('/account/([^/]*)'),
    entity: accountGone,
    perform: (scene) => {
      endpointOf(scene)?.accounts.delete(integer(scene.ids[1] ?? '') ?? 0);
      return empty(204);
    },
  },
];
