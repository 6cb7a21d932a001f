/** What the server begins with: plenty of every kind, of this customer and a few of another. */
import { VARIANTS } from '../contract/bodies.ts';
import { ENDPOINT_TYPES, INSTALL_STATUSES, RENEWAL_STATUSES, STATUSES, WAYS } from '../contract/parameters.ts';
import type { Fields, Kind } from '../contract/types.ts';
import type { Reading } from '../readings/reading.ts';
import { World } from './world.ts';

const DAY = 86_400_000;
const QUARTER = DAY / 4;
const of = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;
const hex = (n: number, length: number) => (n * 2654435761).toString(16).padStart(length, 'a').slice(-length);
/** The n-th identifier of a bucket. */
export const uuid = (n: number): string => `6f9619ff-8b86-4d01-b42d-${(0xc04fc9640000 + n).toString(16)}`;

const ADMIN_TYPES = ['STANDARD', 'API', 'IDP', 'SAS'] as const;
const CUSTOMERS = { own: 1, other: 9001 } as const;
type Customer = keyof typeof CUSTOMERS;

class Seeding {
  readonly world: World;
  readonly reading: Reading;

  constructor(reading: Reading) {
    this.reading = reading;
    const { delay, listDelay } = reading;
    this.world = new World((kind) => (kind === 'ssl-certificate' ? (listDelay ?? delay) : delay));
  }

  /** Adds so many of a kind; those of another customer are numbered far above. */
  add(kind: Kind, count: number, fields: (n: number, id: number) => Fields, customer: Customer = 'own'): void {
    for (let n = CUSTOMERS[customer]; n < CUSTOMERS[customer] + count; n += 1) {
      const id = this.reading.numbered(n);
      this.world.add(kind, id, { id, ...fields(n, id) }, customer);
    }
  }

  /** Adds children below the n-th of a kind, numbered on from all others of theirs. */
  below(kind: Kind, parents: number, each: number, fields: (n: number, parent: number) => Fields): void {
    for (let n = 1; n <= parents * each; n += 1) {
      const parent = Math.ceil(n / each);
      const id = this.reading.numbered(n);
      this.world.add(kind, `${this.reading.numbered(parent)}/${id}`, { id, ...fields(n, parent) });
    }
  }
}

/** Every administrator from the 31st on who asks for certificates has five of them. */
export const requesterOf = (n: number): number => 31 + (n % 12);

const certificate =
  (reading: Reading) =>
  (n: number): Fields => {
    const now = Date.now();
    const spread = 5 + 4 * n;
    return {
      commonName: `host${n}.example.test`,
      subjectAlternativeName: [`host${n}.example.test`, `alias${n}.example.test`],
      status: of(STATUSES, n),
      sslTypeId: 100 + (n % 5),
      discoveryStatus: of(['NotDeployed', 'Deployed'], n),
      vendor: of(['Acme CA', 'House CA', 'Other CA'], n),
      orgId: reading.numbered(1 + (n % 6)),
      installStatus: of(INSTALL_STATUSES, n),
      renewalStatus: of(RENEWAL_STATUSES, n),
      issuer: `CN=Issuing CA ${n % 4}, O=Example`,
      serialNumber: hex(n, 20),
      requesterId: reading.numbered(requesterOf(n)),
      requester: `admin${requesterOf(n)}`,
      externalRequester: `person${n % 7}@example.test`,
      signatureAlgorithm: of(['SHA256withRSA', 'SHA384withECDSA'], n),
      keyAlgorithm: of(['RSA', 'EC'], n),
      keySize: of([2048, 256, 4096, 384], n),
      keyParam: of(['2048', 'P-256', '4096', 'P-384'], n),
      sha1Hash: hex(n + 1000, 40),
      md5Hash: hex(n + 2000, 32),
      sha256Hash: hex(n + 3000, 64),
      keyUsage: of(['Digital Signature', 'Key Encipherment', 'Key Agreement'], n),
      extendedKeyUsage: of(['serverAuth', 'clientAuth', 'serverAuth, clientAuth'], n),
      requestedVia: of(WAYS, n),
      comments: `number ${n}`,
      autoRenew: n % 2 === 0,
      renewDays: 10 + (n % 20),
      expiresAt: now + (spread % 200) * DAY - QUARTER,
      requestedAt: now - (spread % 190) * DAY + QUARTER,
      issuedAt: now - (spread % 180) * DAY + QUARTER,
      ...(n % 3 === 0 ? { renewedAt: now - (spread % 170) * DAY + QUARTER } : {}),
    };
  };

const location = (n: number): Fields => ({
  custom: n % 5 !== 0,
  name: `place ${n}`,
  address: `10.0.0.${n % 250}`,
  port: 443 + n,
  notes: `rack ${n}`,
});

const administrator = (n: number): Fields => ({
  type: of(ADMIN_TYPES, n),
  template: false,
  login: `admin${n}`,
  email: `admin${n}@example.test`,
  forename: `Fore${n}`,
  surname: `Sur${n}`,
  title: 'Officer',
  phone: `+44 ${1000 + n}`,
  roles: ['RAO_SSL'],
  active: true,
});

