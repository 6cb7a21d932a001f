/** The accepted request that a parameter's cases are variations of (design rule 3: a positive control before each negative), and a valid request on entities of other types: what one of them takes or answers, another need not (contract 2, 4.1). */
import type { RequestCase } from '../../generators/index.ts';
import type { Operation, Parameter } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type Session, Unavailable, unavailable } from '../engine/index.ts';
import { findFixture, isOrdinary, MOST_TRIED, typeOf } from '../subject/search.ts';
import { inHand } from '../subject/subject.ts';
import { mayHaveWayBack } from '../subject/way-back.ts';
import { typesOf } from './all-types.ts';
import { fixtureFor, isReturnable } from './choice.ts';
import { compose, pathOf } from './compose.ts';
import { accepted, type Tried } from './control.ts';
import { tryFirst } from './firsts.ts';

/** An accepted request, and the same on entities of other types. */
export interface Base {
  readonly request: RequestCase;
  /** The request on fixtures whose traits differ, for values that only some types of entity take. */
  twins(): Promise<readonly RequestCase[]>;
  /** The types of entities that were asked for anything valid: all of them, and those of which one took it. */
  types(): Promise<{ readonly asked: ReadonlySet<string>; readonly served: ReadonlySet<string> }>;
  /** For operations that use up their entity: takes another one after a case that was accepted. */
  renew?(): Promise<void>;
  /** True where the entity would take the request only once, and has not: only what is to be refused is sent to it. */
  readonly untaken?: boolean;
  /** Where the request has used up its entity: the same on one that still lives. */
  unused?(): Promise<Base>;
}

/** The base of a parameter's cases, paid for once per operation. */
export async function parameterBase(session: Session, operation: Operation, parameter: Parameter): Promise<Base> {
  const tried = await accepted(session, operation);
  const whole = {
    request: tried.request,
    twins: () => twins(session, operation, tried.fixture),
    types: async () => {
      const all = [tried, ...(await onOtherTypes(session, operation, tried.fixture))];
      return { asked: typesOf(all), served: typesOf(all.filter((one) => one.accepted)) };
    },
  };
  if (operation.effect !== 'destroy') return whole;
  const unused = () => session.once(`disposable:${operation.id}`, () => disposableBase(session, operation));
  return parameter.in === 'path' ? { ...whole, unused } : unused();
}

/** The control consumed its entity; a query parameter needs one that still lives, and another whenever one was deleted. */
async function disposableBase(session: Session, operation: Operation): Promise<Base> {
  let count = 0;
  let live: Fixture | undefined;
  let none = unavailable({ what: 'request', operation: operation.id });
  const renew = async (): Promise<void> => {
    if (live !== undefined) await session.consume(live);
    live = undefined;
    try {
      live = await fixtureFor(session, operation, `guarded-${count++}`);
    } catch (error) {
      if (error instanceof Unavailable) none = error;
      throw error;
    }
    if (live === undefined) throw none;
  };
  await renew();
  return {
    get request() {
      // Whoever comes when the last one is used up has nothing to ask about.
      if (live === undefined) throw none;
      return compose(operation, { path: pathOf(operation, live), label: 'a disposable entity' });
    },
    twins: async () => [],
    types: async () => ({ asked: new Set(), served: new Set() }),
    renew,
  };
}

/** Only one that takes an ordinary request tells anything by what it refuses. */
async function twins(
  session: Session,
  operation: Operation,
  used: Fixture | undefined,
): Promise<readonly RequestCase[]> {
  const others = await onOtherTypes(session, operation, used);
  return others
    .filter(({ accepted }) => accepted)
    .map(({ request }) => ({ ...request, label: 'an entity of another type' }));
}

/** Most other types that are tried: an account is of one of seven variants (4.9). */
export const MOST_TYPES = 6;

/**
 * Tries a valid request of the operation on one fixture of each type that `used` is not of, once per session; on a few where it is
 * refused or not found: one may be in a state of its own. Nothing where the operation uses up its entity, or where no fixture says
 * of what type it is; where that one alone does not, of each type.
 */
export function onOtherTypes(
  session: Session,
  operation: Operation,
  used: Fixture | undefined,
): Promise<readonly Tried[]> {
  const kind = operation.entity;
  if (operation.effect === 'destroy' || kind === undefined || used === undefined) return Promise.resolve([]);
  return session.once(`other-types:${operation.id}`, async () => {
    const seen = new Set([typeOf(used)]);
    const missed: Fixture[] = [];
    const found: Tried[] = [];
    const isOf = (type: string | undefined) => (one: Fixture | undefined) => one !== undefined && typeOf(one) === type;
    while (seen.size <= MOST_TYPES) {
      const fits = (candidate: Fixture): boolean =>
        typeOf(candidate) !== undefined &&
        !seen.has(typeOf(candidate)) &&
        !missed.includes(candidate) &&
        mayHaveWayBack(inHand(session, operation, candidate));
      // Like the first one: better one that may be used up, and none out of the ordinary.
      const spare = (candidate: Fixture): boolean => fits(candidate) && candidate.allow === used.allow;
      const best = (candidate: Fixture): boolean => spare(candidate) && isOrdinary(candidate);
      const fixture = await findFixture(session, { kind, effect: operation.effect }, [best, spare, fits]);
      if (fixture === undefined) break;
      const type = typeOf(fixture);
      const subject = inHand(session, operation, fixture);
      const tried = (await isReturnable(subject)) ? await tryFirst(subject) : undefined;
      if (tried !== undefined) found.push(tried);
      missed.push(fixture);
      if (tried?.accepted !== false || missed.filter(isOf(type)).length >= MOST_TRIED) seen.add(type);
    }
    // Where another one of the type is served, a refusal is for what the one is; but to find none is a fault of its own.
    const served = (one: Tried): boolean =>
      found.some(({ accepted, fixture }) => accepted && isOf(fixture && typeOf(fixture))(one.fixture));
    return found.filter((one) => one.accepted || one.exchange.response?.status === 404 || !served(one));
  });
}
