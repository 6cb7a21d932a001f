/** Order numbers that the status action must refuse: too long, of no order, or only resembling one (contract 4.12, 7.2). */
import type { Contract } from '../../../spec/types.ts';
import type { Check, CheckContext } from '../../engine/check.ts';
import { STATUS } from '../action.ts';
import { maxLengthOf } from '../call.ts';
import { actionCheck, conditionChecks, refuseAll } from '../condition-checks.ts';
import { conditionIds, type Fault, fault, recordRefusal, unknownOrderConditions } from '../conditions.ts';
import { field, withFields } from '../form.ts';
import { absentOrder, absentOrderOf } from '../orders.ts';
import { STATUS_ACTION } from './action.ts';
import { acceptedStatus } from './control.ts';
import { judgeNeighbours } from './neighbours.ts';

/** The checks of the conditions of the status action. */
export function statusConditionChecks(contract: Contract): Check[] {
  return [...conditionChecks(contract, STATUS_ACTION), tooLongCheck(contract), unknownOrderCheck()];
}

/** Far longer than permitted; the edges have a check of their own. */
function tooLongCheck(contract: Contract): Check {
  const ids = conditionIds(contract, STATUS, 'argument-invalid');
  const about = ['condition.argument-invalid', 'refuses invalid values'] as const;
  return actionCheck(STATUS_ACTION, about, Object.values(ids), async (context, action) => {
    const limit = maxLengthOf(action.operation, 'orderNumber');
    const faults = [limit + 1, limit * 10, limit * 100].map((length) =>
      orderFault(
        context.contract,
        absentOrderOf(length, context.seed),
        `orderNumber has ${length} characters, more than the permitted ${limit}`,
      ),
    );
    await refuseAll(context, action, faults, ids);
  });
}

function unknownOrderCheck(): Check {
  const ids = { refused: 'legacy.order-status.unknown-order', code: 'legacy.order-status.unknown-order.code' };
  const about = ['unknown-order', 'refuses an order number that names no order'] as const;
  return actionCheck(STATUS_ACTION, about, Object.values(ids), async (context, action) => {
    const probe = unknownOrderFault(context)(action.fields());
    const reply = await action.send(probe, probe.conditions);
    recordRefusal(context, action.operation, reply, probe.refusal, ids);
    if (reply.reading?.code !== undefined)
      context.observe(ids.refused, { silence: 'legacy.unknown-order', value: reply.reading.code });
    const appended = `${action.order}zzz`;
    const because = `no order has the number ${appended}, only one that it begins with`;
    await refuseAll(context, action, [orderFault(context.contract, appended, because)], ids);
    await judgeNeighbours(context, await acceptedStatus(context), ids.refused);
  });
}

/** An order number that names no order of the account. */
export function unknownOrderFault(context: CheckContext): Fault {
  const number = absentOrder(context.session.target);
  return fault(
    'unknown-order',
    `orderNumber = ${number} names no order`,
    unknownOrderConditions(context.contract),
    (fields) => withFields(fields, field('orderNumber', number)),
  );
}

function orderFault(contract: Contract, number: string, because: string): Fault {
  const conditions = ['argument-invalid', ...unknownOrderConditions(contract)];
  return fault(`orderNumber.${number}`, because, conditions, (fields) =>
    withFields(fields, field('orderNumber', number)),
  );
}
