import { expect, it } from 'vitest';
import { judgeSame } from '../../../suites/lists/includes-check.ts';
import { lookOf } from '../../../suites/subject/read.ts';

const look = (value: unknown, status = 200) =>
  lookOf({
    request: { method: 'GET', url: 'http://localhost/', headers: [] },
    response: {
      status,
      headers: [['Content-Type', 'application/json']],
      body: JSON.stringify(value),
      encoding: 'utf8',
      bytes: 1,
    },
    startedAt: 0,
    durationMs: 1,
  } as never);

it.each([
  ['the same entity', { key: 7, name: 'x' }, { key: 7, usage: {} }, 'pass'],
  ['another one', { key: 7, name: 'x' }, { key: 8, name: 'y' }, 'fail'],
  ['another one, where the id is written as text and further below', { a: { id: '7' } }, { a: { id: '8' } }, 'fail'],
  ['one that happens to hold the number elsewhere', { key: 7, rank: 7 }, { key: 7, rank: 8 }, 'pass'],
  ['one without the member', { key: 7 }, { usage: {} }, 'pass'],
  ['one that shows no identifier', { name: 'x' }, { name: 'y' }, 'observed'],
])('an answer with includes of %s', (_name, plain, more, verdict) => {
  expect(judgeSame(['7'], look(plain), look(more)).verdict).toBe(verdict);
});

it('says nothing of an entity that is gone', () => {
  expect(judgeSame(['7'], look({ key: 7 }), look({}, 404)).verdict).toBe('inconclusive');
});
