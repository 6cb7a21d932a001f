/** What becomes of entities over several calls: their end, and what updates leave (contract 4, 7.1). */
import { type Contract, counterpart, endsLife, type Operation } from '../../spec/index.ts';
import type { CheckGroup } from '../engine/index.ts';
import { creationCheck } from './creation-check.ts';
import { lifecycleCheck } from './lifecycle-check.ts';
import { resetCheck } from './reset-check.ts';
import { standsInRow } from './sibling.ts';
import { submissionsCheck } from './submissions-check.ts';
import { updateCheck } from './update-check.ts';

/** One group per deletable kind, one per update, per creation and per reset, and one for submissions. */
export function lifecycleGroups(contract: Contract): CheckGroup[] {
  const submissions = submissionsCheck(contract);
  return [
    ...contract.operations.flatMap((operation): CheckGroup[] => {
      const check =
        lifecycleCheck(contract, operation) ?? resetCheck(contract, operation) ?? updateCheck(contract, operation);
      return [check, creationCheck(contract, operation)].flatMap((one) =>
        one === undefined
          ? []
          : [
              {
                id: one.id,
                area: operation.area,
                operation: operation.id,
                parallel: false,
                checks: [one],
                ...preferring(contract, operation),
              },
            ],
      );
    }),
    ...(submissions === undefined
      ? []
      : [{ id: submissions.id, area: 'organization', parallel: false, checks: [submissions] }]),
  ];
}

/** Of what nothing reads, only those who are in the same hands show whether the next one is left alone. */
function preferring({ operations }: Contract, operation: Operation): Pick<CheckGroup, 'prefers'> {
  return endsLife(operation) && counterpart(operations, operation, 'GET') === undefined ? { prefers: standsInRow } : {};
}
