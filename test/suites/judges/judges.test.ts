/** The judges by tables: what they must accept, what they must not, and what shows nothing at all. */
import { describe, expect, test } from 'vitest';
import type { Operation, ResponseSpec } from '../../../spec/types.ts';
import { judgeHeader, judgeJsonShape, judgeMediaType, judgeNoBody, judgeSchema } from '../../../suites/judges/body.ts';
import { judgeNotFoundBody, judgeNotFoundType } from '../../../suites/judges/not-found.ts';
import {
  judgeAccepted,
  judgeDebatable,
  judgeNoServerError,
  judgeRefusal,
  judgeStatus,
  judgeUncertain,
} from '../../../suites/judges/status.ts';
import { harmless } from '../../../suites/requests/absent.ts';
import { answered, unanswered } from './support.ts';

/** All of an operation that these judges look at. */
const LISTING = { success: [{ status: 200 }] } as unknown as Operation;

describe('status', () => {
  test.each([
    [200, 'pass'],
    [204, 'fail'],
    [404, 'fail'],
    [500, 'fail'],
  ])('a documented 200 answered with %i is %s', (status, verdict) => {
    expect(judgeStatus(answered(status), [200], 'documented').verdict).toBe(verdict);
  });

  test.each([
    [400, 'pass'],
    [409, 'pass'],
    [422, 'pass'],
    [200, 'fail'],
    [302, 'fail'],
    [500, 'fail'],
  ])('any 4xx refuses, so %i is %s', (status, verdict) => {
    expect(judgeRefusal(answered(status), { statuses: 'any-4xx', because: 'refused' }).verdict).toBe(verdict);
  });

  test.each([
    ['/api?link=javascript%3Aalert%281%29', 403, 'text/html; charset=utf-8', 'warn'],
    ['/api?name=a%27+OR+1', 403, 'text/html', 'warn'],
    ['/api?size=12%3B12', 403, 'text/html', 'warn'],
    ['/api?link=ftp%3A%2F%2Fa.test', 403, 'text/html', 'fail'],
    ['/api?link=javascript%3Aalert%281%29', 403, 'application/json', 'fail'],
    ['/api?link=javascript%3Aalert%281%29', 200, 'text/html', 'fail'],
  ])('where 400 is documented, %s answered with %i and %s: %s', (path, status, type, verdict) => {
    const exchange = answered(status, '<html></html>', { 'Content-Type': type });
    const asked = { ...exchange, request: { ...exchange.request, url: `http://127.0.0.1${path}` } };
    expect(judgeRefusal(asked, { statuses: [400], because: 'a bad request' }).verdict).toBe(verdict);
  });

  test.each([
    ['a=%3C%21--', 403, 'text/html', 'warn'],
    ['a=b', 403, 'text/html', 'fail'],
    [`a=${'b'.repeat(3_000)}`, 414, 'text/html', 'observed'],
    [`a=${'b'.repeat(2_048)}`, 414, 'text/html', 'fail'],
    [`a=${'b'.repeat(3_000)}`, 400, 'text/html', 'fail'],
    [`a=${'b'.repeat(9_000)}`, 400, 'text/html', 'observed'],
  ])('where the value must be taken, an answer %#', (query, status, type, verdict) => {
    const exchange = answered(status, '<html></html>', { 'Content-Type': type });
    const asked = { ...exchange, request: { ...exchange.request, url: `http://127.0.0.1/api?${query}` } };
    expect(judgeAccepted(asked, LISTING, undefined, undefined).verdict).toBe(verdict);
  });

  test.each([
    [200, 'observed'],
    [400, 'observed'],
    [500, 'fail'],
  ])('a debatable input answered with %i is %s', (status, verdict) => {
    expect(judgeDebatable(answered(status), 'debatable').verdict).toBe(verdict);
  });

  test.each([
    [200, 'warn'],
    [400, 'pass'],
    [500, 'fail'],
  ])('a doubtful input answered with %i is %s', (status, verdict) => {
    expect(judgeUncertain('doubtful')?.(answered(status), 'doubtful').verdict).toBe(verdict);
  });

  test.each([429, 503])('%i speaks of load: nothing can be concluded', (status) => {
    expect(judgeStatus(answered(status), [200], 'documented')).toMatchObject({
      verdict: 'inconclusive',
      cause: 'throttled',
    });
    expect(judgeNoServerError(answered(status)).verdict).toBe('inconclusive');
  });

  test.each(['refused', 'timeout', 'reset', 'protocol', 'tls'] as const)(
    'no answer (%s) is broken, never pass or fail',
    (kind) => {
      expect(judgeStatus(unanswered(kind), [200], 'documented').verdict).toBe('broken');
      expect(judgeRefusal(unanswered(kind), { statuses: 'any-4xx', because: 'refused' }).verdict).toBe('broken');
      expect(judgeNoBody(unanswered(kind)).verdict).toBe('broken');
    },
  );
});

