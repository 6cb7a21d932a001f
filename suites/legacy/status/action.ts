/** The order status action as checks see it (contract 4.12). */
import type { CheckContext } from '../../engine/index.ts';
import { differences, except, inWords } from '../../judges/index.ts';
import { type Action, type ActionKind, STATUS } from '../action.ts';
import { ask, askOnce, isAccepted, jsonOf, type Reply } from '../replies.ts';
import { acceptedStatus, type StatusControl } from './control.ts';

export const STATUS_ACTION: ActionKind = {
  id: STATUS,
  title: 'The order status action',
  effect: 'observe',
  needs: { loginName: undefined, loginPassword: undefined, orderNumber: undefined },
  take: async (context) => actionOf(context, await acceptedStatus(context)),
};

/** Nothing is changed here, so nothing needs to be looked at afterwards. */
export function actionOf(context: CheckContext, control: StatusControl): Action {
  const { operation, order, fields } = control;
  return {
    context,
    operation,
    number: order.number,
    fields: () => [...fields],
    send: (call, conditions) => askOnce(context, operation, call, conditions),
    accept: (call) => ask(context, operation, call),
    difference: (reply) => difference(context, control, reply),
  };
}

/** Looks at a difference before it counts: the order may change in between, for a reason of its own. */
const LOOKS = 3;

/** Where two answers to the same call differ although nothing happened between; what moves by itself does not count. */
async function difference(context: CheckContext, control: StatusControl, reply: Reply): Promise<string | undefined> {
  const { operation, order, fields } = control;
  const plain = { label: `the status of order ${order.number} again`, fields };
  let found: string[] = [];
  for (let look = 1; look <= LOOKS; look++) {
    const mine = look === 1 ? reply : await ask(context, operation, reply.call);
    const answers = [mine, await ask(context, operation, plain), await ask(context, operation, plain)];
    // An answer that was refused, for whatever reason of its own, is no state that another could differ from.
    if (!answers.every(isAccepted)) return undefined;
    const [changed, before, after] = answers.map(jsonOf);
    // Where answers are kept for a while, equal calls have one of their own: what moves shows beside an earlier one.
    const moving = [...differences(before, after), ...differences(jsonOf(control.reply), before)];
    found = except(differences(before, changed), moving);
    if (found.length === 0) return undefined;
  }
  return `the answer differs at ${inWords(found)}`;
}
