/** Paths that name something below what is not its parent (contract 2.1, 4.1, 7.1; silences entity.foreign-parent, identifier.zero-without-minimum). */
import type { RequestCase } from '../../generators/index.ts';
import { type Exchange, isClientError, type Operation } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { answerOf } from '../judges/index.ts';
import { absentId } from './absent.ts';
import { compose, pathOf, pathParameters } from './compose.ts';

/** The names of the two ids of a path. */
export type Names = readonly [parent: string, child: string];

/** A path under which nothing is, whatever is there: its parent is none. */
export interface WrongPath {
  readonly label: string;
  readonly path: Readonly<Record<string, string>>;
}

/** Names nothing of any kind. */
export const ZERO = '0';

/** The names of a path with a parent and what stands below it; undefined for any other. */
export function nestedNames(operation: Operation): Names | undefined {
  const [parent, child] = pathParameters(operation).map(({ name }) => name);
  return parent === undefined || child === undefined ? undefined : [parent, child];
}

/** The entity's own id below a parent that does not exist, and below zero. */
export function belowNothing(session: Session, operation: Operation, fixture: Fixture): WrongPath[] {
  const names = nestedNames(operation);
  const [parameter] = pathParameters(operation);
  if (names === undefined || parameter === undefined) return [];
  const [parent] = names;
  return [absentId(session, fixture.kind, parameter), ...(isTaken(session, fixture, parent, ZERO) ? [] : [ZERO])].map(
    (id) => below(operation, fixture, parent, id),
  );
}

/** The entity's own id below another parent. */
export function below(operation: Operation, fixture: Fixture, parent: string, id: string): WrongPath {
  const label = `${parent} ${id} instead of ${fixture.ids[parent]}`;
  return { label, path: { ...pathOf(operation, fixture), [parent]: id } };
}

/** The parents of other fixtures of the same customer, first those under which the id of this one names no fixture. */
function parentsOfOthers(session: Session, { kind, ids: own }: Fixture, [parent, child]: Names): string[] {
  const others = session.target
    .fixtures()
    .filter((its) => its.kind === kind && its.foreign !== true && its.ids[parent] !== own[parent]);
  const taken = new Set(others.filter(({ ids }) => ids[child] === own[child]).map(({ ids }) => String(ids[parent])));
  const parents = [...new Set(others.map(({ ids }) => String(ids[parent])))];
  return parents.toSorted((a, b) => Number(taken.has(a)) - Number(taken.has(b)));
}

/** The same number below so many parents is no coincidence, where ids count for all of them together. */
export const ENOUGH_PARENTS = 3;

/** True for a kind whose ids do not count for each parent: as far as the profile goes, no id is below two of them. */
export function countsForAll(session: Session, kind: Fixture['kind'], [, child]: Names): boolean {
  const fixtures = session.target.fixtures().filter((one) => one.kind === kind);
  return new Set(fixtures.map(({ ids }) => ids[child])).size === fixtures.length;
}

/**
 * Parents of other fixtures, for a kind whose ids count for all of them together: as many as are no coincidence, or two where the
 * ids themselves are none. Empty where there are too few to tell.
 */
export function parentsWithOthers(session: Session, fixture: Fixture, names: Names): string[] {
  const parents = parentsOfOthers(session, fixture, names).slice(0, ENOUGH_PARENTS);
  const isEnough = parents.length === ENOUGH_PARENTS || (parents.length > 1 && wouldMeet(session, fixture.kind, names));
  return countsForAll(session, fixture.kind, names) && isEnough ? parents : [];
}

/** How often ids of two parents would be the same at least, were they drawn for each from all numbers between the least and the greatest. */
const MEETINGS = 2;

function wouldMeet(session: Session, kind: Fixture['kind'], [parent, child]: Names): boolean {
  const fixtures = session.target.fixtures().filter((one) => one.kind === kind);
  const numbers = fixtures.map(({ ids }) => Number(ids[child]));
  const range = Math.max(...numbers) - Math.min(...numbers) + 1;
  const apart = fixtures.flatMap(({ ids }, at) =>
    fixtures.slice(at + 1).filter((its) => its.ids[parent] !== ids[parent]),
  );
  return apart.length >= MEETINGS * range;
}

/** True where some fixture of the kind has that id. */
export function isTaken(session: Session, { kind }: Pick<Fixture, 'kind'>, name: string, id: string): boolean {
  return session.target.fixtures().some((one) => one.kind === kind && String(one.ids[name]) === id);
}

/** Parents that are tried for one under which a read finds nothing. */
const MOST_PARENTS = 3;

/** A parent of others below which a read does not find the entity: ids may count from one under each. Undefined where none is known. */
export async function parentWithoutIt(
  send: (request: RequestCase) => Promise<Exchange>,
  session: Session,
  read: Operation,
  fixture: Fixture,
): Promise<string | undefined> {
  const names = nestedNames(read);
  if (names === undefined) return undefined;
  for (const id of parentsOfOthers(session, fixture, names).slice(0, MOST_PARENTS)) {
    const { path, label } = below(read, fixture, names[0], id);
    if (findsNothing(await send(compose(read, { path, label })))) return id;
  }
  return undefined;
}

/** Nothing is there, rather than that the target was too busy to say so. */
function findsNothing(exchange: Exchange): boolean {
  return answerOf(exchange).judgement === undefined && isClientError(exchange.response?.status);
}
