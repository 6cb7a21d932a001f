/** What shows elsewhere of changes of an order: other orders keep what they have, and the second documented path shows the same (contract 4.12, 4.13). */
import type { Session } from '../../engine/index.ts';
import { fail, judgeNoOthers, PASS, type RecordLook } from '../../judges/index.ts';
import { type Order, ordersOf } from '../orders.ts';
import { rememberedOf } from '../replies.ts';
import { askStatus, DOWNLOAD, declaredPaths, statusOperations } from '../status/control.ts';
import { latestLooks, lookAt, recordLook, seenIn, seenOf } from './looks.ts';
import type { Method } from './names.ts';
import { callsOf, type OrderSubject } from './order-subject.ts';

/**
 * Looks at other orders and at the second path before an order is changed; the function that comes back looks again, and keeps
 * whether the accepted changes show where they should and nowhere else.
 */
export async function watchOthers(order: OrderSubject): Promise<(accepted: readonly Method[]) => Promise<void>> {
  const endOthers = await atOtherOrders(order);
  const endSecond = await atSecondPath(order);
  return async (accepted) => {
    await endOthers(accepted);
    await endSecond?.();
  };
}

/** Two other orders that are nearest to one and of another series. */
function nearest(session: Session, { number, initialOrder = number }: Order): string[] {
  const distance = (other: Order): number => Math.abs(Number(other.number) - Number(number));
  return ordersOf(session.target)
    .filter((one) => one.number !== number && (one.initialOrder ?? one.number) !== initialOrder)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, 2)
    .map((one) => one.number);
}

/** Whether others got a method of the accepted changes, but for those that another check has called meanwhile. */
async function atOtherOrders(subject: OrderSubject): Promise<(accepted: readonly Method[]) => Promise<void>> {
  const { context, names, order, domains } = subject;
  const calls = callsOf(context.session);
  const look = (number: string): Promise<RecordLook | undefined> => lookAt(context, number, names);
  const others = nearest(context.session, order).map((number) => ({ number, called: calls.get(number) }));
  const looks = await Promise.all(others.map(({ number }) => look(number)));
  return async (accepted) => {
    const found = seenOf(context.session);
    if (accepted.length === 0 || !(names.visibleDeclared || found.confirmed)) return;
    // A domain of the same name may well be validated in the same way in both orders.
    const own = domains.length > 0 ? domains : [order.number];
    const wanted = accepted.flatMap((method) => own.map((domain) => ({ domain, method: names.methods[method] })));
    for (const [at, { number, called }] of others.entries()) {
      const [before, after] = [looks[at], await look(number)];
      if (before?.methods === undefined || after?.methods === undefined || calls.get(number) !== called) continue;
      const label = `order ${number} after changes of order ${order.number}`;
      const judgement = judgeNoOthers(before, after, wanted);
      found.shown.push({ judgement, evidence: { label, ...seenIn(before, after) } });
    }
  };
}

/** Groups that have looked at the second path: what one order shows there others show as well. */
const secondPathOf = rememberedOf<Session, { isLookedAt: boolean }>(() => ({ isLookedAt: false }));

/**
 * Whether the changes show at the second path as they do at the first. Undefined where not both paths are claimed to be served,
 * nobody claims where methods show, or another order has been looked at so.
 */
async function atSecondPath({ context, order, names }: OrderSubject): Promise<(() => Promise<void>) | undefined> {
  const { contract, session } = context;
  const isServed = statusOperations(contract).length > 1 && declaredPaths(contract) !== undefined;
  const second = secondPathOf(session);
  if (!isServed || !names.visibleDeclared || second.isLookedAt) return undefined;
  second.isLookedAt = true;
  const operation = contract.operation(DOWNLOAD);
  const label = `the status of order ${order.number} at ${operation.path}`;
  const look = async (): Promise<RecordLook | undefined> =>
    recordLook(await askStatus(context, order.number, operation), names);
  const before = await look();
  return async () => {
    const first = latestLooks(session).get(order.number);
    const unlike = (now: RecordLook | undefined): string | undefined =>
      [...(first?.methods ?? [])].find(([domain, method]) => now?.methods?.get(domain) !== method)?.[0];
    if (before?.methods === undefined || first?.methods === undefined || unlike(before) === undefined) return;
    const after = await session.patience.until(label, look, (now) => unlike(now) === undefined);
    if (after?.methods === undefined) return;
    const domain = unlike(after) ?? '';
    const expected = `both paths show the order alike: ${domain} has ${first.methods.get(domain)}`;
    const actual = `the second shows ${after.methods.get(domain) ?? 'nothing'}`;
    const evidence = { label, ...(after.exchange === undefined ? {} : { exchange: after.exchange }) };
    seenOf(session).shown.push({ judgement: domain === '' ? PASS : fail(expected, actual), evidence });
  };
}
