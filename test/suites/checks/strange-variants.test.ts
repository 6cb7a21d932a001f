/** A body of a variant that does not exist is none of those listed (contract 4.9). */
import { expect, test } from 'vitest';
import { catalogue as faultsOf } from '../../../emulator/index.ts';
import { verdictOf } from '../../../reports/outcome.ts';
import { loadContract } from '../../../spec/load.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { strangeVariants } from '../../../suites/checks/body-faults.ts';
import { runAgainst } from '../against.ts';

const ID = 'account.update.body.oneOf.refuses';

test.each(['default', 'alternate'] as const)(
  'a server that takes a variant of any name is found out (%s)',
  async (speaks) => {
    const contract = await loadContract({ dialect: { base: speaks, claimed: true }, validate: false });
    const faults = faultsOf(contract).filter(({ id }) => id === 'account.update.body.variant.unknown.accepted');
    expect(faults).toHaveLength(1);
    const verdicts = await Promise.all(
      [[], faults].map(async (active) =>
        verdictOf((await runAgainst(catalogue, { speaks, only: [ID], faults: active })).result(ID)),
      ),
    );
    expect(verdicts).toEqual(['pass', 'fail']);
  },
);

const variant = (...kinds: string[]) => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { type: 'string', enum: kinds } },
});
const accepted = { kind: 'A', title: 'T' };

test('such a body is the accepted one with another name, and without one', () => {
  const made = strangeVariants({ oneOf: [variant('A', 'B'), variant('C')] }, accepted);
  expect(made.map(({ value }) => value)).toEqual([
    { kind: 'A_OTHER', title: 'T' },
    { kind: 'no-such-variant', title: 'T' },
    { title: 'T' },
  ]);
  const known = strangeVariants({ oneOf: [variant('A'), variant('A_OTHER')] }, accepted);
  expect(known.map(({ value }) => value)).not.toContainEqual({ kind: 'A_OTHER', title: 'T' });
});

test('the name may stand below another member', () => {
  const nested = (...kinds: string[]) => ({
    type: 'object',
    required: ['item'],
    properties: { item: variant(...kinds) },
  });
  const made = strangeVariants({ oneOf: [nested('A', 'B'), nested('C')] }, { item: accepted, note: 'N' });
  expect(made.map(({ value }) => value)).toEqual([
    { item: { kind: 'A_OTHER', title: 'T' }, note: 'N' },
    { item: { kind: 'no-such-variant', title: 'T' }, note: 'N' },
    { item: { title: 'T' }, note: 'N' },
  ]);
});

test.each([
  ['no member tells the variants apart', [variant('A', 'B'), { type: 'object', properties: { size: {} } }], accepted],
  ['two variants share a value', [variant('A', 'B'), variant('B', 'C')], accepted],
  ['the accepted body is none of the variants', [variant('B'), variant('C')], accepted],
  ['the accepted body is no object', [variant('A'), variant('C')], ['A']],
])('none is made where %s', (_, oneOf, body) => {
  expect(strangeVariants({ oneOf }, body)).toEqual([]);
});
