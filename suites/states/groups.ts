/** The checks of what a server does over several calls: states, deletion of administrators, roles (contract sections 3, 4.5, 5). */
import type { Contract } from '../../spec/types.ts';
import type { Check, CheckGroup } from '../engine/check.ts';
import { administratorDeletionCheck } from './administrator/deletion.ts';
import { typeTwoStepCheck, typeWalkCheck } from './administrator/sequences.ts';
import { typeTableCheck } from './administrator/table-check.ts';
import { modeTableCheck, modeWalkCheck } from './delegation/checks.ts';
import { roleChecks } from './roles.ts';

/** One group per state machine or rule; none of them may run in parallel with itself, as each changes what it was lent. */
export function stateGroups(contract: Contract): CheckGroup[] {
  return [
    group('administrator-type', 'admin', 'admin.update', [typeTableCheck(contract), typeTwoStepCheck, typeWalkCheck]),
    group('delegation-mode', 'endpoint', 'endpoint.delegations.update', [modeTableCheck, modeWalkCheck]),
    group('administrator-delete', 'admin', 'admin.delete', [administratorDeletionCheck(contract)]),
    group('role', 'domain', undefined, roleChecks(contract)),
  ].filter(({ checks }) => checks.length > 0);
}

function group(
  id: string,
  area: string,
  operation: string | undefined,
  checks: readonly (Check | undefined)[],
): CheckGroup {
  return {
    id,
    area,
    ...(operation === undefined ? {} : { operation }),
    parallel: false,
    checks: checks.filter((check) => check !== undefined),
  };
}
