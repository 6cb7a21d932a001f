/** Each documented change of a single-domain order (contract 4.13). */

import type { Requirement } from '../../../spec/types.ts';
import type { Check, CheckContext } from '../../engine/check.ts';
import { Unavailable } from '../../engine/unavailable.ts';
import { judgeSucceeded } from '../../judges/envelope-outcome.ts';
import { observed } from '../../judges/judgement.ts';
import { DCV, recordMissing } from '../action.ts';
import { recordReply } from '../replies.ts';
import { judgeMethod, tryEach } from './each-method.ts';
import { assumedNames, type Method } from './names.ts';
import { SINGLE } from './needs.ts';
import { type OrderSubject, takeOrder } from './order-subject.ts';
import { change } from './steps.ts';

const SUCCESS = 'legacy.dcv-update.success';
const NAMED = 'legacy.dcv-update.single.with-domain-name';

/** Every method of the dialect in turn, on one order. */
export function changesCheck(requirements: readonly Requirement[]): Check {
  const members = requirements.filter(
    ({ operation, constraint }) =>
      operation === DCV && constraint?.keyword === 'enum' && constraint.direction === 'accepts',
  );
  const ids = [SUCCESS, NAMED, ...members.map(({ id }) => id)];
  return {
    id: 'legacy.dcv-update.changes',
    title: 'The DCV action changes the method of a single-domain order',
    requirements: ids,
    effect: 'modify',
    run: async (context) => {
      const order = await takeOrder(context, SINGLE);
      const accepted = await eachMethod(context, order, members);
      if (accepted === undefined) return;
      const [domain] = order.domains;
      if (domain === undefined) {
        const reason = 'No domain of the order is known; add traits: { domains: ... }.';
        return recordMissing(context, [NAMED], new Unavailable(reason, 'no-fixture'));
      }
      const name = order.names.methods[accepted];
      const call = { label: `the order's own domainName with ${name}`, fields: order.change(accepted, domain) };
      const { reply } = await change(context, order, call, [{ domain, method: name }]);
      recordReply(context, NAMED, reply, (exchange) => judgeSucceeded(exchange, 'form'));
    },
  };
}

/** Judges what each method is answered with. Gives one that was accepted and is not in use. */
async function eachMethod(
  context: CheckContext,
  order: OrderSubject,
  members: readonly Requirement[],
): Promise<Method | undefined> {
  const { names } = order;
  const tried = await tryEach(context, order);
  const { answers, accepted } = tried;
  for (const [method, reply] of answers) {
    const own = members.find(({ constraint }) => constraint?.value === names.methods[method]);
    const judgement = judgeMethod(order, method, tried);
    if (own !== undefined && judgement !== undefined) recordReply(context, own.id, reply, () => judgement);
  }
  for (const { id, constraint } of members) {
    if (Object.values(names.methods).includes(String(constraint?.value))) continue;
    const reason = `The target's own record names its methods otherwise: ${Object.values(names.methods).join(', ')}.`;
    context.record(id, observed(reason), { label: `newMethod = ${String(constraint?.value)}` });
  }
  const [first] = accepted;
  const witness = answers.get(first ?? 'http');
  if (witness === undefined) return undefined;
  const why = assumedNames(names, 'methods') ?? order.unsure;
  if (first === undefined && why !== undefined) {
    const reason = `No method was accepted; ${why}.`;
    recordMissing(context, [SUCCESS, NAMED], new Unavailable(reason, 'control-refused'));
    return undefined;
  }
  recordReply(context, SUCCESS, witness, (exchange) => judgeSucceeded(exchange, 'form'));
  if (first === undefined)
    recordMissing(context, [NAMED], new Unavailable('No method was accepted.', 'control-refused'));
  return accepted.length > 1 ? accepted.at(-2) : first;
}
