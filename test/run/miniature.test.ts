/**
 * The suite over a conforming server that shares no line with our emulator and answers the open points in other ways:
 * nothing of it may be called a failure, and a single fault planted in it must be.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ANSWERS, miniatureProfile, type Stated } from './miniature/profile.ts';
import {
  type Miniature,
  type MiniatureFault,
  type MiniatureOptions,
  type Question,
  startMiniature,
} from './miniature/server.ts';
import { type JudgeOptions, judge, linesOf } from './support.ts';

const ORDERS: readonly [Question, Question, Question][] = [
  ['entity', 'input', 'credential'],
  ['credential', 'entity', 'input'],
];

const DECLARED: Stated = { states: 'all', dialect: { base: 'none', answers: ANSWERS } };

/** Warnings, and no more: certificates that are all of today, and numbers that are read as JavaScript reads them (1e1, 0x10, 5.0). */
const TOLERATED =
  /^warn (ssl\.list\.filter\.(expires|requested|issued)In\.selects: |\S+\.type\.refuses: .*\((fixture-id-)?(integral-fraction|exponent|hexadecimal)\))/;

/** Judges an unbroken miniature and expects nothing but praise, silence and honest ignorance. */
async function expectNoFailure(options: MiniatureOptions, stated: readonly Stated[], more: Partial<JudgeOptions> = {}) {
  const miniature = await startMiniature(options);
  try {
    for (const how of stated) {
      miniature.reset();
      const results = await judge({ ...more, profile: miniatureProfile(miniature, how) });
      const complaints = linesOf(results, 'fail', 'warn', 'broken').filter((line) => !TOLERATED.test(line));
      expect(complaints, JSON.stringify(how)).toEqual([]);
      expect(results.filter(({ verdict }) => verdict === 'pass').length).toBeGreaterThan(10);
    }
  } finally {
    await miniature.close();
  }
}

/** Everything but the relations between filtered lists, which ask for many. */
const WITHOUT_FILTERS = [
  'ssl.list.credential',
  'ssl.list.size',
  'ssl.location',
  'ssl.update',
  'admin',
  'person',
  'endpoint',
];

describe('no failure', () => {
  test.each<[string, readonly Stated[]]>([
    ['the profile has no fixtures', [{ states: 'nothing', dialect: 'none' }, { states: 'nothing' }]],
    [
      'it has fixtures',
      [{ states: 'ids', dialect: 'none' }, { states: 'ids' }, { states: 'ids', dialect: 'alternate' }],
    ],
    ['examples are given', [{ states: 'all', dialect: 'none' }, { states: 'all' }]],
    ['open points are declared', [DECLARED]],
  ])('when %s', (_, stated) => expectNoFailure({}, stated));

  test.each(ORDERS)('when it asks for %s, %s, %s', (...order) =>
    expectNoFailure({ order, throttleEvery: 97 }, [{ states: 'ids' }, { states: 'all' }], { only: WITHOUT_FILTERS }),
  );

  test('when its answers never stand still', () =>
    expectNoFailure({ restless: true }, [DECLARED], { only: ['admin.read', 'administrator-type'] }));

  test('at depth, with other seeds', () =>
    expectNoFailure({}, [DECLARED], { seed: 2, depth: 'deep', only: ['ssl', 'person', 'endpoint.update'] }));
});

/** Each fault and the promise that it breaks. */
const PROMISES: Readonly<Record<MiniatureFault, string>> = {
  'list-without-total': 'ssl.list.success.header.x-total-count',
  'size-maximum-201': 'ssl.list.size.maximum.refuses',
  'status-filter-refuses-declined': 'ssl.list.status.enum.Declined.accepts',
  'location-delete-200': 'ssl.location.delete.success.status',
  'location-absent-empty-body': 'ssl.location.read.absent.body',
  'admin-read-without-credential': 'admin.read.credential.missing',
  'admin-delete-absent-204': 'admin.delete.absent.status',
  'person-read-text': 'person.read.success.media-type',
  'person-update-with-body': 'person.update.success.no-body',
  'person-accepts-malformed-json': 'person.update.body.malformed.refuses',
  'endpoint-name-not-required': 'endpoint.update.name.required.refuses',
  'endpoint-extension-of-57': 'endpoint.update.uriExtension.maxLength.accepts',
  'person-absent-400': 'person.update.absent.status',
  'delegations-accept-duplicates': 'endpoint.delegations.update.body.uniqueItems.refuses',
  'api-becomes-sas': 'administrator-type.API-to-SAS',
};

describe('one fault', () => {
  let miniature: Miniature;
  beforeAll(async () => {
    miniature = await startMiniature();
  });
  afterAll(() => miniature.close());

  test.each(Object.entries(PROMISES) as [MiniatureFault, string][])('%s breaks %s', async (fault, promise) => {
    miniature.reset(fault);
    const results = await judge({ profile: miniatureProfile(miniature, DECLARED), only: [promise] });
    expect(linesOf(results, 'fail').map((line) => line.split(/[ :]/)[1])).toContain(promise);
  });
});
