/** Figures that people read, held against what they are figures of. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { plannedRequirements } from '../../cli/selection.ts';
import { loadContract } from '../../spec/load.ts';

const text = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const figure = (path: string, form: RegExp): number => Number(form.exec(text(path))?.[1]?.replaceAll(',', ''));

/** To the hundred: a promise more is no matter of the README. */
test('the README tells how many promises a run judges', async () => {
  const contract = await loadContract({ validate: false });
  const promises = plannedRequirements(contract, []).length;
  expect(figure('README.md', /the whole run of more than ([\d,]+)\s+promises/)).toBe(Math.floor(promises / 100) * 100);
});

test('the README counts the operations of the contract', async () => {
  const { operations } = await loadContract({ validate: false });
  const admin = operations.filter(({ interface: name }) => name === 'admin').length;
  expect(figure('README.md', /\*\*Admin Operations API\*\* \((\d+) JSON operations\)/)).toBe(admin);
});
