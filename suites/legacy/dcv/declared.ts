/** Each method that the target's owner declares is accepted where another is (contract 4.13). */
import type { Check, CheckContext } from '../../engine/check.ts';
import { ifAvailable, tryFor, Unavailable } from '../../engine/unavailable.ts';
import { DCV } from '../action.ts';
import { recordReply } from '../replies.ts';
import { judgeMethod, tryEach } from './each-method.ts';
import { MULTI, SINGLE } from './needs.ts';
import { takeOrder } from './order-subject.ts';

const DECLARED = 'legacy.dcv-update.methods.declared';

/** The check of declared methods: on an order of several domains, and on one of a single domain as far as the form does not enumerate them. */
export function declaredMethodsCheck(): Check {
  return {
    id: DECLARED,
    title: 'The DCV action accepts every method that is declared',
    requirements: [DECLARED],
    effect: 'modify',
    run: async (context) => {
      if (context.contract.answer('legacy.dcv.methods')?.standing !== 'claimed') {
        const reason = 'The methods are not declared (legacy.dcv.methods).';
        throw new Unavailable(reason, 'dialect-silent', { open: true });
      }
      const enumerated = new Set(
        context.contract.requirements.flatMap(({ operation, constraint }) =>
          operation === DCV && constraint?.keyword === 'enum' ? [constraint.value] : [],
        ),
      );
      const several = await tryFor(judgeOrder(context, 'several', () => true));
      const single = await ifAvailable(judgeOrder(context, 'single', (name) => !enumerated.has(name)));
      if (several.missing !== undefined && single === undefined) throw several.missing;
    },
  };
}

/** @throws Unavailable when nothing can be judged. What is refused says something only where another method is accepted for the same domain. */
async function judgeOrder(
  context: CheckContext,
  kind: 'single' | 'several',
  wanted: (name: string) => boolean,
): Promise<true> {
  const order = await takeOrder(context, kind === 'single' ? SINGLE : MULTI);
  const { names, domains } = order;
  if (!Object.values(names.methods).some(wanted))
    throw new Unavailable('The form of the action enumerates all methods, which is judged apart.', 'other');
  const [domain] = domains;
  if (kind === 'several' && domain === undefined)
    throw new Unavailable(`No domain of order ${order.order.number} is known.`, 'no-fixture');
  const tried = await tryEach(context, order, kind === 'several' ? domain : undefined);
  if (tried.accepted.length === 0)
    throw new Unavailable(`No method was accepted for order ${order.order.number}.`, 'control-refused');
  for (const [method, reply] of tried.answers) {
    const judgement = wanted(names.methods[method]) ? judgeMethod(order, method, tried) : undefined;
    if (judgement !== undefined) recordReply(context, DECLARED, reply, () => judgement);
  }
  return true;
}
