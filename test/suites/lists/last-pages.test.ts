/** The pages that come last, or behind all: filled in part, empty, of a filtered list. */
import { expect, test } from 'vitest';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';
import type { Passing, Rewrite } from '../proxy.ts';

interface Asked {
  readonly size: number;
  readonly position: number;
  readonly total: number;
  readonly isFiltered: boolean;
}

/** A server that shows other entries where something is asked of its list. */
function listing(change: (items: readonly unknown[], asked: Asked) => readonly unknown[]): Rewrite {
  return (passing: Passing) => {
    const { method, target, status, headers } = passing;
    if (method !== 'GET' || status !== 200 || !target.startsWith('/api/ssl/v2?')) return;
    const query = new URL(target, 'http://any').searchParams;
    const [size, position] = ['size', 'position'].map((name) => Number(query.get(name) ?? 0)) as [number, number];
    const isFiltered = [...query.keys()].some((name) => name !== 'size' && name !== 'position');
    const asked = { size, position, total: Number(headers['x-total-count']), isFiltered };
    passing.body = JSON.stringify(change(JSON.parse(passing.body) as unknown[], asked));
  };
}

const CERTIFICATE = { sslId: 1025, commonName: 'again.example.test' };

test.each([
  [
    'the second page of 20 without its first',
    'ssl.list.paging.position',
    listing((items, { size, position }) => (size === 20 && position === 20 ? items.slice(1) : items)),
  ],
  [
    'the last page of 10 without its last',
    'ssl.list.paging.position',
    listing((items, { size, position, total }) =>
      size === 10 && position > 0 && position + size > total ? items.slice(0, -1) : items,
    ),
  ],
  [
    'something at the second position behind the end',
    'ssl.list.paging.past-end',
    listing((items, { position, total }) => (position === total + 1 ? [CERTIFICATE] : items)),
  ],
  [
    'a filtered page that is just filled without its last',
    'ssl.list.paging.partition',
    listing((items, { size, position, total, isFiltered }) =>
      isFiltered && position > 0 && position + size === total ? items.slice(0, -1) : items,
    ),
  ],
  [
    'something behind the end of what a filter selects',
    'ssl.list.paging.partition',
    listing((items, { position, total, isFiltered }) => (isFiltered && position === total ? [CERTIFICATE] : items)),
  ],
] as const)(
  '%s',
  async (_, promise, rewrite) => {
    const outcome = await runAgainst(catalogue, { only: [promise], depth: 'standard', rewrite });
    expect(outcome.result(promise).verdict).toBe('fail');
  },
  60_000,
);
