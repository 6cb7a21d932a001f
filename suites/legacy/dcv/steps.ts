/** Changes that must be accepted or refused, each followed by a look at the order (design rules 3 and 5). */
import { type CheckContext, ifAvailable, type Judgement, Unavailable } from '../../engine/index.ts';
import {
  type Doubt,
  describeError,
  doubted,
  judgeNoOthers,
  judgeShows,
  judgeStays,
  judgeUnchanged,
  observed,
  type RecordLook,
  type Wanted,
  warn,
} from '../../judges/index.ts';
import { type Action, refuse } from '../action.ts';
import type { LegacyCall } from '../call.ts';
import { ANY_CONDITION, type Probe } from '../conditions.ts';
import type { OrderNeed } from '../orders.ts';
import {
  type ConditionIds,
  evidenceOf,
  isAccepted,
  judgeReplyRefused,
  outcomeOf,
  type Reply,
  statusOf,
  unusable,
} from '../replies.ts';
import { askStatus } from '../status/control.ts';
import type { Assignment } from './lists.ts';
import { askedOf, latestLooks, lookAt, seenIn, seenOf } from './looks.ts';
import type { Method } from './names.ts';
import type { OrderSubject } from './order-subject.ts';
import { watchOthers } from './others.ts';
import { takeOrder } from './take.ts';

/** Sends a change that ought to be accepted; when it is, keeps whether it shows. Gives the verdict on the latter too. `wanted`: where the fields do not say it plainly. */
export async function change(
  order: OrderSubject,
  call: LegacyCall,
  wanted: readonly Wanted[] = askedOf(call.fields, order.domains[0]),
): Promise<{ readonly reply: Reply; readonly shows: Judgement | undefined }> {
  const { session } = order.context;
  const wasRead = order.known.last !== undefined;
  const reply = await order.call(call);
  if (!isAccepted(reply)) return { reply, shows: undefined };
  const own = wanted.find(({ domain }) => domain === (order.domains[0] ?? domain));
  if (own !== undefined) order.known.latest = own.method;
  const seen = seenOf(session);
  // A place that showed one change rightly is where changes show, whoever named it.
  const declared = order.names.visibleDeclared || seen.confirmed;
  const hopeless = seen.shown.some(({ judgement }) => judgement.verdict === 'fail');
  let before: RecordLook | undefined;
  let first: RecordLook | undefined;
  let after: RecordLook | undefined;
  const look = async (): Promise<{ readonly shows?: Judgement }> => {
    const looks = await order.looks();
    if (looks === undefined) return {};
    // What another change did between two looks is not this one's.
    before = looks.before;
    first ??= looks.before;
    after = looks.after;
    const shows = judgeShows(looks.before, looks.after, wanted, declared);
    // What went to other domains with this change stands at the next look, where it is no change any more.
    if (shows.verdict !== 'pass' || !declared || !order.known.settled) return { shows };
    return { shows: judgeNoOthers(first, looks.after, wanted) };
  };
  const isEnough = ({ shows }: { readonly shows?: Judgement }): boolean => shows?.verdict !== 'fail' || hopeless;
  const { shows } = await session.patience.until('the DCV method shows', look, isEnough);
  const evidence = { label: call.label, exchange: reply.exchange, ...seenIn(first, after) };
  if (shows !== undefined) seen.shown.push({ judgement: shows, evidence });
  else if (!wasRead) await keepHidden(order);
  const methods = before?.methods;
  const hasMoved =
    methods !== undefined && wanted.some(({ domain, method }) => methods.get(domain.toLowerCase()) !== method);
  if (shows?.verdict === 'pass' && hasMoved) seen.confirmed = true;
  return { reply, shows };
}

/**
 * An order of which a change is accepted has a state as others have: keeps that it is refused (contract 4.12). A warning: who may
 * change an order and who may read it is open.
 */
async function keepHidden({ context, order }: OrderSubject): Promise<void> {
  const reply = await ifAvailable(askStatus(context, order.number));
  if (reply?.reading?.outcome !== 'error' || unusable(reply) !== undefined) return;
  const expected = `the status of order ${order.number}, of which a change is accepted`;
  const judgement = warn(expected, describeError(reply.reading));
  seenOf(context.session).shown.push({ judgement, evidence: evidenceOf(reply) });
}

/** Sends a change without which nothing that follows says anything. @throws Unavailable for this reason when it is refused. */
export async function must(order: OrderSubject, call: LegacyCall, but?: Doubt): Promise<void> {
  const { reply } = await change(order, call);
  if (isAccepted(reply)) return;
  throw new Unavailable(
    { what: 'answered', of: call.label, status: statusOf(reply), said: outcomeOf(reply), but },
    'control-refused',
  );
}

const ANY: readonly string[] = [ANY_CONDITION];

/** Sends a call and looks at the order, without a verdict on whether it changed: where a refusal may have taken effect in part. */
export async function tell(order: OrderSubject, call: LegacyCall, conditions = ANY): Promise<Reply> {
  const reply = await order.call(call, conditions);
  await order.looks();
  return reply;
}

