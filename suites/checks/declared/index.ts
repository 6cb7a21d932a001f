/** What a dialect says of the points that the contract leaves open for every operation (docs/dialects.md). */
import type { Answer, Contract, DeclaredPoint, Exchange, Operation } from '../../../spec/index.ts';
import { DECLARED, declaredPoints, isLenient, promisesOf } from '../../../spec/index.ts';
import type { Check, CheckContext } from '../../engine/index.ts';
import { fail, judgeClaim, judging, observed, PASS, unshown } from '../../judges/index.ts';
import * as answers from './answers.ts';
import { nullMembers } from './null-members.ts';
import * as requests from './requests.ts';
import { unknownMembers } from './unknown-members.ts';

/** How each point is looked at; precedence is seen where two faults meet. */
const PROBES: Readonly<Record<Exclude<DeclaredPoint, 'precedence'>, Probe>> = {
  'path-id': requests.pathId,
  'id-minimum': requests.idMinimum,
  'unknown-parameters': requests.unknownParameters,
  'unknown-members': unknownMembers,
  'null-members': nullMembers,
  'repeated-parameters': requests.repeatedParameters,
  'content-type': requests.contentType,
  'unsupported-method': requests.unsupportedMethod,
  charset: answers.charset,
  'no-value': answers.noValue,
  'extra-members': answers.extraMembers,
  'bad-request.format': answers.badRequestFormat,
  'unauthorized.format': answers.unauthorizedFormat,
  'unauthorized.challenge': answers.challenge,
  'empty-array': requests.emptyArray,
  'type-change': requests.typeChange,
  'client-secret': answers.clientSecret,
};

/** The check of an operation's open points, after all that its dialect does not matter to. */
export function declaredCheck(contract: Contract, operation: Operation): Check | undefined {
  const points = declaredPoints(operation).filter((point) => point !== 'precedence');
  if (points.length === 0) return undefined;
  const { id } = promisesOf(contract, operation.id, 'declared');
  return {
    id: `${operation.id}.declared`,
    title: `${operation.method} ${operation.path} does as its dialect says where the contract leaves it open`,
    requirements: points.map((point) => id(point)),
    effect: 'observe',
    run: async (context) => {
      for (const point of points) {
        if (!context.wants(id(point))) continue;
        const trial = { context, operation, answer: context.contract.answer(DECLARED[point].silence) };
        recordSeen(trial, id(point), point, await PROBES[point](trial));
      }
    },
  };
}

/** One look at an open point. */
export interface Seen {
  readonly label: string;
  readonly exchange: Exchange;
  /** In the form of the dialect's answers; undefined when it cannot be told. */
  readonly value: unknown;
  /** There are reasons to do as it was seen whatever the dialect says. */
  readonly debatable?: true;
}

/** What a probe needs. */
export interface Trial {
  readonly context: CheckContext;
  readonly operation: Operation;
  /** What the dialect says of the point. */
  readonly answer: Answer | undefined;
}

/** Looks at one point of one operation. None when nothing could be sent that would show it. */
export type Probe = (trial: Trial) => Promise<readonly Seen[]>;

/** Judges what was seen, and notes it. */
function recordSeen(trial: Trial, id: string, point: DeclaredPoint, seen: readonly Seen[]): void {
  const { context, answer } = trial;
  const { silence } = DECLARED[point];
  for (const { label, exchange, value, debatable = false } of seen) {
    const judgement = judgeSeen(exchange, value, answer, silence);
    const warns = judgement.verdict === 'fail' && isLenient(point) && (debatable || !isContrary(answer, value));
    context.record(id, warns ? { ...judgement, verdict: 'warn' } : judgement, { label, exchange });
    if (value !== undefined) context.observe(id, { silence, value });
  }
  if (seen.length > 0) return;
  const claimed = answer?.standing === 'claimed';
  const none = { what: 'none', of: 'request-that-shows-it', was: 'accepted' } as const;
  const nothing = claimed && !isLenient(point) ? unshown('control-refused', none) : observed(none);
  context.record(id, nothing, { label: 'no request' });
}

/** Pure: something is done that is claimed to be refused. */
function isContrary(answer: Answer | undefined, value: unknown): boolean {
  const isRefusal = (one: unknown): boolean => one === 'refused' || one === 'checked' || Number(one) >= 400;
  return isRefusal(answer?.value) && value !== undefined && !isRefusal(value);
}

/** Pure: a claim is kept or broken; what nobody claims is observed. */
const judgeSeen = judging(({ status }, value: unknown, answer: Answer | undefined, silence: string) => {
  if (status >= 500) return fail('any status below 500', `status ${status}`);
  if (value === undefined) return observed({ what: 'answered', status });
  if (answer?.standing !== 'claimed') return observed({ what: 'shown', value });
  return judgeClaim(answer, value, silence) ?? PASS;
});
