/** The 46 operations of section 4, as data: method, path, what is read from a request, and what answers it. */
import type { BodyName } from '../contract/bodies.ts';
import * as query from '../contract/parameters.ts';
import type { Kind, Member } from '../contract/types.ts';
import * as accounts from '../handlers/accounts.ts';
import * as administrators from '../handlers/administrators.ts';
import * as discovery from '../handlers/discovery.ts';
import * as domains from '../handlers/domains.ts';
import * as endpoints from '../handlers/endpoints.ts';
import { read, remove, update } from '../handlers/generic.ts';
import * as organizations from '../handlers/organizations.ts';
import * as ssl from '../handlers/ssl.ts';
import type { Handler } from './call.ts';

export interface Operation {
  readonly id: string;
  readonly method: 'GET' | 'PUT' | 'DELETE';
  readonly path: string;
  /** Kind of the entity that the path names; none for the SSL list and its update. */
  readonly kind?: Kind;
  /** Kind of the entity above it. */
  readonly parent?: Kind;
  /** Least identifiers of the path in their order; none where the contract gives none. */
  readonly least: readonly (number | undefined | 'uuid')[];
  readonly query?: readonly Member[];
  readonly body?: BodyName | 'variants' | 'ids';
  readonly xml?: boolean;
  readonly role?: 'MRAO';
  readonly handle: Handler;
}

const SSL_LOCATION = {
  path: '/api/ssl/v2/{sslId}/location/{locationId}',
  kind: 'ssl-location',
  parent: 'ssl-certificate',
  least: [1, 1],
} as const;
const CLIENT = { path: '/api/smime/v2/{id}', kind: 'client-certificate', least: [1] } as const;
const CLIENT_LOCATION = {
  path: '/api/smime/v2/{certId}/location/{locationId}',
  kind: 'client-location',
  parent: 'client-certificate',
  least: [1, 1],
} as const;
const MARK = { path: '/api/mark-certificate/v1/{id}', kind: 'mark-certificate', least: [undefined] } as const;
const ADMIN = { path: '/api/admin/v1/{id}', kind: 'administrator', least: [1] } as const;
const PERSON = { path: '/api/person/v2/{id}', kind: 'person', least: [undefined] } as const;
const ORGANIZATION = { path: '/api/organization/v1/{id}', kind: 'organization', least: [1] } as const;
const VALIDATION = { kind: 'validation', parent: 'organization', least: [undefined, undefined] } as const;
const NOTIFICATION = { path: '/api/notification/v1/{notificationId}', kind: 'notification', least: [1] } as const;
const ENDPOINT = { path: '/api/endpoint/v1/{id}', kind: 'endpoint', least: [1] } as const;
const DELEGATIONS = { ...ENDPOINT, path: '/api/endpoint/v1/{id}/delegations' } as const;
const CONFIG = { ...ENDPOINT, path: '/api/endpoint/v1/{id}/config' } as const;
const ACCOUNT = {
  path: '/api/endpoint/v1/{eeId}/account/{id}',
  kind: 'account',
  parent: 'endpoint',
  least: [1, 1],
} as const;
const DOMAIN = { kind: 'domain', least: [undefined] } as const;
const BUCKET = { path: '/api/discovery/v1/bucket/{bucketId}', kind: 'bucket', least: ['uuid'] } as const;
const VALIDATIONS = '/api/organization/v2/{orgId}/validations';

const GET = 'GET';
const PUT = 'PUT';
const DELETE = 'DELETE';

