import type { FixtureKind } from '../spec/types.ts';
import type { Effect } from '../spec/vocabulary.ts';
import type { SslCertificate } from './state/entities.ts';
import {
  ADMINISTRATORS,
  REQUESTERS,
  requesterName,
  SPARE_ADMINISTRATORS,
  SUCCESSORS,
  TEMPLATES,
} from './state/seed/administrators.ts';
import { CLIENT_CERTIFICATES, CLIENT_LOCATIONS, MARK_CERTIFICATES } from './state/seed/certificates.ts';
import { AD_TASKS, bucketIds, NET_TASKS } from './state/seed/discovery.ts';
import { DOMAINS } from './state/seed/domains.ts';
import { ACCOUNTS_PER_VARIANT, ENDPOINTS } from './state/seed/endpoints.ts';
import { NOTIFICATIONS } from './state/seed/notifications.ts';
import { LOGINS, ORDERS } from './state/seed/orders.ts';
import { DEPARTMENTS, ORGANIZATIONS, SPARE_DEPARTMENTS, SPARE_ORGANIZATIONS } from './state/seed/organizations.ts';
import { PERSONS } from './state/seed/persons.ts';
import { SSL_CERTIFICATES, SSL_LOCATIONS } from './state/seed/ssl.ts';
import { emptyState, type State } from './state/store.ts';

/** One fixture of a target profile. */
interface ProfileFixture {
  readonly ids: Readonly<Record<string, string | number>>;
  readonly traits?: Readonly<Record<string, string | number | boolean>>;
  readonly allow: Effect;
  readonly foreign?: true;
}

const DAY = 86_400_000;

type Fixtures = Readonly<Record<FixtureKind, readonly ProfileFixture[]>>;
type Groups = Readonly<Partial<Record<Effect, readonly number[]>>>;

/**
 * The seed entities as fixtures of a target profile. What no operation reads cannot be put back after a change, so
 * such entities (mark certificates, validations, notifications, tasks) may be destroyed; of the others each group has
 * its own permission.
 */
export function fixturesOf(state: State, now: number, beyond: State = emptyState()): Fixtures {
  return withForeign(beyond, {
    'ssl-certificate': certificates(state, now),
    'ssl-location': locations('sslId', SSL_LOCATIONS, state.sslLocations),
    'client-certificate': grouped('id', CLIENT_CERTIFICATES),
    'client-location': locations('certId', CLIENT_LOCATIONS, state.clientLocations),
    'mark-certificate': grouped('id', { destroy: MARK_CERTIFICATES }),
    administrator: administrators(),
    person: grouped('id', PERSONS),
    organization: organizations(),
    validation: [...state.validations.values()].map(({ id, orgId, validationLevel }) => ({
      ids: { orgId, validationId: id },
      traits: { level: validationLevel },
      allow: 'destroy',
    })),
    notification: grouped('notificationId', { destroy: [...NOTIFICATIONS.modify, ...NOTIFICATIONS.destroy] }),
    endpoint: endpoints(state),
    account: accounts(state),
    domain: [
      // Nothing shows what their monitoring was, so some must be fixtures that may be used up.
      ...grouped('id', { modify: DOMAINS.active.slice(0, -4), destroy: DOMAINS.active.slice(-4) }, { state: 'active' }),
      ...grouped('id', { modify: DOMAINS.suspended }, { state: 'suspended' }),
    ],
    'net-task': grouped('id', { destroy: NET_TASKS }),
    'ad-task': grouped('id', { destroy: AD_TASKS }),
    bucket: Object.entries(bucketIds([...state.buckets.keys()])).flatMap(([allow, all]) =>
      all.map((bucketId) => ({ ids: { bucketId }, allow: allow as Effect })),
    ),
    order: orders(state),
    login: [
      {
        ids: { loginName: LOGINS.powerless.name, loginPassword: LOGINS.powerless.password },
        traits: { state: 'no-permission' },
        allow: 'observe',
      },
      {
        ids: { loginName: LOGINS.locked.name, loginPassword: LOGINS.locked.password },
        traits: { state: 'locked' },
        allow: 'observe',
      },
      {
        ids: { loginName: LOGINS.expired.name, loginPassword: LOGINS.expired.password },
        traits: { state: 'expired' },
        allow: 'observe',
      },
    ],
  });
}

