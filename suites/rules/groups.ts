/** Promises over several calls that are no transition table: who takes over from a deleted administrator, and roles (contract 4.5, 4.10, 5). */
import type { Contract } from '../../spec/index.ts';
import type { Check, CheckGroup } from '../engine/index.ts';
import { domainRoundsCheck } from './domain-rounds.ts';
import { domainStatesCheck } from './domain-states.ts';
import { administratorDeletionCheck } from './replacement.ts';
import { isNamed } from './requesters.ts';
import { roleChecks } from './roles.ts';

/** One group per rule; none may run in parallel with itself, as its checks change what they lease. */
export function ruleGroups(contract: Contract): CheckGroup[] {
  const deletion = administratorDeletionCheck(contract);
  const states = [domainStatesCheck(contract), domainRoundsCheck(contract)].filter((one) => one !== undefined);
  const group = (id: string, area: string, checks: readonly Check[]): CheckGroup => ({
    id,
    area,
    parallel: false,
    checks,
  });
  return [
    {
      ...group('administrator-delete', 'admin', deletion === undefined ? [] : [deletion]),
      operation: 'admin.delete',
      prefers: isNamed,
    },
    group('role', 'domain', roleChecks(contract)),
    group('domain-states', 'domain', states),
  ].filter(({ checks }) => checks.length > 0);
}
