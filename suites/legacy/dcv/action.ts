/** The DCV action in the hand of a check, on an order of one domain, and what it leaves open beyond what both actions do (contract 4.13). */

import type { Contract } from '../../../spec/index.ts';
import type { Check, CheckContext } from '../../engine/index.ts';
import { type Action, type ActionKind, DCV } from '../action.ts';
import { field, withFields } from '../call.ts';
import { encodingCheck } from '../encoding.ts';
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

/** The DCV call in other spellings. */
export function dcvEncodingCheck(contract: Contract): Check {
  return encodingCheck(contract, DCV_ACTION, ({ subject, turns, fields }) => {
    const [domain = 'example.test'] = subject.domains;
    const { names } = subject;
    return [
      {
        silence: 'legacy.dcv.needless-address',
        call: () => ({
          label: 'an address with another method',
          fields: [...fields(), field(names.email, subject.address(domain).text)],
        }),
      },
      {
        silence: 'legacy.dcv.single-and-list',
        call: () => ({
          label: 'domainNames and newMethods for a single-domain order',
          fields: [...subject.start, field('domainNames', domain), field('newMethods', names.methods[turns.next()])],
        }),
      },
      {
        silence: 'legacy.dcv.same-method',
        call: () => ({
          label: 'the method in use once more',
          fields: withFields(fields(), field('newMethod', subject.current ?? '')),
        }),
      },
    ];
  });
}
