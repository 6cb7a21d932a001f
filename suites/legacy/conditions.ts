/** The error conditions of 7.2: which of them a call may be answered with, and how that is judged. */
import { type Contract, type Operation, promisesOf } from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { judgeCode, judgeRefused, observed, type Refusal } from '../judges/index.ts';
import { bodyOf, type Field, formatOf, type LegacyCall } from './call.ts';
import { type Reply, recordReply, tellsOfService } from './replies.ts';

/** Stands among the conditions of a call where the contract leaves open which one is answered: no code can be expected then. */
export const ANY_CONDITION = 'any-condition';

/** A call that must be refused. */
export interface Probe extends LegacyCall {
  /** The requirement that says so, where it is one of its own. */
  readonly own?: string;
  /** Unique within its group. */
  readonly id: string;
  /** The conditions of which one must be answered. */
  readonly conditions: readonly string[];
  readonly refusal: Refusal;
}

/** A fault on top of an accepted call, whose fields it gets. */
export type Fault = (fields: readonly Field[]) => Probe;

/** A call that must be refused for its fields alone. */
export function probe(
  because: string,
  fields: readonly Field[],
  conditions: readonly string[] = [ANY_CONDITION],
  more: Partial<Probe> = {},
): Probe {
  return { id: because, label: because, fields, conditions, refusal: { because }, ...more };
}

/** A fault that alters the fields and nothing else. */
export function fault(
  id: string,
  because: string,
  conditions: readonly string[],
  alter: (fields: readonly Field[]) => Field[],
  more: Partial<Probe> = {},
): Fault {
  return (fields) => probe(because, alter(fields), conditions, { id, ...more });
}

/** Where the verdicts on a probe go. */
export interface ConditionIds {
  /** The call is refused. */
  readonly refused: string;
  /** The code is that of the condition. */
  readonly code?: string;
}

/** Requirement ids of a condition. */
export function conditionIds(contract: Contract, action: string, condition: string): Required<ConditionIds> {
  return {
    refused: promisesOf(contract, action, 'condition').id('condition', condition),
    code: promisesOf(contract, action, 'code').id('code', condition),
  };
}

/** Methods in place of POST. */
export const WRONG_METHODS = ['PUT', 'PATCH', 'GET', 'DELETE'] as const;
type WrongMethod = (typeof WRONG_METHODS)[number];

/**
 * The documented call with another method. A GET has its arguments in the URL, where a server that takes it would look for
 * them: with the method as its only fault.
 */
export function withMethod(
  method: WrongMethod,
  fields: readonly Field[],
): Pick<Probe, 'method' | 'fields' | 'query' | 'loginInQuery' | 'conditions' | 'refusal'> {
  const refusal: Refusal = { because: 'only POST is documented', byHttp: true };
  if (method === 'PUT' || method === 'PATCH') return { method, fields, conditions: ['wrong-method'], refusal };
  // A server need not look for arguments in the body of a DELETE.
  if (method === 'DELETE') return { method, fields, conditions: ['wrong-method', 'argument-missing'], refusal };
  const conditions = ['wrong-method', 'argument-missing', 'argument-unrecognized'];
  return { method, fields: [], query: `?${bodyOf(fields)}`, loginInQuery: true, conditions, refusal };
}

/** The call of a probe, marked where the HTTP server may answer in place of the action. */
export function markedCall(probe: Probe): LegacyCall {
  return probe.refusal.byHttp === true ? { ...probe, byHttp: true } : probe;
}

/** Records the two verdicts on an answer that must be a refusal. */
export function recordRefusal(
  context: CheckContext,
  operation: Operation,
  reply: Reply,
  refusal: Refusal,
  ids: ConditionIds,
): Judgement {
  const format = formatOf(operation);
  const judgement = recordReply(context, ids.refused, reply, (exchange) =>
    judgeRefused(exchange, format, { ...refusal, ofService: tellsOfService(context.contract, reply) }),
  );
  if (ids.code === undefined) return judgement;
  const codes = context.contract.answer('legacy.codes');
  // A refusal by the HTTP server has no code, and an accepted call none of an error: neither is a second fault.
  if (reply.reading?.outcome === 'error')
    recordReply(context, ids.code, reply, (exchange) => judgeCode(exchange, format, reply.conditions, codes));
  else if (judgement.verdict === 'pass')
    context.record(ids.code, observed('Refused by the HTTP server, without an error record.'), {
      label: reply.call.label,
      exchange: reply.exchange,
    });
  return judgement;
}

/** The conditions that an order number may be answered with that names no order (silence `legacy.unknown-order`). */
export function unknownOrderConditions(contract: Contract): readonly string[] {
  const answer = contract.answer('legacy.unknown-order');
  return answer?.standing === 'claimed' ? [String(answer.value)] : [ANY_CONDITION];
}

/** The conditions of a required argument that is there without a value (silence `legacy.empty-value`). */
export function emptyValueConditions(contract: Contract): readonly string[] {
  const answer = contract.answer('legacy.empty-value');
  if (answer?.standing !== 'claimed') return ['argument-missing', 'argument-invalid'];
  return [answer.value === 'missing' ? 'argument-missing' : 'argument-invalid'];
}

/** A context that records a failure as a warning: where a server has good reason to take what it is given. */
export function warning(context: CheckContext, reason: string): CheckContext {
  const record: CheckContext['record'] = (requirement, judgement, evidence) =>
    context.record(
      requirement,
      judgement.verdict === 'fail' ? { ...judgement, verdict: 'warn', reason } : judgement,
      evidence,
    );
  return { ...context, record };
}
