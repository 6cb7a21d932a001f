/** Figures that people read, held against what they are figures of. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plannedRequirements } from '../../cli/selection.ts';
import { loadContract } from '../../spec/load.ts';

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const figure = (path: string, form: RegExp): number => Number(form.exec(text(path))?.[1]?.replaceAll(',', ''));

test('the README tells how many promises a run judges, and as many verdicts are kept', async () => {
  const contract = await loadContract({ validate: false });
  const promises = plannedRequirements(contract, []).length;
  expect(figure('README.md', /the whole run of ([\d,]+)\s+promises/)).toBe(promises);
  expect(text('test/run/verdicts/default.txt').trim().split('\n')).toHaveLength(promises);
});

test('the README counts the operations of the contract', async () => {
  const { operations } = await loadContract({ validate: false });
  const admin = operations.filter(({ interface: name }) => name === 'admin').length;
  expect(figure('README.md', /\*\*Admin Operations API\*\* \((\d+) JSON operations\)/)).toBe(admin);
});
