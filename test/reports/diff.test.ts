import { describe, expect, it } from 'vitest';
import { normalised, type SeenCase, seenCase, shapeOf } from '../../reports/diff/answer.ts';
import { differencesOf } from '../../reports/diff/differences.ts';
import { differencesMarkdown, differencesText } from '../../reports/diff/print.ts';
import type { Exchange, Verdict } from '../../spec/vocabulary.ts';
import { EXCHANGE } from './made-up.ts';

interface Said {
  readonly status?: number;
  readonly type?: string;
  readonly body?: string;
  readonly verdict?: Verdict;
  readonly operation?: string;
  readonly label?: string;
}

function one(said: Said): SeenCase {
  const { status = 200, type = 'application/json', body = '{}' } = said;
  const { verdict = 'pass', operation = 'x.read', label = 'it' } = said;
  const headers: Exchange['request']['headers'] = type === '' ? [] : [['content-type', type]];
  const response = { status, headers, body, encoding: 'utf8', bytes: body.length } as const;
  return seenCase({ requirement: `${operation}.fact`, operation, label, verdict }, { ...EXCHANGE, response });
}

/** Kind and change of each group. */
function told(first: readonly Said[], second: readonly Said[]): string[] {
  return differencesOf(first.map(one), second.map(one)).groups.map(({ kind, change }) => `${kind}: ${change}`);
}

describe('what is no difference', () => {
  it.each([
    [
      'another id, day, moment, token or name',
      '{"id":17,"on":"2026-01-02","at":"2026-01-02T03:04:05Z","t":"eyJh.b.c","n":"Ada"}',
      '{"id":9,"on":"2020-12-31","at":"2020-12-31T00:00:00.5+01:00","t":"eyJx.y.z","n":"Bob"}',
    ],
    ['members named by ids', '{"by":{"100":{"a":1}}}', '{"by":{"2345":{"a":2}}}'],
    ['more items, or none', '[{"a":1},{"a":2}]', '[]'],
    ['null where the other has a value', '{"a":null}', '{"a":"x"}'],
  ])('%s', (_, first, second) => {
    expect(told([{ body: first }], [{ body: second }])).toEqual([]);
  });

  it('parameters of a media type, and what could not be judged', () => {
    const json = 'application/json; charset=utf-8';
    expect(told([{ type: json }], [{ type: 'Application/JSON' }])).toEqual([]);
    expect(told([{ verdict: 'pass' }], [{ verdict: 'observed' }])).toEqual([]);
  });

  it('a member that the one shows here and the other there', () => {
    const both = [{ body: '{"a":1}' }, { body: '{"b":1}' }];
    expect(told(both, both.toReversed())).toEqual([]);
  });
});

it('takes the beginning of an answer that was too long for none', () => {
  const response = { status: 200, headers: [], body: 'x', encoding: 'utf8', bytes: 1, truncated: true } as const;
  const error = { kind: 'too-large', message: 'Too long.' } as const;
  const id = { requirement: 'x.fact', operation: 'x', label: 'it', verdict: 'broken' } as const;
  expect(seenCase(id, { ...EXCHANGE, response, error }).answer?.status).toBe('no answer (too-large)');
});

describe('what is one', () => {
  it.each([
    ['status', { status: 400, type: 'text/html', verdict: 'fail' }, 'status: 200, other 400'],
    ['media type', { type: '', verdict: 'fail' }, 'media type: application/json, other none'],
    ['verdict', { verdict: 'fail' }, 'meaning: pass, other fail'],
    ['legacy code', { body: '{"errorCode":-3}' }, 'status: 200, other 200, errorCode -3'],
    ['legacy form', { body: 'errorCode=-3&errorMessage=x' }, 'status: 200, other 200, errorCode -3'],
    ['member', { body: '{"a":{"b":1}}' }, 'shape: of a 200: /a: nothing, other object'],
  ] as const)('%s', (_, second, expected) => {
    expect(told([{}], [second])).toEqual([expected]);
  });

  it('another type or form of a value', () => {
    expect(told([{ body: '{"a":"2026-01-02"}' }], [{ body: '{"a":1767312000000}' }])).toEqual([
      'shape: of a 200: /a: date, other integer',
    ]);
  });

  it('each once: many cases of one operation, many members of one answer, one change on many operations', () => {
    const cases = (extra: Said): Said[] => ['a', 'b', 'c'].map((label) => ({ ...extra, label }));
    expect(told(cases({}), cases({ status: 500 }))).toEqual(['status: 200, other 500']);
    expect(told([{}], [{ body: '{"a":1,"b":2}' }])).toEqual([
      'shape: of a 200: /a: nothing, other integer; /b: nothing, other integer',
    ]);
    const operations = (extra: Said): Said[] => ['a', 'b', 'c', 'd', 'e'].map((operation) => ({ ...extra, operation }));
    expect(told(operations({}), operations({ status: 204 }))).toEqual(['status: 200, other 204']);
    expect(told(operations({}), operations({ body: '{"a":1,"b":1}' }))).toEqual([
      'shape: of a 200: /a: nothing, other integer; /b: nothing, other integer',
    ]);
  });

  it('each by itself on few operations: they may have a cause of their own', () => {
    const operations = (extra: Said): Said[] => ['a', 'b', 'c'].map((operation) => ({ ...extra, operation }));
    const { groups } = differencesOf(operations({}).map(one), operations({ status: 204 }).map(one));
    expect(groups.map(({ operations: [first] }) => first?.operation)).toEqual(['a', 'b', 'c']);
  });
});

it('pairs cases by name and order, and counts those without a counterpart', () => {
  const found = differencesOf(
    [one({ label: 'id 117' }), one({ label: 'twice' }), one({ label: 'twice', status: 400 }), one({ label: 'only' })],
    [one({ label: 'twice' }), one({ label: 'id 23', status: 404 }), one({ label: 'twice', status: 400 })],
  );
  expect(found).toMatchObject({ compared: 3, onlyFirst: 1, onlySecond: 0 });
  expect(found.groups.map(({ change }) => change)).toEqual(['200, other 404']);
  expect(differencesText(['a', 'b'], found)).toMatch(
    /^\n1 DIFFERENCE {2}a, and other: b\. 3 cases compared; 1 of the first/,
  );
  expect(differencesMarkdown(['a', 'b'], found)).toContain(
    '| Another status | 200, other 404 | x.read (1) | 1 | x.read.fact: id \\# |',
  );
  expect(differencesText(['a', 'b'], differencesOf([], []))).toMatch(/^\nALIKE/);
});

it('takes ids, days and tokens out of text', () => {
  const text = 'order 710004 of 2026-01-02T03:04:05Z, 0b7a2f1e-5a0c-4c3e-9d52-3c1f7c0e6a11 eyJh.b.c';
  expect(normalised(text)).toBe('order # of #, # #');
  expect([...shapeOf({ a: [1, 'x'] })]).toEqual([
    ['', 'object'],
    ['/a', 'list'],
    ['/a/*', 'integer or text'],
  ]);
});
