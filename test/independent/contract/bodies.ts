/**
 * The named schemas. The contract shows none of their members, so these are this server's own; each reading gives them
 * names and places of its own (`readings/`). `CertDetailsResponse` is named for two kinds and has a form for each.
 */
import { AUTH_TYPES, ENDPOINT_TYPES } from './parameters.ts';
import { bool, formed, int, list, type Member, may, must, naming, shown, text, word } from './types.ts';

export const ADMIN_TYPES = ['STANDARD', 'API', 'IDP', 'SAS'] as const;
export const VARIANTS = [
  'CreatePublicAcmeEnrollAccount',
  'CreateSslMaggieEnrollAccount',
  'CreateSslRestApiEnrollAccount',
  'CsWebFormAccountRequest',
  'DeviceWebFormAccountRequest',
  'SSLWebFormAccountRequest',
  'SmimeWebFormAccountRequest',
] as const;

const id: Member = must('id', int());
const LOCATION = [
  must('name', text(128, 1)),
  may('address', text(256)),
  may('port', int(1, 65535)),
  may('notes', text(512)),
];
const SSL = [
  may('comments', text(1024)),
  may('externalRequester', text(512)),
  may('autoRenew', bool),
  may('renewDays', int(1, 90)),
];
const CLIENT = [
  may('email', text(128, 1)),
  may('comments', text(1024)),
  may('notify', bool),
  may('keyYears', int(1, 10)),
];
const MARK = [
  may('subject', text(200, 1)),
  may('jurisdiction', text(64)),
  may('trademark', text(128)),
  may('contacts', list(text(128))),
];
const ADMIN = [
  may('type', word(...ADMIN_TYPES)),
  may('login', text(64, 3)),
  may('email', text(128, 1)),
  may('forename', text(64, 1)),
  may('surname', text(64, 1)),
  may('title', text(64)),
  may('phone', text(32)),
  may('roles', list(word('MRAO', 'RAO_SSL', 'RAO_SMIME', 'DRAO_SSL'), undefined, true)),
  may('active', bool),
];
const ORGANIZATION = [
  must('name', text(128, 1)),
  may('address1', text(128)),
  may('city', text(32)),
  may('stateProvince', text(32)),
  may('postalCode', text(10)),
  may('country', formed('country')),
  may('alias', text(256)),
  may('apiEnabled', bool),
];
const CONFIG = [
  may('enrollmentHelp', text(2048)),
  may('enrollmentLinkName', text(1024)),
  may('enrollmentLinkAddress', formed('address', 2048)),
  may('webFormAuthTypes', list(word(...AUTH_TYPES), undefined, true)),
  may('contactName', text(1024)),
  may('contactEmail', text(1024)),
  may('contactPhone', text(32)),
];
const ACCOUNT = [must('name', text(128, 3)), may('organizationId', naming('organization'))];
const BUCKET = [must('name', text(128, 1)), may('authenticated', bool), may('rules', list(int(1)))];
const SCHEDULE = [must('hours', int(0, 23)), must('minutes', int(0, 59)), may('dayOfMonth', int(1, 31))];
const variant = (name: (typeof VARIANTS)[number], ...members: readonly Member[]): readonly Member[] => [
  must('variant', word(name)),
  ...ACCOUNT,
  ...members,
];
const profiles = may('profileIds', list(int(1)));

