/** Filters that count on the first page only, or take their value for a pattern, and a size of which the page is too short (contract 4.2). */
import { expect, test } from 'vitest';
import { listGroups } from '../../../suites/lists/groups.ts';
import { patternsOf } from '../../../suites/lists/members.ts';
import { runAgainst } from '../against.ts';
import type { Rewrite } from '../proxy.ts';
import { LIST } from './rewrites.ts';

const TIMEOUT = 120_000;
const PARTITION = 'ssl.list.paging.partition';
const TOTAL = 'ssl.list.paging.total';
const POSITION = 'ssl.list.paging.position';
const KEEPS = 'ssl.list.filter.keeps';

/** Changes pages of the list, by what was asked for. */
function pages(change: (query: URLSearchParams, passing: Parameters<Rewrite>[0]) => void): Rewrite {
  return (passing) => {
    if (passing.method !== 'GET' || !LIST.test(passing.target) || passing.status !== 200) return;
    change(new URL(passing.target, 'http://target').searchParams, passing);
  };
}

const verdicts = async (only: string[], rewrite: Rewrite): Promise<string[]> => {
  const outcome = await runAgainst(listGroups, {
    told: { base: 'default', claimed: true },
    depth: 'standard',
    checks: ['ssl.list.paging', 'ssl.list.values'],
    only,
    rewrite,
  });
  return only.map((id) => outcome.result(id).verdict);
};

test('a value with a sign of patterns in its middle differs in that sign alone', () => {
  expect(patternsOf('admin34')).toEqual(['adm%n34', 'adm_n34', 'adm*n34', 'adm.n34']);
  expect([patternsOf('ab'), patternsOf('---')]).toEqual([[], []]);
});

test.each(['requester', 'keyAlgorithm'])(
  '%s that counts on the first page only is told by entries and total',
  async (name) => {
    const later = pages((query, passing) => {
      if (!query.has(name) || query.get('position') === '0') return;
      passing.headers['x-total-count'] = '78';
      passing.body = JSON.stringify(Array.from({ length: Number(query.get('size')) }, (_, i) => ({ sslId: 1002 + i })));
    });
    expect(await verdicts([PARTITION, TOTAL], later)).toEqual(['fail', 'fail']);
  },
  TIMEOUT,
);

test(
  'a page of 50 that has 49 entries is told',
  async () => {
    const short = pages((query, passing) => {
      if (query.get('size') === '50')
        passing.body = JSON.stringify((JSON.parse(passing.body) as unknown[]).slice(0, 49));
    });
    expect(await verdicts([POSITION], short)).toEqual(['fail']);
  },
  TIMEOUT,
);

test.each([
  ['finds something', 200, 'fail'],
  ['is refused', 400, 'pass'],
])(
  'a claimed exact filter to which a pattern is given: %s',
  async (_, status, verdict) => {
    const wild = pages((query, passing) => {
      if (![...query.values()].some((value) => /[%*]/.test(value))) return;
      Object.assign(passing, { status, body: status === 200 ? '[{"sslId":1001}]' : '{"code":-1,"description":"no"}' });
    });
    expect(await verdicts([KEEPS], wild)).toEqual([verdict]);
  },
  TIMEOUT,
);
