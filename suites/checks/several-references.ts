/** A list in a query that names entities takes several of them, as no greatest number of items is documented (contract 4.9). */
import { withParameter } from '../../generators/index.ts';
import type { CheckContext } from '../engine/check.ts';
import { ifAvailable } from '../engine/unavailable.ts';
import { isAccepted, isRefused } from '../judges/acceptance.ts';
import { tryOn } from '../requests/control.ts';
import { findFixture } from '../subject/search.ts';
import type { Judged } from './accepted-cases.ts';
import { controlLost, type Subject } from './parameter-cases.ts';
import { judgeTaken } from './taken.ts';

const UNWRITTEN = 'how a list is written in a query is not said';

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
  const tried = subject === undefined ? undefined : await tryOn(session, operation, subject);
  if (first === undefined || second === undefined || tried?.accepted !== true) return undefined;
  const texts = [first, second].map(({ ids }) => String(Object.values(ids).at(-1)));
  const named = (items: readonly string[]) => withParameter(tried.request, parameter.name, items);
  for (const text of texts) if (!isAccepted(await context.send(named([text])))) return undefined;
  const exchange = await context.send(named(texts));
  const isWritten = contract.answer('request.array-style')?.standing === 'claimed';
  const lost = isRefused(exchange) ? await controlLost(context, named(texts.slice(0, 1))) : undefined;
  const judgement = lost ?? (await judgeTaken(context, operation, exchange, isWritten ? undefined : UNWRITTEN));
  const label = `${parameter.name} = ${texts.join(', ')}, each of which is accepted alone`;
  return { judgement, evidence: { label, exchange, case: { [parameter.name]: texts } } };
}