describe('bodies', () => {
  test.each([
    ['application/json', 'pass'],
    ['application/json;charset=UTF-8', 'pass'],
    ['Application/JSON ; charset=utf-8', 'pass'],
    ['text/html', 'fail'],
    ['application/jsonp', 'fail'],
  ])('the media type %s is %s', (type, verdict) => {
    expect(judgeMediaType(answered(200, '{}', { 'content-type': type }), 'application/json').verdict).toBe(verdict);
  });

  test('no Content-Type is not application/json', () => {
    expect(judgeMediaType(answered(200, '{}'), 'application/json').verdict).toBe('fail');
  });

  test('a coding that a body does not have lets nobody read it', () => {
    const exchange = answered(200, '{}', { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    expect(judgeMediaType(exchange, 'application/json').verdict).toBe('pass');
    const response = exchange.response === undefined ? undefined : { ...exchange.response, miscoded: true };
    const miscoded = { ...exchange, ...(response === undefined ? {} : { response }) };
    expect(judgeMediaType(miscoded, 'application/json').verdict).toBe('fail');
  });

  test.each([
    ['', 'pass'],
    [' ', 'fail'],
    ['null', 'fail'],
  ])('"no body" answered with %j is %s', (body, verdict) => {
    expect(judgeNoBody(answered(204, body)).verdict).toBe(verdict);
  });

  test.each([
    ['[]', 'array', 'pass'],
    ['{}', 'array', 'fail'],
    ['{}', 'object', 'pass'],
    ['null', 'object', 'fail'],
    ['"text"', 'object', 'fail'],
    ['{', 'object', 'fail'],
    ['', 'object', 'fail'],
  ] as const)('%s as an %s is %s', (body, shape, verdict) => {
    expect(judgeJsonShape(answered(200, body), shape).verdict).toBe(verdict);
  });

  const spec = (standing: ResponseSpec['standing']): ResponseSpec => ({
    status: 200,
    body: 'some',
    contents: [
      {
        mediaType: 'application/json',
        schema: { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } },
      },
    ],
    standing,
    headers: [],
  });

  test('a claimed schema is judged, an assumed one only looked at', () => {
    const wrong = answered(200, '{"id":"one"}');
    expect(judgeSchema(wrong, spec('claimed')).verdict).toBe('fail');
    expect(judgeSchema(wrong, spec('assumed')).verdict).toBe('observed');
    expect(judgeSchema(answered(200, '{"id":1}'), spec('claimed')).verdict).toBe('pass');
  });

  test.each([
    ['ab', 'fail'],
    ['😀𠀀', 'pass'],
  ])('a text of at least three, in whatever unit they count: %s is %s', (text, verdict) => {
    const schema = {
      type: 'object',
      properties: { names: { type: 'array', items: { type: 'string', minLength: 3 } } },
    };
    const described: ResponseSpec = { ...spec('claimed'), contents: [{ mediaType: 'application/json', schema }] };
    expect(judgeSchema(answered(200, JSON.stringify({ names: [text] })), described).verdict).toBe(verdict);
  });

  test('where null stands for no value, optional members may be null whatever their type, and required ones not', () => {
    const schema = {
      type: 'object',
      required: ['id', 'of'],
      properties: {
        id: { type: 'integer' },
        of: { type: ['object', 'null'], properties: { kind: { enum: ['a'] }, at: { type: 'string' } } },
        names: { type: 'array', items: { type: 'string' } },
      },
    };
    const described: ResponseSpec = { ...spec('claimed'), contents: [{ mediaType: 'application/json', schema }] };
    const verdict = (body: string, standing?: 'claimed' | 'assumed', value = 'null'): string =>
      judgeSchema(answered(200, body), described, standing && { value, standing }).verdict;
    const nulls = '{"id":1,"of":{"kind":null,"at":null},"names":null}';
    expect(verdict(nulls)).toBe('warn');
    expect(verdict('{"id":"one","of":{"kind":null}}')).toBe('fail');
    expect(verdict(nulls, 'assumed')).toBe('warn');
    expect(verdict(nulls, 'claimed', 'omitted')).toBe('fail');
    expect(verdict(nulls, 'claimed')).toBe('pass');
    expect(verdict('{"id":1,"of":null,"names":null}', 'claimed')).toBe('pass');
    expect(verdict('{"id":null,"of":null}', 'claimed')).toBe('fail');
    expect(verdict('{"id":1,"of":null,"names":[null]}', 'claimed')).toBe('fail');
    expect(verdict('{"id":1,"of":{"kind":"b","at":null}}', 'claimed')).toBe('fail');
  });

  test.each([
    ['3', 'pass'],
    ['0', 'pass'],
    ['many', 'fail'],
    ['-1', 'fail'],
  ])('X-Total-Count: %s is %s', (value, verdict) => {
    const exchange = answered(200, '[]', { 'x-total-count': value });
    expect(judgeHeader(exchange, 'X-Total-Count', { type: 'integer', minimum: 0 }).verdict).toBe(verdict);
  });

  test('a missing header fails', () => {
    expect(judgeHeader(answered(200, '[]'), 'X-Total-Count', { type: 'integer' }).verdict).toBe('fail');
  });
});

describe('the body of a 404', () => {
  test.each([
    ['{"code":-105,"description":"no such person"}'],
    ['{"errorCode":"E404","message":"no such person"}'],
    ['{"error":{"id":7,"text":"no such person"},"traceId":"x"}'],
    ['{"errors":[{"code":"x","detail":"gone"}]}'],
  ])('%s carries a code and a description, whatever they are called', (body) => {
    expect(judgeNotFoundBody(answered(404, body), undefined).verdict).toBe('pass');
  });

  test.each([[''], ['not found'], ['{}'], ['[]'], ['{"code":404}'], ['{"description":"gone"}'], ['"gone"'], ['null']])(
    '%j does not',
    (body) => {
      expect(judgeNotFoundBody(answered(404, body), undefined).verdict).toBe('fail');
    },
  );

  test('declared names are exact', () => {
    const declared = { value: { code: '/code', description: '/description' }, standing: 'claimed' } as const;
    expect(judgeNotFoundBody(answered(404, '{"code":1,"description":"gone"}'), declared).verdict).toBe('pass');
    expect(judgeNotFoundBody(answered(404, '{"id":1,"description":"gone"}'), declared).verdict).toBe('fail');
    expect(
      judgeNotFoundBody(answered(404, '{"id":1,"text":"gone"}'), { ...declared, standing: 'assumed' }).verdict,
    ).toBe('pass');
  });

  test.each([
    ['application/json', 'pass'],
    ['application/json; charset=utf-8', 'pass'],
    ['application/problem+json', 'warn'],
    ['text/html', 'fail'],
    ['text/html; x=application/problem+json', 'fail'],
    [undefined, 'fail'],
  ])('of the type %s: %s', (type, verdict) => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    expect(judgeNotFoundType(answered(404, '{"code":1,"description":"gone"}', headers)).verdict).toBe(verdict);
  });

  test('another status is no 404 to judge', () => {
    expect(judgeNotFoundBody(answered(400, ''), undefined).verdict).toBe('inconclusive');
  });
});

describe('guard probes', () => {
  const write = { effect: 'destroy' } as Parameters<typeof harmless>[1];
  const beside = { target: { fixtures: () => [{ ids: { id: 2_147_483_647 } }] } };
  const look = { effect: 'observe' } as Parameters<typeof harmless>[1];

  test.each(['12abc', '12.5', '12;12', '4294967297', '+12', '-12', '0x10', '1e1', '\u0661\u0662', '\uff11'])(
    '%s could be read as somebody’s id',
    (text) => {
      expect(harmless(beside, write, text)).toBe(false);
      expect(harmless(beside, look, text)).toBe(true);
    },
  );

  test('the greatest id, and those next to it, may be those of entities where the profile names one there', () => {
    expect(harmless(beside, write, '2147483647')).toBe(false);
    expect(harmless(beside, write, '2147483646')).toBe(false);
    expect(harmless(beside, write, '2147000000')).toBe(true);
  });

  test.each(['abc', '0', '2147483648', 'not-a-uuid'])('%s could not', (text) => {
    expect(harmless(beside, write, text)).toBe(true);
  });
});
