/** Faults that meet: what is absent is wrong in every request that names it, whatever else is (contract 7.1, silence request.precedence). */
import { expect, test } from 'vitest';
import { judgeOrder } from '../../../suites/checks/precedence.ts';

const claimed = (value: readonly string[]) => ({ answer: () => ({ value, standing: 'claimed' as const }) });
const ENTITY_FIRST = claimed(['entity', 'input', 'credential']);
const CREDENTIAL_FIRST = claimed(['credential', 'input', 'entity']);

test.each([
  ['the entity, which comes first', ENTITY_FIRST, ['credential', 'input', 'entity'], ['entity'], 'pass'],
  ['a credential before the entity that comes first', ENTITY_FIRST, ['credential', 'entity'], ['credential'], 'fail'],
  ['a status that absence may have', ENTITY_FIRST, ['credential', 'input', 'entity'], [], 'observed'],
  ['the credential, which comes first', CREDENTIAL_FIRST, ['credential', 'input', 'entity'], ['credential'], 'pass'],
  ['the entity, where the credential comes first', CREDENTIAL_FIRST, ['credential', 'entity'], ['entity'], 'fail'],
  ['what either comes to', CREDENTIAL_FIRST, ['input', 'entity'], ['entity', 'input'], 'pass'],
] as const)('answered for %s', (_what, contract, faults, answered, verdict) => {
  expect(judgeOrder([...faults], answered, true, contract as never).verdict).toBe(verdict);
});
