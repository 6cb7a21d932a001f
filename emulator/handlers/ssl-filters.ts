import type { Call } from '../call.ts';
import type { SslCertificate } from '../state/entities.ts';

const DAY = 86_400_000;

type Test = (certificate: SslCertificate, value: never, now: number) => boolean;

/** What each filter of contract 4.2 looks at. */
const FILTERS: Readonly<Record<string, Test>> = {
  commonName: (c, value: string) => c.commonName === value,
  subjectAlternativeName: (c, value: string) => c.subjectAlternativeNames.includes(value),
  status: (c, value: string) => c.status === value,
  sslTypeId: (c, value: number) => c.sslTypeId === value,
  discoveryStatus: (c, value: string) => c.discoveryStatus === value,
  vendor: (c, value: string) => c.vendor === value,
  orgId: (c, value: number) => c.orgId === value,
  installStatus: (c, value: string) => c.installStatus === value,
  renewalStatus: (c, value: string) => c.renewalStatus === value,
  issuer: (c, value: string) => c.issuer === value,
  serialNumber: (c, value: string) => c.serialNumber === value,
  requester: (c, value: string) => c.requester === value,
  externalRequester: (c, value: string) => c.externalRequester === value,
  signatureAlgorithm: (c, value: string) => c.signatureAlgorithm === value,
  keyAlgorithm: (c, value: string) => c.keyAlgorithm === value,
  keySize: (c, value: number) => c.keySize === value,
  keyParam: (c, value: string) => c.keyParam === value,
  sha1Hash: (c, value: string) => c.sha1Hash === value,
  md5Hash: (c, value: string) => c.md5Hash === value,
  sha256Hash: (c, value: string) => c.sha256Hash === value,
  keyUsage: (c, value: string) => c.keyUsage.includes(value),
  extendedKeyUsage: (c, value: string) => c.extendedKeyUsage.includes(value),
  requestedVia: (c, value: string) => c.requestedVia === value,
  expiresIn: (c, days: number, now) => c.expires !== undefined && c.expires >= now && c.expires <= now + days * DAY,
  renewed: (c, value: boolean) => c.renewed === value,
  renewedIn: (c, days: number, now) => within(c.renewedDate, days, now),
  requestedIn: (c, days: number, now) => within(c.requested, days, now),
  issuedIn: (c, days: number, now) => within(c.issued, days, now),
};

/** Filters whose text a dialect may compare otherwise. */
const TEXTS: Readonly<Record<string, (certificate: SslCertificate) => string | readonly string[]>> = {
  commonName: (c) => c.commonName,
  subjectAlternativeName: (c) => c.subjectAlternativeNames,
  serialNumber: (c) => c.serialNumber,
};

/** True for the names of filters. */
export function isFilter(name: string): boolean {
  return Object.hasOwn(FILTERS, name);
}

/** True when the certificate passes one filter of the list. */
export function matches(call: Call, certificate: SslCertificate, name: string, value: unknown, now: number): boolean {
  const holds = passes(call, certificate, name, value, now);
  return call.has(`filter-inverted:${name}`) ? !holds : holds;
}

function passes(call: Call, certificate: SslCertificate, name: string, value: unknown, now: number): boolean {
  const text = TEXTS[name]?.(certificate);
  if (text !== undefined && call.world.policy.listMatch[name] === 'contains' && typeof value === 'string') {
    return typeof text === 'string' ? text.includes(value) : text.some((entry) => entry.includes(value));
  }
  return FILTERS[name]?.(certificate, value as never, now) ?? true;
}

function within(moment: number | undefined, days: number, now: number): boolean {
  return moment !== undefined && moment <= now && moment >= now - days * DAY;
}
