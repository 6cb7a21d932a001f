/** Calls that a multi-domain order must refuse (contract 4.13). */
import type { Check, CheckContext } from '../../engine/check.ts';
import { judgeRefused } from '../../judges/envelope-outcome.ts';
import { ANY_CONDITION, type Probe, probe } from '../conditions.ts';
import { field, withFields, without } from '../form.ts';
import { recordReply } from '../replies.ts';
import { type Assignment, listFields } from './lists.ts';
import type { OrderSubject } from './order-subject.ts';
import { refuse, tell } from './steps.ts';
import { twoDomains } from './two-domains.ts';

const DOMAIN_NEEDED = 'legacy.dcv-update.multi.domain-needed';
const METHODS_NEEDED = 'legacy.dcv-update.multi.methods-needed';
const UNKNOWN = 'legacy.dcv-update.multi.unknown-domain';
const UNKNOWN_METHODS = 'legacy.dcv-update.multi.unknown-methods';
const ADDRESSES_NEEDED = 'legacy.dcv-update.multi.addresses-needed';

/** One for each of two domains. */
const NO_METHODS = 'NO_METHOD_1 NO_METHOD_2';

/** The refusals of a multi-domain order, after changes of its domains were accepted. */
export function multiRefusalsCheck(): Check {
  const ids = [DOMAIN_NEEDED, METHODS_NEEDED, UNKNOWN, UNKNOWN_METHODS, ADDRESSES_NEEDED];
  return {
    id: 'legacy.dcv-update.multi.refusals',
    title: 'The DCV action refuses incomplete lists',
    requirements: ids,
    effect: 'modify',
    run: async (context) => {
      const { order, turns, domains, straight: lists, byMail } = await twoDomains(context);
      const [a] = domains;
      const method = turns.next();
      const other = field('domainName', 'no-such-domain.invalid');
      const cases: [string, Probe][] = [
        [
          DOMAIN_NEEDED,
          probe('neither domainName nor domainNames is given', without(order.change(method, a), 'domainName'), [
            'argument-missing',
          ]),
        ],
        [
          METHODS_NEEDED,
          probe('domainNames has no methods', without(listFields(order, lists), 'newMethods'), ['argument-missing']),
        ],
        [
          UNKNOWN_METHODS,
          probe('newMethods names no method', withFields(listFields(order, lists), field('newMethods', NO_METHODS)), [
            'argument-invalid',
            'update-failed',
          ]),
        ],
        [
          ADDRESSES_NEEDED,
          probe('the e-mail method has no addresses', without(listFields(order, byMail), order.names.emails), [
            'argument-missing',
          ]),
        ],
        [UNKNOWN, probe('domainName is not in the order', withFields(order.change(method, a), other))],
      ];
      for (const [id, one] of cases) await refuse(context, order, one, { refused: id });
      await unknownInList(context, order, lists);
    },
  };
}

/** A list of which one domain is not in the order: that the other may be changed all the same is open (`legacy.dcv.partial-update`). */
async function unknownInList(context: CheckContext, order: OrderSubject, [known, other]: Assignment): Promise<void> {
  if (known === undefined || other === undefined) return;
  const because = 'domainNames has a domain that is not in the order';
  const fields = listFields(order, [known, ['no-such-domain.invalid', other[1]]]);
  const reply = await tell(context, order, { label: because, fields }, [ANY_CONDITION]);
  recordReply(context, UNKNOWN, reply, (exchange) => {
    const judgement = judgeRefused(exchange, 'form', { because });
    if (reply.reading?.outcome !== 'success' || judgement.verdict !== 'fail') return judgement;
    return { ...judgement, verdict: 'warn', reason: 'A list with a domain that is not in the order was accepted.' };
  });
}
