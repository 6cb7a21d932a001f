/** What was cleared by another operation that went right before an update is not held against that update (contract 4.9, silence endpoint.update.omitted-parameters). */
import { expect, test } from 'vitest';
import { verdictOf } from '../../../reports/outcome.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import { runAgainst } from '../against.ts';

const ID = 'endpoint.config.update.omitted';

test('an update of an endpoint that clears the configuration which it leaves out', async () => {
  const answers = { 'endpoint.update.omitted-parameters': 'cleared', 'update.omitted-members': 'kept' };
  const told = { base: 'default', claimed: true, answers };
  const outcome = await runAgainst(catalogue, { speaks: told, told, only: [ID], depth: 'standard' });
  expect(verdictOf(outcome.result(ID))).toBe('pass');
});
