/** Late effects are told by what the run itself has sent, and by nothing that another writer may have chosen. */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { Courses } from '../../../suites/engine/courses.ts';
import type { WireRequest } from '../../../target/types.ts';
import { answered } from '../judges/support.ts';

const contract = await loadContract({ validate: false, dialect: { base: 'default', claimed: false } });
const SETTLE = 2000;

/** `id method at value status`: who, what, when, which first name, and the answer. */
type Step = readonly [id: string, method: 'GET' | 'PUT', at: number, name: string | null, status?: number];

function relapses(...steps: readonly Step[]): string[] {
  const courses = new Courses(contract, SETTLE);
  for (const [id, method, at, name, status = 200] of steps) {
    const body = name?.startsWith('<') === true ? name : JSON.stringify({ firstName: name });
    const request: WireRequest = { service: 'admin', method, target: `/api/person/v2/${id}`, body };
    const operation = contract.operation(method === 'GET' ? 'person.read' : 'person.update');
    const answer = answered(status, method === 'GET' ? body : '', { 'content-type': 'application/json' });
    courses.note({ operation, ids: { id } }, request, { ...answer, startedAt: at, durationMs: 1 });
  }
  return courses.of(contract.operation('person.update')).flatMap((one) => one.relapses.map(({ why }) => why));
}

const CHANGED: readonly Step[] = [
  ['1', 'GET', 0, 'Anna'],
  ['1', 'PUT', 10, 'Annax'],
  ['1', 'GET', 20, 'Annax'],
  ['1', 'PUT', 30, 'Anna'],
  ['1', 'GET', 40, 'Anna'],
];

test('a value that was overwritten and shows again is lost work', () => {
  expect(relapses(...CHANGED, ['1', 'GET', 3000, 'Annax'])).toEqual(['overwritten']);
  expect(relapses(...CHANGED, ['1', 'GET', 1600, 'Annax'], ['1', 'GET', 3000, 'Annax'])).toEqual(['overwritten']);
});

test('a value that is back at the next look was read from a server that had not heard of it yet', () => {
  const back: readonly Step[] = [
    ['1', 'GET', 3000, 'Annax'],
    ['1', 'GET', 3010, 'Anna'],
  ];
  expect(relapses(...CHANGED, ...back)).toEqual([]);
  // What was written once more meanwhile says nothing of that.
  expect(
    relapses(...CHANGED, ['1', 'GET', 3000, 'Annax'], ['1', 'PUT', 3005, 'Anna'], ['1', 'GET', 3010, 'Anna']),
  ).toEqual(['overwritten']);
});

test('a value that only refused updates carried has come in late', () => {
  const refused: Step = ['1', 'PUT', 50, 'Annaz', 400];
  expect(relapses(...CHANGED, refused, ['1', 'GET', 3000, 'Annaz'])).toEqual(['refused']);
  expect(relapses(...CHANGED, refused, ['1', 'GET', 3000, 'Anna'])).toEqual([]);
  // An accepted text that is kept trimmed, shortened or in other letters is no refused one.
  const longer: readonly Step[] = [
    ['1', 'PUT', 5, ' ANNAZ and more', 200],
    ['1', 'GET', 6, 'Anna'],
  ];
  expect(relapses(...CHANGED.slice(0, 1), ...longer, refused, ['1', 'GET', 3000, 'Annaz'])).toEqual([]);
});

test('another writer, a server that takes its time and a write that was not answered make nobody wrong', () => {
  expect(relapses(...CHANGED, ['1', 'GET', 3000, 'Berta'])).toEqual([]);
  expect(relapses(...CHANGED, ['1', 'GET', 1600, 'Annax'], ['1', 'GET', 3000, 'Anna'])).toEqual([]);
  expect(relapses(...CHANGED, ['2', 'GET', 50, 'Annax'], ['1', 'GET', 3000, 'Annax'])).toEqual([]);
  expect(relapses(...CHANGED.slice(0, 3), ['1', 'GET', 3000, 'Anna'])).toEqual([]);
  expect(relapses(...CHANGED, ['1', 'GET', 3000, 'Annax'], ['1', 'PUT', 2999, 'Annax', 503])).toEqual([]);
  expect(relapses(...CHANGED, ['01', 'PUT', 50, 'Annax'], ['1', 'GET', 3000, 'Annax'])).toEqual([]);
});

test.each([null, ''])('what may clear a member (%j) may as well leave it as it is', (empty) => {
  const kept: readonly Step[] = [
    ['1', 'GET', 0, empty],
    ['1', 'GET', 3000, empty],
    ['1', 'PUT', 3010, 'Annax'],
    ['1', 'PUT', 3020, empty],
    ['1', 'GET', 3030, 'Annax'],
  ];
  expect(relapses(['1', 'GET', 0, 'Anna'], ...kept, ['1', 'GET', 6000, 'Annax'])).toEqual([]);
});

test('what is no JSON carries what it holds', () => {
  const xml: readonly Step[] = [
    ['1', 'PUT', 50, '<Person><firstName>Annax</firstName></Person>'],
    ['1', 'GET', 60, 'Anna'],
  ];
  expect(relapses(...CHANGED, ...xml, ['1', 'GET', 3000, 'Annax'])).toEqual([]);
  expect(relapses(...CHANGED, ['1', 'PUT', 45, 'Annaz', 400], ...xml, ['1', 'GET', 3000, 'Annaz'])).toEqual([
    'refused',
  ]);
});

