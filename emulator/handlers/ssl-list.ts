import { type Call, handler } from '../call.ts';
import { badRequest, ok, type Reply } from '../reply.ts';
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

/** `GET /api/ssl/v2`. */
export const sslList = handler<undefined>({
  run: (call) => {
    const unknown = unknownReference(call);
    if (unknown !== undefined) return unknown;
    const filters = Object.entries(call.query).filter(
      ([name]) => name in FILTERS && !call.has(`filter-ignored:${name}`),
    );
    if (filters.length > 1 && call.has('filters-together-crash')) return { status: 500, body: { error: 'internal' } };
    const { state, clock, policy } = call.world;
    const matching = [...state.sslCertificates.values()].filter((certificate) =>
      filters.every(([name, value]) => matches(call, certificate, name, value, clock.now)),
    );
    matching.sort((a, b) => (policy.listOrder === 'ascending' ? a.id - b.id : b.id - a.id));
    const page = pageOf(call, matching);
    const total = call.has('total-of-page') ? page.length : matching.length;
    return ok(page.map(identity), { 'X-Total-Count': String(total) });
  },
});

function pageOf(call: Call, matching: readonly SslCertificate[]): readonly SslCertificate[] {
  const { policy } = call.world;
  const asked = call.query['size'] as number | undefined;
  const size =
    asked === undefined || (asked === 0 && policy.listSizeZero === 'default') ? policy.listDefaultSize : asked;
  const position = (call.query['position'] as number | undefined) ?? 0;
  const from =
    position > 0 && call.has('position-off-by-one') ? position - 1 : call.has('position-ignored') ? 0 : position;
  const to =
    from +
    (call.has('size-off-by-one') && size > 0 ? size + 1 : call.has('size-ignored') ? policy.listDefaultSize : size);
  return matching.slice(from, to);
}

function matches(call: Call, certificate: SslCertificate, name: string, value: unknown, now: number): boolean {
  const text = TEXTS[name]?.(certificate);
  const match = call.world.policy.listMatch[name];
  if (text !== undefined && match === 'contains' && typeof value === 'string') {
    return typeof text === 'string' ? text.includes(value) : text.some((entry) => entry.includes(value));
  }
  const holds = FILTERS[name]?.(certificate, value as never, now) ?? true;
  return call.has(`filter-inverted:${name}`) ? !holds : holds;
}

function identity(certificate: SslCertificate): Record<string, unknown> {
  return {
    sslId: certificate.id,
    commonName: certificate.commonName,
    subjectAlternativeNames: certificate.subjectAlternativeNames,
    serialNumber: certificate.serialNumber,
  };
}

function within(moment: number | undefined, days: number, now: number): boolean {
  return moment !== undefined && moment <= now && moment >= now - days * DAY;
}

function unknownReference(call: Call): Reply | undefined {
  const { state, policy } = call.world;
  if (policy.listUnknownReference === 'empty') return undefined;
  const { orgId, sslTypeId } = call.query as { orgId?: number; sslTypeId?: number };
  if (orgId !== undefined && !state.organizations.has(orgId))
    return badRequest(`There is no organization ${orgId}.`, -1023);
  const known = [...state.sslCertificates.values()].some((certificate) => certificate.sslTypeId === sslTypeId);
  return sslTypeId === undefined || known ? undefined : badRequest(`There is no profile ${sslTypeId}.`, -111);
}
