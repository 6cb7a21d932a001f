/** The e-mail method and its address (contract 4.13): needed for this method, and acceptable for the certificate. */
import type { Contract } from '../../../spec/index.ts';
import { type Check, type CheckContext, orOpen, Unavailable } from '../../engine/index.ts';
import { judgeRefused, judgeSucceeded, observed } from '../../judges/index.ts';
import { field, withFields, without } from '../call.ts';
import { actionCheck } from '../condition-checks.ts';
import { ANY_CONDITION, probe } from '../conditions.ts';
import { ADDRESS_HINT } from '../orders.ts';
import { recordReply } from '../replies.ts';
import { DCV_ACTION } from './action.ts';
import type { OrderSubject } from './order-subject.ts';
import { longDomain, longFaults, requirementsOf, roleOf } from './refusals.ts';
import { change, refuse, tell } from './steps.ts';

const NEEDED = 'legacy.dcv-update.email.address-needed';
const UNACCEPTABLE = 'legacy.dcv-update.email.unacceptable-address';
const LOCAL_PARTS = 'legacy.dcv-update.email.local-parts';

/** Addresses that cannot be acceptable: at a domain that nobody can have, though they begin as an acceptable one, or no address at all. */
function unacceptable(acceptable: string): string[] {
  return [
    'admin@no-such-domain.invalid',
    'not-an-address',
    'admin@',
    '@',
    `${acceptable}.example.invalid`,
    `x-${acceptable}.invalid`,
    `${acceptable}@no-such-domain.invalid`,
  ];
}

/** The check of addresses of single-domain changes. */
export function emailCheck(contract: Contract): Check {
  const long = requirementsOf(contract, 'refuses', roleOf(contract, 'email'));
  const ids = [NEEDED, UNACCEPTABLE, LOCAL_PARTS, ...long.map(({ id }) => id)];
  return actionCheck(
    DCV_ACTION,
    ['email', 'wants an acceptable address for the e-mail method'],
    ids,
    async (context, { subject: order, turns }) => {
      const label = `a change to ${order.names.methods.email}`;
      const { reply } = await change(context, order, { label, fields: order.change('email') });
      if (reply.reading?.outcome !== 'success') {
        const reason = `The e-mail method was not accepted with ${order.address(order.domains[0]).text}, so no refusal of another address says anything; ${ADDRESS_HINT}.`;
        throw new Unavailable(reason, 'control-refused');
      }
      const toAnother = async (): Promise<void> => {
        await change(context, order, { label: 'back to another method', fields: order.change(turns.next()) });
      };
      await toAnother();
      const name = order.names.email;
      const bare = without(order.change('email'), name);
      const needed = probe('the e-mail method has no address', bare, ['argument-missing']);
      await refuse(context, order, needed, { refused: NEEDED });
      for (const address of unacceptable(order.address(order.domains[0]).text)) {
        const because = `${JSON.stringify(address)} is not acceptable for the certificate`;
        const fields = withFields(order.change('email'), field(name, address));
        const conditions = ['argument-invalid', ANY_CONDITION];
        await refuse(context, order, probe(because, fields, conditions), { refused: UNACCEPTABLE });
      }
      await orOpen(context, [LOCAL_PARTS], () => judgeLocalParts(context, order, toAnother));
      for (const { id, constraint } of long) {
        const faults = longFaults(order, constraint?.parameter ?? name, (length) => `admin@${longDomain(length - 6)}`);
        for (const make of faults) await refuse(context, order, make(order.change('email')), { refused: id });
      }
    },
  );
}

/** Addresses at the domain itself: which local parts are acceptable there is the dialect's to say. */
async function judgeLocalParts(
  context: CheckContext,
  order: OrderSubject,
  toAnother: () => Promise<void>,
): Promise<void> {
  const silence = 'legacy.dcv.address-local-parts';
  const answer = context.contract.answer(silence);
  const host = order.domains[0]?.replace(/^\*\./, '');
  if (host === undefined)
    throw new Unavailable('No domain of the order is known; add traits: { domains: ... }.', 'no-fixture');
  const named = answer?.standing === 'claimed' ? (answer.value as readonly string[]) : [];
  const other = ['no-such-mailbox', 'nobody'].find((local) => !named.includes(local)) ?? '';
  for (const local of [...named, other]) {
    const label = `${order.names.email} = ${local}@${host}`;
    const fields = withFields(order.change('email'), field(order.names.email, `${local}@${host}`));
    const reply = await tell(context, order, { label, fields }, [ANY_CONDITION]);
    const outcome = reply.reading?.outcome === 'success' ? 'acceptable' : 'refused';
    context.observe(LOCAL_PARTS, { silence, value: { [local]: outcome } });
    recordReply(context, LOCAL_PARTS, reply, (exchange) => {
      if (named.length === 0) return observed(`${label}: ${outcome}.`);
      if (named.includes(local)) return judgeSucceeded(exchange, 'form');
      return judgeRefused(exchange, 'form', { because: `${local} is not among the local parts that are declared` });
    });
    if (outcome === 'acceptable') await toAnother();
  }
}
