/** Single faults of the emulator, from every family that the suites cover: each run fails, and names the broken promise first. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { catalogue, type Emulator, type Fault, startEmulator } from '../../emulator/index.ts';
import { cluster } from '../../reports/clusters.ts';
import { outcomeOf, verdictOf } from '../../reports/outcome.ts';
import { loadContract } from '../../spec/load.ts';
import type { Contract } from '../../spec/types.ts';
import { certconform, judge, linesOf, temporaryFolder } from './support.ts';

let contract: Contract;
let emulator: Emulator;
let faults: ReadonlyMap<string, Fault>;

beforeAll(async () => {
  contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false });
  faults = new Map(catalogue(contract).map((fault) => [fault.id, fault]));
});
afterAll(() => emulator.close());

/** Judges the faulty operation, or more, on a fresh emulator with one fault. */
async function resultsWith(id: string, only?: readonly string[]): Promise<Awaited<ReturnType<typeof judge>>> {
  const fault = faults.get(id);
  if (fault === undefined) throw new Error(`The emulator has no fault ${id}.`);
  emulator.reset();
  emulator.setFaults([fault]);
  try {
    return await judge({ profile: emulator.profile(), contract, only: only ?? [fault.operation] });
  } finally {
    emulator.setFaults([]);
  }
}

/** Fault and the requirement that the summary must name first. */
const TABLE: readonly (readonly [fault: string, promise: string])[] = [
  // Wrong status on one operation.
  ['person.update.success.status-204', 'person.update.success.status'],
  ['ssl.location.delete.success.status-200', 'ssl.location.delete.success.status'],
  ['mark.update.success.status-200', 'mark.update.success.status'],
  ['endpoint.config.update.success.status-201', 'endpoint.config.update.success.status'],
  // Missing or wrong header.
  ['ssl.list.success.X-Total-Count.missing', 'ssl.list.success.header.x-total-count'],
  ['ssl.list.success.X-Total-Count.text', 'ssl.list.success.header.x-total-count'],
  // A body that is missing, broken, of another type, of another shape, or where none is documented.
  ['person.read.success.body-missing', 'person.read.success.body'],
  ['endpoint.read.success.body-broken', 'endpoint.read.success.body'],
  ['client.read.success.content-type', 'client.read.success.media-type'],
  ['bucket.read.success.shape', 'bucket.read.success.body'],
  ['admin.read.success.member-type', 'admin.read.success.schema'],
  ['person.update.success.body-added', 'person.update.success.no-body'],
  // Credential ignored or refused otherwise on one operation.
  ['admin.read.credential.none.accepted', 'admin.read.credential.missing'],
  ['domain.suspend.credential.tampered.accepted', 'domain.suspend.credential.invalid'],
  ['organization.read.credential.scheme.accepted', 'organization.read.credential.invalid'],
  ['ssl.list.credential.status-403', 'ssl.list.credential.invalid'],
  // Absent entities.
  ['person.update.absent.accepted', 'person.update.absent.status'],
  ['account.read.absent.status-410', 'account.read.absent.status'],
  ['endpoint.read.absent.body-none', 'endpoint.read.absent.body'],
  ['ssl.location.read.absent.no-code', 'ssl.location.read.absent.body'],
  ['mark.read.absent.body-text', 'mark.read.absent.body'],
  // Constraints of parameters.
  ['ssl.list.size.maximum.ignored', 'ssl.list.size.maximum.refuses'],
  ['ssl.list.status.enum.Declined.refused', 'ssl.list.status.enum.Declined.accepts'],
  ['ssl.list.renewalStatus.enum.unknown.accepted', 'ssl.list.renewalStatus.enum.refuses'],
  ['ssl.list.renewed.type.ignored', 'ssl.list.renewed.type.refuses'],
  [
    'validation.revalidate.organizationDetails.generalDetails.legalName.required.ignored',
    'validation.revalidate.organizationDetails.generalDetails.legalName.required.refuses',
  ],
  // Bodies.
  ['person.update.body.required.ignored', 'person.update.body.required.refuses'],
  ['endpoint.delegations.update.body.uniqueItems.ignored', 'endpoint.delegations.update.body.uniqueItems.refuses'],
  ['organization.update.xml-refused', 'organization.update.body.xml.accepts'],
  ['notification.update.malformed-accepted', 'notification.update.body.malformed.refuses'],
  // Bad requests answered otherwise, and server errors.
  ['ssl.list.keySize.breaks', 'ssl.list.keySize.type.refuses'],
  ['ssl.list.bad-request.status-422', 'ssl.list.size.type.refuses'],
  ['ssl.list.crash.nul', 'ssl.list.robust'],
  // Open points that the dialect settles, customers, numbers, texts, spellings.
  ['person.read.declared.unauthorized.challenge.false', 'person.read.declared.unauthorized.challenge'],
  ['person.read.other-customer', 'person.read.other-customer'],
  ['ssl.list.issuedIn.infinity-taken', 'ssl.list.issuedIn.type.refuses'],
  ['person.update.body.firstName.text.apostrophe.breaks', 'person.update.body.texts.survives'],
  ['person.update.body.spelling.json-escapes', 'person.update.body.spellings.accepts'],
];

