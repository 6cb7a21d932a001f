/** The checks of the order status action, in the order in which they run. */
import type { Contract, Operation } from '../../../spec/index.ts';
import type { Check, CheckContext, CheckGroup } from '../../engine/index.ts';
import { STATUS } from '../action.ts';
import { authenticationCheck } from '../authentication.ts';
import { missingFaults, unrecognizedFaults } from '../condition-checks.ts';
import { codesCheck, envelopeCheck } from '../envelope-checks.ts';
import { lengthChecks } from '../lengths.ts';
import { askOnce } from '../replies.ts';
import { statusConditionChecks, unknownOrderFault } from './conditions.ts';
import { STATUS_ACTION, statusControl } from './control.ts';
import { statusEncodingCheck, unknownErrorCheck } from './forms.ts';
import { downloadChecks, downloadRateLimitCheck, statusSuccessCheck } from './paths.ts';
import { rateLimitCheck } from './rate-limit.ts';
import { recordCheck } from './record.ts';

/** One group for the action, and one for its second path. */
export function statusGroups(contract: Contract): CheckGroup[] {
  const operation = contract.operation(STATUS);
  const download = contract.operation('legacy.order-status.download');
  const { area } = operation;
  return [
    {
      id: STATUS,
      area,
      operation: operation.id,
      parallel: false,
      checks: [
        statusSuccessCheck(),
        recordCheck(contract.requirements),
        ...statusConditionChecks(contract),
        authenticationCheck(contract, STATUS_ACTION, { turn: 0 }),
        ...lengthChecks(contract, operation),
        statusEncodingCheck(contract),
        unknownErrorCheck(contract),
        envelopeCheck(contract, STATUS, operation, someAnswers),
        codesCheck(contract, STATUS, operation, someAnswers),
      ],
    },
    {
      id: download.id,
      area,
      operation: download.id,
      parallel: false,
      checks: [...downloadChecks(contract, someAnswers), ...lengthChecks(contract, download)],
    },
    ...[rateLimitCheck(contract), downloadRateLimitCheck(contract)].map((check, i) =>
      limitGroup(i === 0 ? operation : download, check),
    ),
  ];
}

/** Groups of their own, after all others: whoever goes beyond the limit keeps the account from everybody for a while. */
function limitGroup({ id, area }: Operation, check: Check): CheckGroup {
  const after = (other: CheckGroup): boolean => other.id.startsWith('legacy.');
  return { id: `${id}.limit`, area, operation: id, parallel: false, checks: [check], after };
}

/** A success and errors of several conditions, for checks that judge whatever was answered. */
async function someAnswers(context: CheckContext): Promise<Operation> {
  const control = await statusControl(context);
  const { operation, fields } = control;
  const faults = [
    ...missingFaults(context, STATUS_ACTION),
    ...unrecognizedFaults(context, STATUS_ACTION, operation),
    unknownOrderFault(context),
  ];
  for (const make of faults) {
    const probe = make(fields);
    await askOnce(context, operation, probe.id, probe, probe.conditions);
  }
  return operation;
}
