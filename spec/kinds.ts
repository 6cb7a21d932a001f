/** Generated from entities.yaml by `npm run registers`, for the compiler to know the kinds; the tests refuse a stale copy. */
import type { Kind } from './entities.ts';

const TABLE = {
  'ssl-certificate': { ids: ['sslId'], own: ['requester'] },
  'ssl-location': { ids: ['sslId', 'locationId'], below: 'ssl-certificate' },
  'client-certificate': { ids: ['id'] },
  'client-location': { ids: ['certId', 'locationId'], below: 'client-certificate' },
  'mark-certificate': { ids: ['id'] },
  administrator: { ids: ['id'], types: ['type'], own: ['requester'], usual: 'STANDARD' },
  person: { ids: ['id'] },
  organization: { ids: ['id'], types: ['level'], nests: true },
  validation: { ids: ['orgId', 'validationId'], below: 'organization', types: ['level'] },
  notification: { ids: ['notificationId'] },
  endpoint: { ids: ['id'], types: ['type'] },
  account: { ids: ['eeId', 'id'], below: 'endpoint', types: ['type', 'variant'] },
  domain: { ids: ['id'] },
  'net-task': { ids: ['id'] },
  'ad-task': { ids: ['id'] },
  bucket: { ids: ['bucketId'] },
  order: { ids: ['orderNumber'], own: ['domains', 'domainNames', 'domainName', 'email', 'initialOrder', 'method'] },
  login: { ids: ['loginName', 'loginPassword'] },
} as const satisfies Readonly<Record<string, Kind>>;

/** A kind of entity that a profile may name. */
export type FixtureKind = keyof typeof TABLE;

/** What the contract says of each kind. */
export const KINDS: Readonly<Record<FixtureKind, Kind>> = TABLE;
