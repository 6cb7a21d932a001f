/** Wildcard domains and the CSR-hash methods over HTTP and HTTPS, in orders of one domain and of several (contract 7.2). */
import { type Contract, claimed } from '../../../spec/index.ts';
import { type Check, type CheckContext, ifAvailable, tryFor, Unavailable } from '../../engine/index.ts';
import { fail, PASS } from '../../judges/index.ts';
import { DCV } from '../action.ts';
import type { Field } from '../call.ts';
import { conditionIds, probe } from '../conditions.ts';
import { WILDCARD, WILDCARD_OF_SEVERAL } from '../orders.ts';
import { type ConditionIds, isAccepted, type Reply, recordReply } from '../replies.ts';
import { dcvCheck } from './action.ts';
import { type Assignment, fits, listFields, wordsOf } from './lists.ts';
import { refuseListed } from './multi-refusals.ts';
import type { Method } from './names.ts';
import type { OrderSubject } from './order-subject.ts';
import { change, changeable, must, refuseOn, settle } from './steps.ts';
import { takeOrder } from './take.ts';

const CONDITION = 'wildcard-http-hash';
const HASHES: readonly Method[] = ['http', 'https'];
const PERMITTED: readonly Method[] = ['cname', 'email'];

/** The check of the condition. An order of one domain is needed; one of several is looked at where it is in the profile. */
export function wildcardCheck(contract: Contract): Check {
  const ids = conditionIds(contract, DCV, CONDITION);
  const about = [`condition.${CONDITION}`, 'refuses a wildcard domain the methods over HTTP and HTTPS'] as const;
  return dcvCheck(about, Object.values(ids), async (context) => {
    const single = await tryFor(inSingle(context, ids));
    const several = await ifAvailable(inSeveral(context, ids));
    if (single.missing !== undefined && several === undefined) throw single.missing;
  });
}

function hash(what: string, fields: Field[]) {
  return probe(`a wildcard domain: ${what}`, fields, [CONDITION]);
}

async function back(order: OrderSubject, fields: Field[]): Promise<void> {
  await change(order, { label: 'back to a permitted method', fields });
}

async function inSingle(context: CheckContext, ids: ConditionIds): Promise<void> {
  const order = await changeable(context, WILDCARD);
  for (const method of HASHES) {
    const name = order.names.methods[method];
    await refuseOn(order, [hash(name, order.change(method))], ids);
    // A wrongly accepted change is undone before the next, so that each shows for itself.
    if (order.current === name) await back(order, order.change(order.next()));
  }
  for (const method of PERMITTED) {
    const label = `a wildcard domain to ${order.names.methods[method]}`;
    const { reply } = await change(order, { label, fields: order.change(method) });
    recordMistaken(order, ids, reply, `${method} is none of the methods over HTTP and HTTPS`);
  }
}

/** The wildcard domain alone is named first: what becomes of the others in a list with a fault is open. */
async function inSeveral(context: CheckContext, ids: Required<ConditionIds>): Promise<true> {
  const order = await takeOrder(context, WILDCARD_OF_SEVERAL);
  const wild = order.domains.find((domain) => domain.startsWith('*.'));
  if (wild === undefined) throw new Unavailable({ what: 'none', of: 'wildcard-domain', was: 'known' }, 'no-fixture');
  const permitted = await acceptedFor(order, wild, ids);
  for (const method of HASHES) {
    const name = order.names.methods[method];
    const alone = hash(`${wild} to ${name}`, order.change(method, wild));
    const listed = hash(`a list of ${wild} alone to ${name}`, listFields(order, [[wild, method]]));
    await refuseOn(order, [alone, listed], ids);
    await back(order, order.change(permitted, wild));
  }
  await ifAvailable(listedBeside(order, wild, permitted, ids.refused));
  await plainBeside(order, ids);
  return true;
}

/** In a list, at each place of it: the same list with a permitted method for the wildcard domain is accepted before. */
async function listedBeside(order: OrderSubject, wild: string, permitted: Method, id: string): Promise<void> {
  const plain = order.domains.find((domain) => !domain.startsWith('*.'));
  if (plain === undefined) return;
  for (const isFirst of [true, false]) {
    const listOf = (method: Method): Assignment =>
      isFirst
        ? [
            [wild, method],
            [plain, 'http'],
          ]
        : [
            [plain, 'http'],
            [wild, method],
          ];
    const good = listOf(permitted);
    if (![permitted, ...HASHES].every((method) => fits(order, listOf(method)))) return;
    // What is in use already may be refused (legacy.dcv.same-method).
    await settle(order, [
      [plain, permitted],
      [wild, permitted === 'cname' ? 'email' : 'cname'],
    ]);
    await must(order, { label: wordsOf(order, good), fields: listFields(order, good) });
    for (const bad of HASHES.map(listOf)) {
      // What becomes of the other domain in a list that is refused is open (legacy.dcv.partial-update), so that it may have the method by now.
      await settle(order, [[plain, permitted]]);
      await refuseListed(order, id, wild, hash(`a list of ${wordsOf(order, bad)}`, listFields(order, bad)));
      await back(order, order.change(permitted, wild));
    }
  }
}

/** A method that the wildcard domain may have: the positive control. @throws Unavailable for none */
async function acceptedFor(order: OrderSubject, wild: string, ids: ConditionIds): Promise<Method> {
  for (const method of PERMITTED) {
    const label = `${wild} to ${order.names.methods[method]}`;
    const { reply } = await change(order, { label, fields: order.change(method, wild) });
    if (isAccepted(reply)) return method;
    recordMistaken(order, ids, reply, `${method} is none of the methods over HTTP and HTTPS`);
  }
  throw new Unavailable({ what: 'none', of: 'method', was: 'accepted' }, 'control-refused');
}

/** A domain that is none of a wildcard is not refused as one; a refusal for any other reason says nothing. */
async function plainBeside(order: OrderSubject, ids: Required<ConditionIds>): Promise<void> {
  const plain = order.domains.find((domain) => !domain.startsWith('*.'));
  if (plain === undefined) return;
  const label = `${plain} to ${order.names.methods.http}, beside a wildcard domain`;
  const { reply } = await change(order, { label, fields: order.change('http', plain) });
  recordMistaken(order, ids, reply, `${plain} is none`);
}

/** Records whether what is no wildcard domain over HTTP or HTTPS is refused as one; a refusal for any other reason says nothing. */
function recordMistaken({ context }: OrderSubject, { code: id }: ConditionIds, reply: Reply, why: string): void {
  const code = ownCode(context.contract);
  if (code === undefined || id === undefined) return;
  const isMistaken = reply.reading?.code === code;
  const expected = `any answer but the errorCode ${code} of wildcard domains: ${why}`;
  recordReply(context, id, reply, isMistaken ? fail(expected, `errorCode ${code}`) : PASS);
}

/** The code that the owner claims for the condition, where it stands for no other one. */
function ownCode(contract: Contract): number | undefined {
  const codes = claimed<Readonly<Record<string, number>>>(contract, 'legacy.codes') ?? {};
  const { [CONDITION]: own, ...others } = codes;
  return Object.values(others).includes(own ?? 0) ? undefined : own;
}
