/** What the envelope oracle takes for a success, an error, or neither, and what it finds wrong (contract 2.2, 4.13, 7.2). */
import { describe, expect, test } from 'vitest';
import type { Exchange, ReceivedResponse } from '../../../spec/vocabulary.ts';
import { type Aspect, type EnvelopeFormat, readEnvelope } from '../../../suites/judges/envelope.ts';
import { repeatedMembers } from '../../../suites/judges/envelope-decoding.ts';
import {
  judgeAspect,
  judgeEnvelopeStatus,
  judgeEnvelopeType,
  judgeErrorStatus,
  judgeExtraMembers,
  judgeSuccessStatus,
} from '../../../suites/judges/envelope-judges.ts';
import { dead, form, json } from './answers.ts';

const read = (exchange: Exchange, format: EnvelopeFormat) =>
  readEnvelope(exchange.response as ReceivedResponse, format);

/** Aspects with a fault that breaks a promise; doubtful ones in brackets. */
function faults(exchange: Exchange, format: EnvelopeFormat): string[] {
  return read(exchange, format).faults.map(({ aspect, doubtful }) => (doubtful === true ? `(${aspect})` : aspect));
}

const success = { errorCode: 0, errorMessage: '', data: { orderNumber: '1' } };

describe('the JSON envelope of the status action', () => {
  test.each<[string, unknown, string, string[]]>([
    ['a success', success, 'success', []],
    ['a success with further members', { ...success, requestId: 'x' }, 'success', []],
    ['an error', { errorCode: -16, errorMessage: 'No.' }, 'error', []],
    ['an error with null data', { errorCode: -1, errorMessage: 'No.', data: null }, 'error', []],
    ['an error with empty data', { errorCode: -1, errorMessage: 'No.', data: {} }, 'error', []],
    ['an integer written as 0.0', '{"errorCode":0.0,"errorMessage":"","data":{}}', 'success', []],
    ['an error with an order in data', { errorCode: -1, errorMessage: 'No.', data: { a: 1 } }, 'error', ['(data)']],
    ['a success with a message', { ...success, errorMessage: 'ok' }, 'success', ['message']],
    ['a success without message', { errorCode: 0, data: {} }, 'success', ['message']],
    ['a success without data', { errorCode: 0, errorMessage: '' }, 'success', ['data']],
    ['a success with a list as data', { ...success, data: [] }, 'success', ['data']],
    ['a success with null data', { ...success, data: null }, 'success', ['data']],
    ['an error without message', { errorCode: -1 }, 'error', ['message']],
    ['an error with an empty message', { errorCode: -1, errorMessage: '' }, 'error', ['message']],
    ['an error with a blank message', { errorCode: -1, errorMessage: ' ' }, 'error', ['message']],
    ['an error with a number as message', { errorCode: -1, errorMessage: 5 }, 'error', ['message']],
    ['a positive code', { errorCode: 16, errorMessage: 'No.' }, 'unclear', ['code']],
    ['a code in text', { errorCode: '-16', errorMessage: 'No.' }, 'unclear', ['code']],
    ['zero in text', { ...success, errorCode: '0' }, 'unclear', ['code']],
    ['a fraction', { errorCode: -1.5, errorMessage: 'No.' }, 'unclear', ['code']],
    ['a null code', { errorCode: null, errorMessage: 'No.' }, 'unclear', ['code']],
    ['no code', { errorMessage: 'No.' }, 'unclear', ['code']],
    ['the code twice', '{"errorCode":-1,"errorCode":-2,"errorMessage":"No."}', 'error', ['once']],
    ['a member of data twice', '{"errorCode":0,"errorMessage":"","data":{"a":1,"a":2}}', 'success', ['once']],
    ['a list', [success], 'unclear', ['format']],
    ['a text', '"ok"', 'unclear', ['format']],
    ['plain text', 'ok', 'unclear', ['format']],
    ['nothing', '', 'unclear', ['format']],
    ['a form', 'errorCode=0&errorMessage=', 'unclear', ['format']],
    ['a page', '<html></html>', 'unclear', ['format']],
  ])('%s', (_what, body, outcome, wrong) => {
    const exchange = json(body);
    expect(read(exchange, 'json').outcome).toBe(outcome);
    expect(faults(exchange, 'json')).toEqual(wrong);
  });

  test('bytes that are no UTF-8 are no JSON', () => {
    const { response, ...rest } = json(success);
    const exchange = { ...rest, response: { ...(response as ReceivedResponse), encoding: 'base64' as const } };
    expect(faults(exchange, 'json')).toEqual(['format']);
  });
});

