/** Numbers that begin as a real order's does, or go on after it: a careless search takes them for that order (contract 4.12). */
import type { CheckContext } from '../../engine/check.ts';
import { judgeRefused } from '../../judges/envelope-outcome.ts';
import { judgeMistaken } from '../../judges/envelope-record.ts';
import { observed } from '../../judges/judgement.ts';
import { maxLengthOf } from '../call.ts';
import { ANY_CONDITION } from '../conditions.ts';
import { field, withFields } from '../form.ts';
import { notationsOf } from '../notations.ts';
import { ordersOf } from '../orders.ts';
import { askOnce, recordReply } from '../replies.ts';
import type { StatusControl } from './control.ts';

/** Asks for such numbers, and for other texts that mean the number to somebody. One may well be that of a real order. */
export async function judgeNeighbours(context: CheckContext, control: StatusControl, id: string): Promise<void> {
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