test('what became of a write that got no sure answer is unknown: it may have been done, not done, or be done later', () => {
  const known: readonly Step[] = [
    ['1', 'GET', 0, 'Otto'],
    ['1', 'PUT', 5, 'Anna'],
    ['1', 'GET', 10, 'Anna'],
  ];
  // Never done.
  const lost: readonly Step[] = [
    ['1', 'PUT', 20, 'Annax'],
    ['1', 'PUT', 30, 'Anna', 503],
  ];
  expect(relapses(...known, ...lost, ['1', 'GET', 40, 'Annax'], ['1', 'GET', 3000, 'Annax'])).toEqual([]);
  // Done late.
  expect(
    relapses(...known.slice(0, 1), ['1', 'PUT', 2, 'Berta', 503], ...known.slice(1), ['1', 'GET', 3000, 'Berta']),
  ).toEqual([]);
});

test('what the run wrote to an entity, or below it, is known as its own', () => {
  const courses = new Courses(contract, SETTLE);
  const ids = { id: '901' };
  const note = (id: string, target: string, body = '', status = 200): void => {
    const call = { operation: contract.operation(id), ids };
    courses.note(call, { service: 'admin', method: call.operation.method, target, body }, answered(status, body));
  };
  const endpoint = { operation: contract.operation('endpoint.update'), ids };
  note('endpoint.read', '/api/endpoint/v1/901', '{"name":"One"}');
  note('endpoint.update', '/api/endpoint/v1/901?name=x+One');
  note('endpoint.config.update', '/api/endpoint/v1/901/config', '{"contactEmail":"xdesk@example.test"}');
  note('endpoint.config.update', '/api/endpoint/v1/901/config', '{"contactEmail":"refused@example.test"}', 400);
  const ours = (value: string): boolean => courses.mayHaveBrought(endpoint, value);
  expect(['x One', 'xdesk@example.test', 'refused@example.test', 'Two'].map(ours)).toEqual([true, true, false, false]);
  expect(courses.mayHaveBrought({ ...endpoint, ids: { id: '902' } }, 'x One')).toBe(false);
  // What one was given another may show, which has it from there.
  const elsewhere = (at: string, value: string): boolean =>
    courses.hasWrittenElsewhere({ operation: contract.operation('endpoint.read'), ids: { id: at } }, value);
  expect([elsewhere('901', 'x One'), elsewhere('902', 'x One'), elsewhere('902', 'x Two')]).toEqual([
    false,
    true,
    false,
  ]);
});

test('an array whose items a query of the run named one by one is its own', () => {
  const courses = new Courses(contract, SETTLE);
  const call = { operation: contract.operation('endpoint.update'), ids: { id: '901' } };
  const target = '/api/endpoint/v1/901?config.webFormAuthTypes=EMAIL_CONFIRMATION&config.webFormAuthTypes=SECRET_ID';
  courses.note(call, { service: 'admin', method: 'PUT', target }, answered(204, ''));
  const ours = (value: readonly string[]): boolean => courses.mayHaveBrought(call, value);
  expect(ours(['EMAIL_CONFIRMATION', 'SECRET_ID'])).toBe(true);
  expect(ours(['SECRET_ID'])).toBe(true);
  expect(ours(['SECRET_ID', 'IDP'])).toBe(false);
  expect(ours([])).toBe(false);
});

test.each([
  ['that a query named item by item has not come in by a refused update', true, []],
  ['that a refused update alone carried has come in', false, ['refused']],
])('an array %s', (_, named, told) => {
  const courses = new Courses(contract, SETTLE);
  const ids = { id: '901' };
  const note = (id: string, startedAt: number, { to = '', sent = '', status = 200, answer = '' }): void => {
    const operation = contract.operation(id);
    const target = `/api/endpoint/v1/901${to}`;
    const exchange = { ...answered(status, answer, { 'content-type': 'application/json' }), startedAt, durationMs: 1 };
    courses.note({ operation, ids }, { service: 'admin', method: operation.method, target, body: sent }, exchange);
  };
  const [both, one] = ['{"webFormAuthTypes":["EMAIL_CONFIRMATION","SECRET_ID"]}', '{"webFormAuthTypes":["SECRET_ID"]}'];
  note('endpoint.config.read', 0, { to: '/config', answer: '{"webFormAuthTypes":[]}' });
  note('endpoint.config.update', 10, { to: '/config', sent: both });
  note('endpoint.config.read', 3000, { to: '/config', answer: both });
  if (named) note('endpoint.update', 3010, { to: '?config.webFormAuthTypes=SECRET_ID' });
  note('endpoint.config.update', 3020, { to: '/config', sent: one, status: 404 });
  note('endpoint.config.read', 6000, { to: '/config', answer: one });
  note('endpoint.config.read', 9000, { to: '/config', answer: one });
  const followed = courses.of(contract.operation('endpoint.config.update'));
  expect(followed.flatMap(({ relapses: all }) => all.map(({ why }) => why))).toEqual(told);
});

test('what was written to one has strayed where another one shows it, and no third one does of itself', () => {
  const courses = new Courses(contract, SETTLE);
  const step = (id: string, method: 'GET' | 'PUT', firstName: string): void => {
    const operation = contract.operation(method === 'GET' ? 'person.read' : 'person.update');
    const body = JSON.stringify({ firstName });
    const answer = answered(200, method === 'GET' ? body : '', { 'content-type': 'application/json' });
    courses.note(
      { operation, ids: { id } },
      { service: 'admin', method, target: `/api/person/v2/${id}`, body },
      answer,
    );
  };
  const strayed = (firstName: string): boolean =>
    courses.hasStrayed({ operation: contract.operation('person.update'), ids: { id: '2' } }, '/firstName', {
      firstName,
    });
  step('1', 'PUT', 'Annax');
  step('2', 'GET', 'Annax');
  expect([strayed('Annax'), strayed('Anna')]).toEqual([true, false]);
  step('3', 'GET', 'Annax');
  expect(strayed('Annax')).toBe(false);
});
