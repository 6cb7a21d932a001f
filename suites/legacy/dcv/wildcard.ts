/** Wildcard domains and the CSR-hash methods over HTTP and HTTPS, in orders of one domain and of several (contract 7.2). */
import type { Contract } from '../../../spec/index.ts';
import { type Check, type CheckContext, ifAvailable, tryFor, Unavailable } from '../../engine/index.ts';
import { fail, PASS } from '../../judges/index.ts';
import { DCV } from '../action.ts';
import { type ConditionIds, conditionIds, probe } from '../conditions.ts';
import { WILDCARD, WILDCARD_OF_SEVERAL } from '../orders.ts';
import { recordReply } from '../replies.ts';
import { listFields } from './lists.ts';
import type { Method } from './names.ts';
import { type OrderSubject, takeOrder } from './order-subject.ts';
import { change, refuse, turns } from './steps.ts';

const CONDITION = 'wildcard-http-hash';
const HASHES: readonly Method[] = ['http', 'https'];

/** The check of the condition. An order of one domain is needed; one of several is looked at where it is in the profile. */
export function wildcardCheck(contract: Contract): Check {
  const ids = conditionIds(contract, DCV, CONDITION);
  const requirements = Object.values(ids);
  return {
    id: `${DCV}.condition.${CONDITION}`,
    title: 'The DCV action refuses a wildcard domain the methods over HTTP and HTTPS',
    requirements,
    effect: 'modify',
    run: async (context) => {
      const single = await tryFor(inSingle(context, ids));
      const several = await ifAvailable(inSeveral(context, ids));
      if (single.missing !== undefined && several === undefined) throw single.missing;
    },
  };
}

async function inSingle(context: CheckContext, ids: ConditionIds): Promise<OrderSubject> {
  const order = await takeOrder(context, WILDCARD);
  const control = await turns(context, order);
  for (const method of HASHES) {
    await refuseHash(context, order, order.change(method), order.names.methods[method], ids);
    // A wrongly accepted change is undone before the next, so that each shows for itself.
    const back = control.next();
    if (order.current === order.names.methods[method])
      await change(context, order, { label: 'back to a permitted method', fields: order.change(back) });
  }
  return order;
}

/** The wildcard domain alone is named: what becomes of the others in a list with a fault is open. */
async function inSeveral(context: CheckContext, ids: Required<ConditionIds>): Promise<OrderSubject> {
  const order = await takeOrder(context, WILDCARD_OF_SEVERAL);
  const wild = order.domains.find((domain) => domain.startsWith('*.'));
  if (wild === undefined) throw new Unavailable('No wildcard domain of the order is known.', 'no-fixture');
  const permitted = await acceptedFor(context, order, wild);
  if (permitted === undefined)
    throw new Unavailable(
      `No method was accepted for ${wild}, so no refusal can be told apart from it.`,
      'control-refused',
    );
  for (const method of HASHES) {
    const name = order.names.methods[method];
    await refuseHash(context, order, order.change(method, wild), `${wild} to ${name}`, ids);
    await refuseHash(context, order, listFields(order, [[wild, method]]), `a list of ${wild} alone to ${name}`, ids);
    await change(context, order, { label: 'back to a permitted method', fields: order.change(permitted, wild) });
  }
  await plainBeside(context, order, ids);
  return order;
}

/** A domain that is none of a wildcard is not refused as one; a refusal for any other reason says nothing. */
async function plainBeside(context: CheckContext, order: OrderSubject, ids: Required<ConditionIds>): Promise<void> {
  const plain = order.domains.find((domain) => !domain.startsWith('*.'));
  const code = ownCode(context.contract);
  if (plain === undefined || code === undefined) return;
  const label = `${plain} to ${order.names.methods.http}, beside a wildcard domain`;
  const { reply } = await change(context, order, { label, fields: order.change('http', plain) });
  recordReply(context, ids.code, reply, () =>
    reply.reading?.code === code
      ? fail(`any answer but the errorCode ${code} of wildcard domains: ${plain} is none`, `errorCode ${code}`)
      : PASS,
  );
}

/** The code that the owner claims for the condition, where it stands for no other one. */
function ownCode(contract: Contract): number | undefined {
  const codes = contract.answer('legacy.codes');
  if (codes?.standing !== 'claimed') return undefined;
  const { [CONDITION]: own, ...others } = codes.value as Readonly<Record<string, number>>;
  return Object.values(others).includes(own ?? 0) ? undefined : own;
}

/** A method that the wildcard domain may have: the positive control. */
async function acceptedFor(context: CheckContext, order: OrderSubject, wild: string): Promise<Method | undefined> {
  for (const method of ['cname', 'email'] satisfies Method[]) {
    const name = order.names.methods[method];
    const call = { label: `${wild} to ${name}`, fields: order.change(method, wild) };
    const { reply } = await change(context, order, call);
    if (reply.reading?.outcome === 'success') return method;
  }
  return undefined;
}

async function refuseHash(
  context: CheckContext,
  order: OrderSubject,
  fields: ReturnType<OrderSubject['change']>,
  what: string,
  ids: ConditionIds,
): Promise<void> {
  await refuse(context, order, probe(`a wildcard domain: ${what}`, fields, [CONDITION]), ids);
}
