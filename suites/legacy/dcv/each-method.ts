/** Every method of the dialect in turn, on one domain of an order in whose way nothing stands (contract 4.13). */

import { pointerOf, valueAt } from '../../../spec/json.ts';
import type { CheckContext, Judgement } from '../../engine/check.ts';
import { judgeSucceeded } from '../../judges/envelope-outcome.ts';
import { membersOf } from '../../judges/envelope-record.ts';
import { isSameMethod } from '../../judges/method-names.ts';
import { ADDRESS_HINT } from '../orders.ts';
import type { Reply } from '../replies.ts';
import { learnMethods } from './learn.ts';
import { assumedNames, type Method } from './names.ts';
import type { OrderSubject } from './order-subject.ts';
import { change } from './steps.ts';

/** What the methods were answered with. */
export interface Tried {
  readonly answers: ReadonlyMap<Method, Reply>;
  readonly accepted: readonly Method[];
  /** The methods that the record says are available, when it says so. */
  readonly available: readonly string[] | undefined;
  /** The domain that they were tried on. */
  readonly domain: string | undefined;
}

/**
 * Tries all methods. The one in use comes last, and what was refused before any other was accepted once more: whether the
 * method in use may be set again is open (`legacy.dcv.same-method`). `domain`: named in the call.
 */
export async function tryEach(context: CheckContext, order: OrderSubject, domain?: string): Promise<Tried> {
  const { names } = order;
  const queue: Method[] = ['http', 'https', 'cname', 'email'];
  queue.sort((a, b) => Number(names.methods[a] === order.current) - Number(names.methods[b] === order.current));
  const answers = new Map<Method, Reply>();
  const accepted: Method[] = [];
  const early: Method[] = [];
  const attempt = async (method: Method): Promise<void> => {
    const name = names.methods[method];
    const label = `${domain === undefined ? '' : `domainName = ${domain}, `}newMethod = ${name}`;
    const wanted = [{ domain: domain ?? order.domains[0] ?? '', method: name }];
    const { reply } = await change(context, order, { label, fields: order.change(method, domain) }, wanted);
    answers.set(method, reply);
    if (reply.reading?.outcome === 'success') accepted.push(method);
    else if (accepted.length === 0) early.push(method);
  };
  for (const method of queue) await attempt(method);
  if (accepted.length > 0) for (const method of [...early]) await attempt(method);
  const look = accepted.length < queue.length ? await order.look(context) : undefined;
  const tried = domain ?? order.domains[0];
  return { answers, accepted, available: availableFor(look?.data, order, tried), domain: tried };
}

/** A method that the owner declared is accepted, unless something else may be the reason of its refusal. */
export function judgeMethod(order: OrderSubject, method: Method, tried: Tried): Judgement | undefined {
  const reply = tried.answers.get(method);
  return reply === undefined ? undefined : judgeSucceeded(reply.exchange, 'form', excuse(order, method, tried));
}

function excuse(order: OrderSubject, method: Method, { available, domain }: Tried): string | undefined {
  const assumed = assumedNames(order.names, method === 'email' ? 'parameters' : 'methods') ?? order.unsure;
  if (assumed !== undefined) return assumed;
  if (available?.some((name) => isSameMethod(name, order.names.methods[method])) === false)
    return 'the status record does not list it among the methods that are available';
  if (method !== 'email' || order.address(domain).named) return undefined;
  return `which addresses are acceptable is not shown; ${ADDRESS_HINT}`;
}

/** The contract speaks of the methods that are available per domain, and names no member for them (2.2). */
function availableFor(
  data: unknown,
  { names }: OrderSubject,
  domain: string | undefined,
): readonly string[] | undefined {
  const list = names.visible === undefined ? undefined : valueAt({ data }, names.visible.pointer);
  const entry = (Array.isArray(list) ? (list as unknown[]) : []).find(
    (one) => String(valueAt(one, pointerOf(names.visible?.name ?? ''))).toLowerCase() === domain?.toLowerCase(),
  );
  const known = Object.values(names.methods);
  const own = Object.values(membersOf(entry) ?? {}).find(
    (value): value is string[] =>
      Array.isArray(value) && value.some((item) => known.some((name) => isSameMethod(name, String(item)))),
  );
  return own ?? (entry === undefined ? learnMethods(data)?.all : undefined);
}
