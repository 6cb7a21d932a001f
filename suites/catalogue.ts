/** All checks of a contract, in groups that share a session: the table of contents of the suite. */

import { type Contract, type Operation, type Requirement, variantsOf } from '../spec/index.ts';
import { afterwardsGroups } from './afterwards/groups.ts';
import { absenceCheck } from './checks/absence.ts';
import { bodyChecks } from './checks/bodies.ts';
import { bodySchemaCheck } from './checks/body-schema.ts';
import { credentialCheck } from './checks/credential.ts';
import { declaredCheck } from './checks/declared/index.ts';
import { eachTypeCheck } from './checks/each-type.ts';
import { foreignCheck } from './checks/foreign.ts';
import { otherCustomerCheck } from './checks/other-customer.ts';
import { pairsCheck } from './checks/pairs.ts';
import { parameterChecks } from './checks/parameters.ts';
import { precedenceCheck } from './checks/precedence.ts';
import { robustnessCheck } from './checks/robustness.ts';
import { successCheck } from './checks/success.ts';
import type { Check, CheckGroup } from './engine/index.ts';
import { legacyGroups } from './legacy/index.ts';
import { lifecycleGroups } from './lifecycles/groups.ts';
import { listGroups } from './lists/groups.ts';
import { machineGroups } from './machines/groups.ts';
import { ruleGroups } from './rules/groups.ts';
import { readerOf } from './subject/read.ts';

/**
 * The check groups of a contract: one per operation of the Admin Operations API.
 * A requirement that no check declares is a hole in the suite; a test looks for such.
 */
export function catalogue(contract: Contract): CheckGroup[] {
  const byOperation = Map.groupBy(contract.requirements, ({ operation }) => operation);
  return [
    ...contract.operations
      .filter(({ interface: name }) => name === 'admin')
      .map((operation) => operationGroup(contract, operation, byOperation.get(operation.id) ?? [])),
    ...machineGroups(contract),
    ...ruleGroups(contract),
    ...lifecycleGroups(contract),
    ...listGroups(contract),
    ...legacyGroups(contract),
    ...afterwardsGroups(contract),
  ];
}

function hasVariants({ body }: Operation): boolean {
  return body?.contents.some(({ schema }) => variantsOf(schema).length > 0) === true;
}

function operationGroup(contract: Contract, operation: Operation, requirements: readonly Requirement[]): CheckGroup {
  const checks: (Check | undefined)[] = [
    successCheck(contract, operation),
    credentialCheck(contract, operation),
    absenceCheck(contract, operation),
    foreignCheck(contract, operation),
    otherCustomerCheck(contract, operation),
    eachTypeCheck(contract, operation),
    ...parameterChecks(operation, requirements),
    pairsCheck(contract, operation),
    ...bodyChecks(contract, operation),
    bodySchemaCheck(operation, requirements),
    robustnessCheck(contract, operation),
    precedenceCheck(contract, operation),
    declaredCheck(contract, operation),
  ];
  return {
    id: operation.id,
    area: operation.area,
    operation: operation.id,
    parallel: operation.effect === 'observe',
    // A body of several variants is judged on entities of each type: several parts would want the same few. So would those of what an
    // entity may take once.
    divisible: operation.effect === 'modify' && !hasVariants(operation) && !showsNothing(contract, operation),
    checks: checks.filter((check) => check !== undefined),
  };
}

/** True for what neither its answer nor a GET shows anything of, and no body says: whether an entity takes it again is not shown (silence validation.assignment.repeat). */
function showsNothing(contract: Contract, operation: Operation): boolean {
  const isMute = operation.success.every(({ body }) => body !== 'some') && operation.body === undefined;
  return isMute && readerOf(contract, operation) === undefined;
}
