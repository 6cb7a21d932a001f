/** Sends the calls of a check and remembers every answer, so that envelope and codes can be judged over all of them. */
import type { Contract, Exchange, Operation } from '../../spec/index.ts';
import type { CheckContext, Evidence, Judgement, Session } from '../engine/index.ts';
import { answerOf, unshown } from '../judges/index.ts';
import { formatOf, type LegacyCall, wireOf } from './call.ts';
import { type Answered, throttleOf } from './throttle.ts';

/** A call and what it was answered with. */
export interface Reply extends Answered {
  readonly operation: Operation;
  readonly call: LegacyCall;
  /** Conditions of 7.2 of which one may be answered; empty for calls that ought to succeed or whose answer is open. */
  readonly conditions: readonly string[];
}

const seen = new WeakMap<Session, Reply[]>();

/** All answers that the checks of a group have had so far. */
export function repliesOf(session: Session): readonly Reply[] {
  return seen.get(session) ?? [];
}

/** Sends a call, patient with throttling, and remembers the answer. */
export async function ask(
  context: CheckContext,
  operation: Operation,
  call: LegacyCall,
  conditions: readonly string[] = [],
): Promise<Reply> {
  const { session, contract } = context;
  const throttle = throttleOf(session.target, contract);
  const answered = await throttle.send(context.send, wireOf(operation, call), formatOf(operation), {
    once: call.wrongLogin === true,
    valid: conditions.length === 0,
  });
  const reply = { operation, call, conditions, ...answered };
  const all = seen.get(session) ?? [];
  seen.set(session, all);
  all.push(reply);
  return reply;
}

/** Like `ask`, once per group under a name: checks that need the same answer share it. */
export function askOnce(
  context: CheckContext,
  operation: Operation,
  name: string,
  call: LegacyCall,
  conditions: readonly string[] = [],
): Promise<Reply> {
  return context.session.once(`ask:${operation.id}:${name}`, () => ask(context, operation, call, conditions));
}

/** True for an error record that answers a condition in which it is the service that fails. */
export function tellsOfService({ legacyConditions }: Contract, { reading, conditions }: Reply): boolean {
  const own = legacyConditions.filter(({ ofService }) => ofService === true).map(({ id }) => id);
  return reading?.outcome === 'error' && conditions.some((one) => own.includes(one));
}

/** True when the answer has a field of the envelope, so that it comes from the action and not from a server before it. */
export function fromAction({ reading }: Reply): boolean {
  return ['errorCode', 'errorMessage', 'data'].some((member) => reading?.members.includes(member) === true);
}

/** What stands in place of a judgement when an answer shows nothing about the call; undefined when it does. */
export function unusable({ exchange, throttled, doubtful }: Reply): Judgement | undefined {
  if (doubtful !== undefined) return unshown('throttled', doubtful);
  if (throttled) return unshown('throttled', 'The target kept throttling longer than this run waits.');
  if (exchange.error?.kind === 'cancelled') return unshown('not-sendable', exchange.error.message);
  return answerOf(exchange).judgement;
}

/** Judges a reply and records it; one without an answer is broken, a throttled or unsent one inconclusive, and `judge` not asked. */
export function recordReply(
  context: CheckContext,
  requirement: string,
  reply: Reply,
  judge: (exchange: Exchange) => Judgement,
): Judgement {
  const judgement = unusable(reply) ?? judge(reply.exchange);
  context.record(requirement, judgement, evidenceOf(reply));
  return judgement;
}

/** A reply as evidence. */
export function evidenceOf({ call, exchange }: Reply): Evidence {
  return { label: call.label, exchange };
}
