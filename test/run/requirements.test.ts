/** No promise without a check: every requirement of the contract is judged by the catalogue, and check ids are unique. */
import { beforeAll, expect, test } from 'vitest';
import { loadContract } from '../../spec/load.ts';
import type { Contract } from '../../spec/types.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { Check } from '../../suites/engine/check.ts';

/** Requirements that no check can judge, each with the reason. Grows only with a reason that a reader accepts. */
const WITHOUT_CHECK: Readonly<Record<string, string>> = {};

let contract: Contract;
let checks: readonly Check[];

beforeAll(async () => {
  contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  checks = catalogue(contract).flatMap((group) => group.checks);
});

test('every requirement is declared by a check', () => {
  const declared = new Set(checks.flatMap(({ requirements }) => requirements));
  const missing = contract.requirements.map(({ id }) => id).filter((id) => !declared.has(id) && !(id in WITHOUT_CHECK));
  expect(missing).toEqual([]);
  expect(Object.keys(WITHOUT_CHECK).filter((id) => declared.has(id))).toEqual([]);
});

test('every check declares known requirements, at least one', () => {
  const known = new Set(contract.requirements.map(({ id }) => id));
  const faulty = checks.filter(
    ({ requirements }) => requirements.length === 0 || requirements.some((id) => !known.has(id)),
  );
  expect(faulty.map(({ id }) => id)).toEqual([]);
});

const repeated = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index);

test('no requirement is declared by two checks: it would get two verdicts', () => {
  expect(repeated(checks.flatMap(({ requirements }) => requirements))).toEqual([]);
});

test('check ids and group ids are unique', () => {
  expect(repeated(checks.map(({ id }) => id))).toEqual([]);
  expect(repeated(catalogue(contract).map(({ id }) => id))).toEqual([]);
});

test.each(['default', 'alternate', 'none'] as const)(
  'the dialect %s leaves no requirement without a check',
  async (base) => {
    const other = await loadContract({ dialect: { base, claimed: false }, validate: false });
    const declared = new Set(
      catalogue(other).flatMap((group) => group.checks.flatMap(({ requirements }) => requirements)),
    );
    expect(other.requirements.map(({ id }) => id).filter((id) => !declared.has(id) && !(id in WITHOUT_CHECK))).toEqual(
      [],
    );
  },
);
