/** The registers that people read are those of the contract as it stands, and requirement ids never change by accident. */
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { loadContract } from '../../spec/load.ts';
import { requirementsMarkdown, silencesMarkdown } from '../../spec/registers.ts';
import type { Contract } from '../../spec/types.ts';

let contract: Contract;

beforeAll(async () => {
  contract = await loadContract({ dialect: 'default', validate: false });
});

const read = (name: string): Promise<string> => readFile(new URL(`../../spec/${name}`, import.meta.url), 'utf8');

describe('registers', () => {
  test('spec/REQUIREMENTS.md is fresh (else: npm run registers)', async () => {
    expect(await read('REQUIREMENTS.md')).toBe(requirementsMarkdown(contract));
  });

  test('spec/SILENCES.md is fresh (else: npm run registers)', async () => {
    expect(await read('SILENCES.md')).toBe(silencesMarkdown(contract));
  });

  test('requirement ids are frozen (a new one: npx vitest run test/spec/registers.test.ts -u)', async () => {
    const ids = contract.requirements.map(({ id }) => id).sort();
    await expect(`${ids.join('\n')}\n`).toMatchFileSnapshot('requirement-ids.txt');
  });

  test('ids are slugs that people can type', () => {
    for (const { id } of contract.requirements) expect(id).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]*$/);
  });

  test('every requirement says which section it comes from, in a sentence', () => {
    for (const { section, sentence } of contract.requirements) {
      expect(section).toMatch(/^\d(\.\d+)?$/);
      expect(sentence).toMatch(/\.$/);
    }
  });

  test('the contract is frozen through and through', () => {
    expect(() => Object.assign(contract.operations[0] as object, { id: 'changed' })).toThrow(TypeError);
    expect(() => Object.assign(contract.operation('ssl.list').parameters[0] as object, { name: 'changed' })).toThrow(
      TypeError,
    );
  });
});
