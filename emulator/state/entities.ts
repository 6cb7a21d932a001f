/** What the emulator remembers. Members that operations show carry the default dialect's names. */

export interface SslCertificate {
  id: number;
  commonName: string;
  subjectAlternativeNames: string[];
  serialNumber: string;
  status: string;
  sslTypeId: number;
  discoveryStatus: string;
  vendor: string;
  orgId: number;
  installStatus: string;
  renewalStatus: string;
  issuer: string;
  requester: string;
  requesterId: number;
  externalRequester: string;
  signatureAlgorithm: string;
  keyAlgorithm: string;
  keySize: number;
  keyParam: string;
  sha1Hash: string;
  md5Hash: string;
  sha256Hash: string;
  keyUsage: string[];
  extendedKeyUsage: string[];
  requestedVia: string;
  renewed: boolean;
  /** Milliseconds since the Unix epoch, like the other moments. */
  requested: number;
  issued?: number;
  expires?: number;
  renewedDate?: number;
  /** Members that an update may set and the details show. */
  details: Record<string, unknown>;
}

export interface ClientCertificate {
  id: number;
  email: string;
  commonName: string;
  orgId: number;
  status: string;
  serialNumber: string;
  requestedVia: string;
  requested: number;
  issued: number;
  expires: number;
  details: Record<string, unknown>;
}

/** A place where a certificate is kept. Only custom ones can be changed or deleted (contract 4.2). */
export interface Location {
  id: number;
  certId: number;
  locationType: string;
  name: string;
  details: Record<string, unknown>;
}

export interface MarkCertificate {
  id: number;
  commonName: string;
  orgId: number;
  status: string;
  markType: string;
  requested: number;
  /** The last accepted update request; it waits for approval and does not show (contract 4.4). */
  submitted?: Record<string, unknown>;
  /** What updates have changed, where they show at once. */
  details: Record<string, unknown>;
}

export type AdminType = 'STANDARD' | 'API' | 'IDP' | 'SAS' | 'IDP_TEMPLATE';

export interface Administrator {
  id: number;
  type: AdminType;
  created: number;
  modified: number;
  /** Personal and account members by their names in the GET answer. */
  details: Record<string, unknown>;
}

export interface Person {
  id: number;
  created: number;
  modified: number;
  details: Record<string, unknown>;
}

export interface Organization {
  id: number;
  /** Set for departments. */
  parentId?: number;
  details: Record<string, unknown>;
}

export interface Validation {
  id: number;
  orgId: number;
  validationLevel: string;
  status: string;
  validatorId?: number;
  assignment?: { externalOrgId: string; externalOrgName: string };
  submitted: number;
  organizationDetails: Record<string, unknown>;
}

export interface Notification {
  id: number;
  type: string;
  created: number;
  modified: number;
  details: Record<string, unknown>;
}

export interface Endpoint {
  id: number;
  name: string;
  type: string;
  uriExtension: string;
  mode: 'global' | 'custom';
  /** Ids of the organizations and departments it is delegated to. */
  delegations: number[];
  config: Record<string, unknown>;
}

export interface Account {
  id: number;
  endpointId: number;
  /** Which of the seven request variants of 4.9 fits it. */
  variant: string;
  type: string;
  details: Record<string, unknown>;
}

export interface Domain {
  id: number;
  name: string;
  state: 'ACTIVE' | 'SUSPENDED';
  /** Of a faulty server: the states that it was led to once, and is not again. */
  tiredOf?: Domain['state'][];
  ctLogMonitoring: Record<string, unknown>;
}

export interface Task {
  id: number;
  details: Record<string, unknown>;
}

export interface Bucket {
  id: string;
  name: string;
  authenticationEnabled: boolean;
  assignmentRules: number[];
  orgDelegations: number[];
  clientId?: string;
  clientSecret?: string;
}

/** One domain of a legacy order. */
export interface OrderDomain {
  name: string;
  method: 'email' | 'http' | 'https' | 'cname';
  email?: string;
  validated: boolean;
}

export interface Order {
  orderNumber: string;
  /** Number of the first order of the series that this one belongs to; its own number when it is that order. */
  initialOrder: string;
  account: string;
  kind: 'single' | 'multi';
  wildcard: boolean;
  ev: boolean;
  /** What becomes of a method change. */
  condition: 'changeable' | 'issued' | 'permission-denied' | 'unexpected-state' | 'update-failed';
  orderStatus: string;
  domains: OrderDomain[];
}

export interface Login {
  name: string;
  password: string;
  /** Whose orders it sees. */
  account: string;
  /** `powerless` may log in and look at orders, and change none. */
  condition: 'good' | 'powerless' | 'locked' | 'expired';
  /** Requests with a wrong password for this name, so that a test can see how many a suite dared. */
  wrongPasswords: number;
}

/** A bearer token that the emulator knows. */
export interface Principal {
  token: string;
  adminId: number;
  role: 'MRAO' | 'RAO_SSL';
  /** Belongs to another customer than the others. */
  foreign?: true;
}
