/** The fault model: well-formed, complete under the contract as it stands. */
import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { beforeAll, describe, expect, test } from 'vitest';
import { isKnown } from '../../emulator/faults/model/cell.ts';
import { type Cell, cellsOf, type FaultModel, readFaultModel } from '../../spec/fault-model/cells.ts';
import { TRAITS } from '../../spec/fault-model/places.ts';
import { faultsMarkdown, type Hunted } from '../../spec/fault-model/register.ts';
import { loadContract } from '../../spec/load.ts';
import type { Contract } from '../../spec/types.ts';

let contract: Contract;
let model: FaultModel;
let cells: Cell[];
let hunted: Hunted;

const read = (name: string): Promise<string> => readFile(new URL(`../../spec/${name}`, import.meta.url), 'utf8');

beforeAll(async () => {
  contract = await loadContract({ dialect: 'default', validate: false });
  model = await readFaultModel();
  cells = cellsOf(model, contract);
  hunted = JSON.parse(await read('fault-model/hunted.json')) as Hunted;
});

test('the model satisfies its schema, and the schema names the traits that there are', async () => {
  const schema = JSON.parse(await read('fault-model.schema.json')) as { $defs: { trait: { enum: string[] } } };
  const valid = new Ajv2020().compile(schema);
  expect(valid(model), JSON.stringify(valid.errors)).toBe(true);
  expect(schema.$defs.trait.enum).toEqual(Object.keys(TRAITS));
});

describe('cells', () => {
  test('have ids of their own, and each operator has some', () => {
    expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
    const used = new Set(cells.map(({ operator }) => operator.id));
    expect(model.operators.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
  });

  test('each operator is one that the emulator can plant', () => {
    expect(model.operators.map(({ id }) => id).filter((id) => !isKnown(id))).toEqual([]);
  });

  test('come from the contract: a parameter more brings its cells', () => {
    const list = contract.operation('ssl.list');
    const size = list.parameters.find(({ name }) => name === 'size');
    if (size === undefined) throw new Error('ssl.list has lost its parameter size');
    const more = { ...list, parameters: [...list.parameters, { ...size, name: 'pageSize' }] };
    const grown = { ...contract, operations: contract.operations.map((one) => (one === list ? more : one)) };
    const added = cellsOf(model, grown).filter(({ place }) => place.name === 'pageSize');
    expect(added.map(({ operator }) => operator.id)).toEqual(
      cells
        .filter(({ place }) => place.operation === 'ssl.list' && place.name === 'size')
        .map(({ operator }) => operator.id),
    );
    expect(added.length).toBeGreaterThan(3);
  });
});

describe('what was hunted', () => {
  test('is every cell of its operator, so a new place is hunted before it counts', () => {
    for (const [operator, { killed, survivors }] of Object.entries(hunted)) {
      const own = cells.filter((cell) => cell.operator.id === operator && cell.reason === undefined);
      expect(killed + survivors.length, operator).toBe(own.length);
    }
  });

  test('leaves no cell open without a reason, and no reason stands for a cell that is killed', () => {
    const survivors = Object.entries(hunted).flatMap(([operator, one]) =>
      one.survivors.map((id) => ({ operator, id })),
    );
    const open = survivors.filter(({ operator, id }) => !(operator in model.open) && !(id in model.open));
    expect(open.map(({ id }) => id)).toEqual([]);
    const known = new Set(survivors.flatMap(({ operator, id }) => [operator, id]));
    const stale = Object.keys(model.open).filter((id) => !known.has(id));
    expect(stale).toEqual([]);
  });
});

test('spec/FAULTS.md is fresh (else: npm run registers)', async () => {
  expect(await read('FAULTS.md')).toBe(faultsMarkdown(model, contract, hunted));
});
