/** What the operators of the third lot on the legacy actions have in common. */
import type { Condition, MethodWord } from '../../../legacy/manner.ts';
import type { Order } from '../../../legacy/orders.ts';
import type { Call } from '../../../server/call.ts';
import type { Plant } from '../../../server/plant.ts';
import { DCV, dcv, reverted } from '../legacy/plants.ts';
import { isOp } from '../second/legacy-plants.ts';

/** What the domains of an order were before the request. */
export function methodsBefore(call: Call, order: Order): ReadonlyMap<string, MethodWord> {
  const all = call.service.memory.get('methods') as Record<string, Record<string, MethodWord>> | undefined;
  return new Map(Object.entries(all?.[order.number] ?? {}));
}

/** Answers an error to a change that is in order, and does not make it. */
export const refusingDcv = (when: (call: Call) => boolean, answer: Condition): Plant => ({
  ...dcv(() => undefined),
  condition: (call, was) => {
    if (call.op !== DCV || was !== undefined || !when(call)) return was;
    const order = call.changed === undefined ? undefined : call.service.orders.get(call.changed);
    if (order) reverted(order, methodsBefore(call, order), () => true);
    return answer;
  },
});

/** Takes the arguments of a request for missing when its text is of some sort. */
export const unread = (op: string, when: (text: string, call: Call) => boolean): Plant => ({
  early: (call) => {
    if (isOp(call, op) && when(call.request.body.toString(), call)) call.request.body = Buffer.alloc(0);
    return undefined;
  },
});

export const words = (text: string): readonly string[] => text.split(' ').filter((part) => part !== '');
export const wayOf = (call: Call, word: string): MethodWord | undefined => {
  const { methods } = call.reading.legacy;
  return (Object.keys(methods) as MethodWord[]).find((way) => methods[way] === word);
};
