/** Changes that must be accepted or refused, each followed by a look at the order (design rules 3 and 5). */
import { type CheckContext, type Evidence, type Judgement, type Session, Unavailable } from '../../engine/index.ts';
import type { RecordLook, Wanted } from '../../judges/index.ts';
import { judgeNoOthers, judgeShows, judgeStays, judgeUnchanged, observed } from '../../judges/index.ts';
import { lookOf, seenBy } from '../../subject/read.ts';
import type { LegacyCall } from '../call.ts';
import { ANY_CONDITION, type ConditionIds, markedCall, type Probe, recordRefusal } from '../conditions.ts';
import { type Reply, unusable } from '../replies.ts';
import type { Assignment } from './lists.ts';
import type { Method } from './names.ts';
import type { OrderSubject, OtherOrder } from './order-subject.ts';
import { askedOf, latestLooks, lookAt } from './record-look.ts';
import { atSecondPath } from './second-path.ts';

/** A verdict on what a look showed, kept for the check that declares its requirement. */
export interface Kept {
  readonly judgement: Judgement;
  readonly evidence: Evidence;
}

/** What the looks of a group have shown. */
export interface Seen {
  readonly shown: Kept[];
  readonly unchanged: Kept[];
  /** True once an accepted change was seen to show. */
  confirmed: boolean;
}

const seen = new WeakMap<Session, Seen>();

/** What the looks of a group have shown so far. */
export function seenOf(session: Session): Seen {
  const found = seen.get(session) ?? { shown: [], unchanged: [], confirmed: false };
  seen.set(session, found);
  return found;
}

/** Sends a change that ought to be accepted; when it is, keeps whether it shows. Gives the verdict on the latter too. `wanted`: where the fields do not say it plainly. */
export async function change(
  context: CheckContext,
  subject: OrderSubject,
  call: LegacyCall,
  wanted: readonly Wanted[] = askedOf(call.fields, subject.domains[0]),
): Promise<{ readonly reply: Reply; readonly shows: Judgement | undefined }> {
  const reply = await subject.send(context, call);
  if (reply.reading?.outcome !== 'success') return { reply, shows: undefined };
  const own = wanted.find(({ domain }) => domain === (subject.domains[0] ?? domain));
  if (own !== undefined) subject.note(own.method);
  const seen = seenOf(context.session);
  // A place that showed one change rightly is where changes show, whoever named it.
  const declared = subject.names.visibleDeclared || seen.confirmed;
  const hopeless = seen.shown.some(({ judgement }) => judgement.verdict === 'fail');
  let before: RecordLook | undefined;
  let first: RecordLook | undefined;
  let after: RecordLook | undefined;
  const look = async (): Promise<{ readonly shows?: Judgement }> => {
    const looks = await subject.looks(context);
    if (looks === undefined) return {};
    // What another change did between two looks is not this one's.
    before = looks.before;
    first ??= looks.before;
    after = looks.after;
    const shows = judgeShows(looks.before, looks.after, wanted, declared);
    // What went to other domains with this change stands at the next look, where it is no change any more.
    if (shows.verdict !== 'pass' || !declared || !subject.wasSettled) return { shows };
    return { shows: judgeNoOthers(first, looks.after, wanted) };
  };
  const { shows } = await context.session.patience.until(
    'the DCV method shows',
    look,
    (found) => found.shows?.verdict !== 'fail' || hopeless,
  );
  const evidence = { label: call.label, exchange: reply.exchange, ...seenIn(first, after) };
  if (shows !== undefined) seen.shown.push({ judgement: shows, evidence });
  const methods = before?.methods;
  const moved =
    methods !== undefined && wanted.some(({ domain, method }) => methods.get(domain.toLowerCase()) !== method);
  if (shows?.verdict === 'pass' && moved) seen.confirmed = true;
  return { reply, shows };
}

/** Sends a call that must be refused, judges that, and keeps whether the order stayed as it was. */
export async function refuse(
  context: CheckContext,
  subject: OrderSubject,
  probe: Probe,
  ids: ConditionIds,
): Promise<{ readonly reply: Reply; readonly judgement: Judgement }> {
  const reply = await subject.send(context, markedCall(probe), probe.conditions);
  const judgement = recordRefusal(context, subject.operation, reply, probe.refusal, ids);
  await keepUnchanged(context, subject, reply);
  return { reply, judgement };
}

/** Sends a call and looks at the order, without a verdict on whether it changed: where a refusal may have taken effect in part. */
export async function tell(
  context: CheckContext,
  subject: OrderSubject,
  call: LegacyCall,
  conditions: readonly string[],
): Promise<Reply> {
  const reply = await subject.send(context, call, conditions);
  await subject.looks(context);
  return reply;
}

const UNSETTLED = observed('A change that was accepted before has not shown; what changed may have come of it, late.');

/** Looks at the order after a refusal. */
export async function keepUnchanged(context: CheckContext, subject: OrderSubject, reply: Reply): Promise<void> {
  const looks = await subject.looks(context);
  if (reply.reading?.outcome !== 'error' || looks === undefined || unusable(reply) !== undefined) return;
  const wanted = Object.values(subject.names.methods).map((method) => ({ domain: '', method }));
  let judgement = judgeUnchanged(looks.before, looks.after, wanted, false);
  if (judgement.verdict === 'observed') {
    const again = await subject.looks(context);
    const stable = again !== undefined && judgeUnchanged(again.before, again.after, [], false).verdict === 'pass';
    judgement = judgeUnchanged(looks.before, looks.after, wanted, stable);
  }
  if (judgement.verdict === 'fail' && !subject.wasSettled) judgement = UNSETTLED;
  const evidence = { label: reply.call.label, exchange: reply.exchange, ...seenIn(looks.before, looks.after) };
  seenOf(context.session).unchanged.push({ judgement, evidence });
}

