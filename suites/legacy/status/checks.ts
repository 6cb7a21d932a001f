/** What the order status action must refuse, order numbers above all, and the call in other spellings and odd forms (contract 4.12, 7.2). */
import type { Contract, Operation } from '../../../spec/index.ts';
import type { Check, CheckContext } from '../../engine/index.ts';
import { doubted, judgeMistaken, observed } from '../../judges/index.ts';
import { actionCheck, refuseAll, STATUS } from '../action.ts';
import { field, maxLengthOf, withFields, without } from '../call.ts';
import { conditionChecks, missingFaults, unrecognizedFaults } from '../condition-checks.ts';
import { ANY_CONDITION, badNumberFault, conditionIds, unknownOrderFault } from '../conditions.ts';
import { encodingCheck } from '../encoding.ts';
import { judgeOdd, judgeTexts, loginPlaces, type TextPlace } from '../odd.ts';
import { absentOrderOf, notationsOf, ordersOf } from '../orders.ts';
import { ask, askOnce, isAccepted, judgeReplyRefused, recordReply, statusOf } from '../replies.ts';
import { actionOf, STATUS_ACTION } from './action.ts';
import { acceptedStatus, statusControl } from './control.ts';

/** The checks of the conditions of the status action. */
export function statusConditionChecks(contract: Contract): Check[] {
  return [...conditionChecks(contract, STATUS_ACTION), tooLongCheck(contract), unknownOrderCheck()];
}

/** Far longer than permitted; the edges have a check of their own. */
function tooLongCheck(contract: Contract): Check {
  const ids = conditionIds(contract, STATUS, 'argument-invalid');
  const about = ['condition.argument-invalid', 'refuses invalid values'] as const;
  return actionCheck(STATUS_ACTION, about, Object.values(ids), async (action, { seed }) => {
    const limit = maxLengthOf(action.operation, 'orderNumber');
    const faults = [limit + 1, limit * 10, limit * 100].map((length) => {
      const because = `orderNumber has ${length} characters, more than the permitted ${limit}`;
      return badNumberFault(contract, absentOrderOf(length, seed), because);
    });
    await refuseAll(action, faults, ids);
  });
}

function unknownOrderCheck(): Check {
  const ids = { refused: 'legacy.order-status.unknown-order', code: 'legacy.order-status.unknown-order.code' };
  const about = ['unknown-order', 'refuses an order number that names no order'] as const;
  return actionCheck(STATUS_ACTION, about, Object.values(ids), async (action, context) => {
    const { contract, session } = context;
    const unknown = unknownOrderFault(contract, session.target)(action.fields());
    const { reading } = await action.send(unknown, unknown.conditions);
    if (reading?.code !== undefined)
      context.observe(ids.refused, { silence: 'legacy.unknown-order', value: reading.code });
    const appended = `${action.number}zzz`;
    const because = `no order has the number ${appended}, only one that it begins with`;
    await refuseAll(action, [unknown, badNumberFault(contract, appended, because)], ids);
    await judgeNeighbours(context, ids.refused);
  });
}

/** Asks for numbers like that of an order, and for other texts that mean it to somebody. One may well be that of a real order. */
async function judgeNeighbours(context: CheckContext, id: string): Promise<void> {
  const { operation, order, fields, reply: known } = await acceptedStatus(context);
  const numbers = new Set(ordersOf(context.session.target).map(({ number }) => number));
  const limit = maxLengthOf(operation, 'orderNumber');
  const { number } = order;
  const how = 'cut or with a digit appended';
  const resembling = [number.slice(0, -1), number.slice(0, -2), `${number}0`, `${number}7`];
  const rows = [
    ...resembling.map((text) => ({ text, how, debatable: { text: false } })),
    ...notationsOf(number),
  ].filter(({ text }) => text !== '' && text.length <= limit && !numbers.has(text));
  for (const { text, how: written, debatable } of rows) {
    const label = `orderNumber = ${JSON.stringify(text)} (the number ${number} of an order of the profile, ${written})`;
    const call = { label, fields: withFields(fields, field('orderNumber', text)) };
    // Which error is answered is open: there may be an order of this number that somebody else owns.
    const reply = await askOnce(context, operation, call, [ANY_CONDITION]);
    recordReply(context, id, reply, () => {
      if (!isAccepted(reply) || statusOf(reply) >= 500)
        return judgeReplyRefused(reply, 'no order has this number, only one that resembles it');
      const mistaken = judgeMistaken(reply.reading?.data, text, known.reading?.data);
      if (mistaken === undefined) return observed({ what: 'open', of: `order ${text}`, but: 'order-exists' });
      return debatable.text ? doubted(mistaken, 'notation') : mistaken;
    });
  }
}

/** Odd input is answered by an error record or a client-error status. `texts`: these alone, as forms are read by the same code at both paths. */
export function oddCheck(contract: Contract, only?: 'texts'): Check {
  const ids = conditionIds(contract, STATUS, 'unknown-error');
  const requirements = only === undefined ? Object.values(ids) : [ids.refused];
  const about = ['condition.unknown-error', 'survives odd input'] as const;
  return actionCheck(STATUS_ACTION, about, requirements, async (action, context) => {
    const { operation, fields } = action;
    if (only === undefined) await judgeOdd(context, operation, ids);
    const send: TextPlace['send'] = (call, conditions) => ask(context, operation, call, conditions);
    const order = { name: 'orderNumber', fields, send };
    const logins = only === undefined ? [] : loginPlaces(context, operation, fields());
    await judgeTexts(context, ids.refused, [...logins, order]);
  });
}

/** The status call in other spellings. No login stands in a URL. */
export function statusEncodingCheck(contract: Contract): Check {
  return encodingCheck(contract, STATUS_ACTION, ({ number }) => [
    {
      silence: 'legacy.query-arguments',
      call: (plain) => ({
        label: 'orderNumber in the URL only',
        fields: without(plain, 'orderNumber'),
        query: `?orderNumber=${encodeURIComponent(number)}`,
        byHttp: true,
      }),
    },
    {
      silence: 'legacy.content-type',
      call: (fields) => ({
        label: 'the form called text/plain',
        fields,
        headers: [['Content-Type', 'text/plain']],
        byHttp: true,
      }),
    },
  ]);
}

/** A success and errors of several conditions, for checks that judge whatever was answered. */
export async function someAnswers(context: CheckContext): Promise<Operation> {
  const action = actionOf(context, await statusControl(context));
  const unknown = unknownOrderFault(context.contract, context.session.target);
  for (const make of [...missingFaults(action, STATUS_ACTION), ...unrecognizedFaults(action), unknown]) {
    const probe = make(action.fields());
    await action.send(probe, probe.conditions);
  }
  return action.operation;
}
