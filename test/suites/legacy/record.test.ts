/** Judges of the order status record (contract 2.2). */
import { describe, expect, test } from 'vitest';
import type { JsonSchema } from '../../../spec/types.ts';
import { judgeDomainList, methodsShown, respelled } from '../../../suites/judges/envelope-dcv.ts';
import {
  judgeCommonName,
  judgeEcho,
  judgeFixedText,
  judgeMember,
  judgeMistaken,
  judgeNotApplicable,
} from '../../../suites/judges/envelope-record.ts';

const text = { type: 'string' };

describe('a named member', () => {
  test.each<[string, unknown, string | undefined, string]>([
    ['present and right', { a: 'x' }, undefined, 'pass'],
    ['present and wrong', { a: 5 }, undefined, 'fail'],
    ['null where text is documented', { a: null }, undefined, 'fail'],
    ['left out', {}, undefined, 'observed'],
    ['left out where every record has it', {}, 'every order has one', 'fail'],
    ['of no object', undefined, 'every order has one', 'inconclusive'],
  ])('%s', (_what, holder, needed, verdict) => {
    expect(judgeMember(holder, 'a', text, needed).verdict).toBe(verdict);
  });
});

describe('a null', () => {
  const step = { type: 'object' };
  test.each<[string, unknown, object, string | undefined, string]>([
    ['for a number that only other orders have', null, { type: ['integer', 'null'] }, undefined, 'pass'],
    ['for a number that such an order must have', null, { type: ['integer', 'null'] }, 'it has several', 'fail'],
    ['for the actions of a step', { title: 'x', status: 'Completed', availableActions: null }, step, undefined, 'warn'],
    ['for the description of a step', { title: 'x', status: 'Completed', description: null }, step, undefined, 'warn'],
    ['in a step that does not apply', { status: 'NotApplicable', description: null }, step, undefined, 'pass'],
    ['nowhere in a step', { title: 'x', status: 'Completed', availableActions: [] }, step, undefined, 'pass'],
  ])('%s', (_what, value, schema, needed, verdict) => {
    expect(judgeMember({ a: value }, 'a', schema as JsonSchema, needed).verdict).toBe(verdict);
  });
});

describe('a step that does not apply', () => {
  const judge = (step: object) => judgeNotApplicable({ fsupStatus: step }, ['fsupStatus'])?.verdict;
  const base = { title: 'Fast service', status: 'NotApplicable' };
  test.each<[string, object, string | undefined]>([
    ['title and status only', base, 'pass'],
    ['a description', { ...base, description: 'x' }, 'fail'],
    ['an empty list of actions', { ...base, availableActions: [] }, 'fail'],
    ['a member of its own', { ...base, since: '2026-01-01' }, 'fail'],
    ['a null description', { ...base, description: null }, 'warn'],
    ['a step that applies', { ...base, status: 'Completed', description: 'x' }, undefined],
  ])('%s', (_what, step, verdict) => {
    expect(judge(step)).toBe(verdict);
  });
});

