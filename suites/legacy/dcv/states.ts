/** Orders whose state forbids a change (contract 4.13, 7.2): each a lent order in that state. */
import type { Check } from '../../engine/check.ts';
import { DCV, recordLack } from '../action.ts';
import { conditionIds } from '../conditions.ts';
import { bench, inState, SINGLE, WILDCARD } from './bench.ts';
import type { Method } from './names.ts';
import { change, refuse, turns } from './steps.ts';

/** The conditions that a lent order brings with it. */
const STATES: Readonly<Record<string, string>> = {
  'already-validated': 'its domain has been validated already',
  'permission-denied': 'the user may not change it',
  'unexpected-state': 'its certificate is in an unexpected state',
  'update-failed': 'its methods cannot be updated',
  'already-issued': 'it was issued already',
};

/** The checks of all conditions that depend on the order. */
export function stateChecks(): Check[] {
  return [...Object.entries(STATES).map(([condition, because]) => stateCheck(condition, because)), wildcardCheck()];
}

function stateCheck(condition: string, because: string): Check {
  const ids = conditionIds(DCV, condition);
  const requirements = Object.values(ids);
  return {
    id: `${DCV}.condition.${condition}`,
    title: `The DCV action refuses an order when ${because}`,
    requirements,
    effect: 'modify',
    run: async (context) => {
      const order = await bench(context, inState(condition));
      if ('lack' in order) return recordLack(context, requirements, order);
      // The same change is accepted on an order in whose way nothing stands.
      const plain = await bench(context, SINGLE);
      const control = 'lack' in plain ? plain : await turns(context, plain);
      if ('lack' in control) return recordLack(context, requirements, control);
      const [domain] = order.domains;
      const named = order.order.kind === 'multi' ? domain : undefined;
      for (const method of ['http', 'cname'] as const) {
        if (order.names.methods[method] === order.current || (order.order.wildcard && method === 'http')) continue;
        const label = `order ${order.order.number} (${condition}) to ${order.names.methods[method]}`;
        const fields = order.change(method, named);
        await refuse(context, order, { id: label, label, fields, conditions: [condition], refusal: { because } }, ids);
      }
    },
  };
}

/** Wildcard domains and the CSR-hash methods over HTTP and HTTPS. */
function wildcardCheck(): Check {
  const condition = 'wildcard-http-hash';
  const ids = conditionIds(DCV, condition);
  const requirements = Object.values(ids);
  return {
    id: `${DCV}.condition.${condition}`,
    title: 'The DCV action refuses a wildcard domain the methods over HTTP and HTTPS',
    requirements,
    effect: 'modify',
    run: async (context) => {
      const order = await bench(context, WILDCARD);
      if ('lack' in order) return recordLack(context, requirements, order);
      const control = await turns(context, order);
      if ('lack' in control) return recordLack(context, requirements, control);
      const because = 'a wildcard domain may not be validated so';
      for (const method of ['http', 'https'] satisfies Method[]) {
        const label = `a wildcard domain to ${order.names.methods[method]}`;
        const fields = order.change(method);
        await refuse(context, order, { id: label, label, fields, conditions: [condition], refusal: { because } }, ids);
        // A wrongly accepted change is undone before the next, so that each shows for itself.
        const back = control.next();
        if (order.current === order.names.methods[method])
          await change(context, order, { label: 'back to a permitted method', fields: order.change(back) }, []);
      }
    },
  };
}
