/** Lists of which one item is bad and the others are good: each method must exist, each address be acceptable (contract 4.13, 7.2). */
import type { Contract } from '../../../spec/index.ts';
import { type Check, type CheckContext, orOpen, Unavailable } from '../../engine/index.ts';
import { judgeRefused } from '../../judges/index.ts';
import { DCV } from '../action.ts';
import { type Field, field, maxLengthOf, withFields } from '../call.ts';
import { ANY_CONDITION } from '../conditions.ts';
import { ADDRESS_HINT } from '../orders.ts';
import { recordReply } from '../replies.ts';
import { type Assignment, listFields, twoDomains } from './lists.ts';
import type { OrderSubject } from './order-subject.ts';
import { change, settle } from './steps.ts';

const METHOD = 'legacy.dcv-update.multi.each-method';
const ADDRESS = 'legacy.dcv-update.multi.each-address';

/** Short, so that it fits into newMethods beside a good one. */
const NO_METHOD = 'NO_METHOD';

/** At a domain that nobody can have, and no address at all. */
const NO_ADDRESSES = ['admin@no-such-domain.invalid', 'not-an-address'];

/** A list with one bad item, and the domain that stands at its place. */
interface Flawed {
  readonly id: string;
  readonly because: string;
  readonly fields: readonly Field[];
  readonly domain: string;
}

/** The check of single items, after the same lists without a bad one were accepted. */
export function eachOfListsCheck(contract: Contract): Check {
  const limit = maxLengthOf(contract.operation(DCV), 'newMethods');
  const ids = [METHOD, ADDRESS];
  return {
    id: 'legacy.dcv-update.multi.each',
    title: 'The DCV action looks at every item of a list',
    requirements: ids,
    effect: 'modify',
    run: async (context) => {
      const { order, straight, crossed } = await twoDomains(context);
      await orOpen(context, [METHOD], () => eachMethod(context, order, { straight, crossed, limit }));
      await orOpen(context, [ADDRESS], () => eachAddress(context, order, straight));
    },
  };
}

interface Ways {
  readonly straight: Assignment;
  readonly crossed: Assignment;
  readonly limit: number;
}

/** Tried from both sides: what a server takes a bad method for may be what one of the domains has already. */
async function eachMethod(
  context: CheckContext,
  order: OrderSubject,
  { straight, crossed, limit }: Ways,
): Promise<void> {
  for (const [before, after] of [
    [straight, crossed],
    [crossed, straight],
  ] as const) {
    await settle(context, order, before);
    const call = { label: 'the lists without a bad method', fields: listFields(order, after) };
    const { reply } = await change(context, order, call);
    if (reply.reading?.outcome !== 'success')
      throw new Unavailable('Lists of good methods were not accepted.', 'control-refused');
    for (const place of [1, 0]) {
      const methods = before.map(([, method], i) => (i === place ? NO_METHOD : order.names.methods[method])).join(' ');
      if (methods.length > limit) throw new Unavailable(`No bad method fits beside ${methods}.`, 'not-sendable');
      await refuseFlawed(context, order, {
        id: METHOD,
        because: `newMethods = ${JSON.stringify(methods)}, of which ${NO_METHOD} is no method`,
        fields: withFields(listFields(order, before), field('newMethods', methods)),
        domain: before[place]?.[0] ?? '',
      });
    }
  }
}

async function eachAddress(context: CheckContext, order: OrderSubject, other: Assignment): Promise<void> {
  const { emails } = order.names;
  const byMail: Assignment = other.map(([domain]) => [domain, 'email']);
  const good = byMail.map(([domain]) => order.address(domain).text);
  await settle(context, order, other);
  const call = { label: `${emails} = ${good.join(' ')}`, fields: listFields(order, byMail) };
  const { reply } = await change(context, order, call);
  if (reply.reading?.outcome !== 'success') {
    const reason = `The e-mail method was not accepted with ${good.join(' and ')}, so no refusal of another address says anything; ${ADDRESS_HINT}.`;
    throw new Unavailable(reason, 'control-refused');
  }
  for (const [place, bad] of [
    ...NO_ADDRESSES.map((address) => [1, address] as const),
    [0, NO_ADDRESSES[0] ?? ''] as const,
  ]) {
    await settle(context, order, other);
    const addresses = good.map((address, i) => (i === place ? bad : address)).join(' ');
    await refuseFlawed(context, order, {
      id: ADDRESS,
      because: `${emails} = ${JSON.stringify(addresses)}, of which ${JSON.stringify(bad)} is not acceptable`,
      fields: withFields(listFields(order, byMail), field(emails, addresses)),
      domain: byMail[place]?.[0] ?? '',
    });
  }
}

/**
 * The call must be refused; that the good items took effect all the same is open (`legacy.dcv.partial-update`). So a success
 * that is seen to have left the domain of the bad item alone only warns.
 */
async function refuseFlawed(context: CheckContext, order: OrderSubject, flawed: Flawed): Promise<void> {
  const { id, because, fields, domain } = flawed;
  const reply = await order.send(context, { label: because, fields }, ['argument-invalid', ANY_CONDITION]);
  const looks = await order.looks(context);
  const [before, after] = [looks?.before, looks?.after].map((look) => look?.methods?.get(domain.toLowerCase()));
  recordReply(context, id, reply, (exchange) => {
    const judgement = judgeRefused(exchange, 'form', { because });
    const accepted = judgement.verdict === 'fail' && reply.reading?.outcome === 'success';
    if (!accepted || before === undefined || before !== after) return judgement;
    return {
      ...judgement,
      verdict: 'warn',
      reason: `A list with a bad item was accepted, and left ${domain} as it was.`,
    };
  });
}
