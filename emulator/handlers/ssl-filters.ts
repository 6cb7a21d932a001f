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

/** What filters by a text look at. */
const TEXTS: Readonly<Record<string, (certificate: SslCertificate) => string | readonly string[]>> = {
  commonName: (c) => c.commonName,
  subjectAlternativeName: (c) => c.subjectAlternativeNames,
  vendor: (c) => c.vendor,
  issuer: (c) => c.issuer,
  serialNumber: (c) => c.serialNumber,
  requester: (c) => c.requester,
  externalRequester: (c) => c.externalRequester,
  signatureAlgorithm: (c) => c.signatureAlgorithm,
  keyAlgorithm: (c) => c.keyAlgorithm,
  keyParam: (c) => c.keyParam,
  sha1Hash: (c) => c.sha1Hash,
  md5Hash: (c) => c.md5Hash,
  sha256Hash: (c) => c.sha256Hash,
  keyUsage: (c) => c.keyUsage,
  extendedKeyUsage: (c) => c.extendedKeyUsage,
};

/** Careless comparisons of a text with the value of its filter. */
const CARELESS_TEXTS: Readonly<Record<string, (text: string, value: string) => boolean>> = {
  'filter-by-beginning': (text, value) => text.slice(0, -1) === value.slice(0, -1),
  'filter-by-end': (text, value) => text.slice(1) === value.slice(1),
  'filter-as-part': (text, value) => text.includes(value),
};

/** What a window of days is taken for. */
const CARELESS_DAYS: Readonly<Record<string, (days: number) => number>> = {
  'filter-window-doubled': (days) => days * 2,
  'filter-window-halved': (days) => days / 2,
  'filter-window-endless': () => 100_000,
};

const NUMBERS: Readonly<Record<string, (certificate: SslCertificate) => number>> = {
  orgId: (c) => c.orgId,
  sslTypeId: (c) => c.sslTypeId,
};

/** True for the names of filters. */
export function isFilter(name: string): boolean {
  return Object.hasOwn(FILTERS, name);
}

/** The test that one filter of a request makes of each certificate. @param now in milliseconds since the Unix epoch. */
export function filterOf(
  call: Call,
  name: string,
  value: unknown,
  now: number,
): (certificate: SslCertificate) => boolean {
  const test =
    carelessMember(call, name, value) ??
    carelessText(call, name, value) ??
    carelessDays(call, name, value, now) ??
    carelessTest(call, name, value) ??
    pastTest(call, name, value, now) ??
    looseTest(call, name, value) ??
    exactTest(name, value, now);
  return call.has(`filter-inverted:${name}`) ? (certificate) => !test(certificate) : test;
}

/** Where the dialect says that a text only has to occur in the member. */
function looseTest(call: Call, name: string, value: unknown): ((certificate: SslCertificate) => boolean) | undefined {
  const read = TEXTS[name];
  if (read === undefined || call.world.policy.listMatch[name] !== 'contains' || typeof value !== 'string')
    return undefined;
  return (certificate) => {
    const text = read(certificate);
    return typeof text === 'string' ? text.includes(value) : text.some((entry) => entry.includes(value));
  };
}

/** A fault about one member of an enumeration: it selects all, or nothing. */
function carelessMember(call: Call, name: string, value: unknown): (() => boolean) | undefined {
  if (call.has(`filter-member-ignored:${name}=${String(value)}`)) return () => true;
  return call.has(`filter-member-lost:${name}=${String(value)}`) ? () => false : undefined;
}

function carelessText(
  call: Call,
  name: string,
  value: unknown,
): ((certificate: SslCertificate) => boolean) | undefined {
  const read = TEXTS[name];
  const compare = Object.entries(CARELESS_TEXTS).find(([fault]) => call.has(`${fault}:${name}`))?.[1];
  if (read === undefined || compare === undefined || typeof value !== 'string') return undefined;
  return (certificate) => [read(certificate)].flat().some((text) => compare(text, value));
}

function carelessDays(
  call: Call,
  name: string,
  value: unknown,
  now: number,
): ((certificate: SslCertificate) => boolean) | undefined {
  const taken = Object.entries(CARELESS_DAYS).find(([fault]) => call.has(`${fault}:${name}`))?.[1];
  return taken === undefined ? undefined : exactTest(name, taken(value as number), now);
}

/** Comparisons of a number that a fault makes instead of looking whether it is the same. */
function carelessTest(
  call: Call,
  name: string,
  value: unknown,
): ((certificate: SslCertificate) => boolean) | undefined {
  const read = NUMBERS[name];
  if (read === undefined || typeof value !== 'number') return undefined;
  if (call.has(`filter-at-least:${name}`)) return (certificate) => read(certificate) >= value;
  if (call.has(`filter-at-most:${name}`)) return (certificate) => read(certificate) <= value;
  if (call.has(`filter-by-digits:${name}`)) return (certificate) => String(read(certificate)).startsWith(String(value));
  return undefined;
}

/**
 * Takes what expires no later than some day, what has expired long ago included. A doubtful reading and no mutant: who finds
 * it warns.
 */
function pastTest(
  call: Call,
  name: string,
  value: unknown,
  now: number,
): ((certificate: SslCertificate) => boolean) | undefined {
  if (name !== 'expiresIn' || typeof value !== 'number' || !call.has('filter-past:expiresIn')) return undefined;
  return ({ expires }) => expires !== undefined && expires <= now + value * DAY;
}

function exactTest(name: string, value: unknown, now: number): (certificate: SslCertificate) => boolean {
  const test = FILTERS[name];
  return test === undefined ? () => true : (certificate) => test(certificate, value as never, now);
}

function within(moment: number | undefined, days: number, now: number): boolean {
  return moment !== undefined && moment <= now && moment >= now - days * DAY;
}
