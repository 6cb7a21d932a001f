/** What is to be accepted of an operation that an entity takes once is told by what entities were asked first (contract 4.7; silence validation.assignment.repeat). */
import type { Exchange } from '../../spec/index.ts';
import { type CheckContext, isConflict } from '../engine/index.ts';
import { isAccepted, isRefused } from '../judges/index.ts';
import type { Base } from '../requests/base.ts';
import { ifAccepted } from '../requests/control.ts';
import { excuseFor } from '../requests/excuses.ts';
import { type First, firstsOf } from '../requests/firsts.ts';
import { isTakenOnce } from '../requests/untaken.ts';
import { lengthBound, lengthOf } from './lengths.ts';
import type { Answered, Subject } from './parameter-cases.ts';
import { type Judged, judgeTaken, judgeTakenSuccess } from './taken.ts';

/**
 * What is taken once is refused afterwards, whatever it is: then another entity has shown what it makes of a value like this. What could
 * be refused with an excuse is open in any case.
 */
export async function takenFirst(
  context: CheckContext,
  { operation, parameter, base, requirement }: Subject,
  texts: readonly string[],
  refused: Exchange,
): Promise<Answered | undefined> {
  const control = await ifAccepted(context.session, operation);
  if (control === undefined || !(await isTakenOnce(context.session, control))) return undefined;
  // Others are asked for their types, too: before anything else.
  await base.twins();
  const firsts = await firstsOf(context.session, operation);
  const [text = ''] = texts;
  const isBound = lengthBound(parameter.schema, requirement.constraint?.keyword) !== undefined;
  const given = base.request.query.find(([name]) => name === parameter.name)?.[1];
  for (const { request, exchange } of firsts) {
    const value = request.query.find(([name]) => name === parameter.name)?.[1];
    if (value === undefined || !isAccepted(exchange)) continue;
    if (isBound ? lengthOf(value) !== lengthOf(text) : value === given) continue;
    return { judgement: await judgeTakenSuccess(context, operation, exchange), exchange, instead: value };
  }
  const excuse = firsts.length === 0 ? undefined : excuseFor(context, operation, parameter, text);
  return excuse && { judgement: await judgeTaken(context, operation, refused, excuse), exchange: refused };
}

/**
 * The cases, with what entities were asked first that take the request once: of the rest nothing can be told then, and what is taken with
 * ordinary values right after it was refused for its own.
 */
export async function withFirsts(
  context: CheckContext,
  base: Base,
  id: string,
  cases: readonly Judged[],
): Promise<readonly Judged[]> {
  const { operation } = base.request;
  const rest = cases.filter(({ judgement }) => judgement.verdict !== 'inconclusive');
  if (rest.length < cases.length) await base.twins();
  const firsts = await firstsOf(context.session, operation);
  const isUnlikePlain = ({ exchange, plain }: First): boolean =>
    isRefused(exchange) && !isConflict(exchange) && plain?.accepted === true;
  const unlike = firsts.filter(isUnlikePlain);
  const told: Judged[] = [];
  for (const { request, exchange } of firsts.filter((one) => isAccepted(one.exchange) || isUnlikePlain(one))) {
    const empty = operation.parameters.flatMap((parameter) => {
      const isEmpty = request.query.some(([name, text]) => name === parameter.name && text === '');
      // A made-up text is no better known for being longer: only what is empty may have an excuse.
      return isEmpty ? (excuseFor(context, operation, parameter, '') ?? []) : [];
    });
    const judgement = await judgeTaken(context, operation, exchange, empty[0]);
    // One alone may have been busy with something else just then.
    const isSure = judgement.verdict !== 'fail' || unlike.length >= SURE;
    const evidence = { label: AT_BOUNDS, exchange, case: Object.fromEntries(request.query) };
    told.push({ judgement: isSure ? judgement : { ...judgement, verdict: 'warn' }, evidence });
  }
  if (told.length === 0) return cases;
  for (const _ of cases.slice(rest.length)) context.unsent(id);
  return [...rest, ...told];
}

/** Entities that each refuse values at their bounds and take ordinary ones right after it. */
const SURE = 2;

const AT_BOUNDS = 'all at their bounds, of an entity that had not taken the request';