/** Promises that a fault of the table breaks just as well. */
const ALSO: Readonly<Record<string, string>> = {
  // Repeated ids are refused, and a refused request changes no mode: both speak of the same request.
  'endpoint.delegations.update.body.uniqueItems.ignored': 'delegation-mode.global-to-custom',
};

describe('a single fault', () => {
  test.each(TABLE)('%s breaks %s', async (fault, promise) => {
    const results = await resultsWith(fault);
    const failed = results.filter((result) => verdictOf(result) === 'fail');
    expect(linesOf(results, 'broken')).toEqual([]);
    const [first] = cluster(failed);
    const named = [first?.first, ...(first?.others ?? [])].map((result) => result?.requirement);
    expect(failed.map(({ requirement }) => requirement)).toContain(promise);
    expect(named.some((id) => id === promise || id === ALSO[fault])).toBe(true);
    expect(outcomeOf(results).exitCode).toBe(1);
  });

  test('covers every family whose faults show in an admin operation', () => {
    const covered = new Set(TABLE.map(([id]) => faults.get(id)?.family));
    const families = new Set([...faults.values()].map(({ family }) => family));
    // Each of these has tests of its own beside its suites, or stands in the table of edges below.
    const elsewhere = ['model', 'no-answer', 'constraint-lenient', 'constraint-strict', 'list', 'state', 'role'];
    const missing = [...families].filter(
      (family) => !covered.has(family) && !elsewhere.includes(family) && !family.startsWith('legacy-'),
    );
    expect(missing).toEqual([]);
  });

  test('none gives no failure and no warning', async () => {
    emulator.reset();
    const results = await judge({ profile: emulator.profile(), contract, only: ['ssl', 'person', 'mark'] });
    expect(linesOf(results, 'fail', 'warn', 'broken', 'inconclusive')).toEqual([]);
  });
});

/** A bound that is off by one, and the value at the edge that must be shown. */
const EDGES: readonly (readonly [fault: string, promise: string, edge: string | number])[] = [
  ['ssl.list.size.maximum.lenient', 'ssl.list.size.maximum.refuses', '201'],
  ['ssl.list.size.maximum.strict', 'ssl.list.size.maximum.accepts', '200'],
  ['ssl.list.position.minimum.lenient', 'ssl.list.position.minimum.refuses', '-1'],
  ['ssl.list.sslTypeId.minimum.lenient', 'ssl.list.sslTypeId.minimum.refuses', '0'],
  ['ssl.list.expiresIn.minimum.strict', 'ssl.list.expiresIn.minimum.accepts', '1'],
  ['ssl.list.issuedIn.maximum.lenient', 'ssl.list.issuedIn.maximum.refuses', '201'],
  ['ssl.list.vendor.maxLength.lenient', 'ssl.list.vendor.maxLength.refuses', 129],
  ['ssl.list.md5Hash.maxLength.strict', 'ssl.list.md5Hash.maxLength.accepts', 32],
  ['endpoint.update.name.maxLength.lenient', 'endpoint.update.name.maxLength.refuses', 257],
  ['endpoint.update.uriExtension.maxLength.strict', 'endpoint.update.uriExtension.maxLength.accepts', 58],
  [
    'endpoint.update.config.contactPhone.maxLength.lenient',
    'endpoint.update.config.contactPhone.maxLength.refuses',
    33,
  ],
  [
    'validation.assignment.update.externalOrgName.maxLength.lenient',
    'validation.assignment.update.externalOrgName.maxLength.refuses',
    257,
  ],
];

describe('a bound off by one', () => {
  test.each(EDGES)('%s shows at the edge', async (id, promise, edge) => {
    const results = await resultsWith(id, [promise]);
    const failure = results.find(({ requirement }) => requirement === promise)?.failure;
    const [value] = Object.values((failure?.case ?? {}) as Record<string, string>);
    expect(typeof edge === 'number' ? value?.length : value).toBe(edge);
  });
});

test('the command line says so too: exit code 1 and the promise first', async () => {
  const folder = temporaryFolder('fault');
  const { code, stdout } = await certconform([
    'run',
    '--fault',
    'person.update.success.body-added',
    '--only',
    'person',
    '--depth',
    'quick',
    '--no-html',
    '--out',
    folder.path,
  ]);
  expect(code).toBe(1);
  const first = stdout.split('\n').find((line) => line.startsWith('✗'));
  expect(first).toContain('person.update.success.no-body');
  expect(stdout).toContain('cli/main.ts replay --fault=person.update.success.body-added person.');
  folder.remove();
});
