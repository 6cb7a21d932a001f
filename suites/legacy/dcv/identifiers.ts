/** The two ways to name an order (contract 4.13): its own number, and that of the first order of its series. */
import type { Contract } from '../../../spec/index.ts';
import { type Check, type CheckContext, ifAvailable } from '../../engine/index.ts';
import { fail, observed, PASS, warn } from '../../judges/index.ts';
import { type Field, field, withFields, without } from '../call.ts';
import { probe, unknownOrderConditions } from '../conditions.ts';
import { judgeNameCase } from '../declared.ts';
import { type Order, type OrderNeed, ordersOf, SINGLE } from '../orders.ts';
import { isAccepted, type Reply, recordAccepted, recordOpen, recordReply } from '../replies.ts';
import { dcvCheck } from './action.ts';
import type { Method } from './names.ts';
import type { OrderSubject } from './order-subject.ts';
import { requirementsOf, roleOf } from './refusals.ts';
import { actionOn, changeable, establish, refuseOn, tell } from './steps.ts';
import { takeOrder } from './take.ts';

const INITIAL = 'legacy.dcv-update.identifier.initial-order';
const SHOWS = 'legacy.dcv-update.identifier.initial-order.shows';
const NAME_CASE = 'legacy.dcv-update.identifier.name-case';
const BOTH = 'legacy.dcv-update.identifier.both';

/** States of orders that a change is to be seen of. */
const ALIVE = new Set(['pending', 'initial', 'replacement']);

type Series = readonly [OrderSubject, ...OrderSubject[]];

/** The check of the initial order's number. */
export function identifierCheck(contract: Contract): Check {
  const malformed = requirementsOf(contract, 'refuses', roleOf(contract, 'initial-order'));
  const ids = [INITIAL, SHOWS, BOTH, NAME_CASE, ...malformed.map(({ id }) => id)];
  const about = ['identifiers', 'finds an order by the number of its initial order'] as const;
  return dcvCheck(about, ids, async (context) => {
    const series = await wholeSeries(context);
    await changeable(context, SINGLE);
    const [order] = series;
    const { names } = order;
    const initial = order.order.initialOrder ?? order.order.number;
    const own = field(names.initialOrder, initial);
    const byInitial = (method: Method): Field[] => [...without(order.change(method), 'orderNumber'), own];
    for (const one of series) one.expose();
    // One of them may be in use already, which may be refused (legacy.dcv.same-method); what never moves shows one of them at most.
    let reply: Reply | undefined;
    const accepted: Method[] = [];
    for (const method of ['http', 'cname'] as const) {
      const label = `${names.initialOrder} = ${initial} alone`;
      const sent = await order.call({ label, fields: byInitial(method) });
      if (!isAccepted(reply)) reply = sent;
      if (!isAccepted(sent)) continue;
      accepted.push(method);
      await judgeShown(series, sent, names.methods[method], initial);
    }
    // The first of both is not in use any more.
    const [first, second] = accepted;
    if (first === undefined || second === undefined)
      context.record(NAME_CASE, observed({ what: 'none', of: 'pair-of-methods', was: 'accepted' }), {
        label: names.initialOrder,
      });
    else await judgeNameCase(actionOn(order), NAME_CASE, byInitial(first), names.initialOrder);
    if (reply !== undefined) recordAccepted(context, INITIAL, reply, order.excuse('parameters'));
    // Both identifiers at once: either reading is fine (silence `legacy.dcv.both-identifiers`).
    const method = order.current === names.methods.http ? 'cname' : 'http';
    const both = await tell(order, { label: 'both identifiers', fields: [...order.change(method), own] });
    recordOpen(context, BOTH, both);
    const bad = ['abc', `${initial}x`, `${initial}.5`].map((text) => {
      const because = `${names.initialOrder} = ${JSON.stringify(text)} is no integer`;
      const fields = withFields(byInitial('https'), field(names.initialOrder, text));
      return probe(because, fields, ['argument-invalid', ...unknownOrderConditions(contract)]);
    });
    for (const { id } of malformed) await refuseOn(order, bad, { refused: id });
    for (const one of series) one.touch();
    // By its own number each of the series is changed itself, the first one as well: see accepted.shows.
    for (const one of series) await ifAvailable(establish(one));
  });
}

