/** What this room says about the contract by itself must be what the contract says. */
import { beforeAll, expect, test } from 'vitest';
import { KINDS } from '../../spec/kinds.ts';
import { loadContract } from '../../spec/load.ts';
import type { Contract } from '../../spec/types.ts';
import { membersAt, profileSchema } from '../../target/profile/schema.ts';

let contract: Contract;

beforeAll(async () => {
  contract = await loadContract({ validate: false });
});

test('the identifiers of every kind are the path parameters of the operations on it', () => {
  const seen = new Set<string>();
  for (const { id, entity, path } of contract.operations) {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    // An entity can also be named in the body, by members that the contract does not show.
    if (entity === undefined || names.length === 0) continue;
    seen.add(entity);
    expect(names, id).toEqual(KINDS[entity].ids);
  }
  expect(seen.size).toBeGreaterThan(12);
});

test('the profile knows every kind and every area of the contract', () => {
  expect(membersAt(['fixtures'])).toEqual(Object.keys(KINDS));
  expect(membersAt(['absent'])).toEqual(Object.keys(KINDS));
  const areas = (profileSchema['$defs'] as { area: { enum: string[] } }).area.enum;
  expect(new Set(areas)).toEqual(new Set(contract.operations.map(({ area }) => area)));
});
