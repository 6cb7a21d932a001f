/**
 * Figures copied by hand from the contract, row by row and without a look at `spec/openapi/`: what is forgotten or
 * mistyped there is seen here. One line is one row.
 */

/** Rows of a table as they are typed: one per line, blank lines and indentation dropped. */
function rows(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Operations by area (sections 4.2 to 4.11). */
export const OPERATIONS_BY_AREA = {
  ssl: 5,
  client: 6,
  mark: 2,
  admin: 3,
  person: 3,
  organization: 6,
  notification: 2,
  endpoint: 10,
  domain: 3,
  discovery: 6,
} as const;

/**
 * The operation tables: id, method, path, number of query parameters, body, successes. `-` is a documented absence,
 * `?` what the contract leaves open, `X[]` an array of X, `+xml` a body that XML may carry too.
 */
export const OPERATIONS = rows(`
  ssl.list | GET /api/ssl/v2 | 30 | - | 200 SSLIdentity[]
  ssl.update | PUT /api/ssl/v2 | 0 | SslInfo | 200 CertDetailsResponse
  ssl.location.read | GET /api/ssl/v2/{sslId}/location/{locationId} | 0 | - | 200 LocationResponseItem
  ssl.location.update | PUT /api/ssl/v2/{sslId}/location/{locationId} | 0 | LocationCreateUpdateRequest | 200 -
  ssl.location.delete | DELETE /api/ssl/v2/{sslId}/location/{locationId} | 0 | - | 204 -
  client.read | GET /api/smime/v2/{id} | 1 | - | 200 DetailsResponse
  client.update | PUT /api/smime/v2/{id} | 0 | CertUpdateRequest | 200 CertDetailsResponse
  client.delete | DELETE /api/smime/v2/{id} | 0 | - | 204 -
  client.location.read | GET /api/smime/v2/{certId}/location/{locationId} | 0 | - | 200 LocationResponseItem
  client.location.update | PUT /api/smime/v2/{certId}/location/{locationId} | 0 | LocationCreateUpdateRequest | 200 -
  client.location.delete | DELETE /api/smime/v2/{certId}/location/{locationId} | 0 | - | 204 -
  mark.read | GET /api/mark-certificate/v1/{id} | 1 | - | 200 MarkCertDetails
  mark.update | PUT /api/mark-certificate/v1/{id} | 0 | MarkEnrollRequest | 202 -
  admin.read | GET /api/admin/v1/{id} | 0 | - | 200 ClientAdminDetailsResponse
  admin.update | PUT /api/admin/v1/{id} | 0 | CreateAndUpdateClientAdminRequest | 200 -
  admin.delete | DELETE /api/admin/v1/{id} | 1 | - | 204 -
  person.read | GET /api/person/v2/{id} | 0 | - | 200 PersonInfo
  person.update | PUT /api/person/v2/{id} | 0 | PersonInfo | 200 -
  person.delete | DELETE /api/person/v2/{id} | 0 | - | 204 -
  organization.read | GET /api/organization/v1/{id} | 0 | - | 200 OrganizationResp
  organization.update | PUT /api/organization/v1/{id} | 0 | UpdateOrganizationRequest +xml | 200 OrganizationResp
  organization.delete | DELETE /api/organization/v1/{id} | 0 | - | 200 -
  validation.validator.update | PUT /api/organization/v2/{orgId}/validations/{validationId}/validator | 1 | - | 202 -
  validation.assignment.update | PUT /api/organization/v2/{orgId}/validations/assignment/{validationId} | 2 | - | 202 -
  validation.revalidate | PUT /api/organization/v2/{orgId}/validations/{validationId}/revalidate | 23 | - | 200 ValidationDetailsResponseV2
  notification.update | PUT /api/notification/v1/{notificationId} | 0 | NotificationRequest | 200 OrganizationBasicResp
  notification.delete | DELETE /api/notification/v1/{notificationId} | 0 | - | 200 -
  endpoint.read | GET /api/endpoint/v1/{id} | 0 | - | 200 EnrolmentEndpointItem
  endpoint.update | PUT /api/endpoint/v1/{id} | 11 | - | 204 -
  endpoint.delete | DELETE /api/endpoint/v1/{id} | 0 | - | 204 -
  endpoint.delegations.update | PUT /api/endpoint/v1/{id}/delegations | 0 | unique int32[] | 201 ?, 204 -
  endpoint.delegations.delete | DELETE /api/endpoint/v1/{id}/delegations | 0 | - | 204 -
  endpoint.config.read | GET /api/endpoint/v1/{id}/config | 0 | - | 200 EnrollmentEndpointConfigInfo
  endpoint.config.update | PUT /api/endpoint/v1/{id}/config | 0 | EnrollmentEndpointConfigRequest | 200 ?
  account.read | GET /api/endpoint/v1/{eeId}/account/{id} | 0 | - | 200 EndpointAccountItem
  account.update | PUT /api/endpoint/v1/{eeId}/account/{id} | 0 | one of 7 | 204 -
  account.delete | DELETE /api/endpoint/v1/{eeId}/account/{id} | 0 | - | 204 -
  domain.suspend | PUT /api/domain/v1/{id}/suspend | 0 | - | 200 ?
  domain.activate | PUT /api/domain/v1/{id}/activate | 0 | - | 200 ?
  domain.monitoring.update | PUT /api/domain/v1/{id}/monitoring | 0 | CtLogMonitoring | 200 ?
  net-task.update | PUT /api/discovery/v4/net_task/{id} | 0 | NetTaskRequestV2 +xml | 200 -
  ad-task.update | PUT /api/discovery/v4/ad_task/{id} | 0 | AdTaskRequestV2 +xml | 200 -
  bucket.read | GET /api/discovery/v1/bucket/{bucketId} | 0 | - | 200 BucketDetailsResponse
  bucket.update | PUT /api/discovery/v1/bucket/{bucketId} | 0 | UpdateBucketRequest | 200 BucketUpdateResponse
  bucket.delete | DELETE /api/discovery/v1/bucket/{bucketId} | 0 | - | 204 -
  bucket.client-secret.reset | PUT /api/discovery/v1/bucket/{bucketId}/reset-client-secret | 0 | - |
`);

/** Operations without a documented 404: no entity in the path (4.2), and the notifications (4.1). */
export const WITHOUT_404 = ['ssl.list', 'ssl.update', 'notification.update', 'notification.delete'];

/** The seven account requests (4.9). */
export const ACCOUNT_VARIANTS = [
  'CreatePublicAcmeEnrollAccount',
  'CreateSslMaggieEnrollAccount',
  'CreateSslRestApiEnrollAccount',
  'CsWebFormAccountRequest',
  'DeviceWebFormAccountRequest',
  'SSLWebFormAccountRequest',
  'SmimeWebFormAccountRequest',
];

/** Named schemas of section 2.1, the seven account requests not counted. */
export const NAMED_SCHEMAS = 27;

/** Identifiers in paths (2.1), by path. */
export const PATH_PARAMETERS = {
  '/api/ssl/v2/{sslId}/location/{locationId}': ['sslId* int32 1..', 'locationId* int32 1..'],
  '/api/smime/v2/{id}': ['id* int32 1..'],
  '/api/smime/v2/{certId}/location/{locationId}': ['certId* int32 1..', 'locationId* int32 1..'],
  '/api/mark-certificate/v1/{id}': ['id* int32'],
  '/api/admin/v1/{id}': ['id* int32 1..'],
  '/api/person/v2/{id}': ['id* int32'],
  '/api/organization/v1/{id}': ['id* int32 1..'],
  '/api/organization/v2/{orgId}/validations/{validationId}/validator': ['orgId* int32', 'validationId* int32'],
  '/api/organization/v2/{orgId}/validations/assignment/{validationId}': ['orgId* int32', 'validationId* int32'],
  '/api/organization/v2/{orgId}/validations/{validationId}/revalidate': ['orgId* int32', 'validationId* int32'],
  '/api/notification/v1/{notificationId}': ['notificationId* int32 1..'],
  '/api/endpoint/v1/{id}': ['id* int32'],
  '/api/endpoint/v1/{id}/delegations': ['id* int32'],
  '/api/endpoint/v1/{id}/config': ['id* int32'],
  '/api/endpoint/v1/{eeId}/account/{id}': ['eeId* int32', 'id* int32 1..'],
  '/api/domain/v1/{id}/suspend': ['id* int32'],
  '/api/domain/v1/{id}/activate': ['id* int32'],
  '/api/domain/v1/{id}/monitoring': ['id* int32'],
  '/api/discovery/v4/net_task/{id}': ['id* int32 1..'],
  '/api/discovery/v4/ad_task/{id}': ['id* int32 1..'],
  '/api/discovery/v1/bucket/{bucketId}': ['bucketId* uuid'],
  '/api/discovery/v1/bucket/{bucketId}/reset-client-secret': ['bucketId* uuid'],
} as const;

/** Query parameters by operation: name (`*` required, `!` deprecated), type, bounds, number of allowed values. */
export const QUERY_PARAMETERS = {
  'ssl.list': rows(`
    size int32 0..200
    position int32 0..
    commonName string
    subjectAlternativeName string
    status string of 12
    sslTypeId int32 1..
    discoveryStatus! string of 2
    vendor string length 0..128
    orgId int32
    installStatus string of 13
    renewalStatus string of 5
    issuer string
    serialNumber string length 0..128
    requester string length 0..128
    externalRequester string length 0..512
    signatureAlgorithm string length 0..32
    keyAlgorithm string length 0..32
    keySize! int32 1..
    keyParam string length 0..32
    sha1Hash string length 0..40
    md5Hash string length 0..32
    sha256Hash string length 0..64
    keyUsage string length 0..256
    extendedKeyUsage string length 0..512
    requestedVia string of 13
    expiresIn int32 1..200
    renewed boolean
    renewedIn int32 1..200
    requestedIn int32 1..200
    issuedIn int32 1..200
  `),
  'client.read': ['includes string of 1'],
  'mark.read': ['includes string of 1'],
  'admin.delete': ['replacingRequesterId int32 1..'],
  'validation.validator.update': ['adminId* integer'],
  'validation.assignment.update': ['externalOrgId* string length 0..256', 'externalOrgName* string length 0..256'],
  'validation.revalidate': rows(`
    organizationDetails.id int32
    organizationDetails.name string
    organizationDetails.generalDetails.legalName* string length 0..64
    organizationDetails.generalDetails.assumedName string length 0..256
    organizationDetails.generalDetails.address1* string length 0..128
    organizationDetails.generalDetails.address2 string length 0..128
    organizationDetails.generalDetails.address3 string length 0..128
    organizationDetails.generalDetails.city string length 0..32
    organizationDetails.generalDetails.stateProvince string length 0..32
    organizationDetails.generalDetails.postalCode string length 0..10
    organizationDetails.generalDetails.country* string length 2..2 pattern
    organizationDetails.organizationIdentifier string length 0..128
    organizationDetails.evDetails.registrationAgency.dunAndBradstreetNumber string length 0..20
    organizationDetails.evDetails.registrationAgency.registrationNumber string length 0..256
    organizationDetails.evDetails.registrationAgency.city string length 0..128
    organizationDetails.evDetails.registrationAgency.state string length 0..128
    organizationDetails.evDetails.registrationAgency.country string length 2..2 pattern
    organizationDetails.evDetails.registrationAgency.dateOfIncorporation string pattern
    organizationDetails.evDetails.registrationAgency.businessCategory string of 4
    organizationDetails.evDetails.contractSigner.forename string length 0..64
    organizationDetails.evDetails.contractSigner.surname string length 0..64
    organizationDetails.evDetails.contractSigner.email string length 0..255
    organizationDetails.evDetails.contractSigner.phoneNumber string length 0..32
  `),
  'endpoint.update': rows(`
    name* string length 1..256
    endpointType* string of 4
    uriExtension* string length 1..58
    config.enrollmentHelp string length 0..2048
    config.enrollmentLinkName string length 0..1024
    config.enrollmentLinkAddress string length 0..2048 pattern
    config.webFormAuthTypes array items 1.. each string of 3
    config.contactName string length 0..1024
    config.contactEmail string length 0..1024
    config.contactPhone string length 0..32
    orgDelegations array items 1.. each int32 1..
  `),
} as const;

/** Allowed values (3.1 and the tables of section 4), in the order of the contract. */
export const ENUMERATIONS = {
  status:
    'Invalid, Requested, Approved, Declined, Applied, Issued, Revoked, Expired, Replaced, Rejected, SA Approved, Init',
  installStatus:
    'Not configured, Not started, Key processing, Key and CSR ready, Certificate processing, Installation scheduled, Installation processing, Action required, Ready for install, Server restart required, Completed, Invalid configuration, Certificate chain uploaded',
  renewalStatus: 'Not scheduled, Scheduled, Started, Successful, Failed',
  discoveryStatus: 'NotDeployed, Deployed',
  requestedVia:
    'Enrollment Form, Client Admin, Web API, Discovery, Imported, SCEP, CD Agent, MS Agent, MS CA, Bulk Request, ACME, EST, REST API',
  includes: 'usage',
  'organizationDetails.evDetails.registrationAgency.businessCategory':
    'PrivateOrganization, GovernmentEntity, BusinessEntity, NonCommercialEntity',
  endpointType: 'SSL_WEB_FORM, SMIME_WEB_FORM, DEVICE_WEB_FORM, CODE_SIGN_WEB_FORM',
  'config.webFormAuthTypes': 'EMAIL_CONFIRMATION, IDP, SECRET_ID',
} as const;

/** Form parameters of the legacy actions (4.12, 4.13): `*` required, `~` conditional, `<…>` name not shown. */
export const LEGACY_PARAMETERS = {
  'legacy.order-status': [
    'loginName* string length ..64',
    'loginPassword* string length ..128',
    'orderNumber* string length ..64',
  ],
  'legacy.order-status.download': [
    'loginName* string length ..64',
    'loginPassword* string length ..128',
    'orderNumber* string length ..64',
  ],
  'legacy.dcv-update': rows(`
    loginName* string length ..64
    loginPassword* string length ..128
    orderNumber~ integer
    domainName~ string length ..255
    newMethod~ string length ..32
    domainNames string length ..255
    newMethods~ string length ..32
    <initial-order>~ integer
    <email>~ string length ..255
    <emails>~ string length ..255
  `),
} as const;

/** Named fields of the order state (2.2). */
export const ORDER_STATE = {
  string: ['orderNumber', 'productName', 'orderStatus', 'domainName'],
  integer: ['productType', 'certificateDuration', 'productTerm', 'maxMDCDomains'],
  step: [
    'csrStatus',
    'agreementStatus',
    'callbackStatus',
    'organizationStatus',
    'secondApprovalStatus',
    'fsupStatus',
    'caaCheckStatus',
  ],
} as const;
