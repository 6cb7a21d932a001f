/** The checks of the transition tables of section 3: each table is walked by the same driver, through the adapter of its kind. */
import { type Contract, idsOf, type StateMachine } from '../../spec/index.ts';
import type { CheckGroup } from '../engine/index.ts';
import { delegationAdapter } from './delegations/adapter.ts';
import { DELEGATION_REQUIREMENTS } from './delegations/record.ts';
import { updatesCheck } from './delegations/updates.ts';
import type { Adapt } from './explore.ts';
import { memberAdapter } from './member/adapter.ts';
import { pairsCheck, walkCheck } from './sequences.ts';
import { tableCheck } from './table-check.ts';

/** One group per table; none may run in parallel with itself, as its checks change what they lease. */
export function machineGroups(contract: Contract): CheckGroup[] {
  return contract.machines.map((machine) => {
    const { members } = idsOf(machine);
    // A table whose state is written as a member of its entity names that member.
    if (members !== undefined) return groupOf(contract, machine, memberAdapter, Object.values(members));
    const group = groupOf(contract, machine, delegationAdapter, DELEGATION_REQUIREMENTS);
    return { ...group, checks: [...group.checks, updatesCheck] };
  });
}

function groupOf(contract: Contract, machine: StateMachine, adapt: Adapt, requirements: readonly string[]): CheckGroup {
  const operation = contract.operation(machine.transitions[0]?.operation ?? '');
  const checks = [tableCheck(machine, adapt, requirements), pairsCheck(machine, adapt), walkCheck(machine, adapt)];
  return {
    id: machine.id,
    area: operation.area,
    operation: operation.id,
    parallel: false,
    checks: checks.filter((check) => check !== undefined),
  };
}
