/** All answers of a run count: what most are like and one is not is told, and what asks for something else is left out. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { Answers, type Promised } from '../../../suites/engine/answers.ts';
import type { WireRequest } from '../../../target/types.ts';
import { answered } from '../judges/support.ts';

const contract = await loadContract({ validate: false, dialect: { base: 'default', claimed: false } });
const JSON_TYPE = { 'content-type': 'application/json' };

type Seen = readonly [id: string, status: number, body?: string, more?: Partial<WireRequest>];

function wrong(operation: string, promised: Promised, ...seen: readonly Seen[]): number {
  const answers = new Answers(contract);
  for (const [id, status, body = '', more = {}] of seen) {
    const request: WireRequest = { service: 'admin', method: 'GET', target: `/api/person/v2/${id}`, ...more };
    const call = { operation: contract.operation(operation), ids: { id } };
    answers.note(call, request, answered(status, body, body === '' ? {} : JSON_TYPE));
  }
  return answers
    .of(contract.operation(operation), promised)
    .filter(({ good }) => good > 0)
    .reduce((sum, { bad }) => sum + bad.length, 0);
}

test('one success unlike the others is told, and what is wrong with all is told elsewhere', () => {
  expect(wrong('person.read', 'form', ['1', 200, '{}'], ['2', 200, '{}'])).toBe(0);
  expect(wrong('person.read', 'form', ['1', 200, '{}'], ['2', 200, '[]'])).toBe(1);
  expect(wrong('person.read', 'form', ['1', 200, '{}'], ['2', 206, '{}'])).toBe(1);
  expect(wrong('person.read', 'form', ['1', 206, '{}'], ['2', 206, '{}'])).toBe(0);
  expect(wrong('person.delete', 'form', ['1', 204], ['2', 204, '{}'])).toBe(1);
});

test('each 404 has its body', () => {
  const good = '{"code":-1,"description":"no such person"}';
  expect(wrong('person.read', 'absent', ['1', 404, good], ['2', 404, '{}'])).toBe(1);
  expect(wrong('person.read', 'absent', ['1', 404, good], ['2', 400, '{}'])).toBe(0);
});

test('ids of no entity, other credentials and requests for another form say nothing', () => {
  for (const id of ['0', '01', 'abc', '99999999999'])
    expect(wrong('person.read', 'form', ['1', 200, '{}'], [id, 200, '[]'])).toBe(0);
  const headers = [['Accept', 'text/html']] as const;
  expect(wrong('person.read', 'form', ['1', 200, '{}'], ['2', 200, '[]', { headers }])).toBe(0);
  expect(wrong('person.read', 'form', ['1', 200, '{}'], ['2', 200, '[]', { credential: 'none' }])).toBe(0);
});

test('a server error is told of whatever is asked for, but not where the server is not reached or cannot do what a header asks for', () => {
  const served = ['1', 200, '{}'] as const;
  expect(wrong('person.read', 'no-server-error', served, ['2', 500])).toBe(1);
  expect(wrong('person.read', 'no-server-error', served, ['abc', 500], ['1', 500, '', { credential: 'none' }])).toBe(2);
  for (const status of [429, 501, 502, 503, 504])
    expect(wrong('person.read', 'no-server-error', served, ['2', status])).toBe(0);
  const headers = [['Expect', 'nothing']] as const;
  expect(wrong('person.read', 'no-server-error', served, ['2', 500, '', { headers }])).toBe(0);
  expect(wrong('person.read', 'no-server-error', ['1', 500], ['2', 500])).toBe(0);
});

test('a success names the entity that was asked for, where both are numbers or neither is one', () => {
  const one = (id: string, more: Partial<WireRequest> = {}) =>
    wrong('person.read', 'own-id', ['1', 200, '{"id":1}'], ['2', 200, `{"id":${id}}`, more]);
  expect(one('2')).toBe(0);
  expect(one('1')).toBe(1);
  expect(one('"2"')).toBe(0);
  expect(one('"3"')).toBe(1);
  expect(one('"c2a7"')).toBe(0);
  expect(one('null')).toBe(0);
  // Which of two identifiers in one request counts is open.
  expect(one('3', { method: 'PUT', body: '{"id": 3}' })).toBe(0);
  expect(one('3', { method: 'PUT', body: '{"firstName": "3"}' })).toBe(1);
});

test('where the body of a request names the entity, the answer names the same one', () => {
  const update = (sslId: number): Partial<WireRequest> => ({ method: 'PUT', body: JSON.stringify({ sslId }) });
  const seen = (shown: number) =>
    wrong('ssl.update', 'own-id', ['', 200, '{"sslId":5}', update(5)], ['', 200, `{"sslId":${shown}}`, update(6)]);
  expect(seen(6)).toBe(0);
  expect(seen(5)).toBe(1);
});

test('what the owner says of all refusals is not asked of an address that is no text: it never came to the operation', async () => {
  const dialect = { base: 'default', answers: { 'error.bad-request.format': 'json' } };
  const told = await loadContract({ validate: false, dialect });
  const operation = told.operation('person.read');
  const bad = (target: string): number => {
    const answers = new Answers(told);
    const note = (asked: string, body: string, type: string): void =>
      answers.note(
        { operation, ids: { id: '1' } },
        { service: 'admin', method: 'GET', target: asked },
        answered(400, body, { 'content-type': type }),
      );
    note('/api/person/v2/1?x=1', '{"code":1}', 'application/json');
    note(target, '<h1>Bad Request</h1>', 'text/html');
    return answers.of(operation, 'declared').reduce((sum, tally) => sum + tally.bad.length, 0);
  };
  expect(bad('/api/person/v2/1?x=%e4%zz%')).toBe(0);
  expect(bad('/api/person/v2/1?x=%C3%A4')).toBeGreaterThan(0);
});
