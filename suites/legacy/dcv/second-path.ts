/** The second documented path of the order status shows the same order: also what has changed since it was asked for there (contract 4.12). */
import type { CheckContext, Session } from '../../engine/index.ts';
import { fail, PASS, type RecordLook } from '../../judges/index.ts';
import { field, LOGIN } from '../call.ts';
import { ask } from '../replies.ts';
import { DOWNLOAD, declaredPaths, statusOperations } from '../status/control.ts';
import type { OrderSubject } from './order-subject.ts';
import { latestLooks, recordLook } from './record-look.ts';
import type { Kept } from './steps.ts';

/** Groups that have looked: what one order shows there others show as well. */
const looked = new WeakSet<Session>();

/**
 * Looks at an order by the second path, before it is changed; the function that comes back looks again, and tells whether the
 * changes show there as they do at the first. Undefined where not both paths are claimed to be served, nobody claims where methods
 * show, or another order has been looked at so.
 */
export async function atSecondPath(
  context: CheckContext,
  { order, names }: OrderSubject,
): Promise<(() => Promise<Kept | undefined>) | undefined> {
  const { contract, session } = context;
  const isServed = statusOperations(contract).length > 1 && declaredPaths(contract) !== undefined;
  if (!isServed || !names.visibleDeclared || looked.has(session)) return undefined;
  looked.add(session);
  const operation = contract.operation(DOWNLOAD);
  const label = `the status of order ${order.number} at ${operation.path}`;
  const look = async (): Promise<RecordLook | undefined> => {
    const reply = await ask(context, operation, { label, fields: [...LOGIN, field('orderNumber', order.number)] });
    return recordLook(reply, names);
  };
  const before = await look();
  return async () => {
    const first = latestLooks(session).get(order.number);
    const unlike = (now: RecordLook | undefined): string | undefined =>
      [...(first?.methods ?? [])].find(([domain, method]) => now?.methods?.get(domain) !== method)?.[0];
    if (before?.methods === undefined || first?.methods === undefined || unlike(before) === undefined) return undefined;
    const after = await session.patience.until(label, look, (now) => unlike(now) === undefined);
    if (after?.methods === undefined) return undefined;
    const domain = unlike(after) ?? '';
    const expected = `both paths show the order alike: ${domain} has ${first.methods.get(domain)}`;
    const judgement =
      domain === '' ? PASS : fail(expected, `the second shows ${after.methods.get(domain) ?? 'nothing'}`);
    return { judgement, evidence: { label, ...(after.exchange === undefined ? {} : { exchange: after.exchange }) } };
  };
}
