/** Query parameters, as sections 3.1, 4.2, 4.3, 4.5, 4.7 and 4.9 of the contract list them. */
import { bool, formed, int, list, type Member, may, must, naming, text, word } from './types.ts';

export const STATUSES = [
  'Invalid',
  'Requested',
  'Approved',
  'Declined',
  'Applied',
  'Issued',
  'Revoked',
  'Expired',
  'Replaced',
  'Rejected',
  'SA Approved',
  'Init',
] as const;
export const INSTALL_STATUSES = [
  'Not configured',
  'Not started',
  'Key processing',
  'Key and CSR ready',
  'Certificate processing',
  'Installation scheduled',
  'Installation processing',
  'Action required',
  'Ready for install',
  'Server restart required',
  'Completed',
  'Invalid configuration',
  'Certificate chain uploaded',
] as const;
export const RENEWAL_STATUSES = ['Not scheduled', 'Scheduled', 'Started', 'Successful', 'Failed'] as const;
export const WAYS = [
  'Enrollment Form',
  'Client Admin',
  'Web API',
  'Discovery',
  'Imported',
  'SCEP',
  'CD Agent',
  'MS Agent',
  'MS CA',
  'Bulk Request',
  'ACME',
  'EST',
  'REST API',
] as const;
export const ENDPOINT_TYPES = ['SSL_WEB_FORM', 'SMIME_WEB_FORM', 'DEVICE_WEB_FORM', 'CODE_SIGN_WEB_FORM'] as const;
export const AUTH_TYPES = ['EMAIL_CONFIRMATION', 'IDP', 'SECRET_ID'] as const;

export const SSL_FILTERS: readonly Member[] = [
  may('size', int(0, 200)),
  may('position', int(0)),
  may('commonName', text()),
  may('subjectAlternativeName', text()),
  may('status', word(...STATUSES)),
  may('sslTypeId', int(1)),
  may('discoveryStatus', word('NotDeployed', 'Deployed')),
  may('vendor', text(128)),
  may('orgId', int()),
  may('installStatus', word(...INSTALL_STATUSES)),
  may('renewalStatus', word(...RENEWAL_STATUSES)),
  may('issuer', text()),
  may('serialNumber', text(128)),
  may('requester', text(128)),
  may('externalRequester', text(512)),
  may('signatureAlgorithm', text(32)),
  may('keyAlgorithm', text(32)),
  may('keySize', int(1)),
  may('keyParam', text(32)),
  may('sha1Hash', text(40)),
  may('md5Hash', text(32)),
  may('sha256Hash', text(64)),
  may('keyUsage', text(256)),
  may('extendedKeyUsage', text(512)),
  may('requestedVia', word(...WAYS)),
  may('expiresIn', int(1, 200)),
  may('renewed', bool),
  may('renewedIn', int(1, 200)),
  may('requestedIn', int(1, 200)),
  may('issuedIn', int(1, 200)),
];

export const INCLUDES: readonly Member[] = [may('includes', list(word('usage')))];

export const ADMIN_DELETE: readonly Member[] = [may('replacingRequesterId', naming('administrator'))];

export const VALIDATOR: readonly Member[] = [must('adminId', { is: 'int', names: 'administrator' })];

export const ASSIGNMENT: readonly Member[] = [must('externalOrgId', text(256)), must('externalOrgName', text(256))];

const GENERAL = 'organizationDetails.generalDetails.';
const AGENCY = 'organizationDetails.evDetails.registrationAgency.';
const SIGNER = 'organizationDetails.evDetails.contractSigner.';

export const REVALIDATE: readonly Member[] = [
  may('organizationDetails.id', int()),
  may('organizationDetails.name', text()),
  must(`${GENERAL}legalName`, text(64)),
  may(`${GENERAL}assumedName`, text(256)),
  must(`${GENERAL}address1`, text(128)),
  may(`${GENERAL}address2`, text(128)),
  may(`${GENERAL}address3`, text(128)),
  may(`${GENERAL}city`, text(32)),
  may(`${GENERAL}stateProvince`, text(32)),
  may(`${GENERAL}postalCode`, text(10)),
  must(`${GENERAL}country`, formed('country')),
  may('organizationDetails.organizationIdentifier', text(128)),
  may(`${AGENCY}dunAndBradstreetNumber`, text(20)),
  may(`${AGENCY}registrationNumber`, text(256)),
  may(`${AGENCY}city`, text(128)),
  may(`${AGENCY}state`, text(128)),
  may(`${AGENCY}country`, formed('country')),
  may(`${AGENCY}dateOfIncorporation`, formed('date')),
  may(
    `${AGENCY}businessCategory`,
    word('PrivateOrganization', 'GovernmentEntity', 'BusinessEntity', 'NonCommercialEntity'),
  ),
  may(`${SIGNER}forename`, text(64)),
  may(`${SIGNER}surname`, text(64)),
  may(`${SIGNER}email`, text(255)),
  may(`${SIGNER}phoneNumber`, text(32)),
];

export const ENDPOINT_UPDATE: readonly Member[] = [
  must('name', text(256, 1)),
  must('endpointType', word(...ENDPOINT_TYPES)),
  must('uriExtension', text(58, 1)),
  may('config.enrollmentHelp', text(2048)),
  may('config.enrollmentLinkName', text(1024)),
  may('config.enrollmentLinkAddress', formed('address', 2048)),
  may('config.webFormAuthTypes', list(word(...AUTH_TYPES), 1)),
  may('config.contactName', text(1024)),
  may('config.contactEmail', text(1024)),
  may('config.contactPhone', text(32)),
  may('orgDelegations', list(naming('organization'), 1)),
];
