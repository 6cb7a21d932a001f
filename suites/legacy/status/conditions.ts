/** Order numbers that the status action must refuse: too long, of no order, or only resembling one (contract 4.12, 7.2). */
import type { Contract } from '../../../spec/index.ts';
import type { Check, CheckContext } from '../../engine/index.ts';
import { judgeMistaken, judgeRefused, observed } from '../../judges/index.ts';
import { STATUS } from '../action.ts';
import { field, maxLengthOf, withFields } from '../call.ts';
import { actionCheck, conditionChecks, refuseAll } from '../condition-checks.ts';
import {
  ANY_CONDITION,
  conditionIds,
  type Fault,
  fault,
  recordRefusal,
  unknownOrderConditions,
} from '../conditions.ts';
import { absentOrder, absentOrderOf, notationsOf, ordersOf } from '../orders.ts';
import { askOnce, recordReply } from '../replies.ts';
import { acceptedStatus, STATUS_ACTION, type StatusControl } from './control.ts';

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

/** Asks for such numbers, and for other texts that mean the number to somebody. One may well be that of a real order. */
async function judgeNeighbours(context: CheckContext, control: StatusControl, id: string): Promise<void> {
  const { operation, order, fields, reply: known } = control;
  const numbers = new Set(ordersOf(context.session.target).map(({ number }) => number));
  const limit = maxLengthOf(operation, 'orderNumber');
  const cut = [1, 2].map((digits) => order.number.slice(0, -digits));
  const appended = ['0', '7'].map((digit) => `${order.number}${digit}`);
  const resembling = [...cut, ...appended].map((text) => ({
    text,
    how: 'cut or with a digit appended',
    debatable: false,
  }));
  const others = notationsOf(order.number).map((one) => ({ ...one, debatable: one.debatable.text }));
  for (const { text, how, debatable } of [...resembling, ...others]) {
    if (text === '' || text.length > limit || numbers.has(text)) continue;
    const label = `orderNumber = ${JSON.stringify(text)} (the number ${order.number} of an order of the profile, ${how})`;
    const call = { label, fields: withFields(fields, field('orderNumber', text)) };
    // Which error is answered is open: there may be an order of this number that somebody else owns.
    const reply = await askOnce(context, operation, `neighbour:${text}`, call, [ANY_CONDITION]);
    recordReply(context, id, reply, (exchange) => {
      if (reply.reading?.outcome !== 'success' || (exchange.response?.status ?? 0) >= 500)
        return judgeRefused(exchange, 'json', { because: 'no order has this number, only one that resembles it' });
      const mistaken = judgeMistaken(reply.reading.data, text, known.reading?.data);
      if (mistaken === undefined) return observed(`There is an order ${text}, too, so this number shows nothing.`);
      return debatable ? { ...mistaken, verdict: 'warn', reason: `The number is also found ${how}.` } : mistaken;
    });
  }
}