/** Sends calls that must be refused, judges that, and keeps whether the order stayed as it was; the replies, in order. */
export async function refuseOn(order: OrderSubject, probes: readonly Probe[], ids: ConditionIds): Promise<Reply[]> {
  const replies: Reply[] = [];
  for (const one of probes) replies.push(await refuse(actionOn(order), one, ids));
  return replies;
}

/** The DCV action in the hand of a check, with the order that it changes. */
export interface DcvAction extends Action {
  readonly order: OrderSubject;
}

/** The action on an order of which plain changes were accepted. */
export function actionOn(order: OrderSubject): DcvAction {
  const { context, operation, names, domains } = order;
  let method: Method = 'http';
  return {
    context,
    operation,
    number: order.order.number,
    order,
    fields: () => {
      method = order.next();
      return order.change(method);
    },
    send: async (call, conditions) => {
      const reply = await order.call(call, conditions);
      await keepUnchanged(order, reply);
      return reply;
    },
    accept: async (call) => {
      const wanted = [{ domain: domains[0] ?? '', method: names.methods[method] }];
      return (await change(order, call, wanted)).reply;
    },
  };
}

const UNSETTLED = observed({ what: 'open', but: 'unsettled' });

/** Looks at the order after a refusal. `doubtful`: why a change of it breaks nothing for certain. */
export async function keepUnchanged(order: OrderSubject, reply: Reply, doubtful?: Doubt): Promise<void> {
  const looks = await order.looks();
  // Whoever turns a call away before the action is asked has refused it, too.
  const isRefused = reply.reading?.outcome === 'error' || judgeReplyRefused(reply, '').verdict === 'pass';
  if (!isRefused || looks === undefined || unusable(reply) !== undefined) return;
  const { before, after } = looks;
  const wanted = Object.values(order.names.methods).map((method) => ({ domain: '', method }));
  let judgement = judgeUnchanged(before, after, wanted, false);
  if (judgement.verdict === 'observed') {
    const again = await order.looks();
    const stable = again !== undefined && judgeUnchanged(again.before, again.after, [], false).verdict === 'pass';
    judgement = judgeUnchanged(before, after, wanted, stable);
  }
  if (judgement.verdict === 'fail' && !order.known.settled) judgement = UNSETTLED;
  if (judgement.verdict === 'fail' && doubtful !== undefined) judgement = doubted(judgement, doubtful);
  const evidence = { label: reply.call.label, exchange: reply.exchange, ...seenIn(before, after) };
  seenOf(order.context.session).unchanged.push({ judgement, evidence });
}

/** Looks once more at all orders that were not called since they were last looked at: late effects show only then. */
export async function lookAgain({ context, names }: OrderSubject): Promise<void> {
  const found = seenOf(context.session);
  if (!(names.visibleDeclared || found.confirmed)) return;
  for (const [number, last] of [...latestLooks(context.session)]) {
    const now = await lookAt(context, number, names);
    const judgement = now === undefined ? undefined : judgeStays(number, last, now);
    const evidence = { label: `order ${number} at the end`, ...seenIn(last, now) };
    if (judgement !== undefined) found.shown.push({ judgement, evidence });
  }
}

/** Takes an order of which plain changes are accepted: the positive control of everything that is refused of it. @throws Unavailable when none is. */
export async function changeable(context: CheckContext, need: OrderNeed): Promise<OrderSubject> {
  const order = await takeOrder(context, need);
  await establish(order);
  return order;
}

/** Tries plain changes of method; once per order. @throws Unavailable when none is accepted. */
export function establish(order: OrderSubject): Promise<void> {
  return order.context.session.once(`turns:${order.order.number}`, () => tryMethods(order));
}

async function tryMethods(subject: OrderSubject): Promise<void> {
  const { order, names, domains } = subject;
  const candidates: Method[] = order.wildcard ? ['cname', 'email'] : ['http', 'cname', 'https'];
  // The method in use comes last: whether it may be set again is open.
  const isInUse = (method: Method): number => Number(names.methods[method] === subject.current);
  candidates.sort((a, b) => isInUse(a) - isInUse(b));
  const accepted: Method[] = [];
  const end = await watchOthers(subject);
  for (const method of [...candidates, candidates[0] as Method]) {
    if (accepted.length === 2 || accepted.includes(method)) break;
    const fields = subject.change(method, order.kind === 'multi' ? domains[0] : undefined);
    const { reply } = await change(subject, { label: `a plain change to ${names.methods[method]}`, fields });
    if (isAccepted(reply)) accepted.push(method);
  }
  await end(accepted);
  subject.known.accepted = accepted;
  if (accepted.length > 0) return;
  const answer = names.methodsDeclared ? {} : { answer: ['legacy.dcv.methods'] };
  throw new Unavailable({ what: 'none', of: 'plain-change', was: 'accepted', ...answer }, 'control-refused');
}

/** Brings domains to given methods one by one, so that a list may then change all of them; what is refused is in use already. */
export async function settle(order: OrderSubject, assignment: Assignment): Promise<void> {
  for (const [domain, method] of assignment) {
    const label = `${domain} to ${order.names.methods[method]} beforehand`;
    await order.call({ label, fields: order.change(method, domain) }, [ANY_CONDITION]);
  }
  await order.looks();
}
