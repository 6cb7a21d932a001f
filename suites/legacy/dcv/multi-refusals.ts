/** Calls that a multi-domain order must refuse (contract 4.13, 7.2): incomplete ones, and lists of which one item is bad and the others are good. */

import type { Contract } from '../../../spec/index.ts';
import { type Check, type Judgement, orOpen, Unavailable } from '../../engine/index.ts';
import { type Doubt, doubted } from '../../judges/index.ts';
import { DCV } from '../action.ts';
import { type Field, field, maxLengthOf, withFields, without } from '../call.ts';
import { ANY_CONDITION, type Probe, probe } from '../conditions.ts';
import { isAccepted, judgeReplyRefused, type Reply, recordOpen, recordReply } from '../replies.ts';
import { dcvCheck } from './action.ts';
import { declaredLocals, otherLocals } from './addresses.ts';
import { type Assignment, listFields, twoDomains } from './lists.ts';
import type { OrderSubject } from './order-subject.ts';
import { change, must, refuseOn, settle, tell } from './steps.ts';

const DOMAIN_NEEDED = 'legacy.dcv-update.multi.domain-needed';
const METHODS_NEEDED = 'legacy.dcv-update.multi.methods-needed';
const UNKNOWN = 'legacy.dcv-update.multi.unknown-domain';
const UNKNOWN_METHODS = 'legacy.dcv-update.multi.unknown-methods';
const ADDRESS_NEEDED = 'legacy.dcv-update.multi.address-needed';
const ADDRESSES_NEEDED = 'legacy.dcv-update.multi.addresses-needed';

const NO_DOMAIN = 'no-such-domain.invalid';

/** One for each of two domains. */
const NO_METHODS = 'NO_METHOD_1 NO_METHOD_2';

/** The refusals of a multi-domain order, after changes of its domains were accepted. */
export function multiRefusalsCheck(): Check {
  const ids = [DOMAIN_NEEDED, METHODS_NEEDED, UNKNOWN, UNKNOWN_METHODS, ADDRESSES_NEEDED, ADDRESS_NEEDED];
  return dcvCheck(['multi.refusals', 'refuses incomplete lists'], ids, async (context) => {
    const { order, domains, straight, byMail } = await twoDomains(context);
    const [domain] = domains;
    const one = order.change(order.next(), domain);
    const lists = listFields(order, straight);
    const mail = without(listFields(order, byMail), order.names.emails);
    const named = (name: string): Field[] => withFields(one, field('domainName', name));
    const noMethods = withFields(lists, field('newMethods', NO_METHODS));
    const near = nearNames(order.domains, domain).map(({ name, how, doubtful }) =>
      probe(`domainName = ${name}, ${how}, is not in the order`, named(name), undefined, { doubtful }),
    );
    const missing = (because: string, fields: Field[], own: string) =>
      probe(because, fields, ['argument-missing'], { own });
    // Of single arguments the contract says when they are required; what ties the lists together it leaves open, and so the code.
    const unnamed = missing('neither domainName nor domainNames is given', without(one, 'domainName'), DOMAIN_NEEDED);
    await refuseOn(order, [unnamed], { refused: UNKNOWN });
    const isByMail = await needAddress(order, domain, straight);
    const probes = [
      missing('domainNames has no methods', without(lists, 'newMethods'), METHODS_NEEDED),
      // A word that this server may not know for the e-mail method is wrong by itself.
      probe('the e-mail method has no addresses', mail, [isByMail ? 'argument-missing' : ANY_CONDITION], {
        own: ADDRESSES_NEEDED,
      }),
      probe('newMethods names no method', noMethods, ['argument-invalid', 'update-failed'], { own: UNKNOWN_METHODS }),
      probe('domainName is not in the order', named(NO_DOMAIN)),
      ...near,
    ];
    await refuseOn(order, probes, { refused: UNKNOWN });
    const [known, other] = straight as [Assignment[number], Assignment[number]];
    const because = 'domainNames has a domain that is not in the order';
    const fields = listFields(order, [known, [NO_DOMAIN, other[1]]]);
    const reply = await tell(order, { label: because, fields });
    // That the other domain may be changed all the same is open (legacy.dcv.partial-update).
    recordReply(context, UNKNOWN, reply, () => softened(reply, because, 'partial-update'));
  });
}

/** One domain of several by e-mail needs its address, after the change with it was accepted and another method set. False where it was not. */
async function needAddress(order: OrderSubject, domain: string, others: Assignment): Promise<boolean> {
  const fields = order.change('email', domain);
  const { reply } = await change(order, { label: `${domain} by e-mail`, fields });
  // Not every method need be open to every order; that of an order of one domain is judged by itself.
  if (!isAccepted(reply)) {
    recordOpen(order.context, ADDRESS_NEEDED, reply);
    return false;
  }
  await settle(order, others);
  const because = 'the e-mail method of one domain of several has no address';
  const alone = probe(because, without(fields, order.names.email), ['argument-missing']);
  await refuseOn(order, [alone], { refused: ADDRESS_NEEDED });
  return true;
}

