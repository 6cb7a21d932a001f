/** Numbers that begin as a lent order's does, or go on after it: a careless search takes them for that order (contract 4.12). */
import type { CheckContext } from '../../engine/check.ts';
import { judgeRefused } from '../../judges/envelope-outcome.ts';
import { judgeMistaken } from '../../judges/envelope-record.ts';
import { maxLengthOf } from '../call.ts';
import { ANY_CONDITION } from '../conditions.ts';
import { field, withFields } from '../form.ts';
import { ordersOf } from '../orders.ts';
import { askOnce, recordSighting } from '../sightings.ts';
import type { StatusControl } from './control.ts';

/** Asks for such numbers. One may well be that of a real order: only the record of an order with another number is wrong. */
export async function judgeNeighbours(context: CheckContext, control: StatusControl, id: string): Promise<void> {
  const { operation, order, fields, sighting: known } = control;
  const lent = new Set(ordersOf(context.session.target).map(({ number }) => number));
  const limit = maxLengthOf(operation, 'orderNumber');
  const cut = [1, 2].map((digits) => order.number.slice(0, -digits));
  const appended = ['0', '7'].map((digit) => `${order.number}${digit}`);
  for (const number of [...cut, ...appended]) {
    if (number === '' || number.length > limit || lent.has(number)) continue;
    const label = `orderNumber = ${number} (the number ${order.number} of a lent order, cut or with a digit appended)`;
    const call = { label, fields: withFields(fields, field('orderNumber', number)) };
    // Which error is answered is open: there may be an order of this number that somebody else owns.
    const sighting = await askOnce(context, operation, `neighbour:${number}`, call, [ANY_CONDITION]);
    recordSighting(context, id, sighting, (exchange) => {
      if (sighting.reading?.outcome !== 'success' || (exchange.response?.status ?? 0) >= 500)
        return judgeRefused(exchange, 'json', { because: 'no order has this number, only one that resembles it' });
      const reason = `There is an order ${number}, too, so this number shows nothing.`;
      return judgeMistaken(sighting.reading.data, number, known.reading?.data) ?? { verdict: 'observed', reason };
    });
  }
}
