/** Every method of the dialect in turn, on one domain of an order in whose way nothing stands (contract 4.13). */
import { pointerOf, type Requirement, valueAt } from '../../../spec/index.ts';
import { type Check, type CheckContext, ifAvailable, type Judgement, tryFor, Unavailable } from '../../engine/index.ts';
import { isSameMethod, judgeSucceeded, membersOf, observed } from '../../judges/index.ts';
import { DCV } from '../action.ts';
import { ADDRESS_HINT, MULTI, SINGLE } from '../orders.ts';
import { type Reply, recordReply } from '../replies.ts';
import { assumedNames, learnMethods, type Method } from './names.ts';
import { type OrderSubject, takeOrder } from './order-subject.ts';
import { change } from './steps.ts';

/** What the methods were answered with. */
interface Tried {
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
async function tryEach(context: CheckContext, order: OrderSubject, domain?: string): Promise<Tried> {
  const { names } = order;
  const queue: Method[] = ['http', 'https', 'cname', 'email'];
  queue.sort((a, b) => Number(names.methods[a] === order.current) - Number(names.methods[b] === order.current));
  const answers = new Map<Method, Reply>();
  const accepted: Method[] = [];
  const early: Method[] = [];
  const attempt = async (method: Method): Promise<void> => {
    const name = names.methods[method];
    const label = `${domain === undefined ? '' : `domainName = ${domain}, `}newMethod = ${name}`;
    const { reply } = await change(context, order, { label, fields: order.change(method, domain) });
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
function judgeMethod(order: OrderSubject, method: Method, tried: Tried): Judgement | undefined {
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

const SUCCESS = 'legacy.dcv-update.success';
const NAMED = 'legacy.dcv-update.single.with-domain-name';

/** Every method of the dialect in turn, on one order. */
export function changesCheck(requirements: readonly Requirement[]): Check {
  const members = requirements.filter(
    ({ operation, constraint }) =>
      operation === DCV && constraint?.keyword === 'enum' && constraint.direction === 'accepts',
  );
  const ids = [SUCCESS, NAMED, ...members.map(({ id }) => id)];
  return {
    id: 'legacy.dcv-update.changes',
    title: 'The DCV action changes the method of a single-domain order',
    requirements: ids,
    effect: 'modify',
    run: async (context) => {
      const order = await takeOrder(context, SINGLE);
      const accepted = await eachMethod(context, order, members);
      const [domain] = order.domains;
      if (domain === undefined)
        throw new Unavailable('No domain of the order is known; add traits: { domains: ... }.', 'no-fixture');
      const name = order.names.methods[accepted];
      const call = { label: `the order's own domainName with ${name}`, fields: order.change(accepted, domain) };
      const { reply } = await change(context, order, call);
      recordReply(context, NAMED, reply, (exchange) => judgeSucceeded(exchange, 'form'));
    },
  };
}

/** Judges what each method is answered with. Gives one that was accepted and is not in use. @throws Unavailable when none was. */
async function eachMethod(
  context: CheckContext,
  order: OrderSubject,
  members: readonly Requirement[],
): Promise<Method> {
  const { names } = order;
  const tried = await tryEach(context, order);
  const { answers, accepted } = tried;
  for (const [method, reply] of answers) {
    const own = members.find(({ constraint }) => constraint?.value === names.methods[method]);
    const judgement = judgeMethod(order, method, tried);
    if (own !== undefined && judgement !== undefined) recordReply(context, own.id, reply, () => judgement);
  }
  for (const { id, constraint } of members) {
    if (Object.values(names.methods).includes(String(constraint?.value))) continue;
    const reason = `The target's own record names its methods otherwise: ${Object.values(names.methods).join(', ')}.`;
    context.record(id, observed(reason), { label: `newMethod = ${String(constraint?.value)}` });
  }
  const [first] = accepted;
  const why = assumedNames(names, 'methods') ?? order.unsure;
  if (first === undefined && why !== undefined)
    throw new Unavailable(`No method was accepted; ${why}.`, 'control-refused');
  const witness = answers.get(first ?? 'http');
  if (witness !== undefined) recordReply(context, SUCCESS, witness, (exchange) => judgeSucceeded(exchange, 'form'));
  if (first === undefined) throw new Unavailable('No method was accepted.', 'control-refused');
  return accepted.at(-2) ?? first;
}

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
