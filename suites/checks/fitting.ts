/** A parameter that only some entities take is judged on one that takes it (contract 4.7: "for EV validations only"), a list of references on one that may have them (4.9). */
import { plainValue, type RequestCase, serialize, toTexts, wireProof, withParameter } from '../../generators/index.ts';
import type { FixtureKind, Operation, Parameter } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, ifAvailable, type Session, withOpenBody } from '../engine/index.ts';
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

/** Entities that one list names: enough to tell "each of them" from "the first two". */
const MOST_NAMED = 4;

/**
 * Some entities of one level that are there, each of which is accepted alone, are sent together: two of them, and all. On an entity
 * that may be used up and whose delegations are its own already, or one that comes back to global mode (silence
 * endpoint.update.delegations).
 */
export async function judgeSeveralReferences(
  context: CheckContext,
  { operation, parameter }: Subject,
): Promise<readonly Judged[]> {
  const { session } = context;
  const { reference: kind } = parameter;
  const { entity } = operation;
  if (kind === undefined || entity === undefined) return [];
  const subject = await findFixture(session, { kind: entity, effect: operation.effect }, [
    ({ allow, traits }) => allow === 'destroy' && traits['mode'] !== 'global',
    ({ traits }) => traits['mode'] === 'global',
  ]);
  const tried = subject === undefined ? undefined : await tryOn(inHand(session, operation, subject));
  if (tried?.accepted !== true) return [];
  const named = (items: readonly string[]) => withParameter(tried.request, parameter.name, items);
  const taken: string[] = [];
  for (const { ids } of await alike(session, kind)) {
    const text = String(Object.values(ids).at(-1));
    if (isAccepted(await context.send(named([text])))) taken.push(text);
  }
  const judged: Judged[] = [];
  for (const texts of [taken.slice(0, 2), ...(taken.length > 2 ? [taken] : [])]) {
    if (texts.length > 1) judged.push(await judgeTogether(context, { operation, parameter }, texts, named));
  }
  return judged;
}

/** Entities of a kind that are of one level, as far as the profile says so. */
async function alike(session: Session, kind: FixtureKind): Promise<Fixture[]> {
  const need = { kind, effect: 'observe' } as const;
  const first = await ifAvailable(session.fixture(need));
  const found = first === undefined ? [] : [first];
  const isNext = (one: Fixture): boolean => !found.includes(one) && one.traits['level'] === first?.traits['level'];
  while (found.length > 0 && found.length < MOST_NAMED) {
    const next = await findFixture(session, need, [isNext]);
    if (next === undefined) break;
    found.push(next);
  }
  return found;
}

async function judgeTogether(
  context: CheckContext,
  { operation, parameter }: Pick<Subject, 'operation' | 'parameter'>,
  texts: readonly string[],
  named: (items: readonly string[]) => RequestCase,
): Promise<Judged> {
  const exchange = await context.send(named(texts));
  const isWritten = context.contract.answer('request.array-style')?.standing === 'claimed';
  const again = () => context.send(named(texts));
  const lost = isRefused(exchange) ? await controlLost(context, named(texts.slice(0, 1)), again) : undefined;
  const judgement =
    lost ??
    (await judgeTaken(context, operation, exchange, isWritten ? undefined : { silence: 'request.array-style' }));
  const label = `${parameter.name} = ${texts.join(', ')}, each of which is accepted alone`;
  return { judgement, evidence: { label, exchange, case: { [parameter.name]: texts } } };
}
