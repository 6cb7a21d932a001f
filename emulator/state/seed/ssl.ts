import type { SslCertificate } from '../entities.ts';
import { REQUESTERS, requesterName, SUCCESSORS } from './administrators.ts';
import type { Seeding } from './index.ts';
import { DEPARTMENTS, ORGANIZATIONS } from './organizations.ts';
import { CHANNELS, INSTALL_STATUSES, ids, pick, RENEWAL_STATUSES, STATUSES } from './values.ts';

export const SSL_CERTIFICATES = ids(1001, 78);
/** Of the locations of SSL certificates: custom ones to change, custom ones to delete, and others. */
export const SSL_LOCATIONS = { modify: ids(5001, 12), destroy: ids(5021, 14), other: ids(5041, 4) };

/** Certificates that were issued once, whatever became of them since. */
const ISSUED = new Set(['Issued', 'Revoked', 'Expired', 'Replaced']);

/** TLS certificates of every status, install status, renewal status and channel, with dates spread over a year. */
export function seedSsl(seeding: Seeding): void {
  for (const [i, id] of SSL_CERTIFICATES.entries()) seeding.state.sslCertificates.set(id, certificate(seeding, id, i));
  const all = [...SSL_LOCATIONS.modify, ...SSL_LOCATIONS.destroy, ...SSL_LOCATIONS.other];
  for (const [i, id] of all.entries()) {
    const custom = i < all.length - SSL_LOCATIONS.other.length;
    seeding.state.sslLocations.set(id, {
      id,
      // Two on each certificate.
      certId: pick(SSL_CERTIFICATES, (i - (i % 2)) * 2),
      locationType: custom ? 'CUSTOM' : 'NODE_PORT',
      name: `location-${id}`,
      details: custom ? { Server: `rack-${i}`, Slot: `${i}` } : { Node: `10.0.0.${i}`, Port: '443' },
    });
  }
}

function certificate(seeding: Seeding, id: number, i: number): SslCertificate {
  const { clock, random } = seeding;
  const status = pick(STATUSES, i);
  const elliptic = i % 3 === 1;
  const issued = ISSUED.has(status) ? clock.days(-(3 + ((i * 11) % 260))) : undefined;
  const renewed = ISSUED.has(status) && i % 2 === 1;
  const commonName = `host-${id}.example.test`;
  return {
    id,
    commonName,
    subjectAlternativeNames: i % 4 === 3 ? [commonName] : [commonName, `www.${commonName}`],
    serialNumber: random.hex(32),
    status,
    sslTypeId: 51 + (i % 5),
    discoveryStatus: i % 2 === 0 ? 'Deployed' : 'NotDeployed',
    vendor: pick(['Sample CA', 'Example Trust', 'Private CA'], i),
    orgId: i % 5 === 4 ? pick(DEPARTMENTS, i) : pick(ORGANIZATIONS, i),
    installStatus: pick(INSTALL_STATUSES, i),
    renewalStatus: pick(RENEWAL_STATUSES, i),
    issuer: `CN=${pick(['Issuing CA 1', 'Issuing CA 2'], i)}`,
    ...requesterOf(id, i),
    externalRequester: i % 3 === 0 ? `partner-${i % 4}@example.test` : '',
    signatureAlgorithm: elliptic ? 'SHA256withECDSA' : 'SHA256withRSA',
    keyAlgorithm: elliptic ? 'EC' : 'RSA',
    keySize: elliptic ? 256 : pick([2048, 4096], i),
    keyParam: elliptic ? 'P-256' : String(pick([2048, 4096], i)),
    sha1Hash: random.hex(40),
    md5Hash: random.hex(32),
    sha256Hash: random.hex(64),
    keyUsage: elliptic ? ['Digital Signature'] : ['Digital Signature', 'Key Encipherment'],
    extendedKeyUsage: i % 2 === 0 ? ['Server Authentication'] : ['Server Authentication', 'Client Authentication'],
    requestedVia: pick(CHANNELS, i),
    renewed,
    requested: clock.days(-(4 + ((i * 13) % 300))),
    ...(issued === undefined ? {} : { issued, expires: expiry(clock.now, issued, status, i) }),
    ...(renewed ? { renewedDate: clock.days(-(1 + ((i * 7) % 220))) } : {}),
    details: { term: 365, comments: `Certificate ${id}`, suspendNotifications: false },
  };
}

/** Those before it may be changed, their requesters included. */
const FIRST_REQUESTED = 24;

/** Some certificates were requested by administrators that may be deleted, a few of each. */
function requesterOf(id: number, i: number): Pick<SslCertificate, 'requester' | 'requesterId'> {
  const requesterId = pick(REQUESTERS, i);
  if (i < FIRST_REQUESTED || id % 10 === 0)
    return { requester: `requester-${i % 7}@example.test`, requesterId: pick(SUCCESSORS, i) };
  return { requester: requesterName(requesterId), requesterId };
}

function expiry(now: number, issued: number, status: string, i: number): number {
  const day = 86_400_000;
  return status === 'Expired'
    ? now - (1 + (i % 30)) * day
    : Math.max(issued + 30 * day, now + (1 + ((i * 17) % 300)) * day);
}