const person =
  (reading: Reading) =>
  (n: number): Fields => ({
    firstName: `Given${n}`,
    lastName: `Family${n}`,
    email: `p${n}@example.test`,
    organizationId: reading.numbered(1),
    validation: of(['STANDARD', 'HIGH'], n),
    phone: `+49 ${2000 + n}`,
    secondaryEmails: [`second${n}@example.test`],
  });

const endpoint =
  (reading: Reading) =>
  (n: number): Fields => ({
    name: `Desk ${n}`,
    endpointType: of(ENDPOINT_TYPES, n),
    uriExtension: `desk${n}`,
    mode: n % 2 === 0 ? 'custom' : 'global',
    delegations: n % 2 === 0 ? [reading.numbered(1)] : [],
    ...(n % 7 === 6
      ? {}
      : {
          configured: true,
          enrollmentHelp: `Help ${n}`,
          enrollmentLinkName: `Link ${n}`,
          enrollmentLinkAddress: `https://help.example.test/${n}`,
          webFormAuthTypes: ['EMAIL_CONFIRMATION'],
          contactName: `Contact ${n}`,
          contactEmail: `contact${n}@example.test`,
          contactPhone: `+33 ${n}`,
        }),
  });

const task = (n: number): Fields => ({
  name: `Scan ${n}`,
  bucketId: uuid(1),
  hours: n % 24,
  minutes: n % 60,
  dayOfMonth: 1 + (n % 28),
});

/** Makes the entities of a reading; the same ones each time, but for dates that count from now. */
export function seeded(reading: Reading): World {
  const all = new Seeding(reading);
  const { numbered } = reading;
  all.add('ssl-certificate', 60, certificate(reading));
  all.below('ssl-location', 60, 2, location);
  all.add('client-certificate', 40, (n) => ({
    owner: `Given${n} Family${n}`,
    status: of(['Issued', 'Expired'], n),
    email: `c${n}@example.test`,
    comments: `client ${n}`,
    notify: n % 2 === 0,
    keyYears: 1 + (n % 5),
    usage: { licences: 10, used: n },
  }));
  all.below('client-location', 40, 2, location);
  all.add('mark-certificate', 30, (n) => ({
    state: 'Issued',
    subject: `Mark ${n}`,
    jurisdiction: 'EU',
    trademark: `TM ${n}`,
    contacts: [`m${n}@example.test`],
  }));
  all.add('administrator', 90, administrator);
  all.add('administrator', 3, (n) => ({ ...administrator(n), login: `other${n}` }), 'other');
  for (const n of [201, 202, 203]) {
    const id = numbered(n);
    all.world.add('administrator', id, { id, ...administrator(n), type: 'IDP', template: true });
  }
  all.add('person', 60, person(reading));
  all.add('person', 3, person(reading), 'other');
  all.add('organization', 40, (n) => ({
    name: `House ${n}`,
    address1: `${n} Main Street`,
    city: `City ${n}`,
    stateProvince: `State ${n}`,
    postalCode: `${10000 + n}`,
    country: of(['GB', 'DE', 'FR'], n),
    alias: `house-${n}`,
    apiEnabled: n % 2 === 0,
    ...(n > 30 ? { parentId: numbered(n - 25) } : {}),
  }));
  all.add('organization', 2, (n) => ({ name: `Foreign ${n}`, country: 'US' }), 'other');
  all.below('validation', 30, 2, (n) => ({
    level: of(['OV_SSL', 'EV_SSL', 'OV_SMIME'], n),
    status: 'VALIDATED',
    legalName: `House ${n} Ltd`,
    address1: `${n} Main Street`,
    country: 'GB',
  }));
  all.add('notification', 30, (n) => ({
    description: `Notice ${n}`,
    active: true,
    days: 30,
    frequency: 'ONCE',
    recipients: [`n${n}@example.test`],
    orgId: numbered(1),
  }));
  all.add('endpoint', 60, endpoint(reading));
  all.below('account', 60, 2, (n) => {
    const variant = of(VARIANTS, n);
    return {
      variant: reading.words[variant] ?? variant,
      name: `Account ${n}`,
      organizationId: numbered(1),
      ...accountOf(variant),
    };
  });
  all.add('domain', 40, (n) => ({ name: `d${n}.example.test`, state: n % 2 === 0 ? 'suspended' : 'active' }));
  all.add('net-task', 20, (n) => ({ ...task(n), ranges: [{ address: `10.1.${n}.0/24`, ports: '443' }] }));
  all.add('ad-task', 20, (n) => ({ ...task(n), depth: n % 10, domainDefinition: `dc=d${n}` }));
  for (let n = 1; n <= 40; n += 1) {
    all.world.add('bucket', uuid(n), {
      id: uuid(n),
      clientId: `client-${n}`,
      name: `Bucket ${n}`,
      authenticated: true,
      rules: [n],
    });
  }
  return all.world;
}

function accountOf(variant: (typeof VARIANTS)[number]): Fields {
  if (variant === 'CreatePublicAcmeEnrollAccount') return { domains: ['acme.example.test'] };
  if (variant === 'CreateSslMaggieEnrollAccount') return { profileId: 7 };
  if (variant === 'CreateSslRestApiEnrollAccount') return { autoRenew: true };
  if (variant === 'CsWebFormAccountRequest') return { profileIds: [7, 8], allowEmptyPin: true };
  return { profileIds: [7, 8], accessCode: 'open sesame' };
}
