/** What can only be told when all other checks of an area are done. */
import type { Contract } from '../../spec/types.ts';
import type { CheckGroup } from '../engine/check.ts';
import { answersCheck } from './answers.ts';
import { staysCheck } from './stays.ts';

/** One group per area of the Admin Operations API. */
export function afterwardsGroups(contract: Contract): CheckGroup[] {
  const operations = contract.operations.filter((operation) => operation.interface === 'admin');
  const areas = [...new Set(operations.map(({ area }) => area))];
  return areas.flatMap((area): CheckGroup[] => {
    const own = operations.filter((operation) => operation.area === area);
    // What the last looks show is among the answers, which come after all of them.
    const looks = own.map(({ id }) => staysCheck(contract, id));
    const answers = own.map(({ id }) => answersCheck(contract, id));
    const checks = [...looks, ...answers].filter((check) => check !== undefined);
    const after = (other: CheckGroup): boolean => other.after === undefined;
    return checks.length === 0 ? [] : [{ id: `${area}.afterwards`, area, parallel: false, checks, after }];
  });
}
