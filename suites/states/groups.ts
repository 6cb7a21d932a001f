/** The checks of what a server does over several calls: states, deletion of administrators, roles (contract sections 3, 4.5, 5). */
import type { Contract } from '../../spec/types.ts';
import type { Check, CheckGroup } from '../engine/check.ts';
import { typeTwoStepCheck, typeWalkCheck } from './administrator/sequences.ts';
import { typeTableCheck } from './administrator/table-check.ts';

/** One group per state machine or rule; none of them may run in parallel with itself, as each changes what it was lent. */
export function stateGroups(contract: Contract): CheckGroup[] {
  return [
    group('administrator-type', 'admin', 'admin.update', [typeTableCheck(contract), typeTwoStepCheck, typeWalkCheck]),
  ].filter(({ checks }) => checks.length > 0);
}

function group(id: string, area: string, operation: string, checks: readonly (Check | undefined)[]): CheckGroup {
  return { id, area, operation, parallel: false, checks: checks.filter((check) => check !== undefined) };
}