/** Where the entities of a kind are kept that another customer has, too. */
const FOREIGN: Readonly<Partial<Record<FixtureKind, readonly [id: string, kept: keyof State]>>> = {
  'ssl-certificate': ['sslId', 'sslCertificates'],
  'client-certificate': ['id', 'clientCertificates'],
  'mark-certificate': ['id', 'markCertificates'],
  administrator: ['id', 'administrators'],
  person: ['id', 'persons'],
  organization: ['id', 'organizations'],
  notification: ['notificationId', 'notifications'],
  endpoint: ['id', 'endpoints'],
  domain: ['id', 'domains'],
  'net-task': ['id', 'netTasks'],
  'ad-task': ['id', 'adTasks'],
};

/** They may be destroyed: nobody minds, and so every operation can be tried on them. */
function withForeign(beyond: State, own: Fixtures): Fixtures {
  const all = Object.entries(own).map(([kind, entries]) => {
    const [name, kept] = FOREIGN[kind as FixtureKind] ?? [];
    const ids = name === undefined || kept === undefined ? [] : [...beyond[kept].keys()];
    return [kind, [...entries, ...ids.map((id) => ({ ids: { [name ?? '']: id }, allow: 'destroy', foreign: true }))]];
  });
  return Object.fromEntries(all) as Fixtures;
}

function grouped(name: string, groups: Groups, traits?: ProfileFixture['traits']): ProfileFixture[] {
  return (Object.entries(groups) as [Effect, readonly number[]][]).flatMap(([allow, all]) =>
    all.map((id) => ({ ids: { [name]: id }, ...(traits === undefined ? {} : { traits }), allow })),
  );
}

/** Only the list shows a certificate, and only in part: some may be changed for good, the others are looked at. */
function halves(all: readonly number[]): Groups {
  return { observe: all.slice(24), destroy: all.slice(0, 24) };
}

/** Of certificates that nobody changes it is said what filters of the list look for. */
function certificates(state: State, now: number): ProfileFixture[] {
  return grouped('sslId', halves(SSL_CERTIFICATES)).map((fixture) => {
    const certificate = state.sslCertificates.get(Number(fixture.ids['sslId']));
    if (certificate === undefined || fixture.allow !== 'observe') return fixture;
    return { ...fixture, traits: { ...daysOf(certificate, now), ...valuesOf(certificate) } };
  });
}

/** Days between now and the moments that filters look for. */
function daysOf({ expires, issued, renewedDate, requested }: SslCertificate, now: number): Record<string, number> {
  const since = (moment: number | undefined): number | undefined =>
    moment === undefined ? undefined : Math.floor((now - moment) / DAY);
  const days = {
    expiresIn: expires === undefined ? undefined : Math.floor((expires - now) / DAY),
    issuedIn: since(issued),
    renewedIn: since(renewedDate),
    requestedIn: since(requested),
  };
  return Object.fromEntries(Object.entries(days).filter((entry): entry is [string, number] => entry[1] !== undefined));
}

/** What the other filters look for. */
function valuesOf(certificate: SslCertificate): Record<string, string | number | boolean> {
  const { id, orgId, renewed, requestedVia, sslTypeId, status, installStatus, renewalStatus } = certificate;
  const known = { orgId, renewed, requestedVia, sslTypeId, status, installStatus, renewalStatus };
  // Texts are compared alike, so a few certificates tell how.
  if (id % 10 !== 0) return known;
  const { vendor, issuer, serialNumber, requester, signatureAlgorithm, keyAlgorithm, keyParam } = certificate;
  const { commonName, sha1Hash, md5Hash, sha256Hash, externalRequester } = certificate;
  return {
    ...known,
    ...{ commonName, vendor, issuer, serialNumber, requester, signatureAlgorithm, keyAlgorithm, keyParam },
    ...{ sha1Hash, md5Hash, sha256Hash },
    ...(externalRequester === '' ? {} : { externalRequester }),
    subjectAlternativeName: certificate.subjectAlternativeNames.at(-1) ?? commonName,
    keyUsage: certificate.keyUsage.at(-1) ?? '',
    extendedKeyUsage: certificate.extendedKeyUsage.at(-1) ?? '',
  };
}

