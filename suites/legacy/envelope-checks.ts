/** The envelope and the codes over every answer that the checks of a group have had (contract 2.2, 4.13, 7.2). */
import { type Contract, type Operation, promisesOf } from '../../spec/index.ts';
import type { Check, CheckContext, Judgement } from '../engine/index.ts';
import type { Aspect } from '../judges/index.ts';
import {
  judgeAspect,
  judgeEnvelopeStatus,
  judgeEnvelopeType,
  judgeErrorStatus,
  judgeExtraMembers,
  judgeSuccessStatus,
  PASS,
  tellsOfFailure,
  warn,
} from '../judges/index.ts';
import { formatOf } from './call.ts';
import { ANY_CONDITION } from './conditions.ts';
import { evidenceOf, fromAction, type Reply, repliesOf, tellsOfService, unusable } from './replies.ts';

/** Requirement suffix → aspect of the envelope. */
const ASPECTS: Readonly<Record<string, Aspect>> = {
  format: 'format',
  'members-once': 'once',
  'error-code': 'code',
  'error-message': 'message',
  data: 'data',
};

/**
 * Makes sure that there are answers to judge when the check runs by itself. Returns the operation whose answers they are, the
 * one that is served: what stands in its place elsewhere is no answer of the action.
 *
 * @throws Unavailable when none is served.
 */
export type Prepare = (context: CheckContext) => Promise<Operation>;

/** The check of the envelope; last of its group, so that it sees what all others were answered. */
export function envelopeCheck(contract: Contract, action: string, operation: Operation, prepare: Prepare): Check {
  const format = formatOf(operation);
  const aspects = Object.entries(ASPECTS).filter(([, aspect]) => aspect !== 'data' || format === 'json');
  const { id } = promisesOf(contract, action, 'envelope');
  const others = ['media-type', 'no-server-error', 'success-status', 'error-status', 'extra-members'];
  const requirements = [
    ...aspects.map(([suffix]) => id('envelope', suffix)),
    ...others.map((name) => id('envelope', name)),
  ];
  return {
    id: `${action}.envelope`,
    title: `Every answer of ${operation.path} is a well-formed envelope`,
    requirements,
    effect: 'observe',
    run: async (context) => {
      const served = await prepare(context);
      const status = contract.answer('legacy.error.http-status');
      const extra = contract.answer('legacy.extra-members');
      for (const reply of judgeable(context, served)) {
        const { exchange, reading } = reply;
        const record = (suffix: string, judgement: Judgement): void =>
          context.record(id('envelope', suffix), judgement, { ...evidenceOf(reply), evenAbsent: true });
        record('no-server-error', judgeEnvelopeStatus(exchange, tellsOfService(contract, reply)));
        for (const [suffix, aspect] of aspects)
          if (aspect === 'format' || fromAction(reply)) record(suffix, judgeAspect(exchange, format, aspect));
        if (!fromAction(reply)) continue;
        record('media-type', judgeEnvelopeType(exchange, format));
        record('extra-members', judgeExtraMembers(exchange, format, extra));
        if (reading?.outcome === 'success') record('success-status', judgeSuccessStatus(exchange, format));
        if (reading?.outcome === 'error') record('error-status', judgeErrorStatus(exchange, format, status));
      }
    },
  };
}

/** Answers of the action itself, each once: not those of the HTTP server to what never reached it. */
function judgeable(context: CheckContext, operation: Operation): Iterable<Reply> {
  const different = new Map<string, Reply>();
  for (const reply of ownReplies(context, operation)) {
    const { call, exchange } = reply;
    const { response } = exchange;
    if (response === undefined || unusable(reply) !== undefined) continue;
    if (call.byHttp === true && isOfHttp(reply) && !tellsOfFailure(response.status, true)) continue;
    const types = response.headers.filter(([name]) => name.toLowerCase() === 'content-type');
    const answer = JSON.stringify([response.status, types, response.body]);
    if (!different.has(answer)) different.set(answer, reply);
  }
  return different.values();
}

/** True for what is no answer of the action: it has no member of one, or the status of a refusal and no code, whatever else stands there. */
function isOfHttp(reply: Reply): boolean {
  const isRefusal = (reply.exchange.response?.status ?? 0) >= 300 && reply.reading?.outcome === 'unclear';
  return !fromAction(reply) || isRefusal;
}

/** What was asked at the path that is served, and failures at the group's own where that is another: nothing permits those. */
function ownReplies(context: CheckContext, served: Operation): readonly Reply[] {
  const format = formatOf(served);
  const alike = repliesOf(context.session).filter((reply) => formatOf(reply.operation) === format);
  if (!alike.some((reply) => reply.operation.id === served.id && fromAction(reply))) return alike;
  const own = context.session.group.operation;
  return alike.filter(
    ({ operation, exchange }) =>
      operation.id === served.id || (operation.id === own && (exchange.response?.status ?? 0) >= 500),
  );
}

/** The check of the codes: one condition, one code; which code belongs to which condition is told to the reader. */
export function codesCheck(contract: Contract, action: string, operation: Operation, prepare: Prepare): Check {
  const stable = promisesOf(contract, action, 'code').id('codes', 'stable');
  return {
    id: `${action}.codes`,
    title: `${operation.path} answers a condition with the same code each time`,
    requirements: [stable],
    effect: 'observe',
    run: async (context) => {
      const served = await prepare(context);
      const byCondition = new Map<string, Map<number, Reply>>();
      for (const reply of ownReplies(context, served)) {
        const { conditions, reading, throttled } = reply;
        const [condition, ...others] = conditions;
        if (condition === undefined || condition === ANY_CONDITION || others.length > 0 || throttled) continue;
        if (reading?.outcome !== 'error' || reading.code === undefined) continue;
        const codes = byCondition.get(condition) ?? new Map<number, Reply>();
        byCondition.set(condition, codes);
        if (!codes.has(reading.code)) codes.set(reading.code, reply);
      }
      for (const [condition, codes] of byCondition) {
        const all = [...codes.keys()];
        const listed = [...codes].map(([code, { call }]) => `${code} (${call.label})`).join(', ');
        const judgement = all.length === 1 ? PASS : warn(`one code for ${condition}`, listed);
        for (const last of [...codes.values()].slice(-1)) context.record(stable, judgement, evidenceOf(last));
        context.observe(stable, { silence: 'legacy.codes', value: { [condition]: all.length === 1 ? all[0] : all } });
      }
    },
  };
}
