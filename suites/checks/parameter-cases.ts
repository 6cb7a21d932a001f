/** Sends one value of one parameter and judges the answer. */
import {
  type Certainty,
  type RequestCase,
  serialize,
  type TextViolation,
  wireProof,
  withParameter,
} from '../../generators/index.ts';
import type { Exchange, Operation, Parameter, Requirement } from '../../spec/index.ts';
import { isClientError } from '../../spec/index.ts';
import { type CheckContext, type Evidence, type Judgement, withOpenBody } from '../engine/index.ts';
import { answerOf, isAccepted, isRefused, judgeRefusal, judgeUncertain, observed, PASS } from '../judges/index.ts';
import { absentPath } from '../requests/absent.ts';
import type { Base } from '../requests/base.ts';
import { answerWhenDetached } from '../requests/detached.ts';
import { excuseFor } from '../requests/excuses.ts';
import { controlLost } from './control-lost.ts';
import { judgeOtherForm } from './documented-forms.ts';
import { type Kinds, lengthBound, lengthOf, otherKinds, type Place } from './lengths.ts';
import { areOfAllTypes, LEVELS, takesAnother, takesSeveral, wereAllAsked } from './of-all-types.ts';
import { type Judged, judgeTaken, judgeTakenSuccess } from './taken.ts';
import { takenFirst } from './taken-once.ts';

/** What a case is about. */
export interface Subject {
  readonly operation: Operation;
  readonly parameter: Parameter;
  readonly requirement: Requirement;
  readonly base: Base;
}

/** Sends a value that must be accepted; undefined when it cannot be put on the wire unchanged. */
export async function acceptCase(
  context: CheckContext,
  subject: Subject,
  texts: readonly string[],
  label: string,
): Promise<Judged | undefined> {
  const { operation, parameter, base } = subject;
  const whole = parameter.in === 'path' ? withoutSiblings(context, base.request) : base.request;
  const request = withParameter(whole, parameter.name, texts);
  if (!wireProof(withOpenBody(operation), serialize(request, wireStyle(context))).ok) return undefined;
  const first = await context.send(request);
  const exchange = parameter.in === 'path' ? await answerWhenDetached(context, request, first) : first;
  const judged =
    parameter.in === 'path'
      ? { judgement: await judgePathAccepted(context, request, exchange), exchange }
      : await judgeElsewhere(context, subject, texts, exchange);
  const value = judged.instead ?? plain(texts);
  const told = judged.instead === undefined ? label : `${label}: of an entity that had not taken the request`;
  return {
    judgement: judged.judgement,
    evidence: { label: told, exchange: judged.exchange, case: { [parameter.name]: value } },
  };
}

/** Sends a value, or its absence, that must be refused with 400 (a path id: also as what names nothing). */
export async function refuseCase(
  context: CheckContext,
  { operation, parameter }: Subject,
  request: RequestCase,
  how: { readonly label: string; readonly violation?: TextViolation },
): Promise<Judged> {
  const exchange = await context.send(request);
  const { label, violation } = how;
  const statuses = parameter.in === 'path' ? badIdStatuses(operation) : [400];
  const uncertain = judgeUncertain(certaintyOf(context, parameter, violation));
  const judgement = uncertain?.(exchange, label) ?? judgeRefusal(exchange, { statuses, because: label });
  const evidence: Evidence = {
    label,
    exchange,
    case: { [parameter.name]: violation === undefined ? null : plain(violation.texts) },
    ...(violation === undefined ? {} : { violation: violationRecord(violation, parameter.name) }),
  };
  return { judgement, evidence };
}

/** A bad id may be taken for one that nothing has: what that is answered with is not shown everywhere (4.1). */
function badIdStatuses({ absence }: Operation): 'any-4xx' | readonly number[] {
  return absence === 'silent' ? 'any-4xx' : [400, 404];
}

/** An empty text may as well mean that an optional parameter is absent, where nobody claims otherwise (silence request.empty-value). */
function certaintyOf(
  { contract }: CheckContext,
  { required, schema }: Parameter,
  violation: TextViolation | undefined,
): Certainty {
  const { value, certainty } = violation ?? { certainty: 'definite' };
  if (value !== '' || required) return certainty;
  const answer = contract.answer('request.empty-value');
  const claimed = answer?.standing === 'claimed' && answer.value === 'value';
  const typed = typeof schema === 'object' && (schema['type'] !== 'string' || 'enum' in schema);
  return claimed && typed && schema['x-comma-separated'] !== true ? 'definite' : 'debatable';
}

/** How lists are written on this target's wire. */
export function wireStyle(context: CheckContext): { arrayStyle: 'comma' | 'repeat' } {
  return { arrayStyle: context.contract.answer('request.array-style')?.value === 'comma' ? 'comma' : 'repeat' };
}

function violationRecord(
  { operator, keyword, pointer, old, new: broken, certainty }: TextViolation,
  where: string,
): NonNullable<Evidence['violation']> {
  return { operator, keyword, pointer, old, new: broken, certainty, where };
}

export interface Answered {
  readonly judgement: Judgement;
  /** The one that decided. */
  readonly exchange: Exchange;
  /** The value that it carries in the place of the one that was asked for. */
  readonly instead?: string;
}

/**
 * A refusal is final only when nothing else could explain it: the entity's state (the positive control is repeated), its
 * type (others may accept the value), or a rule of the server's own at a point that the contract leaves open.
 */
