/** When a call counts as refused or accepted, and when a code is wrong (contract 7.2). */
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../../spec/types.ts';
import {
  judgeCode,
  judgeEnvelopeStatus,
  judgeRefused,
  judgeSucceeded,
} from '../../../suites/judges/envelope-judges.ts';
import { dead, form, json } from './answers.ts';

const error = 'errorCode=-3&errorMessage=No';
const because = 'it is wrong';

describe('a refusal', () => {
  test.each<[string, Parameters<typeof form>, string, string]>([
    ['an error record', [error], 'pass', 'pass'],
    ['an error record with a client-error status', [error, { status: 400 }], 'pass', 'pass'],
    ['a success', ['errorCode=0'], 'fail', 'fail'],
    ['an error record with a server-error status', [error, { status: 500 }], 'fail', 'fail'],
    ['a page with a client-error status', ['<html>', { status: 405 }], 'inconclusive', 'pass'],
    ['a redirect', ['', { status: 301 }], 'inconclusive', 'pass'],
    [
      'a page of the HTTP server that has an errorCode of its own',
      ['errorCode=E405', { status: 405 }],
      'inconclusive',
      'pass',
    ],
    ['a page with status 200', ['<html>'], 'inconclusive', 'fail'],
    ['a record with a positive code', ['errorCode=3&errorMessage=No'], 'inconclusive', 'inconclusive'],
    ['throttling', ['', { status: 429 }], 'inconclusive', 'inconclusive'],
  ])('%s', (_what, answer, byAction, byHttp) => {
    expect(judgeRefused(form(...answer), 'form', { because }).verdict).toBe(byAction);
    expect(judgeRefused(form(...answer), 'form', { because, byHttp: true }).verdict).toBe(byHttp);
  });
  test('no answer is broken', () => {
    expect(judgeRefused(dead(), 'form', { because, byHttp: true }).verdict).toBe('broken');
  });

  test('where it is the service that fails, a 5xx beside the record is a warning, and without one a failure', () => {
    const judge = (body: string, ofService: boolean): string =>
      judgeRefused(form(body, { status: 500 }), 'form', { because, ofService }).verdict;
    const record = 'errorCode=-20&errorMessage=The+update+failed';
    expect([judge(record, true), judge(record, false), judge('', true)]).toEqual(['warn', 'fail', 'fail']);
    expect(judgeEnvelopeStatus(form(record, { status: 500 }), true).verdict).toBe('warn');
  });
});

describe('a success', () => {
  test.each<[string, Parameters<typeof form>, string, string]>([
    ['a success record', ['errorCode=0'], 'pass', 'pass'],
    ['an error record', [error], 'fail', 'observed'],
    ['a client-error page', ['<html>', { status: 404 }], 'fail', 'observed'],
    ['a server error', [error, { status: 503, type: 'text/html' }], 'inconclusive', 'inconclusive'],
    ['a crash', [error, { status: 500 }], 'fail', 'fail'],
    ['text with status 200', ['ok'], 'fail', 'fail'],
  ])('%s', (_what, answer, without, excused) => {
    expect(judgeSucceeded(form(...answer), 'form').verdict).toBe(without);
    expect(judgeSucceeded(form(...answer), 'form', 'own-rules').verdict).toBe(excused);
  });
});

describe('a code', () => {
  const codes = (standing: Answer['standing']): Answer => ({
    value: { 'argument-missing': -3, 'argument-invalid': -4 },
    standing,
  });
  const judge = (code: number, conditions: string[], answer: Answer | undefined) =>
    judgeCode(json({ errorCode: code, errorMessage: 'No' }), 'json', conditions, answer).verdict;

  test('is exact where it is declared', () => {
    expect(judge(-3, ['argument-missing'], codes('claimed'))).toBe('pass');
    expect(judge(-4, ['argument-missing'], codes('claimed'))).toBe('fail');
  });
  test('may be that of any condition that holds', () => {
    expect(judge(-4, ['argument-missing', 'argument-invalid'], codes('claimed'))).toBe('pass');
    expect(judge(-5, ['argument-missing', 'argument-invalid'], codes('claimed'))).toBe('fail');
  });
  test('is observed where nothing is declared', () => {
    expect(judge(-99, ['argument-missing'], codes('assumed'))).toBe('observed');
    expect(judge(-99, ['argument-missing'], undefined)).toBe('observed');
    expect(judge(-99, ['argument-missing', 'unknown-error'], codes('claimed'))).toBe('observed');
    expect(judge(-99, [], codes('claimed'))).toBe('observed');
  });
  test('cannot be judged without an error record', () => {
    const success = json({ errorCode: 0, errorMessage: '', data: {} });
    expect(judgeCode(success, 'json', ['argument-missing'], codes('claimed')).verdict).toBe('inconclusive');
  });
});
