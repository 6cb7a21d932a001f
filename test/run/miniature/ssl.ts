/** SSL certificates and their locations (contract 4.2). */
import { badRequest, empty, json } from './http.ts';
import { complaint, integer, objectBody, type Rule, textOf } from './input.ts';
import type { MiniatureOperation, Scene } from './operation.ts';
import type { Certificate } from './world.ts';

const DAYS: Rule = { type: 'integer', min: 1, max: 200 };
const text = (most: number): Rule => ({ length: [0, most] });

const FILTERS: Readonly<Record<string, Rule>> = {
  size: { type: 'integer', min: 0, max: 200 },
  position: { type: 'integer', min: 0 },
  commonName: {},
  subjectAlternativeName: {},
  status: {
    values:
      'Invalid,Requested,Approved,Declined,Applied,Issued,Revoked,Expired,Replaced,Rejected,SA Approved,Init'.split(
        ',',
      ),
  },
  sslTypeId: { type: 'integer', min: 1 },
  discoveryStatus: { values: ['NotDeployed', 'Deployed'] },
  vendor: text(128),
  orgId: { type: 'integer' },
  installStatus: {
    values:
      'Not configured,Not started,Key processing,Key and CSR ready,Certificate processing,Installation scheduled,Installation processing,Action required,Ready for install,Server restart required,Completed,Invalid configuration,Certificate chain uploaded'.split(
        ',',
      ),
  },
  renewalStatus: { values: ['Not scheduled', 'Scheduled', 'Started', 'Successful', 'Failed'] },
  issuer: {},
  serialNumber: text(128),
  requester: text(128),
  externalRequester: text(512),
  signatureAlgorithm: text(32),
  keyAlgorithm: text(32),
  keySize: { type: 'integer', min: 1 },
  keyParam: text(32),
  sha1Hash: text(40),
  md5Hash: text(32),
  sha256Hash: text(64),
  keyUsage: text(256),
  extendedKeyUsage: text(512),
  requestedVia: {
    values:
      'Enrollment Form,Client Admin,Web API,Discovery,Imported,SCEP,CD Agent,MS Agent,MS CA,Bulk Request,ACME,EST,REST API'.split(
        ',',
      ),
  },
  expiresIn: DAYS,
  renewed: { type: 'boolean' },
  renewedIn: DAYS,
  requestedIn: DAYS,
  issuedIn: DAYS,
};

/** The not-found body of this area is a list. */
const absent = (): ReturnType<typeof json> =>
  json(404, [{ ref: 'SSL-404', reason: 'There is nothing of that name.', hints: null }]);

/** Deprecated filters are understood and have no effect; what else is filtered by, a certificate has or has not. */
function isKept(certificate: Certificate, [name, value]: readonly [string, string]): boolean {
  if (value === '' || ['size', 'position', 'discoveryStatus', 'keySize'].includes(name)) return true;
  const own = name === 'status' ? certificate.status : certificate.facts[name];
  if (own === undefined) return false;
  if (FILTERS[name]?.max === 200) return Number(own) <= (integer(value) ?? 0);
  if (name === 'renewed') return (own === 'true') === ['true', 'yes', '1'].includes(value.trim().toLowerCase());
  return own.toLowerCase() === value.trim().toLowerCase() || Number(own) === integer(value);
}

/** The total counts all certificates, whatever is filtered by; the order is that of creation, last first. */
function list({ call, world, broken }: Scene): ReturnType<typeof json> {
  const all = [...world.certificates.values()].reverse();
  const found = all.filter((certificate) => call.query.every((pair) => isKept(certificate, pair)));
  const position = integer(textOf(call, 'position') || '0') ?? 0;
  const size = integer(textOf(call, 'size') || '3') ?? 3;
  const page = found.slice(position, position + size).map(({ id }) => ({ Identity: { number: id }, alias: null }));
  return json(200, page, broken('list-without-total') ? {} : { 'x-total-count': String(all.length) });
}

function certificateOf({ world, ids }: Scene): Certificate | undefined {
  return world.certificates.get(integer(ids[0] ?? '') ?? 0);
}

function locationOf(scene: Scene): { custom: boolean; url: string } | undefined {
  return certificateOf(scene)?.locations.get(integer(scene.ids[1] ?? '') ?? 0);
}

const LOCATION = /^\/api\/ssl\/v2\/([^/]*)\/location\/([^/]*)$/;

function locationGone(scene: Scene): ReturnType<typeof json> | undefined {
  if (locationOf(scene) !== undefined) return undefined;
  return scene.broken('location-absent-empty-body') ? { status: 404 } : absent();
}

export const SSL: readonly MiniatureOperation[] = [
  {
    method: 'GET',
    path: /^\/api\/ssl\/v2$/,
    input: ({ call, broken }) => {
      const rules = {
        ...FILTERS,
        ...(broken('size-maximum-201') ? { size: { type: 'integer', min: 0, max: 201 } as Rule } : {}),
      };
      const refusesDeclined = broken('status-filter-refuses-declined') && textOf(call, 'status') === 'Declined';
      const why = refusesDeclined ? 'status' : complaint(call, rules, true);
      return why === undefined ? undefined : badRequest(why, 'problem');
    },
    perform: list,
  },
  {
    method: 'PUT',
    path: /^\/api\/ssl\/v2$/,
    input: ({ call }) =>
      typeof objectBody(call)?.['CERT'] === 'number' ? undefined : badRequest('CERT is needed', 'problem'),
    entity: ({ call, world }) =>
      world.certificates.has(Number(objectBody(call)?.['CERT'])) ? undefined : badRequest('no such CERT', 'text'),
    perform: ({ call, world }) => {
      const body = objectBody(call) ?? {};
      const certificate = world.certificates.get(Number(body['CERT']));
      if (certificate !== undefined) certificate.note = String(body['NOTE'] ?? '');
      return json(200, {});
    },
  },
  {
    method: 'GET',
    path: LOCATION,
    entity: locationGone,
    perform: (scene) => json(200, { where: { href: locationOf(scene)?.url } }),
  },
  {
    method: 'PUT',
    path: LOCATION,
    input: ({ call }) =>
      typeof objectBody(call)?.['href'] === 'string' ? undefined : badRequest('href is needed', 'text'),
    entity: locationGone,
    perform: (scene) => {
      const location = locationOf(scene);
      if (location?.custom !== true) return json(403, { reason: 'not a custom location' });
      location.url = String(objectBody(scene.call)?.['href']);
      return empty(200);
    },
  },
  {
    method: 'DELETE',
    path: LOCATION,
    entity: locationGone,
    perform: (scene) => {
      if (locationOf(scene)?.custom !== true) return json(409, { reason: 'not a custom location' });
      certificateOf(scene)?.locations.delete(Number(scene.ids[1]));
      return empty(scene.broken('location-delete-200') ? 200 : 204);
    },
  },
];