describe('the form of the DCV action', () => {
  test.each<[string, string, string, string[]]>([
    ['a success', 'errorCode=0', 'success', []],
    ['a success with an empty message', 'errorCode=0&errorMessage=', 'success', []],
    ['a success with a message', 'errorCode=0&errorMessage=done', 'success', []],
    ['a line break at the end', 'errorCode=0\r\n', 'success', []],
    ['further fields', 'errorCode=0&expectedDeliveryTime=0', 'success', []],
    ['an error', 'errorCode=-3&errorMessage=The+%27x%27+argument+is+missing%21', 'error', []],
    ['fields in another order', 'errorMessage=No&errorCode=-3', 'error', []],
    ['an error without message', 'errorCode=-3', 'error', ['message']],
    ['an error with an empty message', 'errorCode=-3&errorMessage=', 'error', ['message']],
    ['an error with a blank message', 'errorCode=-3&errorMessage=+', 'error', ['message']],
    ['a message with blanks as they are', 'errorCode=-3&errorMessage=No such order', 'error', ['message']],
    ['a message with letters as they are', 'errorCode=-3&errorMessage=N\u00e9ant', 'error', ['message']],
    ['a message with signs that may stand as they are', "errorCode=-3&errorMessage=No+(it's+over)!/?:@", 'error', []],
    ['a positive code', 'errorCode=3&errorMessage=No', 'unclear', ['code']],
    ['a code that is no number', 'errorCode=OK', 'unclear', ['code']],
    ['a fraction', 'errorCode=-3.0&errorMessage=No', 'unclear', ['code']],
    ['an empty code', 'errorCode=&errorMessage=No', 'unclear', ['code']],
    ['no code', 'errorMessage=No', 'unclear', ['code']],
    ['the code twice', 'errorCode=0&errorCode=-1&errorMessage=No', 'error', ['once']],
    ['the same code twice', 'errorCode=0&errorCode=0', 'success', ['once']],
    ['a further field twice', 'errorCode=0&note=1&note=2', 'success', ['(once)']],
    ['JSON', '{"errorCode":0}', 'unclear', ['format']],
    ['plain text', 'ok', 'unclear', ['format']],
    ['nothing', '', 'unclear', ['format']],
    ['a page', '<html lang=en>', 'unclear', ['format']],
    ['an incomplete percent-encoding', 'errorCode=-1&errorMessage=100%', 'unclear', ['format']],
    ['bytes that are no UTF-8, which nobody said they were', 'errorCode=-1&errorMessage=N%E9', 'error', []],
  ])('%s', (_what, body, outcome, wrong) => {
    const exchange = form(body);
    expect(read(exchange, 'form').outcome).toBe(outcome);
    expect(faults(exchange, 'form')).toEqual(wrong);
  });

  test('bytes that are said to be UTF-8 and are not are no form', () => {
    const exchange = form('errorCode=-1&errorMessage=N%E9', {
      type: 'application/x-www-form-urlencoded; charset=UTF-8',
    });
    expect(faults(exchange, 'form')).toEqual(['format']);
  });

  test('the message is decoded', () => {
    const reading = read(form('errorCode=-3&errorMessage=The+%27x%27+is+missing%21+%C3%A4'), 'form');
    expect(reading.message).toBe("The 'x' is missing! ä");
  });
});

test.each<[string, string[]]>([
  ['{"a":1,"b":{"a":2},"c":[{"a":1},{"a":1}]}', []],
  ['{"a":1,"a":1}', ['/a']],
  ['{"x":{"a":1,"a":1},"a":"a"}', ['/x/a']],
  ['{"x":[0,{"a":[],"b":"{\\"a\\":1}","a":{}}]}', ['/x/1/a']],
  ['{"a/b":1,"a/b":2}', ['/a~1b']],
  ['{"a":1,"\\u0061":2}', ['/a']],
  ['["a","a"]', []],
])('repeated members of %s', (text, pointers) => {
  expect(repeatedMembers(text)).toEqual(pointers);
});