export const OPERATIONS: readonly Operation[] = [
  { id: 'ssl.list', method: GET, path: '/api/ssl/v2', least: [], query: query.SSL_FILTERS, handle: ssl.list },
  { id: 'ssl.update', method: PUT, path: '/api/ssl/v2', least: [], body: 'SslInfo', handle: ssl.change },
  { id: 'ssl.location.read', method: GET, ...SSL_LOCATION, handle: read('LocationResponseItem') },
  {
    id: 'ssl.location.update',
    method: PUT,
    ...SSL_LOCATION,
    body: 'LocationCreateUpdateRequest',
    handle: ssl.changeLocation,
  },
  { id: 'ssl.location.delete', method: DELETE, ...SSL_LOCATION, handle: ssl.removeLocation },
  { id: 'client.read', method: GET, ...CLIENT, query: query.INCLUDES, handle: read('DetailsResponse') },
  {
    id: 'client.update',
    method: PUT,
    ...CLIENT,
    body: 'CertUpdateRequest',
    handle: update(200, 'CertDetailsResponse.client'),
  },
  { id: 'client.delete', method: DELETE, ...CLIENT, handle: remove(204, 'client-location') },
  { id: 'client.location.read', method: GET, ...CLIENT_LOCATION, handle: read('LocationResponseItem') },
  {
    id: 'client.location.update',
    method: PUT,
    ...CLIENT_LOCATION,
    body: 'LocationCreateUpdateRequest',
    handle: ssl.changeLocation,
  },
  { id: 'client.location.delete', method: DELETE, ...CLIENT_LOCATION, handle: ssl.removeLocation },
  { id: 'mark.read', method: GET, ...MARK, query: query.INCLUDES, handle: read('MarkCertDetails') },
  { id: 'mark.update', method: PUT, ...MARK, body: 'MarkEnrollRequest', handle: ssl.changeMark },
  { id: 'admin.read', method: GET, ...ADMIN, handle: read('ClientAdminDetailsResponse') },
  {
    id: 'admin.update',
    method: PUT,
    ...ADMIN,
    body: 'CreateAndUpdateClientAdminRequest',
    handle: administrators.change,
  },
  { id: 'admin.delete', method: DELETE, ...ADMIN, query: query.ADMIN_DELETE, handle: administrators.remove },
  { id: 'person.read', method: GET, ...PERSON, handle: read('PersonInfo') },
  { id: 'person.update', method: PUT, ...PERSON, body: 'PersonInfo', handle: update(200) },
  { id: 'person.delete', method: DELETE, ...PERSON, handle: remove(204) },
  { id: 'organization.read', method: GET, ...ORGANIZATION, handle: organizations.read },
  {
    id: 'organization.update',
    method: PUT,
    ...ORGANIZATION,
    body: 'UpdateOrganizationRequest',
    xml: true,
    handle: organizations.change,
  },
  { id: 'organization.delete', method: DELETE, ...ORGANIZATION, handle: organizations.remove },
  {
    id: 'validation.validator.update',
    method: PUT,
    path: `${VALIDATIONS}/{validationId}/validator`,
    ...VALIDATION,
    query: query.VALIDATOR,
    handle: organizations.setValidator,
  },
  {
    id: 'validation.assignment.update',
    method: PUT,
    path: `${VALIDATIONS}/assignment/{validationId}`,
    ...VALIDATION,
    query: query.ASSIGNMENT,
    handle: organizations.assign,
  },
  {
    id: 'validation.revalidate',
    method: PUT,
    path: `${VALIDATIONS}/{validationId}/revalidate`,
    ...VALIDATION,
    query: query.REVALIDATE,
    handle: organizations.revalidate,
  },
  {
    id: 'notification.update',
    method: PUT,
    ...NOTIFICATION,
    body: 'NotificationRequest',
    handle: organizations.changeNotification,
  },
  { id: 'notification.delete', method: DELETE, ...NOTIFICATION, handle: remove(200) },
  { id: 'endpoint.read', method: GET, ...ENDPOINT, handle: read('EnrolmentEndpointItem') },
  { id: 'endpoint.update', method: PUT, ...ENDPOINT, query: query.ENDPOINT_UPDATE, handle: endpoints.change },
  { id: 'endpoint.delete', method: DELETE, ...ENDPOINT, handle: remove(204, 'account') },
  { id: 'endpoint.delegations.update', method: PUT, ...DELEGATIONS, body: 'ids', handle: endpoints.delegate },
  { id: 'endpoint.delegations.delete', method: DELETE, ...DELEGATIONS, handle: endpoints.undelegate },
  { id: 'endpoint.config.read', method: GET, ...CONFIG, handle: endpoints.readConfig },
  {
    id: 'endpoint.config.update',
    method: PUT,
    ...CONFIG,
    body: 'EnrollmentEndpointConfigRequest',
    handle: endpoints.changeConfig,
  },
  { id: 'account.read', method: GET, ...ACCOUNT, handle: read('EndpointAccountItem') },
  { id: 'account.update', method: PUT, ...ACCOUNT, body: 'variants', handle: accounts.change },
  { id: 'account.delete', method: DELETE, ...ACCOUNT, handle: remove(204) },
  {
    id: 'domain.suspend',
    method: PUT,
    path: '/api/domain/v1/{id}/suspend',
    ...DOMAIN,
    role: 'MRAO',
    handle: domains.become('suspended'),
  },
  {
    id: 'domain.activate',
    method: PUT,
    path: '/api/domain/v1/{id}/activate',
    ...DOMAIN,
    role: 'MRAO',
    handle: domains.become('active'),
  },
  {
    id: 'domain.monitoring.update',
    method: PUT,
    path: '/api/domain/v1/{id}/monitoring',
    ...DOMAIN,
    body: 'CtLogMonitoring',
    handle: domains.monitor,
  },
  {
    id: 'net-task.update',
    method: PUT,
    path: '/api/discovery/v4/net_task/{id}',
    kind: 'net-task',
    least: [1],
    body: 'NetTaskRequestV2',
    xml: true,
    handle: update(200),
  },
  {
    id: 'ad-task.update',
    method: PUT,
    path: '/api/discovery/v4/ad_task/{id}',
    kind: 'ad-task',
    least: [1],
    body: 'AdTaskRequestV2',
    xml: true,
    handle: update(200),
  },
  { id: 'bucket.read', method: GET, ...BUCKET, handle: read('BucketDetailsResponse') },
  {
    id: 'bucket.update',
    method: PUT,
    ...BUCKET,
    body: 'UpdateBucketRequest',
    handle: update(200, 'BucketUpdateResponse'),
  },
  { id: 'bucket.delete', method: DELETE, ...BUCKET, handle: remove(204) },
  {
    id: 'bucket.client-secret.reset',
    method: PUT,
    path: '/api/discovery/v1/bucket/{bucketId}/reset-client-secret',
    kind: 'bucket',
    least: ['uuid'],
    handle: discovery.resetSecret,
  },
];

export interface Route {
  readonly operations: readonly Operation[];
  /** Identifiers of the path, still encoded. */
  readonly ids: readonly string[];
}

/** The operations of a path, whatever their method; literal segments go before identifiers. */
export function route(path: string, trailingSlash: boolean): Route | undefined {
  const given = (trailingSlash && path.length > 1 ? path.replace(/\/$/, '') : path).split('/');
  let best: Route & { literal: number } = { operations: [], ids: [], literal: -1 };
  for (const operation of OPERATIONS) {
    const wanted = operation.path.split('/');
    if (wanted.length !== given.length) continue;
    const fits = wanted.every((part, i) => (part.startsWith('{') ? given[i] !== '' : part === given[i]));
    if (!fits) continue;
    const literal = wanted.filter((part) => !part.startsWith('{')).length;
    const ids = given.filter((_, i) => wanted[i]?.startsWith('{'));
    if (literal > best.literal) best = { operations: [operation], ids, literal };
    else if (literal === best.literal) best = { ...best, operations: [...best.operations, operation] };
  }
  return best.literal < 0 ? undefined : best;
}
