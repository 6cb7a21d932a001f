/** A parameter that only some entities take is judged on one that takes it (contract 4.7: "for EV validations only"), a list of references on one that may have them (4.9). */
import { plainValue, type RequestCase, serialize, toTexts, wireProof, withParameter } from '../../generators/index.ts';
import type { Operation, Parameter } from '../../spec/index.ts';
import { type CheckContext, ifAvailable, withOpenBody } from '../engine/index.ts';
import { isAccepted, isRefused } from '../judges/index.ts';
import type { Base } from '../requests/base.ts';
import { tryOn } from '../requests/control.ts';
import { excuseFor } from '../requests/excuses.ts';
import { findFixture } from '../subject/search.ts';
import { inHand } from '../subject/subject.ts';
import { controlLost } from './control-lost.ts';
import { kindsOf, lengthBound } from './lengths.ts';
import { type Subject, wireStyle } from './parameter-cases.ts';
import { type Judged, judgeTaken } from './taken.ts';

/** Length of a text that is neither short nor long. */
const MIDDLING = 24;

/** The base on an entity that accepts some value of the parameter; the base itself where none does, or no rule of the server's own can refuse it. */
export async function fittingBase(
  context: CheckContext,
  operation: Operation,
  parameter: Parameter,
  base: Base,
): Promise<Base> {
  const { in: place, required, reference, schema } = parameter;
  if (place !== 'query' || required || reference !== undefined || base.renew !== undefined) return base;
  const plain = toTexts(plainValue(schema));
  if (excuseFor(context, operation, parameter, plain.join(',')) === undefined) return base;
  const longest = lengthBound(schema, 'maxLength');
  const kinds = longest === undefined ? [] : kindsOf(base.request, Math.min(longest, MIDDLING)).map((text) => [text]);
  const takes = async (request: RequestCase): Promise<boolean> => {
    for (const texts of [plain, ...kinds]) {
      const changed = withParameter(request, parameter.name, texts);
      if (!wireProof(withOpenBody(operation), serialize(changed, wireStyle(context))).ok) continue;
      if (isAccepted(await context.send(changed))) return true;
    }
    return false;
  };
  if (await takes(base.request)) return base;
  for (const request of await base.twins()) if (await takes(request)) return { ...base, request };
  return base;
}

/**
 * Two entities of one level that are there, each of which is accepted alone, are sent together. On an entity that may be used up
 * and whose delegations are its own already, or one that comes back to global mode (silence endpoint.update.delegations).
 */
export async function judgeSeveralReferences(
  context: CheckContext,
  { operation, parameter }: Subject,
): Promise<Judged | undefined> {
  const { session, contract } = context;
  const { reference: kind } = parameter;
  const { entity } = operation;
  if (kind === undefined || entity === undefined) return undefined;
  const need = { kind, effect: 'observe' } as const;
  const first = await ifAvailable(session.fixture(need));
  const isAlike = (level: unknown): boolean => level === first?.traits['level'];
  const second = await findFixture(session, need, [(one) => one !== first && isAlike(one.traits['level'])]);
  const subject = await findFixture(session, { kind: entity, effect: operation.effect }, [
    ({ allow, traits }) => allow === 'destroy' && traits['mode'] !== 'global',
    ({ traits }) => traits['mode'] === 'global',
  ]);
  const tried = subject === undefined ? undefined : await tryOn(inHand(session, operation, subject));
  if (first === undefined || second === undefined || tried?.accepted !== true) return undefined;
  const texts = [first, second].map(({ ids }) => String(Object.values(ids).at(-1)));
  const named = (items: readonly string[]) => withParameter(tried.request, parameter.name, items);
  for (const text of texts) if (!isAccepted(await context.send(named([text])))) return undefined;
  const exchange = await context.send(named(texts));
  const isWritten = contract.answer('request.array-style')?.standing === 'claimed';
  const again = () => context.send(named(texts));
  const lost = isRefused(exchange) ? await controlLost(context, named(texts.slice(0, 1)), again) : undefined;
  const judgement =
    lost ??
    (await judgeTaken(context, operation, exchange, isWritten ? undefined : { silence: 'request.array-style' }));
  const label = `${parameter.name} = ${texts.join(', ')}, each of which is accepted alone`;
  return { judgement, evidence: { label, exchange, case: { [parameter.name]: texts } } };
}
