/** The DCV action in the hand of a check, on an order of one domain (contract 4.13). */
import type { CheckContext } from '../../engine/index.ts';
import { type Action, type ActionKind, DCV } from '../action.ts';
import { SINGLE } from '../orders.ts';
import type { Method } from './names.ts';
import { type OrderSubject, takeOrder } from './order-subject.ts';
import { change, keepUnchanged, type Turns, turns } from './steps.ts';

/** The action with the order that it changes. */
export interface DcvAction extends Action {
  readonly subject: OrderSubject;
  readonly turns: Turns;
}

export const DCV_ACTION: ActionKind<DcvAction> = {
  id: DCV,
  title: 'The DCV action',
  effect: 'modify',
  needs: {
    loginName: undefined,
    loginPassword: undefined,
    orderNumber: 'legacy.dcv-update.identifier.needed',
    newMethod: 'legacy.dcv-update.method-needed',
  },
  take: async (context) => {
    const order = await takeOrder(context, SINGLE);
    return inHand(context, order, await turns(context, order));
  },
};

function inHand(context: CheckContext, order: OrderSubject, turns: Turns): DcvAction {
  const [domain = ''] = order.domains;
  let method: Method = 'http';
  return {
    operation: order.operation,
    order: order.order.number,
    subject: order,
    turns,
    fields: () => {
      method = turns.next();
      return order.change(method);
    },
    send: async (call, conditions) => {
      const reply = await order.send(context, call, conditions);
      await keepUnchanged(context, order, reply);
      return reply;
    },
    accept: async (call) =>
      (await change(context, order, call, [{ domain, method: order.names.methods[method] }])).reply,
  };
}