async function judgeElsewhere(
  context: CheckContext,
  subject: Subject,
  texts: readonly string[],
  exchange: Exchange,
): Promise<Answered> {
  const { operation, parameter, base, requirement } = subject;
  const request = withParameter(base.request, parameter.name, texts);
  const judgement = await judgeTaken(context, operation, exchange);
  const status = exchange.response?.status ?? 0;
  if (judgement.verdict !== 'fail' || !isClientError(status)) return { judgement, exchange };
  const changed = await controlLost(context, base.request, () => context.send(request));
  if (changed !== undefined)
    return (await takenFirst(context, subject, texts, exchange)) ?? { judgement: changed, exchange };
  const twins = await base.twins();
  let unanswered: Judgement | undefined;
  for (const twin of twins) {
    const sent = withParameter(twin, parameter.name, texts);
    const again = await context.send(sent);
    if (isAccepted(again)) return { judgement: await judgeTakenSuccess(context, operation, again), exchange: again };
    unanswered ??= answerOf(again).judgement;
    // It may have just that value already.
    const taken = isRefused(again) ? await controlLost(context, twin, () => context.send(sent)) : undefined;
    if (taken?.verdict === 'pass') return { judgement: taken, exchange: again };
  }
  if (unanswered !== undefined) return { judgement: unanswered, exchange };
  const otherForm = await judgeOtherForm(context, subject, texts);
  if (otherForm !== undefined) return { judgement: otherForm === 'refused' ? judgement : otherForm, exchange };
  const excuse = excuseFor(context, operation, parameter, texts.join(','));
  if (excuse === undefined) return { judgement, exchange };
  // A documented value that no type of fixture accepts is refused as such.
  const isEnumerated = requirement.constraint?.keyword === 'enum';
  if (isEnumerated && (await wereAllAsked(context, subject, { texts, excuse, twins }))) return { judgement, exchange };
  // Where several members of a list are taken by no type of entity, and it is known how they are written, lists are refused.
  const written = context.contract.answer('request.array-style')?.standing === 'claimed';
  const several = written && texts.length > 1 && (await areOfAllTypes(context, subject, twins));
  if (several && !(await takesSeveral(context, subject, twins))) return { judgement, exchange };
  // Where the entity takes another member, the parameter is for entities of its level.
  if (parameter.silences.includes(LEVELS) && (await takesAnother(context, subject, texts)))
    return { judgement, exchange };
  const other = await atBound(context, subject, texts);
  if (other === 'refused') return { judgement, exchange };
  if (other !== undefined) return { judgement: await judgeTakenSuccess(context, operation, other), exchange: other };
  return { judgement: await judgeTaken(context, operation, exchange, excuse), exchange };
}

/** What texts of other kinds say where a text at a bound of its length was refused. */
async function atBound(
  context: CheckContext,
  subject: Subject,
  [text = '', ...more]: readonly string[],
): Promise<Kinds> {
  const keyword = subject.requirement.constraint?.keyword;
  if (more.length > 0 || lengthBound(subject.parameter.schema, keyword) !== lengthOf(text)) return undefined;
  return otherKinds(context, placeOf(context, subject), text, keyword === 'maxLength');
}

/** The parameter in the accepted request. */
export function placeOf(context: CheckContext, { operation, parameter, base }: Subject): Place {
  return {
    request: base.request,
    given: base.request.query.find(([name]) => name === parameter.name)?.[1],
    put: (text) => {
      const request = withParameter(base.request, parameter.name, [text]);
      return wireProof(withOpenBody(operation), serialize(request, wireStyle(context))).ok ? request : undefined;
    },
  };
}

/**
 * The request with absent ids all along its path: a fixture's id beside one that is made up may name something of another
 * parent, and that may be refused as bad (silence entity.foreign-parent).
 */
function withoutSiblings(context: CheckContext, request: RequestCase): RequestCase {
  return { ...request, path: { ...request.path, ...absentPath(context.session, request.operation) } };
}

/** A documented id that names nothing is absent, not a bad request. */
async function judgePathAccepted(context: CheckContext, request: RequestCase, exchange: Exchange): Promise<Judgement> {
  const { operation } = request;
  const { response, judgement: unanswered } = answerOf(exchange);
  if (unanswered !== undefined) return unanswered;
  const { status } = response;
  if (isAccepted(exchange)) return judgeTakenSuccess(context, operation, exchange);
  if (status === 404) return PASS;
  if (operation.absence === 'silent' && isClientError(status))
    return observed({ what: 'answered', status, but: 'absence-silent' });
  const judgement = judgeRefusal(exchange, { statuses: [200, 404], because: 'the id is within its documented range' });
  if (judgement.verdict !== 'fail' || status >= 500) return judgement;
  // One fact, one verdict: what any absent entity is answered with says nothing about the range.
  const path = { ...request.path, ...absentPath(context.session, operation) };
  const absent = await context.send({ ...request, path });
  const control = answerOf(absent);
  if (control.judgement !== undefined) return control.judgement;
  if (control.response.status !== status) return judgement;
  return observed({ what: 'answered', status, but: 'as-absent' });
}

function plain(texts: readonly string[]): string | readonly string[] {
  return texts.length === 1 ? (texts[0] ?? '') : texts;
}