/** Which of the series a change by the initial order meets is open, so all of them are leased and put back. */
async function wholeSeries(context: CheckContext): Promise<Series> {
  const orders = ordersOf(context.session.target);
  const named = orders.filter(
    ({ kind, wildcard, initialOrder }) => initialOrder !== undefined && kind === 'single' && !wildcard,
  );
  const chosen =
    named.find(({ number, initialOrder }) => number !== initialOrder) ?? named.find(({ state }) => state === 'pending');
  if (chosen === undefined)
    throw context.session.short({ kind: 'order', effect: 'modify', like: { initialOrder: '100200' } });
  const all: [OrderSubject, ...OrderSubject[]] = [await takeOrder(context, needOf(chosen))];
  for (const order of orders) {
    const isRelated = order.number === chosen.initialOrder || order.initialOrder === chosen.initialOrder;
    if (isRelated && order.number !== chosen.number) all.push(await takeOrder(context, needOf(order)));
  }
  return all;
}

/** A replacement of the series that is still pending, of which plain changes are accepted. @throws Unavailable when there is none. */
export async function pendingReplacement(context: CheckContext): Promise<OrderSubject> {
  const found = (await wholeSeries(context)).find(({ order }) => order.state === 'replacement');
  if (found === undefined)
    throw context.session.short({ kind: 'order', effect: 'modify', like: { state: 'replacement' } });
  await establish(found);
  return found;
}

function needOf({ number }: Order): OrderNeed {
  return { name: `order ${number}`, like: { initialOrder: '100200' }, fits: (order) => order.number === number };
}

/** An accepted change by the initial order shows in one of the series: in which is the dialect's to say. */
async function judgeShown(series: Series, reply: Reply, method: string, initial: string): Promise<void> {
  const [{ context, names }] = series;
  const silence = 'legacy.dcv.initial-order-status';
  const declared = context.contract.answer(silence);
  const isClaimed = declared?.standing === 'claimed';
  const { itself = [], replacements = [] } = Object.groupBy(series, ({ order }) =>
    order.number === initial ? 'itself' : 'replacements',
  );
  const told = declared?.value === 'initial' || replacements.length === 0 ? itself : replacements;
  const meant: readonly OrderSubject[] = isClaimed ? told : series;
  const before = series.map(({ known }) => known.last?.methods);
  const look = async () => {
    const looks = await Promise.all(series.map((one) => one.looks()));
    const shown = series.filter((_, i) => [...(looks[i]?.after.methods?.values() ?? [])].includes(method));
    const isVisible = meant.some((one) => looks[series.indexOf(one)]?.after.methods !== undefined);
    const moved = series.filter((_, i) => {
      const now = looks[i]?.after.methods;
      return [...(before[i] ?? [])].some(([domain, was]) => was !== method && now?.get(domain) === method);
    });
    const still = series.some(({ order }, i) => {
      const methods = looks[i]?.after.methods;
      return methods !== undefined && ALIVE.has(order.state) && ![...methods.values()].includes(method);
    });
    return { isVisible, shown, moved, still, isRight: shown.some((one) => meant.includes(one)) };
  };
  const { patience } = context.session;
  const { isVisible, shown, moved, still, isRight } = await patience.until(
    'the DCV method shows',
    look,
    (found) => !found.isVisible || found.isRight,
  );
  if (isRight) for (const one of series) one.hasShownElsewhere();
  if (shown.length > 0) context.observe(SHOWS, { silence, value: shown.map(({ order }) => order.number) });
  const words = (orders: readonly OrderSubject[]): string => orders.map(({ order }) => order.number).join(' or ');
  recordReply(context, SHOWS, reply, () => {
    // A domain that all of the series have may be validated for all of them alike; for some of them, that is debatable.
    if (isRight && isClaimed && names.visibleDeclared && moved.length > 1 && still) {
      const all = `in order ${moved.map(({ order }) => order.number).join(' and ')}`;
      return warn(`${method} in one order of the series`, all);
    }
    if (isRight) return PASS;
    if (!isVisible || !names.visibleDeclared) return observed({ what: 'none', of: 'method', was: 'shown' });
    const expected = `${method} in order ${words(meant)}`;
    const actual = shown.length === 0 ? 'in no order of the series' : `in order ${words(shown)}`;
    return (isClaimed ? fail : warn)(expected, actual);
  });
}
