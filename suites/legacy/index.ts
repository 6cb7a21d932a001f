/** The two legacy order actions (contract 2.2, 4.12, 4.13, 5, 7.2, 8): all their checks. */
import type { Contract } from '../../spec/index.ts';
import type { CheckGroup } from '../engine/index.ts';
import { dcvGroup } from './dcv/groups.ts';
import { statusGroups } from './status/groups.ts';

/** The check groups of the legacy actions. Every requirement of the interface `legacy` is declared by one of their checks. */
export function legacyGroups(contract: Contract): CheckGroup[] {
  return [...statusGroups(contract), dcvGroup(contract)];
}
