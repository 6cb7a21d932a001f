/** Every method of the dialect in turn, on one domain of an order in whose way nothing stands (contract 4.13). */
import { claimed, pointerOf, type Requirement, valueAt } from '../../../spec/index.ts';
import { type Check, type CheckContext, ifAvailable, type Judgement, tryFor, Unavailable } from '../../engine/index.ts';
import { isSameMethod, judgeSucceeded, membersOf, observed } from '../../judges/index.ts';
import { DCV } from '../action.ts';
import { extended, MULTI, type OrderNeed, SINGLE, WILDCARD, WILDCARD_OF_SEVERAL } from '../orders.ts';
import { isAccepted, type Reply, recordAccepted, recordReply } from '../replies.ts';
import { dcvCheck } from './action.ts';
import { learnMethods, type Method } from './names.ts';
import type { OrderSubject } from './order-subject.ts';
import { change } from './steps.ts';
import { takeOrder } from './take.ts';

/** What the methods were answered with. */
interface Tried {
  readonly answers: ReadonlyMap<Method, Reply>;
  readonly accepted: readonly Method[];
  /** The verdict on a method that the owner declared: it is accepted, unless something else may be the reason of its refusal. */
  judge(method: Method): Judgement | undefined;
}

/**
 * Tries all methods. The one in use comes last, and what was refused before any other was accepted once more: whether the
 * method in use may be set again is open (`legacy.dcv.same-method`). A wildcard domain may have no hash over HTTP or HTTPS.
 * `domain`: named in the call.
 */
async function tryEach(order: OrderSubject, domain?: string): Promise<Tried> {
  const { methods } = order.names;
  const tried = domain ?? order.domains[0];
  const isWild = tried?.startsWith('*.') ?? order.order.wildcard;
  const queue: Method[] = isWild ? ['cname', 'email'] : ['http', 'https', 'cname', 'email'];
  queue.sort((a, b) => Number(methods[a] === order.current) - Number(methods[b] === order.current));
  const answers = new Map<Method, Reply>();
  const accepted: Method[] = [];
  const early: Method[] = [];
  const attempt = async (method: Method): Promise<void> => {
    const label = `${domain === undefined ? '' : `domainName = ${domain}, `}newMethod = ${methods[method]}`;
    const { reply } = await change(order, { label, fields: order.change(method, domain) });
    answers.set(method, reply);
    if (isAccepted(reply)) accepted.push(method);
    else if (accepted.length === 0) early.push(method);
  };
  for (const method of queue) await attempt(method);
  if (accepted.length > 0) for (const method of [...early]) await attempt(method);
  const look = accepted.length < queue.length ? await order.look() : undefined;
  const available = availableFor(look?.data, order, tried);
  const judge = (method: Method): Judgement | undefined => {
    const reply = answers.get(method);
    const isListed = available?.some((name) => isSameMethod(name, methods[method])) !== false;
    const excuse = method === 'email' ? order.excuse('parameters', [tried]) : order.excuse('methods');
    return reply && judgeSucceeded(reply.exchange, 'form', excuse ?? (isListed ? undefined : 'unlisted'));
  };
  return { answers, accepted, judge };
}

/** The methods that the record says are available, when it says so: the contract speaks of such per domain, and names no member for them (2.2). */
function availableFor(
  data: unknown,
  { names }: OrderSubject,
  domain: string | undefined,
): readonly string[] | undefined {
  const { visible } = names;
  const list = visible === undefined ? undefined : valueAt({ data }, visible.pointer);
  const isOf = (one: unknown): boolean =>
    String(valueAt(one, pointerOf(visible?.name ?? ''))).toLowerCase() === domain?.toLowerCase();
  const entry = (Array.isArray(list) ? (list as unknown[]) : []).find(isOf);
  const isKnown = (item: unknown): boolean =>
    Object.values(names.methods).some((name) => isSameMethod(name, String(item)));
  const own = Object.values(membersOf(entry) ?? {}).find(
    (value): value is string[] => Array.isArray(value) && value.some(isKnown),
  );
  return own ?? (entry === undefined ? learnMethods(data)?.all : undefined);
}

const SUCCESS = 'legacy.dcv-update.success';
const NAMED = 'legacy.dcv-update.single.with-domain-name';

/** The requirements of the methods that the form of the action enumerates. */
function enumerated(requirements: readonly Requirement[], direction?: 'accepts'): Requirement[] {
  return requirements.filter(
    ({ operation, constraint }) =>
      operation === DCV && constraint?.keyword === 'enum' && (constraint.direction === 'accepts' || !direction),
  );
}

