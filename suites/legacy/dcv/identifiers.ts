/** The two ways to name an order (contract 4.13): its own number, and that of the first order of its series. */
import type { Contract } from '../../../spec/index.ts';
import type { Check, CheckContext } from '../../engine/index.ts';
import { fail, judgeSucceeded, observed, PASS, warn } from '../../judges/index.ts';
import { type Field, field, withFields, without } from '../call.ts';
import { ANY_CONDITION, probe, unknownOrderConditions } from '../conditions.ts';
import { type Order, type OrderNeed, ordersOf, SINGLE } from '../orders.ts';
import { type Reply, recordReply } from '../replies.ts';
import { assumedNames, type Method } from './names.ts';
import { type OrderSubject, takeOrder } from './order-subject.ts';
import { requirementsOf, roleOf } from './refusals.ts';
import { refuse, turns } from './steps.ts';

const INITIAL = 'legacy.dcv-update.identifier.initial-order';
const SHOWS = 'legacy.dcv-update.identifier.initial-order.shows';
const BOTH = 'legacy.dcv-update.identifier.both';

/** The check of the initial order's number. */
export function identifierCheck(contract: Contract): Check {
  const malformed = requirementsOf(contract, 'refuses', roleOf(contract, 'initial-order'));
  const ids = [INITIAL, SHOWS, BOTH, ...malformed.map(({ id }) => id)];
  return {
    id: 'legacy.dcv-update.identifiers',
    title: 'The DCV action finds an order by the number of its initial order',
    requirements: ids,
    effect: 'modify',
    run: async (context) => {
      const series = await wholeSeries(context);
      await turns(context, await takeOrder(context, SINGLE));
      const [order] = series;
      const initial = order.order.initialOrder ?? order.order.number;
      const byInitial = (method: Method): Field[] => [
        ...without(order.change(method), 'orderNumber'),
        field(order.names.initialOrder, initial),
      ];
      const send = (method: Method): Promise<Reply> =>
        order.send(context, { label: `${order.names.initialOrder} = ${initial} alone`, fields: byInitial(method) });
      for (const one of series) one.touch(context);
      // One of them may be in use already, which may be refused (legacy.dcv.same-method); what never moves shows one of them at most.
      let reply: Reply | undefined;
      for (const method of ['http', 'cname'] as const) {
        const sent = await send(method);
        reply = reply?.reading?.outcome === 'success' ? reply : sent;
        if (sent.reading?.outcome === 'success')
          await judgeShown(context, series, { reply: sent, method: order.names.methods[method], initial });
      }
      if (reply === undefined) return;
      const excuse = assumedNames(order.names, 'parameters') ?? order.unsure;
      recordReply(context, INITIAL, reply, (exchange) => judgeSucceeded(exchange, 'form', excuse));
      await both(context, order, initial);
      for (const { id } of malformed) {
        for (const text of ['abc', `${initial}x`, `${initial}.5`]) {
          const because = `${order.names.initialOrder} = ${JSON.stringify(text)} is no integer`;
          const fields = withFields(byInitial('https'), field(order.names.initialOrder, text));
          const conditions = ['argument-invalid', ...unknownOrderConditions(contract)];
          await refuse(context, order, probe(because, fields, conditions), { refused: id });
        }
      }
      for (const one of series) one.touch(context);
    },
  };
}

/** Which of the series a change by the initial order meets is open, so all of them are leased and put back. */
async function wholeSeries(context: CheckContext): Promise<[OrderSubject, ...OrderSubject[]]> {
  const orders = ordersOf(context.session.target);
  const named = orders.filter(
    ({ kind, wildcard, initialOrder }) => initialOrder !== undefined && kind === 'single' && !wildcard,
  );
  const chosen =
    named.find(({ number, initialOrder }) => number !== initialOrder) ?? named.find(({ state }) => state === 'pending');
  if (chosen === undefined)
    throw context.session.short({ kind: 'order', effect: 'modify', like: { initialOrder: '100200' } });
  const first = await takeOrder(context, needOf(chosen));
  const all: [OrderSubject, ...OrderSubject[]] = [first];
  for (const order of orders) {
    const related = order.number === chosen.initialOrder || order.initialOrder === chosen.initialOrder;
    if (!related || order.number === chosen.number) continue;
    all.push(await takeOrder(context, needOf(order)));
  }
  return all;
}

function needOf({ number }: Order): OrderNeed {
  return { name: `order ${number}`, like: { initialOrder: '100200' }, fits: (order) => order.number === number };
}

/** An accepted change by the initial order shows in one of the series: in which is the dialect's to say. */
async function judgeShown(
  context: CheckContext,
  series: readonly [OrderSubject, ...OrderSubject[]],
  { reply, method, initial }: { readonly reply: Reply; readonly method: string; readonly initial: string },
): Promise<void> {
  const silence = 'legacy.dcv.initial-order-status';
  const declared = context.contract.answer(silence);
  const claimed = declared?.standing === 'claimed';
  const replacements = series.filter(({ order }) => order.number !== initial);
  const itself = series.filter(({ order }) => order.number === initial);
  const meant = !claimed ? series : declared.value === 'initial' || replacements.length === 0 ? itself : replacements;
  const look = async (): Promise<{ readonly visible: boolean; readonly shown: readonly OrderSubject[] }> => {
    const looks = await Promise.all(series.map((one) => one.looks(context)));
    const shown = series.filter((_, i) => [...(looks[i]?.after.methods?.values() ?? [])].includes(method));
    return { visible: meant.some((one) => looks[series.indexOf(one)]?.after.methods !== undefined), shown };
  };
  const { visible, shown } = await context.session.patience.until(
    'the DCV method shows',
    look,
    (found) => !found.visible || found.shown.some((one) => meant.includes(one)),
  );
  if (shown.length > 0) context.observe(SHOWS, { silence, value: shown.map(({ order }) => order.number) });
  const words = (orders: readonly OrderSubject[]): string => orders.map(({ order }) => order.number).join(' or ');
  recordReply(context, SHOWS, reply, () => {
    if (shown.some((one) => meant.includes(one))) return PASS;
    if (!visible || !series[0].names.visibleDeclared)
      return observed('The order status is not known to show the methods in use.');
    const expected = `${method} in order ${words(meant)}`;
    const actual = shown.length === 0 ? 'in no order of the series' : `in order ${words(shown)}`;
    return claimed ? fail(expected, actual) : warn(expected, actual, `An accepted change shows ${actual}.`);
  });
}

/** Both identifiers at once: either reading is fine (silence `legacy.dcv.both-identifiers`). */
async function both(context: CheckContext, order: OrderSubject, initial: string): Promise<void> {
  const method = order.current === order.names.methods.http ? 'cname' : 'http';
  const fields = [...order.change(method), field(order.names.initialOrder, initial)];
  const reply = await order.send(context, { label: 'both identifiers', fields }, [ANY_CONDITION]);
  await order.looks(context);
  const { reading } = reply;
  recordReply(context, BOTH, reply, ({ response }) => {
    const outcome = reading?.outcome === 'success' ? 'accepted' : `answered with errorCode ${reading?.code ?? 'none'}`;
    if ((response?.status ?? 500) < 500) return observed(`Both identifiers together are ${outcome}.`);
    return fail('any status below 500', `status ${response?.status ?? 0}`);
  });
}
