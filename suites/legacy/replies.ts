/** Sends the calls of a check, remembers every answer, so that envelope and codes can be judged over all of them, and judges what a call came to. */
import type { Contract, Exchange, Operation } from '../../spec/index.ts';
import type { CheckContext, Evidence, Judgement, Session } from '../engine/index.ts';
import {
  answerOf,
  type Excuse,
  fail,
  judgeCode,
  judgeRefused,
  judgeSucceeded,
  observed,
  parseJson,
  unshown,
} from '../judges/index.ts';
import { formatOf, type LegacyCall, wireOf } from './call.ts';
import { ANY_CONDITION, ownCode } from './conditions.ts';
import { type Answered, throttleOf } from './throttle.ts';

/** A call and what it was answered with. */
export interface Reply extends Answered {
  readonly operation: Operation;
  readonly call: LegacyCall;
  /** Conditions of 7.2 of which one may be answered; empty for calls that ought to succeed or whose answer is open. */
  readonly conditions: readonly string[];
  /** What a plain call was refused with right after this one, or what says that it would be: then nothing can be told of it. */
  readonly lost?: Reply;
}

/** What is remembered of each of some objects, made when it is first asked for. */
export function rememberedOf<K extends object, V>(make: () => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const found = known.get(key) ?? make();
    known.set(key, found);
    return found;
  };
}

/** All answers that the checks of a group have had so far. */
export const repliesOf = rememberedOf<Session, Reply[]>(() => []);

/** Sends a call, patient with throttling, and remembers the answer. */
export async function ask(
  context: CheckContext,
  operation: Operation,
  call: LegacyCall,
  conditions: readonly string[] = [],
): Promise<Reply> {
  const throttle = throttleOf(context.session.target, context.contract);
  const wire = wireOf(operation, call);
  const faulty = isFaulty(conditions);
  const manner = { once: call.wrongLogin === true, valid: conditions.length === 0 };
  const answered = await throttle.send(context.send, faulty ? { ...wire, faulty } : wire, formatOf(operation), manner);
  const reply = { operation, call, conditions, ...answered };
  const isLost =
    isOfLogin(context.contract, reply) && (await throttle.witnessCode(context.send)) === reply.reading?.code;
  const told = isLost ? { ...reply, lost: reply } : reply;
  repliesOf(context.session).push(told);
  return told;
}

/** True where a call with a good login is answered as a failed one is: our own wrong ones may have blocked the address (contract 5). */
function isOfLogin(contract: Contract, { call, conditions, reading }: Reply): boolean {
  const code = ownCode(contract, LOGIN_FAILED);
  return code !== undefined && reading?.code === code && call.wrongLogin !== true && !conditions.includes(LOGIN_FAILED);
}

const LOGIN_FAILED = 'authentication-failed';

/** True where something is wrong with a call; what any condition may be answered to is merely open. */
function isFaulty(conditions: readonly string[]): boolean {
  return conditions.length > 0 && !conditions.includes(ANY_CONDITION);
}

/** Like `ask`, once per group by its label: checks that need the same answer share it. */
export function askOnce(
  context: CheckContext,
  operation: Operation,
  call: LegacyCall,
  conditions: readonly string[] = [],
): Promise<Reply> {
  return context.session.once(`ask:${operation.id}:${call.label}`, () => ask(context, operation, call, conditions));
}

/** True for a success record. */
export function isAccepted(reply: Reply | undefined): boolean {
  return reply?.reading?.outcome === 'success';
}

/** The status of an answer; `none` stands for no answer. */
export function statusOf({ exchange }: Reply, none = 0): number {
  return exchange.response?.status ?? none;
}

