/** The SSL list as a whole, and other reads whose relations hold over several requests (contract 4.2 to 4.4). */
import type { Contract } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckGroup } from '../engine/index.ts';
import { listAnswersCheck } from './answers-check.ts';
import { filterChecks } from './filter-check.ts';
import { includesGroups } from './includes-check.ts';
import { keptUpdateCheck } from './kept-update-check.ts';
import { openPointsCheck } from './open-points-check.ts';
import { pagingCheck } from './paging-check.ts';
import { filterPairsCheck } from './pairs-check.ts';
import { refusedUpdateCheck } from './refused-update-check.ts';
import { knownValuesCheck } from './values-check.ts';

/** One group for the list, whose checks only read, and share what they have read; one each for what refused and accepted updates leave; one for each `includes`. */
export function listGroups(contract: Contract): CheckGroup[] {
  const list = { area: 'ssl', parallel: false } as const;
  return [
    {
      ...list,
      parallel: true,
      id: 'ssl.list.relations',
      operation: 'ssl.list',
      checks: [
        pagingCheck,
        listAnswersCheck,
        ...filterChecks(contract),
        knownValuesCheck,
        filterPairsCheck,
        openPointsCheck,
      ],
    },
    ...[refusedUpdateCheck, keptUpdateCheck].map((check) => ({
      ...list,
      id: check.id,
      operation: 'ssl.update',
      checks: [check],
      // Several that stand side by side: it watches the neighbours of the one that it changes.
      ...(check === keptUpdateCheck ? { prefers: isCertificate } : {}),
    })),
    ...includesGroups(contract),
  ];
}

function isCertificate({ kind }: Fixture): boolean {
  return kind === 'ssl-certificate';
}
