/** What a status record shows of a change of DCV methods, declared or learned (contract 2.2, 4.13). */
import { describe, expect, test } from 'vitest';
import {
  judgeNoOthers,
  judgeShows,
  judgeUnchanged,
  methodsShown,
  type RecordLook,
} from '../../../suites/judges/envelope-dcv.ts';
import { learnMethods, learnVisible } from '../../../suites/legacy/dcv/names.ts';

const look = (methods: Record<string, string> | undefined, data: unknown = {}): RecordLook => ({
  data,
  methods: methods === undefined ? undefined : new Map(Object.entries(methods)),
});
const wanted = [{ domain: 'A.test', method: 'HTTP' }];

describe('an accepted change', () => {
  const before = look({ 'a.test': 'DNS', 'b.test': 'DNS' });
  test.each<[string, RecordLook, string]>([
    ['shows', look({ 'a.test': 'HTTP', 'b.test': 'DNS' }), 'pass'],
    ['does not show', before, 'fail'],
    ['shows elsewhere too', look({ 'a.test': 'HTTP', 'b.test': 'HTTP' }), 'fail'],
    ['loses a domain', look({ 'a.test': 'HTTP' }), 'fail'],
    ['cannot be seen', look(undefined), 'observed'],
  ])('%s', (_what, after, verdict) => {
    expect(judgeShows(before, after, wanted, true).verdict).toBe(verdict);
  });
  test('a place that nobody declared proves nothing wrong', () => {
    expect(judgeShows(before, before, wanted, false).verdict).toBe('observed');
  });
});

describe('a change of one domain', () => {
  const before = look({ 'a.test': 'DNS', 'b.test': 'DNS' });
  test.each<[string, RecordLook, string]>([
    ['leaves the others', look({ 'a.test': 'HTTP', 'b.test': 'DNS' }), 'pass'],
    ['goes to another one, too', look({ 'a.test': 'HTTP', 'b.test': 'HTTP' }), 'fail'],
    ['comes with another method elsewhere, which some other change has set', look({ 'b.test': 'EMAIL' }), 'pass'],
    ['adds a domain with its method', look({ 'a.test': 'HTTP', 'c.test': 'HTTP' }), 'fail'],
    ['cannot be seen', look(undefined), 'pass'],
  ])('%s', (_what, after, verdict) => {
    expect(judgeNoOthers(before, after, wanted).verdict).toBe(verdict);
  });
  test('another domain that had the method before has not got it from this change', () => {
    const held = look({ 'a.test': 'DNS', 'b.test': 'HTTP' });
    expect(judgeNoOthers(held, look({ 'a.test': 'HTTP', 'b.test': 'HTTP' }), wanted).verdict).toBe('pass');
  });
});

describe('a refused change', () => {
  test.each<[string, RecordLook, RecordLook, boolean, string]>([
    ['methods stay', look({ 'a.test': 'DNS' }, { n: 1 }), look({ 'a.test': 'DNS' }, { n: 2 }), true, 'pass'],
    ['a method changes', look({ 'a.test': 'DNS' }), look({ 'a.test': 'HTTP' }), true, 'fail'],
    ['the record stays', look(undefined, { n: 1 }), look(undefined, { n: 1 }), true, 'pass'],
    ['the wanted method turns up', look(undefined, { m: 'DNS' }), look(undefined, { m: 'HTTP' }), true, 'fail'],
    ['something else changes', look(undefined, { n: 1 }), look(undefined, { n: 2 }), true, 'warn'],
    ['something moves by itself', look(undefined, { n: 1 }), look(undefined, { n: 2 }), false, 'observed'],
  ])('%s', (_what, before, after, stable, verdict) => {
    expect(judgeUnchanged(before, after, wanted, stable).verdict).toBe(verdict);
  });
});

test('methods are read where the dialect says', () => {
  const visible = { pointer: '/data/domains', name: 'n', method: 'm' };
  const answer = {
    data: {
      domains: [
        { n: 'A.test', m: 'HTTP' },
        { n: 'b.test', m: null },
      ],
    },
  };
  expect([...(methodsShown(answer, visible, ['HTTP']) ?? [])]).toEqual([
    ['a.test', 'HTTP'],
    ['b.test', ''],
  ]);
  expect(methodsShown({ data: {} }, visible, [])).toBeUndefined();
  expect(methodsShown({ data: { domains: [{ x: 1 }] } }, visible, [])).toBeUndefined();
  expect(methodsShown(answer, null, [])).toBeUndefined();
});

test.each([
  ['http-csr-hash', 'HTTP_CSR_HASH'],
  ['HttpCsrHash', 'HTTP_CSR_HASH'],
  ['https csr hash', 'HTTPS_CSR_HASH'],
  ['HTTP', 'HTTP'],
  ['EMAIL', 'EMAIL'],
])('the record shows %s: it is read as %s', (shown, read) => {
  const answer = { data: { domains: [{ n: 'a.test', m: shown }] } };
  const visible = { pointer: '/data/domains', name: 'n', method: 'm' };
  const names = ['HTTP_CSR_HASH', 'HTTPS_CSR_HASH', 'E-MAIL', 'E_MAIL'];
  expect(methodsShown(answer, visible, names)?.get('a.test')).toBe(read);
});

describe('names learned from a record', () => {
  const data = {
    csrStatus: { title: 'x', status: 'y', availableActions: ['resendAgreementEmail', 'canUpdate'] },
    hosts: [
      {
        host: 'a.example.test',
        state: 'Open',
        chosen: 'BY_DNS',
        choices: ['BY_MAIL', 'BY_DNS', 'BY_HTTP', 'BY_HTTPS'],
      },
      { host: '*.b.example.test', state: 'Open', chosen: 'BY_MAIL', choices: [] },
    ],
  };
  test('methods come from the list of available ones', () => {
    const methods = { email: 'BY_MAIL', cname: 'BY_DNS', http: 'BY_HTTP', https: 'BY_HTTPS' };
    expect(learnMethods(data)).toEqual({ methods, all: ['BY_MAIL', 'BY_DNS', 'BY_HTTP', 'BY_HTTPS'] });
  });
  test('the place comes from domains beside methods', () => {
    const methods = learnMethods(data)?.all ?? [];
    expect(learnVisible(data, methods)).toEqual({ pointer: '/data/hosts', name: 'host', method: 'chosen' });
  });
  test('nothing is learned from a record without them', () => {
    expect(learnMethods({ csrStatus: data.csrStatus })).toBeUndefined();
    expect(learnVisible({ csrStatus: data.csrStatus }, ['BY_DNS'])).toBeUndefined();
    expect(learnMethods(undefined)).toBeUndefined();
  });
});