describe('the order and its name', () => {
  test.each<[unknown, string]>([
    [{ orderNumber: '12' }, 'pass'],
    [{ orderNumber: '13' }, 'fail'],
    // The type has a requirement of its own: one fact, one verdict.
    [{ orderNumber: 12 }, 'pass'],
    [{}, 'inconclusive'],
    [null, 'inconclusive'],
  ])('%o answers for order 12: %s', (data, verdict) => {
    expect(judgeEcho(data, '12').verdict).toBe(verdict);
  });
  test.each<[string, unknown, string, string | undefined]>([
    ['names the order whose number begins so', { orderNumber: '12', orderStatus: 'Issued' }, '1', 'fail'],
    ['names the order that this number begins with', { orderNumber: '12' }, '120', 'fail'],
    ['equals that of the other order, and names none', { orderStatus: 'Pending' }, '1', 'fail'],
    ['names the order that was asked for', { orderNumber: '120' }, '120', undefined],
    ['names none, and is another', { orderStatus: 'Issued' }, '1', undefined],
  ])('a record that %s, for the number of order 12 altered', (_what, data, asked, verdict) => {
    const known =
      'orderNumber' in (data as object) ? { orderNumber: '12', orderStatus: 'Pending' } : { orderStatus: 'Pending' };
    expect(judgeMistaken(data, asked, known)?.verdict).toBe(verdict);
  });
  test('the common name is compared without regard to case', () => {
    expect(judgeCommonName({ domainName: 'A.Example.Test' }, 'a.example.test').verdict).toBe('pass');
    expect(judgeCommonName({ domainName: 'b.example.test' }, 'a.example.test').verdict).toBe('fail');
  });
  test('the text of multi-domain orders is fixed', () => {
    expect(judgeFixedText(['Several domains', 'Several domains']).verdict).toBe('pass');
    expect(judgeFixedText(['a.example.test', 'b.example.test']).verdict).toBe('fail');
    expect(judgeFixedText(['Several domains']).verdict).toBe('inconclusive');
  });
});

describe('the list of domains', () => {
  const visible = { pointer: '/data/list', name: 'fqdn', method: 'chosen' };
  const judge = (list: unknown, claimed = true) =>
    judgeDomainList({ data: { list } }, visible, { methods: ['mail', 'file'], claimed }).verdict;
  test.each<[string, unknown, string]>([
    [
      'methods that the dialect names',
      [
        { fqdn: 'a.test', chosen: 'mail' },
        { fqdn: 'b.test', chosen: 'file' },
      ],
      'pass',
    ],
    ['a method not chosen yet', [{ fqdn: 'a.test', chosen: null }, { fqdn: 'b.test' }], 'pass'],
    ['a method beyond the four of the dialect', [{ fqdn: 'a.test', chosen: 'phone' }], 'observed'],
    ['a method that is no text', [{ fqdn: 'a.test', chosen: 7 }], 'fail'],
    ['an entry without a name', [{ fqdn: 'a.test', chosen: 'mail' }, { chosen: 'mail' }], 'fail'],
    ['an entry that is no object', ['a.test'], 'fail'],
    ['no list', undefined, 'fail'],
  ])('%s', (_what, list, verdict) => {
    expect(judge(list)).toBe(verdict);
  });
  test('may hold name and method at any place of an entry', () => {
    const deep = { pointer: '/data/list', name: '/host/name', method: '/check/via' };
    const answer = { data: { list: [{ host: { name: 'a.test' }, check: { via: 'e-Mail' } }] } };
    expect(judgeDomainList(answer, deep, { methods: ['EMAIL'], claimed: true }).verdict).toBe('pass');
    expect(judgeDomainList({ data: { list: [{}] } }, deep, { methods: [], claimed: true }).verdict).toBe('fail');
    expect(methodsShown(answer, deep, ['EMAIL'])).toEqual(new Map([['a.test', 'EMAIL']]));
    expect(respelled(answer, deep, ['EMAIL'])).toEqual({
      data: { list: [{ host: { name: 'a.test' }, check: { via: 'EMAIL' } }] },
    });
  });
  test('is read with the spelling of the parameter', () => {
    const answer = {
      data: {
        list: [
          { fqdn: 'a.test', chosen: 'e-Mail' },
          { fqdn: 'b.test', chosen: 'post' },
        ],
      },
    };
    const read = {
      data: {
        list: [
          { fqdn: 'a.test', chosen: 'EMAIL' },
          { fqdn: 'b.test', chosen: 'post' },
        ],
      },
    };
    expect(respelled(answer, visible, ['EMAIL', 'HTTP'])).toEqual(read);
    expect(respelled(answer, null, ['EMAIL'])).toBe(answer);
  });
  test('what is only assumed fails nobody', () => {
    expect(judge(undefined, false)).toBe('observed');
  });
});
