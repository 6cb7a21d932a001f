import { type Call, handler } from '../call.ts';
import { isAskedAgain } from '../faults/memory.ts';
import { badRequest, ok, type Reply } from '../reply.ts';
import { Clock } from '../state/clock.ts';
import type { SslCertificate } from '../state/entities.ts';
import { filterOf, isFilter } from './ssl-filters.ts';

/** `GET /api/ssl/v2`. */
export const sslList = handler<undefined>({
  run: (call) => {
    const unknown = unknownReference(call);
    if (unknown !== undefined) return unknown;
    const effective = Object.entries(call.query).filter(([name]) => isFilter(name) && !isWithoutEffect(call, name));
    const filters = heeded(call, effective);
    if (filters.length > 1 && call.has('filters-together-crash')) return { status: 500, body: { error: 'internal' } };
    const { state, clock, policy } = call.world;
    const today = policy.otherwise('ssl.list.day-boundaries') ? Clock.midnight(clock.now) : clock.now;
    // Certificates are kept in the order of their ids.
    const every = [...state.sslCertificates.values()];
    if (policy.listOrder === 'descending') every.reverse();
    const tests = filters.map(([name, value]) => filterOf(call, name, value, today));
    const any = tests.length > 1 && call.has('filters-alternatives');
    const none = tests.length > 1 && call.has('filters-together-empty');
    const selected = (one: SslCertificate): boolean =>
      any ? tests.some((fits) => fits(one)) : !none && tests.every((fits) => fits(one));
    const matching = every.filter(selected);
    if (call.has('order-unstable')) shuffle(matching, call.world.random);
    const early = filters.length > 0 && call.has('size-before-filter');
    const page = call.has('page-before-filter')
      ? pageOf(call, every).filter(selected)
      : pageOf(call, early ? firstOf(call, every).filter(selected) : matching);
    const all = policy.otherwise('ssl.list.total-scope') ? state.sslCertificates.size : matching.length;
    const byPage = call.has('total-of-page') || (filters.length > 0 && call.has('total-of-page-with-filter'));
    const more = filters.length > 0 && call.has('total-miscounted-with-filter') ? 1 : 0;
    const beyond = page.length === 0 && call.has('total-lost-past-end');
    const total = beyond ? 0 : (byPage ? page.length : all) + more;
    if (page.length === 0 && call.has('empty-is-204')) return { status: 204 };
    const totals =
      filters.length > 0 && call.has('total-missing-with-filter') ? {} : { 'X-Total-Count': String(total) };
    const shown = call.has('asked-again-short') && isAskedAgain(call) ? page.slice(0, -1) : page;
    return ok(shown.map(identity), { ...totals, ...deprecation(call) });
  },
});

/** A filter that a fault ignores, or a superseded one where it has no effect any more. */
function isWithoutEffect(call: Call, name: string): boolean {
  if (call.has(`filter-ignored:${name}`)) return true;
  if (call.has('filters-behind-page-ignored') && standsBehindPage(call, name)) return true;
  if (Object.keys(call.query).some((other) => call.has(`filter-ignored-beside:${other}>${name}`))) return true;
  return call.world.policy.otherwise('ssl.list.deprecated-filters') && isDeprecated(call, name);
}

/** Parameters stand in the order in which they were sent. */
function standsBehindPage({ query }: Call, name: string): boolean {
  const names = Object.keys(query);
  return names.slice(0, names.indexOf(name)).some((other) => other === 'size' || other === 'position');
}

function isDeprecated(call: Call, name: string): boolean {
  return call.operation.parameters.some((parameter) => parameter.name === name && parameter.deprecated);
}

function deprecation(call: Call): Record<string, string> {
  const signalled = call.world.policy.otherwise('version.deprecation-signal');
  return signalled && Object.keys(call.query).some((name) => isDeprecated(call, name)) ? { Deprecation: 'true' } : {};
}

function pageOf(call: Call, matching: readonly SslCertificate[]): readonly SslCertificate[] {
  const { policy } = call.world;
  const asked = call.query['size'] as number | undefined;
  const byDefault = asked === undefined || (asked === 0 && policy.listSizeZero === 'default');
  const filtered = Object.keys(call.query).some((name) => name !== 'size' && name !== 'position');
  const bare = call.query['position'] === undefined && call.has('size-ignored-without-position');
  const ignored = bare || call.has('size-ignored') || (filtered && call.has('size-ignored-with-filter'));
  const most = call.has('size-capped') ? call.world.state.sslCertificates.size - 1 : Number.POSITIVE_INFINITY;
  const size = Math.min(most, byDefault || ignored ? policy.listDefaultSize : asked);
  const { position: asks, size: named } = call.query as { position?: number; size?: number };
  const alone = asks !== undefined && named === undefined && call.has('position-ignored-without-size');
  const position = alone ? 0 : (asks ?? 0) * (call.has('position-counts-pages') ? size : 1);
  if (call.has('past-end-wraps') && position >= matching.length) return matching.slice(0, size);
  const still = call.has('position-ignored') || (filtered && call.has('position-ignored-with-filter'));
  const from = still ? 0 : Math.max(0, position - (call.has('position-off-by-one') ? 1 : 0));
  return matching.slice(from, from + size + (call.has('size-off-by-one') && size > 0 ? 1 : 0));
}

/** As many of the first certificates as the page may have, whether they are selected or not. */
function firstOf(call: Call, every: readonly SslCertificate[]): readonly SslCertificate[] {
  return every.slice(0, (call.query['size'] as number | undefined) ?? every.length);
}

function shuffle(list: unknown[], random: { next(): number }): void {
  for (let i = list.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random.next() * (i + 1));
    [list[i], list[j]] = [list[j], list[i]];
  }
}

function identity(certificate: SslCertificate): Record<string, unknown> {
  return {
    sslId: certificate.id,
    commonName: certificate.commonName,
    subjectAlternativeNames: certificate.subjectAlternativeNames,
    serialNumber: certificate.serialNumber,
  };
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

/** Those that a server looks at which cannot handle more than two. */
function heeded<T>(call: Call, filters: readonly (readonly [string, T])[]): readonly (readonly [string, T])[] {
  if (call.has('third-filter-ignored')) return filters.slice(0, 2);
  const [least] = filters.map(([name]) => name).toSorted();
  return filters.length > 2 && call.has('least-filter-ignored') ? filters.filter(([name]) => name !== least) : filters;
}