describe('aspects', () => {
  test('an unreadable answer breaks the format, and leaves the rest open', () => {
    const aspects: Aspect[] = ['format', 'once', 'code', 'message', 'data'];
    expect(aspects.map((aspect) => judgeAspect(json('ok'), 'json', aspect).verdict)).toEqual([
      'fail',
      ...Array.from({ length: 4 }, () => 'inconclusive'),
    ]);
  });
  test('a fault says what was expected and what came', () => {
    expect(judgeAspect(form('errorCode=3'), 'form', 'code')).toMatchObject({
      verdict: 'fail',
      expected: expect.stringContaining('below 0 on error'),
      actual: 'errorCode "3"',
    });
  });
  test('no answer is broken, never a pass', () => {
    expect(judgeAspect(dead(), 'json', 'code').verdict).toBe('broken');
    expect(judgeEnvelopeStatus(dead(), false).verdict).toBe('broken');
  });
});

test.each<[EnvelopeFormat, string | undefined, string]>([
  ['json', 'application/json', 'pass'],
  ['json', 'application/json;charset=UTF-8', 'pass'],
  ['json', 'application/vnd.example+json', 'pass'],
  ['json', 'text/json', 'pass'],
  ['json', 'application/json; charset=iso-8859-1', 'fail'],
  ['json', 'text/plain; charset=utf-8', 'warn'],
  ['json', 'text/html', 'warn'],
  ['json', 'application/octet-stream', 'warn'],
  ['json', 'text/plain; charset=iso-8859-1', 'fail'],
  ['json', 'text/xml', 'fail'],
  ['json', 'image/png', 'fail'],
  ['json', 'application/x-www-form-urlencoded', 'fail'],
  ['json', undefined, 'warn'],
  ['form', 'application/x-www-form-urlencoded', 'pass'],
  ['form', 'application/x-www-form-urlencoded; charset=utf-8', 'pass'],
  ['form', 'text/plain', 'pass'],
  ['form', 'text/html', 'warn'],
  ['form', undefined, 'warn'],
  ['form', 'application/json', 'fail'],
  ['form', 'text/xml', 'fail'],
])('%s answers as %s', (format, type, verdict) => {
  const exchange = format === 'json' ? { ...json(success) } : form('errorCode=0', { type });
  const response = {
    ...(exchange.response as ReceivedResponse),
    headers: type === undefined ? [] : [['Content-Type', type] as const],
  };
  expect(judgeEnvelopeType({ ...exchange, response }, format).verdict).toBe(verdict);
});

describe('statuses', () => {
  const error = 'errorCode=-1&errorMessage=No';
  test.each([
    [200, 'pass', 'pass'],
    [400, 'pass', 'warn'],
    [500, 'fail', 'warn'],
  ])('%i', (status, any, ofSuccess) => {
    expect(judgeEnvelopeStatus(form(error, { status }), false).verdict).toBe(any);
    expect(judgeSuccessStatus(form('errorCode=0', { status }), 'form').verdict).toBe(ofSuccess);
  });
  test('the status of errors counts only where it is declared', () => {
    const declared = (standing: 'claimed' | 'assumed') =>
      judgeErrorStatus(form(error, { status: 400 }), 'form', { value: 200, standing });
    expect(declared('assumed').verdict).toBe('observed');
    expect(declared('claimed').verdict).toBe('fail');
    expect(judgeErrorStatus(form(error), 'form', { value: 200, standing: 'claimed' }).verdict).toBe('pass');
  });
  test('further fields count only where it is declared that there are none', () => {
    const judge = (value: boolean, standing: 'claimed' | 'assumed') =>
      judgeExtraMembers(form('errorCode=0&x=1'), 'form', { value, standing }).verdict;
    expect([judge(false, 'claimed'), judge(true, 'claimed'), judge(false, 'assumed')]).toEqual([
      'fail',
      'observed',
      'observed',
    ]);
  });
});