/** Every method of the dialect in turn, on one order. */
export function changesCheck(requirements: readonly Requirement[]): Check {
  const members = enumerated(requirements, 'accepts');
  const ids = [SUCCESS, NAMED, ...members.map(({ id }) => id)];
  return dcvCheck(['changes', 'changes the method of a single-domain order'], ids, async (context) => {
    const order = await takeOrder(context, SINGLE);
    const method = await eachMethod(order, members);
    const { domain } = order;
    const label = `the order's own domainName with ${order.names.methods[method]}`;
    const { reply } = await change(order, { label, fields: order.change(method, domain) });
    recordAccepted(context, NAMED, reply);
  });
}

/** Judges what each method is answered with. Gives one that was accepted and is not in use. @throws Unavailable when none was. */
async function eachMethod(order: OrderSubject, members: readonly Requirement[]): Promise<Method> {
  const { context, names } = order;
  const { answers, accepted, judge } = await tryEach(order);
  const known = Object.entries(names.methods) as [Method, string][];
  for (const { id, constraint } of members) {
    const [method] = known.find(([, name]) => name === constraint?.value) ?? [];
    const reply = method && answers.get(method);
    const judgement = method && judge(method);
    const other = {
      what: 'shown',
      of: 'the methods as the record names them',
      value: Object.values(names.methods),
    } as const;
    if (method === undefined)
      context.record(id, observed(other), { label: `newMethod = ${String(constraint?.value)}` });
    else if (reply !== undefined && judgement !== undefined) recordReply(context, id, reply, judgement);
  }
  const [first] = accepted;
  const but = order.excuse('methods');
  const none = { what: 'none', of: 'method', was: 'accepted', but } as const;
  if (first === undefined && but !== undefined) throw new Unavailable(none, 'control-refused');
  const witness = answers.get(first ?? 'http');
  if (witness !== undefined) recordAccepted(context, SUCCESS, witness);
  if (first === undefined) throw new Unavailable(none, 'control-refused');
  return accepted.at(-2) ?? first;
}

/** As many digits as the number of an order may have (contract 8). */
const MOST_DIGITS = 64;

/** Orders of every further sort. */
const OTHER_SORTS: readonly OrderNeed[] = [
  WILDCARD,
  WILDCARD_OF_SEVERAL,
  extended('single'),
  extended('multi'),
  {
    name: 'the longest number',
    like: { order: 'single', state: 'pending' },
    fits: ({ number, state, wildcard }) => number.length === MOST_DIGITS && state === 'pending' && !wildcard,
  },
];

/** Each method on an order of a further sort: which of them it may have is open, but what is accepted shows there as elsewhere. */
async function tryOther(context: CheckContext, need: OrderNeed): Promise<void> {
  const order = await takeOrder(context, need);
  const domains = order.order.kind === 'multi' ? order.domains.slice(0, 2) : [undefined];
  for (const domain of domains) await tryEach(order, domain);
}

const DECLARED = 'legacy.dcv-update.methods.declared';

/** The check of declared methods: on an order of several domains, and on one of a single domain as far as the form does not enumerate them. */
export function declaredMethodsCheck(): Check {
  return dcvCheck(['methods.declared', 'accepts every method that is declared'], [DECLARED], async (context) => {
    for (const need of OTHER_SORTS) await ifAvailable(tryOther(context, need));
    const silence = 'legacy.dcv.methods';
    if (claimed(context.contract, silence) === undefined)
      throw new Unavailable({ what: 'unclaimed', silence }, 'dialect-silent', { open: true });
    const inForm = new Set(enumerated(context.contract.requirements).map(({ constraint }) => constraint?.value));
    const several = await tryFor(judgeOrder(context, 'several', () => true));
    const single = await ifAvailable(judgeOrder(context, 'single', (name) => !inForm.has(name)));
    if (several.missing !== undefined && single === undefined) throw several.missing;
  });
}

/** @throws Unavailable when nothing can be judged. What is refused says something only where another method is accepted for the same domain. */
async function judgeOrder(
  context: CheckContext,
  kind: 'single' | 'several',
  wanted: (name: string) => boolean,
): Promise<true> {
  const order = await takeOrder(context, kind === 'single' ? SINGLE : MULTI);
  const { names } = order;
  if (!Object.values(names.methods).some(wanted))
    throw new Unavailable({ what: 'none', of: 'further-method', was: 'known' }, 'other');
  const { answers, accepted, judge } = await tryEach(order, kind === 'several' ? order.domain : undefined);
  if (accepted.length === 0) throw new Unavailable({ what: 'none', of: 'method', was: 'accepted' }, 'control-refused');
  for (const [method, reply] of answers) {
    const judgement = wanted(names.methods[method]) ? judge(method) : undefined;
    if (judgement !== undefined) recordReply(context, DECLARED, reply, judgement);
  }
  return true;
}