function locations(
  certificate: string,
  groups: {
    readonly modify: readonly number[];
    readonly destroy: readonly number[];
    readonly other: readonly number[];
  },
  known: ReadonlyMap<number, { readonly certId: number }>,
): ProfileFixture[] {
  const fixture = (id: number, type: string, allow: Effect): ProfileFixture => ({
    ids: { [certificate]: known.get(id)?.certId ?? 0, locationId: id },
    traits: { custom: type === 'custom' },
    allow,
  });
  return [
    ...groups.modify.map((id) => fixture(id, 'custom', 'modify')),
    ...groups.destroy.map((id) => fixture(id, 'custom', 'destroy')),
    ...groups.other.map((id) => fixture(id, 'other', 'observe')),
  ];
}

function administrators(): ProfileFixture[] {
  const all: ProfileFixture[] = [];
  const add = (members: readonly number[], allow: Effect, traits: ProfileFixture['traits']): void => {
    for (const id of members) {
      const requests = allow === 'observe' || REQUESTERS.includes(id);
      all.push({ ids: { id }, traits: { ...traits, ...(requests ? { requester: requesterName(id) } : {}) }, allow });
    }
  };
  for (const [type, members] of Object.entries(ADMINISTRATORS)) add(members, 'modify', { type });
  for (const [type, members] of Object.entries(SPARE_ADMINISTRATORS)) add(members, 'destroy', { type });
  add(SUCCESSORS, 'observe', { type: 'STANDARD' });
  all.push(...grouped('id', { observe: TEMPLATES }, { type: 'IDP_TEMPLATE', template: true }));
  return all;
}

function organizations(): ProfileFixture[] {
  return [
    ...grouped('id', { observe: ORGANIZATIONS.slice(0, 4), modify: ORGANIZATIONS.slice(4) }, { level: 'organization' }),
    ...grouped('id', { destroy: SPARE_ORGANIZATIONS }, { level: 'organization' }),
    ...grouped('id', { observe: DEPARTMENTS.slice(0, 4), modify: DEPARTMENTS.slice(4) }, { level: 'department' }),
    ...grouped('id', { destroy: SPARE_DEPARTMENTS }, { level: 'department' }),
  ];
}

function endpoints(state: State): ProfileFixture[] {
  return Object.entries(ENDPOINTS).flatMap(([group, all]) =>
    all.map((id): ProfileFixture => {
      const endpoint = state.endpoints.get(id);
      const traits = { mode: endpoint?.mode ?? 'global', type: endpoint?.type ?? '' };
      if (group === 'unconfigured') return { ids: { id }, traits: { ...traits, configured: false }, allow: 'destroy' };
      return { ids: { id }, traits, allow: group === 'observe' || group === 'destroy' ? group : 'modify' };
    }),
  );
}

function accounts(state: State): ProfileFixture[] {
  const perVariant = ACCOUNTS_PER_VARIANT.modify + ACCOUNTS_PER_VARIANT.destroy;
  return [...state.accounts.values()].map((account, i) => ({
    ids: { eeId: account.endpointId, id: account.id },
    traits: { variant: account.variant, type: account.type },
    allow: i % perVariant < ACCOUNTS_PER_VARIANT.modify ? 'modify' : 'destroy',
  }));
}

/** An order's traits say what is special about it; `order` is single or multi. */
/** Groups of orders whose methods may be changed. */
const PLAIN_ORDERS: ReadonlySet<string> = new Set([
  'longest',
  'single',
  'multi',
  'wildcard',
  'multi-wildcard',
  'ev',
  'foreign',
]);

function orders(state: State): ProfileFixture[] {
  return Object.entries(ORDERS).flatMap(([group, numbers]) =>
    numbers.map((orderNumber): ProfileFixture => {
      const order = state.orders.get(orderNumber);
      return {
        ids: { orderNumber },
        traits: {
          order: order?.kind ?? 'single',
          state: PLAIN_ORDERS.has(group) ? 'pending' : group.replace(/^(multi|ev)-/, ''),
          ...(group === 'foreign' ? { foreign: true } : {}),
          wildcard: order?.wildcard ?? false,
          ev: order?.ev ?? false,
          domains: order?.domains.map((domain) => domain.name).join(' ') ?? '',
          initialOrder: order?.initialOrder ?? orderNumber,
          email: order?.domains.map(({ name }) => `admin@${name.replace(/^\*\./, '')}`).join(' ') ?? '',
        },
        allow: group === 'longest' ? 'observe' : 'modify',
      };
    }),
  );
}
