/** The ledger gives each result its verdict once, for all who read results. */
import { expect, test } from 'vitest';
import type { Requirement } from '../../../spec/types.ts';
import type { Exchange } from '../../../spec/vocabulary.ts';
import { Ledger } from '../../../suites/engine/ledger.ts';
import { withhold } from '../../../suites/judges/transport.ts';

const requirement: Requirement = {
  id: 'some.promise',
  level: 'MUST',
  source: 'contract',
  section: '4.1',
  sentence: 'It holds.',
  interface: 'admin',
  area: 'person',
  topic: 'update',
};

test.each([
  ['MUST', 'fail'],
  ['SHOULD', 'warn'],
] as const)('a broken %s is told as %s', (level, verdict) => {
  const ledger = new Ledger({ requirement: { ...requirement, level }, check: 'c', effect: 'observe', replay: '' });
  ledger.add({ verdict: 'pass' }, { label: 'good' });
  ledger.add({ verdict: 'fail', expected: 'x', actual: 'y' }, { label: 'bad' });
  expect(ledger.result()).toMatchObject({ verdict, failure: { caseLabel: 'bad' } });
});

test('what was not sent is no evidence', () => {
  const sent: Exchange = { request: { method: 'GET', url: '/1', headers: [] }, startedAt: 5, durationMs: 1 };
  const unsent = withhold({ service: 'admin', method: 'PUT', target: '/1' }, { what: 'open', but: 'hopeless' });
  const ledger = new Ledger({ requirement, check: 'c', effect: 'observe', replay: '' });
  ledger.add({ verdict: 'inconclusive' }, { label: 'positive control', exchange: unsent });
  ledger.add(
    { verdict: 'fail', expected: 'x', actual: 'y' },
    { label: 'bad', exchange: sent, seen: { before: unsent, exchange: sent, changes: [] } },
  );
  const { exchanges, failure } = ledger.result();
  expect(exchanges).toEqual([sent]);
  expect(failure?.seen?.exchange).toEqual(sent);
  expect(failure?.seen).not.toHaveProperty('before');
  const other = new Ledger({ requirement, check: 'c', effect: 'observe', replay: '' });
  other.add({ verdict: 'fail' }, { label: 'bad', exchange: sent, seen: { exchange: unsent, changes: [] } });
  expect(other.result().failure).not.toHaveProperty('seen');
});

test('a part of a bad case that is as bad is told in its place; a part that is good, or another case, is not', () => {
  const ledger = new Ledger({ requirement, check: 'c', effect: 'observe', replay: '' });
  const add = (verdict: 'pass' | 'fail', label: string, made: object): void =>
    ledger.add({ verdict, expected: 'x', actual: label }, { label, ...made });
  const told = (): string | undefined => ledger.result().failure?.caseLabel;
  add('fail', 'whole', { case: { name: 'a<b\\c' } });
  add('pass', 'one half', { case: { name: 'a<' }, shrunkFrom: { name: 'a<b\\c' } });
  expect(told()).toBe('whole');
  add('fail', 'other half', { case: { name: 'b\\c' }, shrunkFrom: { name: 'a<b\\c' } });
  expect(told()).toBe('other half');
  add('fail', 'its half', { case: { name: '\\' }, shrunkFrom: { name: 'a<b\\c' } });
  expect(told()).toBe('its half');
  add('fail', 'of another', { case: { name: '<' }, shrunkFrom: { name: '<<' } });
  expect(told()).toBe('its half');
  expect(ledger.result().cases).toMatchObject({ judged: 5, passed: 1 });
});