/** A list with a bad item must be refused, but a doubt, where there is one, makes of a success no more than a warning. */
function softened(reply: Reply, because: string, but: Doubt | undefined): Judgement {
  const judgement = judgeReplyRefused(reply, because);
  const isTaken = isAccepted(reply) && judgement.verdict === 'fail';
  return isTaken && but !== undefined ? doubted(judgement, but) : judgement;
}

/** Names that a careless comparison takes for that of a domain of the order. */
function nearNames(domains: readonly string[], domain: string) {
  const doubtful = 'above' as const;
  return [
    { name: `below.${domain.replace('*.', '')}`, how: `below ${domain}`, doubtful: undefined },
    { name: domain.slice(0, -1), how: `the beginning of ${domain}`, doubtful: undefined },
    { name: domain.replace(/^[^.]+\./, ''), how: `above ${domain}`, doubtful },
  ].filter(({ name }) => name.includes('.') && !domains.includes(name));
}

const METHOD = 'legacy.dcv-update.multi.each-method';
const ADDRESS = 'legacy.dcv-update.multi.each-address';

/** Short, so that it fits into newMethods beside a good one. */
const NO_METHOD = 'NO_METHOD';

/** At a domain that nobody can have, and no address at all; and at which place of the list each is tried. */
const NO_ADDRESSES: readonly (readonly [address: string, place: number])[] = [
  ['admin@no-such-domain.invalid', 1],
  ['not-an-address', 1],
  ['admin@no-such-domain.invalid', 0],
];

/** The check of single items, after the same lists without a bad one were accepted: each method must exist, each address be acceptable. */
export function eachOfListsCheck(contract: Contract): Check {
  const limit = maxLengthOf(contract.operation(DCV), 'newMethods');
  return dcvCheck(['multi.each', 'looks at every item of a list'], [METHOD, ADDRESS], async (context) => {
    const { order, straight, crossed } = await twoDomains(context);
    await orOpen(context, [METHOD], async () => {
      // Tried from both sides: what a server takes a bad method for may be what one of the domains has already.
      await eachMethod(order, straight, crossed, limit);
      await eachMethod(order, crossed, straight, limit);
    });
    await orOpen(context, [ADDRESS], () => eachAddress(order, straight));
  });
}

async function eachMethod(order: OrderSubject, before: Assignment, after: Assignment, limit: number): Promise<void> {
  await settle(order, before);
  const call = { label: 'the lists without a bad method', fields: listFields(order, after) };
  await must(order, call);
  for (const place of [1, 0]) {
    const methods = before.map(([, method], i) => (i === place ? NO_METHOD : order.names.methods[method])).join(' ');
    if (methods.length > limit)
      throw new Unavailable({ what: 'none', of: 'list-that-is-short-enough', was: 'there' }, 'not-sendable');
    await refuseItem(order, METHOD, before, place, ['newMethods', methods, `${NO_METHOD} is no method`]);
  }
}

async function eachAddress(order: OrderSubject, other: Assignment): Promise<void> {
  const { emails } = order.names;
  const byMail: Assignment = other.map(([domain]) => [domain, 'email']);
  const good = byMail.map(([domain]) => order.address(domain));
  await settle(order, other);
  const call = { label: `${emails} = ${good.join(' ')}`, fields: listFields(order, byMail) };
  await must(order, call, 'addresses');
  // At the domain itself only certain local parts are acceptable, where the owner says so.
  const named = declaredLocals(order.context.contract);
  const others = (named === undefined ? [] : byMail).map(
    ([domain], at) => [`${otherLocals(named ?? [])[0]}@${domain.replace(/^\*\./, '')}`, at] as const,
  );
  for (const [bad, place] of [...NO_ADDRESSES, ...others]) {
    await settle(order, other);
    const addresses = good.map((address, i) => (i === place ? bad : address)).join(' ');
    await refuseItem(order, ADDRESS, byMail, place, [emails, addresses, `${JSON.stringify(bad)} is not acceptable`]);
  }
}

async function refuseItem(
  order: OrderSubject,
  id: string,
  list: Assignment,
  place: number,
  [name, items, wrong]: readonly [name: string, items: string, wrong: string],
): Promise<void> {
  const because = `${name} = ${JSON.stringify(items)}, of which ${wrong}`;
  const fields = withFields(listFields(order, list), field(name, items));
  await refuseListed(order, id, list[place]?.[0] ?? '', probe(because, fields, ['argument-invalid', ANY_CONDITION]));
}

/**
 * A list of which the item of one domain is bad must be refused; that the good items took effect all the same is open
 * (`legacy.dcv.partial-update`). So a success that is seen to have left the domain of the bad item alone only warns.
 */
export async function refuseListed(order: OrderSubject, id: string, domain: string, one: Probe): Promise<void> {
  const reply = await order.call({ label: one.because, fields: one.fields }, one.conditions);
  const looks = await order.looks();
  const [before, after] = [looks?.before, looks?.after].map((look) => look?.methods?.get(domain.toLowerCase()));
  const isLeft = before !== undefined && before === after;
  recordReply(order.context, id, reply, () => softened(reply, one.because, isLeft ? 'partial-update' : undefined));
}