/** The status record before and after, for the report. */
function seenIn(before: RecordLook | undefined, after: RecordLook | undefined): Pick<Evidence, 'seen'> {
  if (before?.exchange === undefined || after?.exchange === undefined) return {};
  return { seen: seenBy(lookOf(before.exchange), lookOf(after.exchange)) };
}

/** Looks once more at all orders that were not called since they were last looked at: late effects show only then. */
export async function lookAgain(context: CheckContext, { names }: OrderSubject): Promise<void> {
  const found = seenOf(context.session);
  if (!(names.visibleDeclared || found.confirmed)) return;
  for (const [number, last] of [...latestLooks(context.session)]) {
    const now = await lookAt(context, number, names);
    const judgement = now === undefined ? undefined : judgeStays(number, last, now);
    const evidence = { label: `order ${number} at the end`, ...seenIn(last, now) };
    if (judgement !== undefined) found.shown.push({ judgement, evidence });
  }
}

/** Methods that the order was seen to accept, so that each call can ask for another than the one in use. */
export interface Turns {
  /** The methods that were accepted. */
  readonly accepted: readonly Method[];
  /** A method that was accepted and, where another was, is not in use. */
  next(): Method;
}

/**
 * The positive control of everything that is refused of an order: plain changes of method; once per order.
 *
 * @throws Unavailable when none is accepted.
 */
export function turns(context: CheckContext, subject: OrderSubject): Promise<Turns> {
  return context.session.once(`turns:${subject.order.number}`, () => establish(context, subject));
}

async function establish(context: CheckContext, subject: OrderSubject): Promise<Turns> {
  const { order, names, domains } = subject;
  const [first] = domains;
  const candidates: Method[] = order.wildcard ? ['cname', 'email'] : ['http', 'cname', 'https'];
  // The method in use comes last: whether it may be set again is open.
  candidates.sort(
    (a, b) => Number(names.methods[a] === subject.current) - Number(names.methods[b] === subject.current),
  );
  const accepted: Method[] = [];
  const others = subject.others(context);
  const before = await Promise.all(others.map((other) => other.look()));
  const endSecond = await atSecondPath(context, subject);
  let refusal = '';
  for (const method of [...candidates, candidates[0] as Method]) {
    if (accepted.length === 2 || accepted.includes(method)) break;
    const domain = order.kind === 'multi' ? first : undefined;
    const call = { label: `a plain change to ${names.methods[method]}`, fields: subject.change(method, domain) };
    const { reply } = await change(context, subject, call);
    if (reply.reading?.outcome === 'success') accepted.push(method);
    else refusal = `errorCode ${reply.reading?.code ?? 'none'}`;
  }
  await keepOthers(context, subject, accepted, { others, before });
  const second = await endSecond?.();
  if (second !== undefined) seenOf(context.session).shown.push(second);
  const [one, other = one] = accepted;
  if (one === undefined || other === undefined) {
    const remedy = names.methodsDeclared ? '' : '; declare legacy.dcv.methods in the dialect';
    const reason = `No plain change of order ${order.number} was accepted (${refusal}), so no refusal can be told apart from it${remedy}.`;
    throw new Unavailable(reason, 'control-refused');
  }
  return { accepted, next: () => (subject.current === names.methods[one] ? other : one) };
}

/** Looks whether other orders got a method of the accepted changes, but for those that another check has called meanwhile. */
async function keepOthers(
  context: CheckContext,
  subject: OrderSubject,
  accepted: readonly Method[],
  seen: { readonly others: readonly OtherOrder[]; readonly before: readonly (RecordLook | undefined)[] },
): Promise<void> {
  const found = seenOf(context.session);
  if (accepted.length === 0 || !(subject.names.visibleDeclared || found.confirmed)) return;
  // A domain of the same name may well be validated in the same way in both orders.
  const own = subject.domains.length > 0 ? subject.domains : [subject.order.number];
  const wanted = accepted.flatMap((method) => own.map((domain) => ({ domain, method: subject.names.methods[method] })));
  for (const [at, { number, look, isCalled }] of seen.others.entries()) {
    const [before, after] = [seen.before[at], await look()];
    if (before?.methods === undefined || after?.methods === undefined || isCalled()) continue;
    const label = `order ${number} after changes of order ${subject.order.number}`;
    const evidence = { label, ...seenIn(before, after) };
    found.shown.push({ judgement: judgeNoOthers(before, after, wanted), evidence });
  }
}

/** Brings domains to given methods one by one, so that a list may then change all of them; what is refused is in use already. */
export async function settle(context: CheckContext, subject: OrderSubject, assignment: Assignment): Promise<void> {
  for (const [domain, method] of assignment) {
    const label = `${domain} to ${subject.names.methods[method]} beforehand`;
    await subject.send(context, { label, fields: subject.change(method, domain) }, [ANY_CONDITION]);
  }
  await subject.looks(context);
}
