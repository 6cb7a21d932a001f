/** The e-mail method and its address (contract 4.13): needed for this method, and acceptable for the certificate. */
import type { Contract } from '../../../spec/index.ts';
import { type Check, type CheckContext, orOpen } from '../../engine/index.ts';
import { judgeSucceeded, observed, unshown } from '../../judges/index.ts';
import { actionCheck, DCV } from '../action.ts';
import { field, withFields, without } from '../call.ts';
import { ANY_CONDITION, probe } from '../conditions.ts';
import { judgeNameCase } from '../declared.ts';
import { isAccepted, judgeReplyRefused, recordReply } from '../replies.ts';
import { DCV_ACTION, dcvCheck } from './action.ts';
import { declaredLocals, otherLocals } from './addresses.ts';
import type { OrderSubject } from './order-subject.ts';
import { longFaults, requirementsOf, roleOf } from './refusals.ts';
import { actionOn, change, must, refuseOn, tell } from './steps.ts';

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

const ADDRESS_NEEDED = 'legacy.dcv-update.email.address-needed';
const NAME_CASE = 'legacy.dcv-update.email.name-case';

/** The check of addresses of single-domain changes. */
export function emailCheck(contract: Contract): Check {
  const long = requirementsOf(contract, 'refuses', roleOf(contract, 'email'));
  const ids = [ADDRESS_NEEDED, UNACCEPTABLE, LOCAL_PARTS, NAME_CASE, ...long.map(({ id }) => id)];
  const about = ['email', 'wants an acceptable address for the e-mail method'] as const;
  return actionCheck(DCV_ACTION, about, ids, async ({ order }, context) => {
    const { email } = order.names;
    const fields = order.change('email');
    const acceptable = order.address(order.domains[0]);
    await must(order, { label: `a change to ${order.names.methods.email}`, fields }, 'addresses');
    await toAnother(order);
    if (await judgeNameCase(actionOn(order), NAME_CASE, fields, email)) await toAnother(order);
    const needed = probe('the e-mail method has no address', without(fields, email), ['argument-missing']);
    await refuseOn(order, [needed], { refused: ADDRESS_NEEDED });
    const bad = unacceptable(acceptable).map((address) => {
      const because = `${JSON.stringify(address)} is not acceptable for the certificate`;
      return probe(because, withFields(fields, field(email, address)), ['argument-invalid', ANY_CONDITION]);
    });
    await refuseOn(order, bad, { refused: UNACCEPTABLE });
    await orOpen(context, [LOCAL_PARTS], () => judgeLocalParts(order));
    for (const { id, constraint } of long) {
      const faults = longFaults(order, constraint?.parameter ?? email).map((make) => make(fields));
      await refuseOn(order, faults, { refused: id });
    }
  });
}

/**
 * What an address must be does not depend on the sort of the order: one that is acceptable nowhere, and none at all, for an order that
 * takes an acceptable one. @param id the requirement @param words the sort
 */
export function addressCheck(
  [id, words]: readonly [string, string],
  take: (context: CheckContext) => Promise<OrderSubject>,
): Check {
  const about = [id.slice(DCV.length + 1), `wants an acceptable address for ${words}`] as const;
  return dcvCheck(about, [id], async (context) => {
    const order = await take(context);
    const { kind, number } = order.order;
    const domain = kind === 'multi' ? order.domain : undefined;
    const { email, methods } = order.names;
    const fields = order.change('email', domain);
    if (order.current === methods.email) await toAnother(order, domain);
    await must(order, { label: `order ${number} to ${methods.email}`, fields }, 'addresses');
    await toAnother(order, domain);
    const nowhere = 'admin@no-such-domain.invalid';
    const because = `${JSON.stringify(nowhere)} is not acceptable for ${words}`;
    const bad = probe(because, withFields(fields, field(email, nowhere)), ['argument-invalid', ANY_CONDITION]);
    const needed = probe(`the e-mail method has no address, for ${words}`, without(fields, email), [
      'argument-missing',
    ]);
    await refuseOn(order, [bad, needed], { refused: id });
  });
}

async function toAnother(order: OrderSubject, domain?: string): Promise<void> {
  await change(order, { label: 'back to another method', fields: order.change(order.next(), domain) });
}

/** Addresses at the domain itself: which local parts are acceptable there is the dialect's to say. */
async function judgeLocalParts(order: OrderSubject): Promise<void> {
  const { context } = order;
  const silence = 'legacy.dcv.address-local-parts';
  const host = order.domain.replace(/^\*\./, '');
  const named = declaredLocals(context.contract) ?? [];
  for (const local of [...named, ...otherLocals(named)]) {
    const label = `${order.names.email} = ${local}@${host}`;
    const fields = withFields(order.change('email'), field(order.names.email, `${local}@${host}`));
    // The method in use may be refused whatever its address is (legacy.dcv.same-method).
    if (order.current === order.names.methods.email) await toAnother(order);
    const reply = await tell(order, { label, fields });
    const isMissed = named.includes(local) && !isAccepted(reply);
    const plain = isMissed
      ? await tell(order, { label: 'an address as before', fields: order.change('email') })
      : reply;
    const outcome = isAccepted(reply) ? 'acceptable' : 'refused';
    context.observe(LOCAL_PARTS, { silence, value: { [local]: outcome } });
    recordReply(context, LOCAL_PARTS, reply, (exchange) => {
      if (named.length === 0) return observed({ what: 'shown', of: label, value: outcome });
      if (!isAccepted(plain) && isMissed) return unshown('control-refused', { what: 'open', but: 'no-control' });
      if (named.includes(local)) return judgeSucceeded(exchange, 'form');
      return judgeReplyRefused(reply, `${local} is not among the local parts that are declared`);
    });
    if (isAccepted(plain)) await toAnother(order);
  }
}
