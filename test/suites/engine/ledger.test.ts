/** The ledger gives each result its verdict once, for all who read results. */
import { expect, test } from 'vitest';
import type { Requirement } from '../../../spec/types.ts';
import { Ledger } from '../../../suites/engine/ledger.ts';

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
