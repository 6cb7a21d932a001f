/** The checks of the order status action, in the order in which they run. */
import type { Contract, Operation } from '../../../spec/index.ts';
import type { Check, CheckGroup } from '../../engine/index.ts';
import { STATUS } from '../action.ts';
import { authenticationCheck } from '../authentication.ts';
import { codesCheck, envelopeCheck } from '../envelope-checks.ts';
import { lengthChecks } from '../lengths.ts';
import { STATUS_ACTION } from './action.ts';
import { oddCheck, someAnswers, statusConditionChecks, statusEncodingCheck } from './checks.ts';
import { DOWNLOAD } from './control.ts';
import { downloadChecks, downloadRateLimitCheck, statusSuccessCheck } from './paths.ts';
import { rateLimitCheck } from './rate-limit.ts';
import { recordCheck } from './record.ts';

/** One group for the action, one for its second path, and one of each for the request limit. */
export function statusGroups(contract: Contract): CheckGroup[] {
  const operation = contract.operation(STATUS);
  const download = contract.operation(DOWNLOAD);
  const groupOf = ({ id, area }: Operation, checks: readonly Check[]): CheckGroup => {
    return { id, area, operation: id, parallel: false, checks };
  };
  return [
    groupOf(operation, [
      statusSuccessCheck(),
      recordCheck(contract.requirements),
      ...statusConditionChecks(contract),
      authenticationCheck(contract, STATUS_ACTION, { turn: 0 }),
      ...lengthChecks(contract, operation),
      statusEncodingCheck(contract),
      oddCheck(contract),
      envelopeCheck(contract, STATUS, operation, someAnswers),
      codesCheck(contract, STATUS, operation, someAnswers),
    ]),
    groupOf(download, [...downloadChecks(contract, someAnswers), ...lengthChecks(contract, download)]),
    limited(groupOf(operation, [rateLimitCheck(contract)])),
    limited(groupOf(download, [downloadRateLimitCheck(contract)])),
  ];
}

/** Groups of their own, after all others: whoever goes beyond the limit keeps the account from everybody for a while. */
function limited(group: CheckGroup): CheckGroup {
  return { ...group, id: `${group.id}.limit`, after: (other) => other.id.startsWith('legacy.') };
}
