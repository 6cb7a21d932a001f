/** The identifiers that each kind of fixture needs: the path parameters of the contract's operations (sections 2.1 and 4). */
import type { FixtureKind } from '../../spec/types.ts';

/** Names of the identifiers by kind, in the order of the path. */
export const IDENTIFIERS: Readonly<Record<FixtureKind, readonly string[]>> = {
  'ssl-certificate': ['sslId'],
  'ssl-location': ['sslId', 'locationId'],
  'client-certificate': ['id'],
  'client-location': ['certId', 'locationId'],
  'mark-certificate': ['id'],
  administrator: ['id'],
  person: ['id'],
  organization: ['id'],
  validation: ['orgId', 'validationId'],
  notification: ['notificationId'],
  endpoint: ['id'],
  account: ['eeId', 'id'],
  domain: ['id'],
  'net-task': ['id'],
  'ad-task': ['id'],
  bucket: ['bucketId'],
  order: ['orderNumber'],
  login: ['loginName', 'loginPassword'],
};

/** All kinds of fixture. */
export const KINDS = Object.keys(IDENTIFIERS) as readonly FixtureKind[];
