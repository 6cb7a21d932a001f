/** A parameter that is not required may be left out, and so may all of them, of whatever type the entity is (contract 4.7, 4.9). */
import { type RequestCase, withParameter } from '../../generators/index.ts';
import type { Exchange, Operation, Parameter } from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, fail, isAccepted, isRefused, PASS } from '../judges/index.ts';
import { onOtherTypes } from '../requests/base.ts';
import { attempt, type Tried } from '../requests/control.ts';
import { fullerSets, optionalQuery, plainQuery } from '../requests/fuller.ts';
import { typeOf } from '../subject/search.ts';
import { controlLost } from './control-lost.ts';
import type { Judged } from './taken.ts';

/** Judges the request with nothing but what is required, on an entity of each type. Nothing where no fuller one is accepted either: then it is refused for something else. */
export async function judgeBare(context: CheckContext, operation: Operation): Promise<Judged[]> {
  const optional = optionalQuery(operation);
  if (operation.effect !== 'modify' || operation.entity === undefined || optional.length === 0) return [];
  const first = await attempt(context.session, operation);
  const judged: Judged[] = [];
  for (const tried of [first, ...(await onOtherTypes(context.session, operation, first.fixture))]) {
    const bare = without(tried.request, optional);
    const exchange = await context.send(bare);
    const judgement =
      answerOf(exchange).judgement ?? (await judge(context, tried, bare, optional, isRefused(exchange)));
    const type = (tried.fixture && typeOf(tried.fixture)) ?? 'an entity';
    if (judgement !== undefined)
      judged.push({ judgement, evidence: { label: `required parameters alone: ${type}`, exchange } });
  }
  return judged;
}

/** Undefined where a refusal may be for something else than what is left out. */
async function judge(
  context: CheckContext,
  tried: Tried,
  bare: RequestCase,
  optional: readonly Parameter[],
  refused: boolean,
): Promise<Judgement | undefined> {
  if (!refused) return PASS;
  const fuller = tried.accepted ? tried.request : await acceptedWithMore(context, bare);
  if (fuller === undefined) return undefined;
  const needed: string[] = [];
  for (const { name } of optional.filter((one) => fuller.query.some(([given]) => given === one.name)))
    if (isRefused(await context.send(withParameter(fuller, name, undefined)))) needed.push(name);
  let again: Exchange | undefined;
  const lost = await controlLost(context, fuller, async () => {
    again = await context.send(bare);
    return again;
  });
  if (lost !== undefined || again === undefined) return lost;
  const what = needed.length === 0 ? 'any of the optional parameters' : needed.join(', ');
  return fail(
    `accepted without ${what}, which ${needed.length > 1 ? 'are' : 'is'} not required`,
    `status ${again.response?.status}`,
  );
}

/** The bare request with further parameters, as it is accepted: with as many as may stand together, or without one of them. */
async function acceptedWithMore(context: CheckContext, bare: RequestCase): Promise<RequestCase | undefined> {
  for (const company of fullerSets(bare.operation)) {
    for (const out of [undefined, ...company]) {
      const more = plainQuery(company.filter((one) => one !== out));
      const request = { ...bare, query: [...bare.query, ...more] };
      if (isAccepted(await context.send(request))) return request;
    }
  }
  return undefined;
}

function without(request: RequestCase, parameters: readonly Parameter[]): RequestCase {
  return parameters.reduce((lesser, { name }) => withParameter(lesser, name, undefined), request);
}
