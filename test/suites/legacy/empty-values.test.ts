/** What is claimed of required arguments without a value says nothing of those that other arguments may stand for (contract 4.12, 4.13). */
import { expect, test } from 'vitest';
import { loadContract } from '../../../spec/load.ts';
import { emptyValueConditions } from '../../../suites/legacy/conditions.ts';

const EITHER = ['argument-missing', 'argument-invalid'];

test.each([
  ['legacy.order-status', 'orderNumber', ['argument-invalid']],
  ['legacy.dcv-update', 'loginPassword', ['argument-invalid']],
  ['legacy.dcv-update', 'orderNumber', EITHER],
  ['legacy.dcv-update', 'newMethod', EITHER],
] as const)('%s with an empty %s, where such are said to be invalid', async (operation, name, conditions) => {
  const contract = await loadContract({ validate: false, dialect: { base: 'alternate', claimed: true } });
  expect(emptyValueConditions(contract, contract.operation(operation), name)).toEqual(conditions);
});

test('where nothing is said, either may be answered', async () => {
  const contract = await loadContract({ validate: false, dialect: 'none' });
  expect(emptyValueConditions(contract, contract.operation('legacy.order-status'), 'orderNumber')).toEqual(EITHER);
});
