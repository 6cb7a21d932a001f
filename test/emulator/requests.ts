import { namesOf } from '../../emulator/edge/names.ts';
import type { Operation } from '../../spec/types.ts';
import type { fixtures } from './support.ts';

interface Good {
  readonly query?: string;
  /** With every member that shows, and with items in lists of objects. */
  readonly body?: unknown;
  /** Members of a second body, or the whole second body when it is a list. */
  readonly again?: unknown;
  /** Another query for the second request. */
  readonly queryAgain?: string;
  /** What the fixture must be like. */
  readonly traits?: Readonly<Record<string, unknown>>;
}

const UUID = '6f1c7e0e-5a34-4a3a-9b8e-0d6c1f2a3b4c';

/** A good request for each operation, in the default dialect's names; ids come from the fixtures. */
const REQUESTS: Readonly<Record<string, Good>> = {
  'ssl.list': { query: 'size=5&status=Issued&renewed=true' },
  'ssl.update': {
    body: {
      sslId: 1001,
      comments: 'new',
      term: 90,
      customFields: [{ name: 'a', value: 'b' }],
      autoRenewDetails: { state: 'Scheduled' },
    },
  },
  'ssl.location.update': { body: { details: { Server: 'rack 2' } }, again: { details: {} } },
  'client.read': { query: 'includes=usage' },
  'mark.read': { query: 'includes=usage' },
  'client.update': {
    body: { comments: 'new', customFields: [{ name: 'a', value: 'b' }] },
    again: { comments: 'newer' },
  },
  'client.location.update': { body: { details: { Server: 'desk 2' } }, again: { details: {} } },
  'mark.update': { body: { term: 365, comments: 'new' } },
  'admin.update': {
    body: {
      login: 'ada',
      email: 'ada@example.test',
      forename: 'Ada',
      surname: 'L',
      title: 'T',
      telephone: '+31 1',
      street: 'S',
      locality: 'L',
      state: 'S',
      postalCode: '1',
      country: 'BE',
      relationship: 'R',
      certificateSerialNumber: '0a',
      privileges: ['allowDCV'],
      credentials: [{ role: 'MRAO', orgId: 202 }],
      identityProviderId: 3,
      idpPersonId: 'i',
    },
    again: { forename: 'Eve' },
  },
  'person.update': {
    body: {
      firstName: 'Ada',
      middleName: 'M',
      lastName: 'L',
      email: 'ada@example.test',
      organizationId: 209,
      validationType: 'HIGH',
      phone: '1',
      secondaryEmails: ['a@example.test'],
      commonName: 'AL',
      eppn: 'e',
      upn: 'u',
    },
    again: { firstName: 'Eve' },
  },
  'organization.update': {
    body: {
      name: 'N',
      address1: '1',
      address2: '2',
      address3: '3',
      city: 'C',
      stateProvince: 'S',
      postalCode: 'P',
      country: 'BE',
      alternativeName: 'A',
      schacHomeOrganization: 'S',
      alias: 'a',
      contactEmails: 'c',
      contactWebhook: 'w',
      contactSlack: 's',
      contactTeams: 't',
      sslCertsApiEnabled: false,
      clientCertsApiEnabled: true,
    },
    again: { name: 'NN' },
  },
  'validation.validator.update': { query: 'adminId=551' },
  'validation.assignment.update': { query: 'externalOrgId=x&externalOrgName=y' },
  'validation.revalidate': {
    query:
      'organizationDetails.generalDetails.legalName=L&organizationDetails.generalDetails.address1=A&organizationDetails.generalDetails.country=NL&organizationDetails.evDetails.registrationAgency.dateOfIncorporation=2001-02-03',
  },
  'notification.update': {
    body: {
      description: 'A notification',
      orgData: { selectedOrgType: 'SELECTED', orgDelegations: [201] },
      additionalData: { days: 3 },
      recipientData: { notifyRoles: ['MRAO'], recipients: [{ type: 'EMAIL', value: 'a@example.test' }] },
    },
  },
  'endpoint.update': {
    query: 'name=n&uriExtension=u&endpointType={type}&config.webFormAuthTypes=IDP',
    queryAgain: 'name=m&uriExtension=v&endpointType={type}',
  },
  'endpoint.delegations.update': { body: [201, 221], again: [203] },
  'endpoint.delegations.delete': { traits: { mode: 'custom' } },
  'domain.suspend': { traits: { state: 'active' } },
  'domain.activate': { traits: { state: 'suspended' } },
  'endpoint.config.update': {
    body: {
      enrollmentHelp: 'H',
      enrollmentLinkName: 'N',
      enrollmentLinkAddress: 'http://a.example.test',
      webFormAuthTypes: ['IDP'],
      contactName: 'Desk',
      contactEmail: 'desk@example.test',
      contactPhone: '1',
    },
    again: { contactName: 'Desks' },
  },
  'account.update': {
    body: { name: 'Account', type: '{type}', idpMappingRules: [{ matchType: 'MATCHES', values: ['a'] }] },
    again: { name: 'Other account' },
  },
  'domain.monitoring.update': { body: { enabled: true, includeSubdomains: true } },
  'net-task.update': {
    body: { certBucketId: UUID, time: { hours: 1, minutes: 2 }, ranges: [{ address: '10.0.0.1' }] },
  },
  'ad-task.update': { body: { certBucketId: UUID, time: { hours: 1 }, depth: 2 } },
  'bucket.update': {
    body: { name: 'Bucket', authenticationEnabled: true, assignmentRules: [3] },
    again: { name: 'Other', authenticationEnabled: false },
  },
};

/** Which request to make: to a fixture, to something that does not exist, or a second and different one to the fixture. */
export type Wanted = 'good' | 'absent' | 'again';

/** Path and body of a request. @param known fixtures by kind. */
export function requestFor(
  known: (kind: string) => ReturnType<typeof fixtures>,
  operation: Operation,
  wanted: Wanted = 'good',
): { path: string; body: unknown } {
  const good = REQUESTS[operation.id] ?? {};
  const fixture = known(operation.entity ?? '').find(
    (one) =>
      (operation.effect === 'destroy' ? one.allow === 'destroy' : one.allow !== 'observe') &&
      Object.entries(good.traits ?? {}).every(([name, value]) => one.traits?.[name] === value),
  );
  const type = String(fixture?.traits?.['type'] ?? '');
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    wanted === 'absent' ? (name === 'bucketId' ? UUID : '999999') : String(fixture?.ids[name]),
  );
  const query = wanted === 'again' ? (good.queryAgain ?? good.query) : good.query;
  return {
    path: query === undefined ? path : `${path}?${query.replace('{type}', type)}`,
    body: bodyFor(operation, good, wanted, type),
  };
}

/** The body in the wire names of the dialect; that these are right is what judging it by a library's schema shows. */
function bodyFor(operation: Operation, { body, again }: Good, wanted: Wanted, type: string): unknown {
  if (body === undefined) return undefined;
  const whole = wanted !== 'again' || again === undefined ? body : Array.isArray(again) ? again : { ...body, ...again };
  const filled = JSON.parse(JSON.stringify(whole).replace('{type}', type)) as unknown;
  const schema = operation.body?.contents[0]?.schema;
  return schema === undefined ? filled : namesOf(schema).toWire(filled);
}