export const BODIES = {
  SSLIdentity: [
    id,
    must('commonName', text()),
    may('subjectAlternativeName', list(text())),
    may('serialNumber', text()),
    may('status', text()),
    may('orgId', int()),
    may('requester', text()),
  ],
  SslInfo: [must('id', naming('ssl-certificate')), ...SSL],
  'CertDetailsResponse.ssl': [id, must('commonName', text()), must('status', text()), may('requester', text()), ...SSL],
  LocationCreateUpdateRequest: LOCATION,
  LocationResponseItem: [id, must('custom', bool), ...LOCATION],
  CertUpdateRequest: CLIENT,
  'CertDetailsResponse.client': [id, must('owner', text()), must('status', text()), ...CLIENT],
  DetailsResponse: [
    id,
    must('owner', text()),
    must('status', text()),
    ...CLIENT,
    may('usage', { is: 'record', members: [must('licences', int()), must('used', int())] }),
  ],
  MarkEnrollRequest: MARK.map((member) => ({ ...member, need: member.field === 'subject' })),
  MarkCertDetails: [may('id', int()), may('state', text()), ...MARK],
  CreateAndUpdateClientAdminRequest: ADMIN,
  ClientAdminDetailsResponse: [id, must('template', bool), ...ADMIN],
  PersonInfo: [
    shown('id', int()),
    must('firstName', text(64, 1)),
    may('middleName', text(64)),
    must('lastName', text(64, 1)),
    must('email', text(128, 1)),
    may('organizationId', naming('organization')),
    may('validation', word('STANDARD', 'HIGH')),
    may('phone', text(32)),
    may('secondaryEmails', list(text(128, 1))),
  ],
  UpdateOrganizationRequest: ORGANIZATION,
  OrganizationResp: [
    id,
    ...ORGANIZATION,
    may('parentId', int()),
    may('departments', list({ is: 'record', members: [must('id', int()), must('name', text())] })),
  ],
  ValidationDetailsResponseV2: [
    id,
    must('level', text()),
    must('status', text()),
    must('legalName', text()),
    must('address1', text()),
    must('country', text()),
    may('city', text()),
    may('assumedName', text()),
    may('organizationIdentifier', text()),
    may('businessCategory', text()),
  ],
  NotificationRequest: [
    must('description', text(256, 3)),
    may('active', bool),
    may('days', int(1, 365)),
    may('frequency', word('ONCE', 'DAILY')),
    must('recipients', list(text(128, 1), 1)),
  ],
  OrganizationBasicResp: [id, must('name', text())],
  EnrolmentEndpointItem: [
    id,
    must('name', text()),
    must('endpointType', word(...ENDPOINT_TYPES)),
    must('uriExtension', text()),
    must('mode', text()),
    must('delegations', list(int())),
    may('webFormAuthTypes', list(word(...AUTH_TYPES))),
  ],
  EnrollmentEndpointConfigInfo: CONFIG,
  EnrollmentEndpointConfigRequest: CONFIG,
  EndpointAccountItem: [
    id,
    must('variant', word(...VARIANTS)),
    ...ACCOUNT,
    profiles,
    may('domains', list(text(253, 1))),
    may('profileId', int(1)),
    may('autoApprove', bool),
    may('autoRenew', bool),
    may('allowEmptyPin', bool),
    may('accessCode', text(255)),
  ],
  CreatePublicAcmeEnrollAccount: variant('CreatePublicAcmeEnrollAccount', may('domains', list(text(253, 1)))),
  CreateSslMaggieEnrollAccount: variant('CreateSslMaggieEnrollAccount', may('profileId', int(1))),
  CreateSslRestApiEnrollAccount: variant('CreateSslRestApiEnrollAccount', may('autoRenew', bool)),
  CsWebFormAccountRequest: variant('CsWebFormAccountRequest', profiles, may('allowEmptyPin', bool)),
  DeviceWebFormAccountRequest: variant(
    'DeviceWebFormAccountRequest',
    profiles,
    may('autoApprove', bool),
    may('accessCode', text(255)),
  ),
  SSLWebFormAccountRequest: variant(
    'SSLWebFormAccountRequest',
    profiles,
    may('autoApprove', bool),
    may('autoRenew', bool),
    may('accessCode', text(255)),
  ),
  SmimeWebFormAccountRequest: variant('SmimeWebFormAccountRequest', profiles, may('accessCode', text(255))),
  CtLogMonitoring: [must('enabled', bool), may('includeSubdomains', bool), may('bucketId', naming('bucket'))],
  NetTaskRequestV2: [
    must('name', text(256, 1)),
    must('bucketId', naming('bucket')),
    ...SCHEDULE,
    must('ranges', list({ is: 'record', members: [must('address', text(253, 1)), may('ports', text(253))] }, 1)),
  ],
  AdTaskRequestV2: [
    must('name', text(256, 1)),
    must('bucketId', naming('bucket')),
    must('depth', int(0, 99)),
    ...SCHEDULE,
    may('domainDefinition', text(255)),
  ],
  UpdateBucketRequest: BUCKET,
  BucketUpdateResponse: [must('id', { is: 'uuid' }), must('clientId', text()), ...BUCKET],
  BucketDetailsResponse: [must('id', { is: 'uuid' }), must('clientId', text()), ...BUCKET],
} as const satisfies Record<string, readonly Member[]>;

export type BodyName = keyof typeof BODIES;
