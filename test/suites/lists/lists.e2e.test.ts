import { describe, expect, it } from 'vitest';
import { listGroups } from '../../../suites/lists/groups.ts';
import { type Outcome, runAgainst } from '../against.ts';
import { type Rewrite, rewriteJson } from '../proxy.ts';
import { applying, declaring, echoing, growing, knowing, LIST, rotating, spreading, total } from './rewrites.ts';

const TIMEOUT = 180_000;

describe('a conforming target', () => {
  it.each(['default', 'alternate'] as const)(
    'that speaks the %s dialect and declares it keeps every promise',
    async (speaks) => {
      const outcome = await runAgainst(listGroups, { speaks, depth: 'standard' });
      expect(outcome.failures()).toEqual([]);
      const open = outcome.results.filter(({ verdict }) => verdict !== 'pass' && verdict !== 'observed');
      expect(open.map(({ requirement, reason }) => `${requirement}: ${reason}`)).toEqual([]);
    },
    TIMEOUT,
  );

  it.each(['default', 'alternate'] as const)(
    'that speaks the %s dialect without saying so is not told that it is wrong',
    async (speaks) => {
      const outcome = await runAgainst(listGroups, { speaks, told: 'default' });
      expect(outcome.failures()).toEqual([]);
    },
    TIMEOUT,
  );

  let reads = 0;
  it.each<[string, Rewrite]>([
    ['whose total counts all certificates', total(() => 78)],
    [
      'whose entries show no id',
      rewriteJson(LIST, (list: { commonName: string }[]) => list.map(({ commonName }) => ({ commonName }))),
    ],
    ['whose entries all look alike', rewriteJson(LIST, (list: object[]) => list.map(() => ({ kind: 'certificate' })))],
    [
      'whose entries change by themselves',
      rewriteJson(LIST, (list: object[]) => list.map((one) => ({ ...one, reads: ++reads }))),
    ],
  ])(
    '%s is not told that it is wrong',
    async (_name, rewrite) => {
      const outcome = await runAgainst(listGroups, { rewrite, told: 'default' });
      expect(outcome.failures()).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'to which somebody else writes all the time is not told that it is wrong',
    async () => {
      const outcome = await runAgainst(listGroups, { rewrite: growing(), told: 'default' });
      expect(outcome.failures()).toEqual([]);
    },
    TIMEOUT,
  );

  it(
    'whose order is never the same twice cannot be read by pages',
    async () => {
      const outcome = await runAgainst(listGroups, { rewrite: rotating(), told: 'default', only: [PARTITION] });
      expect(outcome.result(PARTITION).verdict).toBe('fail');
    },
    TIMEOUT,
  );
});

const PARTITION = 'ssl.list.paging.partition';

/** Switch of the emulator's list, and requirements that must be among those that fail or warn. */
const FAULTS: readonly (readonly [string, readonly string[]])[] = [
  ['position-off-by-one', ['ssl.list.paging.partition', 'ssl.list.paging.position']],
  ['position-ignored', ['ssl.list.paging.partition', 'ssl.list.paging.past-end']],
  ['size-off-by-one', ['ssl.list.paging.length', 'ssl.list.paging.partition']],
  ['size-ignored', ['ssl.list.paging.length']],
  ['size-before-filter', ['ssl.list.paging.partition']],
  ['page-before-filter', ['ssl.list.paging.partition']],
  ['total-of-page', ['ssl.list.paging.total']],
  ['filters-together-crash', ['ssl.list.filter.pairs']],
  ['filter-ignored:status', ['ssl.list.filter.status.disjoint', 'ssl.list.filter.status.selects']],
  ['filter-inverted:status', ['ssl.list.filter.status.disjoint']],
  ['filter-ignored:installStatus', ['ssl.list.filter.installStatus.selects']],
  ['filter-ignored:requestedVia', ['ssl.list.filter.requestedVia.disjoint']],
  ['filter-ignored:commonName', ['ssl.list.filter.commonName.selects', 'ssl.list.filter.keeps']],
  ['filter-inverted:serialNumber', ['ssl.list.filter.serialNumber.selects', 'ssl.list.filter.keeps']],
  ['filter-ignored:orgId', ['ssl.list.filter.orgId.selects']],
  ['filter-at-least:orgId', ['ssl.list.filter.known']],
  ['filter-at-most:orgId', ['ssl.list.filter.known']],
  ['filter-at-least:sslTypeId', ['ssl.list.filter.known']],
  ['filter-at-most:sslTypeId', ['ssl.list.filter.known']],
  ['filter-ignored:sha256Hash', ['ssl.list.filter.sha256Hash.selects']],
  ['filter-ignored:renewed', ['ssl.list.filter.renewed.disjoint']],
  ['filter-inverted:renewed', ['ssl.list.filter.renewed-and-renewedIn']],
  ['filter-ignored:renewedIn', ['ssl.list.filter.renewed-and-renewedIn']],
  ['filter-inverted:expiresIn', ['ssl.list.filter.expiresIn.grows']],
  ['filter-inverted:issuedIn', ['ssl.list.filter.issuedIn.grows']],
  ['filter-ignored:requestedIn', ['ssl.list.filter.requestedIn.selects']],
];

describe('a deprecated filter', () => {
  const ids = ['discoveryStatus.disjoint', 'discoveryStatus.selects', 'keySize.selects'];
  const only = ids.map((id) => `ssl.list.filter.${id}`);

  it(
    'that is accepted without effect is one of the readings that the contract permits',
    async () => {
      const switches = ['discoveryStatus', 'keySize'].map((name) => ['ssl.list', `filter-ignored:${name}`] as const);
      const outcome = await runAgainst(listGroups, { switches, only });
      for (const id of only) expect([id, outcome.result(id).verdict]).toEqual([id, 'observed']);
      const seen = outcome.results.flatMap(({ observations }) => observations ?? []);
      expect(new Set(seen.map(({ silence }) => silence))).toEqual(new Set(['ssl.list.deprecated-filters']));
    },
    TIMEOUT,
  );

  it(
    'that has an effect for one value and none for another follows no reading',
    async () => {
      const rewrite: Rewrite = (passing) => {
        if (!passing.target.includes('discoveryStatus=NotDeployed') || passing.status !== 200) return;
        const half = (JSON.parse(passing.body) as { sslId: number }[]).filter(({ sslId }) => sslId % 2 === 0);
        passing.body = JSON.stringify(half);
        passing.headers['x-total-count'] = String(half.length);
      };
      const switches = [['ssl.list', 'filter-ignored:discoveryStatus']] as const;
      const outcome = await runAgainst(listGroups, { switches, rewrite, only });
      expect(outcome.result('ssl.list.filter.discoveryStatus.disjoint')).toMatchObject({
        verdict: 'warn',
        level: 'SHOULD',
      });
      expect(outcome.result('ssl.list.filter.discoveryStatus.selects').verdict).toBe('pass');
    },
    TIMEOUT,
  );
});

describe('a single fault', () => {
  it.each(FAULTS)(
    '(default) %s',
    async (name, expected) => {
      const outcome = await runAgainst(listGroups, { switches: [['ssl.list', name]] });
      const found = failed(outcome);
      for (const id of expected) expect(found).toContain(id);
      // One mistake is not told as many: whatever else fails is about the same parameter or about pages.
      expect(found.length).toBeLessThanOrEqual(4);
    },
    TIMEOUT,
  );

  it.each(FAULTS)(
    '(alternate) %s',
    async (name, expected) => {
      const setup = { speaks: 'alternate', switches: [['ssl.list', name]], only: expected } as const;
      expect(failed(await runAgainst(listGroups, setup)).toSorted()).toEqual(expected.toSorted());
    },
    TIMEOUT,
  );

  it.each(['size-before-filter', 'page-before-filter'])(
    '%s is found where no filter selects the first certificates, so that no small page is full',
    async (name) => {
      const setup = { rewrite: knowing('status'), only: [PARTITION] };
      const outcome = await runAgainst(listGroups, { ...setup, switches: [['ssl.list', name]] });
      expect(outcome.result(PARTITION)).toMatchObject({ verdict: 'fail' });
      expect(outcome.result(PARTITION).failure?.caseLabel).toMatch(/^pages of 2 with status=/);
      expect((await runAgainst(listGroups, setup)).result(PARTITION).verdict).toBe('pass');
    },
    TIMEOUT,
  );

  it(
    'in a filter is found by what the profile declares of a certificate',
    async () => {
      const outcome = await runAgainst(listGroups, {
        switches: [['ssl.list', 'filter-ignored:requestedIn']],
        checks: ['ssl.list.values'],
        profile: (profile) => ({ ...profile, fixtures: declaring(profile, 1002, { requestedIn: 17 }) }),
      });
      expect(failed(outcome)).toEqual(['ssl.list.filter.known']);
      const sound = await runAgainst(listGroups, {
        checks: ['ssl.list.values'],
        profile: (profile) => ({
          ...profile,
          fixtures: declaring(profile, 1002, { requestedIn: 17, status: 'Requested' }),
        }),
      });
      expect(sound.result('ssl.list.filter.known').verdict).toBe('pass');
    },
    TIMEOUT,
  );

  it(
    'in the order, the default size or the size 0 fails where the dialect declares them',
    async () => {
      const outcome = await runAgainst(listGroups, {
        speaks: 'default',
        told: {
          base: 'default',
          claimed: true,
          answers: { 'ssl.list.order': 'descending', 'ssl.list.default-size': 10, 'ssl.list.size-zero': 'empty' },
        },
      });
      expect(failed(outcome).sort()).toEqual(['ssl.list.default-size', 'ssl.list.order', 'ssl.list.size-zero']);
    },
    TIMEOUT,
  );

  it(
    'in what size 0 means, beside a position alone, fails where the dialect declares it',
    async () => {
      const rewrite: Rewrite = (passing) => {
        if (passing.target.includes('size=0') && passing.target.includes('position=1')) passing.body = '[]';
      };
      const told = { base: 'default', claimed: true, answers: {} } as const;
      const outcome = await runAgainst(listGroups, { rewrite, told, checks: ['ssl.list.open-points'] });
      expect(failed(outcome)).toEqual(['ssl.list.size-zero']);
    },
    TIMEOUT,
  );

  it(
    'that takes members away when includes are asked for is a warning',
    async () => {
      const rewrite: Rewrite = (passing) => {
        if (!passing.target.includes('includes=') || passing.status !== 200) return;
        const { commonName: _name, ...rest } = JSON.parse(passing.body) as Record<string, unknown>;
        passing.body = JSON.stringify(rest);
      };
      const outcome = await runAgainst(listGroups, { rewrite, checks: ['client.read.includes-keeps'] });
      expect(outcome.result('client.read.includes-keeps')).toMatchObject({ verdict: 'warn', level: 'SHOULD' });
    },
    TIMEOUT,
  );

  it.each<[string, Rewrite]>([
    ['that is answered as it was asked for and not kept', echoing()],
    ['that reaches another certificate', spreading()],
  ])(
    'of an SSL update %s is found',
    async (_name, rewrite) => {
      const outcome = await runAgainst(listGroups, { rewrite, checks: ['ssl.list.kept-update'] });
      expect(failed(outcome)).toEqual(['ssl.list.kept-update']);
    },
    TIMEOUT,
  );

  it(
    'of a refused SSL update that shows in the list is found',
    async () => {
      const outcome = await runAgainst(listGroups, { rewrite: applying(), checks: ['ssl.list.refused-update'] });
      expect(failed(outcome)).toEqual(['ssl.list.refused-update']);
      const { seen } = outcome.result('ssl.list.refused-update').failure ?? {};
      expect(seen?.changes).not.toEqual([]);
      expect(seen?.curl).toMatch(/^curl .*\/ssl/);
    },
    TIMEOUT,
  );
});

/** Promises that were seen to be broken: a recommendation warns. */
function failed(outcome: Outcome): string[] {
  const isBroken = ({ verdict, level }: Outcome['results'][number]): boolean =>
    verdict === 'fail' || (verdict === 'warn' && level === 'SHOULD');
  return outcome.results.filter(isBroken).map(({ requirement }) => requirement);
}