/** The body of an answer as JSON; undefined where it is none. */
export function jsonOf({ exchange }: Pick<Reply, 'exchange'>): unknown {
  const parsed = exchange.response === undefined ? undefined : parseJson(exchange.response);
  return parsed?.error === undefined ? parsed?.value : undefined;
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
export function unusable(reply: Reply): Judgement | undefined {
  const { exchange, throttled, doubtful } = reply;
  const answered = { what: 'answered', status: exchange.response?.status } as const;
  if (reply.lost !== undefined)
    return unshown('control-refused', { what: 'answered', status: statusOf(reply.lost), beside: 'control' });
  if (doubtful) return unshown('throttled', { ...answered, said: outcomeOf(reply), but: 'perhaps-limit' });
  if (throttled) return unshown('throttled', { ...answered, but: 'throttling' });
  if (exchange.error?.kind === 'cancelled')
    return unshown('not-sendable', { what: 'failed', part: 'connection', said: exchange.error.message });
  return answerOf(exchange).judgement;
}

/** Judges a reply and records it; one without an answer is broken, a throttled or unsent one inconclusive, and `judge` not asked. */
export function recordReply(
  context: CheckContext,
  requirement: string,
  reply: Reply,
  judge: Judgement | ((exchange: Exchange) => Judgement),
): Judgement {
  const judgement = unusable(reply) ?? (typeof judge === 'function' ? judge(reply.exchange) : judge);
  context.record(requirement, judgement, evidenceOf(reply));
  return judgement;
}

/** A reply as evidence. */
export function evidenceOf({ call, exchange }: Reply): Evidence {
  return { label: call.label, exchange };
}

/** Whether a call was refused; the HTTP server may do so where the call says it. */
export function judgeReplyRefused({ operation, call, exchange }: Reply, because: string, ofService = false): Judgement {
  return judgeRefused(exchange, formatOf(operation), { because, byHttp: call.byHttp === true, ofService });
}

/** Records whether a call was accepted. `excuse`: why a refusal breaks nothing. */
export function recordAccepted(context: CheckContext, requirement: string, reply: Reply, excuse?: Excuse): Judgement {
  return recordReply(context, requirement, reply, (exchange) =>
    judgeSucceeded(exchange, formatOf(reply.operation), excuse),
  );
}

/** Records a call whose meaning is open: only a server error never is right. `otherwise`: what else is to be said of it. */
export function recordOpen(
  context: CheckContext,
  requirement: string,
  reply: Reply,
  otherwise: Judgement = seen(reply),
): Judgement {
  const isSound = statusOf(reply, 500) < 500;
  const judgement = isSound ? otherwise : fail('any status below 500', `status ${statusOf(reply)}`);
  return recordReply(context, requirement, reply, judgement);
}

/** What came of a call at a point that the contract leaves open. */
export function seen(reply: Reply): Judgement {
  return observed({ what: 'shown', of: reply.call.label, value: outcomeOf(reply) });
}

/** What an answer shows that is no readable record. */
export function noRecord({ exchange: { response } }: Reply): Judgement {
  return unshown('earlier-step', { what: 'answered', status: response?.status, but: 'no-record' });
}

/** What came of a call, for the report. */
export function outcomeOf({ reading }: Reply): string {
  if (reading?.outcome === 'error') return `refused with errorCode ${reading.code ?? 'none'}`;
  return reading?.outcome === 'success' ? 'accepted' : 'unclear';
}

/** Where the verdicts on a refusal go. */
export interface ConditionIds {
  /** The call is refused. */
  readonly refused: string;
  /** The code is that of the condition. */
  readonly code?: string;
}

/** Records the two verdicts on an answer that must be a refusal. */
export function recordRefused(
  context: CheckContext,
  { refused, code }: ConditionIds,
  reply: Reply,
  because: string,
): Judgement {
  const { contract } = context;
  const judgement = recordReply(context, refused, reply, () =>
    judgeReplyRefused(reply, because, tellsOfService(contract, reply)),
  );
  if (code === undefined) return judgement;
  // A refusal by the HTTP server has no code, and an accepted call none of an error: neither is a second fault.
  if (reply.reading?.outcome === 'error')
    recordReply(context, code, reply, (exchange) =>
      judgeCode(exchange, formatOf(reply.operation), reply.conditions, contract.answer('legacy.codes')),
    );
  else if (judgement.verdict === 'pass')
    context.record(code, observed({ what: 'answered', status: statusOf(reply), but: 'no-error' }), evidenceOf(reply));
  return judgement;
}
