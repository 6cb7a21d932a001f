import { describe, expect, it } from 'vitest';
import { listGroups } from '../../../suites/lists/groups.ts';
import { type Outcome, runAgainst } from '../against.ts';
import { type Rewrite, rewriteJson } from '../proxy.ts';

const TIMEOUT = 180_000;
const LIST = /^\/api\/ssl\/v2(\?|$)/;

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
    'whose order is never the same twice is not told that it is right',
    async () => {
      const outcome = await runAgainst(listGroups, { rewrite: rotating(), told: 'default', only: [PARTITION] });
      expect(outcome.failures()).toEqual([]);
      expect(outcome.result(PARTITION).verdict).toBe('inconclusive');
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
        verdict: 'fail',
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
    'that takes members away when includes are asked for is a warning',
    async () => {
      const rewrite: Rewrite = (passing) => {
        if (!passing.target.includes('includes=') || passing.status !== 200) return;
        const { commonName: _name, ...rest } = JSON.parse(passing.body) as Record<string, unknown>;
        passing.body = JSON.stringify(rest);
      };
      const outcome = await runAgainst(listGroups, { rewrite, checks: ['client.read.includes-keeps'] });
      expect(outcome.result('client.read.includes-keeps')).toMatchObject({ verdict: 'fail', level: 'SHOULD' });
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

function failed(outcome: Outcome): string[] {
  return outcome.results.filter(({ verdict }) => verdict === 'fail').map(({ requirement }) => requirement);
}

function total(count: (now: number) => number): Rewrite {
  return (passing) => {
    const now = passing.headers['x-total-count'];
    if (now !== undefined) passing.headers['x-total-count'] = String(count(Number(now)));
  };
}

/** Of all filters the target takes one only. */
function knowing(filter: string): Rewrite {
  return (passing) => {
    const query = new URLSearchParams(passing.target.split('?')[1] ?? '');
    if (LIST.test(passing.target) && [...query.keys()].some((name) => !['size', 'position', filter].includes(name)))
      passing.status = 400;
  };
}

/** Every read finds one more certificate at the beginning of the list. */
function growing(): Rewrite {
  let more = 0;
  return (passing) => {
    if (passing.method !== 'GET' || !LIST.test(passing.target) || passing.status !== 200) return;
    more += 1;
    const query = new URLSearchParams(passing.target.split('?')[1] ?? '');
    const filtered = [...query.keys()].some((name) => name !== 'size' && name !== 'position');
    if (filtered) return;
    const list = JSON.parse(passing.body) as { sslId: number }[];
    if ((query.get('position') ?? '0') === '0') list.unshift({ ...list[0], sslId: 100_000 + more });
    passing.body = JSON.stringify(list.slice(0, Number(query.get('size') ?? 200)));
    passing.headers['x-total-count'] = String(78 + more);
  };
}

/** Every read of a page begins somewhere else in it. */
function rotating(): Rewrite {
  let reads = 0;
  return rewriteJson(LIST, (list: object[]) => {
    reads += 1;
    return [...list.slice(reads % list.length), ...list.slice(0, reads % list.length)];
  });
}

/** A certificate's common name in the list is what a refused update of it said last. */
function applying(): Rewrite {
  const names = new Map<number, string>();
  return (passing) => {
    if (!LIST.test(passing.target)) return;
    if (passing.method === 'PUT' && passing.status === 400) {
      try {
        const { sslId, commonName } = JSON.parse(passing.sent) as { sslId: number; commonName?: string };
        if (commonName !== undefined) names.set(sslId, commonName);
      } catch {
        // Nothing in it can be read.
      }
    } else if (passing.method === 'GET' && passing.status === 200) {
      const list = JSON.parse(passing.body) as { sslId: number; commonName: string }[];
      passing.body = JSON.stringify(
        list.map((one) => ({ ...one, commonName: names.get(one.sslId) ?? one.commonName })),
      );
    }
  };
}

function declaring(profile: Record<string, unknown>, sslId: number, traits: Record<string, unknown>): unknown {
  const fixtures = profile['fixtures'] as Record<string, { ids: { sslId?: number }; allow: string }[]>;
  const certificates = (fixtures['ssl-certificate'] ?? []).map((one) =>
    one.ids.sslId === sslId ? { ...one, traits } : one,
  );
  return { ...fixtures, 'ssl-certificate': certificates };
}
