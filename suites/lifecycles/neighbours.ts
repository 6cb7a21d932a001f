/** Entities that must not notice what is done to another one: those nearest to it, and the one that it belongs to. */
import type { Contract, FixtureKind, Operation } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, toWire } from '../engine/index.ts';
import { compose, pathParameters } from '../requests/compose.ts';
import { type Look, lookOf, type Observer, observerOf } from '../subject/read.ts';
import { delegationPlaces } from './delegations.ts';
import { closest } from './nearest.ts';
import { isWritten, isWrittenSeveralWays, looksOtherwise, unlessUsedUp } from './others-doing.ts';

/** An entity under watch and what it showed before. */
export interface Watched {
  readonly name: string;
  readonly before: Look;
  /** True for the entity that contains the other one, or lies below it, which may well show what happens there. */
  readonly parent: boolean;
  /** What reads it. */
  readonly reader: Operation;
  readonly ids: Fixture['ids'];
  /**
   * Looks again, always with a request. Undefined when nothing follows from what it shows: it could not be read before
   * either, or another check of this run has used it up.
   */
  after(): Promise<Look | undefined>;
}

/**
 * Watches the nearest entities of the same kind, and the parent in a nested path. Nobody holds them: which ones are looked
 * at must not depend on what other checks do at the moment (design rule 7).
 */
export async function watchNeighbours(
  context: CheckContext,
  reader: Operation,
  fixture: Fixture,
): Promise<readonly Watched[]> {
  const watched: Watched[] = [];
  for (const near of closest(context.session, fixture)) watched.push(await watchOne(context, reader, near));
  watched.push(...(await watchTheirs(context, reader, fixture.kind)), ...(await watchAbove(context, reader, fixture)));
  return watched;
}

/**
 * Watches the first and the last entity of another customer of which the profile tells, with a token of that customer: nobody of ours may
 * see what is done to it. What that token does not show tells nothing.
 */
async function watchTheirs(context: CheckContext, reader: Operation, kind: FixtureKind): Promise<readonly Watched[]> {
  const { target } = context;
  const known = target.bearers.includes('foreign') ? target.foreign.filter((one) => one.kind === kind) : [];
  const ends = new Set([...known.slice(0, 1), ...known.slice(-1)]);
  const watched = await Promise.all(
    // This run uses up none of them, whatever it may try.
    [...ends].map((one) => watchOne(context, reader, { ...one, allow: 'observe' })),
  );
  return watched.map((one) => ({ ...one, name: `${one.name} of another customer`, after: () => seenOrGone(one) }));
}

/** A look that shows an entity, or that it is not there. */
async function seenOrGone(one: Watched): Promise<Look | undefined> {
  const look = await one.after();
  return look?.status === 200 || look?.status === 404 ? look : undefined;
}

/** Watches what has a GET of its own as a part of the nearest entities, as the configuration of endpoints has: it may go alone. */
export async function watchParts(
  context: CheckContext,
  whole: Operation,
  fixture: Fixture,
): Promise<readonly Watched[]> {
  const parts = context.contract.operations.filter(
    (one) => one.method === 'GET' && wholeOf(context.contract, one) === whole,
  );
  return (await Promise.all(parts.map((part) => watchNeighbours(context, part, fixture)))).flat();
}

/** Watches what an entity lies within, of its own kind, as a department does within its organization. */
export function watchOuter(context: CheckContext, reader: Operation, fixture: Fixture): Promise<readonly Watched[]> {
  const { family } = context.session.target;
  const outer = family.outerOf(fixture).filter(({ kind }) => kind === fixture.kind);
  return Promise.all(outer.map((one) => watchOne(context, reader, one)));
}

/** What lies below an entity is mostly alike. */
const FEW_BELOW = 2;

/** Watches what an entity is a part of, in its path or not, and some of what lies below it: each shows what is its own, whatever becomes of the other. */
export async function watchKin(
  context: CheckContext,
  reader: Operation,
  fixture: Fixture,
): Promise<readonly Watched[]> {
  const outer = await watchOuter(context, reader, fixture);
  const below = readersBelow(context.contract, fixture.kind).flatMap((own) => {
    const children = context.session.target
      .fixtures()
      .filter((one) => one.kind === own.entity && isBelow(one, fixture));
    return children.slice(0, FEW_BELOW).map((one) => watchOne(context, own, one));
  });
  const kin = [...outer, ...(await Promise.all(below))].map((one) => ({ ...one, parent: true }));
  return [...kin, ...(await watchAbove(context, reader, fixture))];
}

/** Watches what an entity belongs to, by its path. */
export async function watchAbove(
  context: CheckContext,
  reader: Operation,
  fixture: Fixture,
): Promise<readonly Watched[]> {
  const parent = parentOf(context.contract, reader);
  if (parent === undefined) return [];
  // Where its delegations show is told by all endpoints alike, as long as nothing of them is lost.
  if (parent.entity === 'endpoint') await delegationPlaces(context);
  const [outer] = pathParameters(reader);
  const id = String(fixture.ids[outer?.name ?? ''] ?? '');
  const path = Object.fromEntries(pathParameters(parent).map(({ name }) => [name, id]));
  const request = toWire(compose(parent, { path, label: 'read' }), { session: context.session });
  const observer = { look: async () => lookOf(await context.send(request)) };
  const own = context.session.target.fixtures().find((one) => one.kind === parent.entity && holds(one, id));
  const standsFor: StandsFor = async (look, before) =>
    own === undefined ? look : unlessUsedUp(context.session, own, observer, { look, before });
  const about = { parent: true, reader: parent, ids: path, standsFor };
  return [await watch(`${parent.entity ?? 'parent'} ${id}`, observer, about)];
}

/** Watches the whole of which a read shows a part only: an endpoint, for its configuration. */
export async function watchWhole(
  context: CheckContext,
  reader: Operation,
  fixture: Fixture,
): Promise<readonly Watched[]> {
  const whole = wholeOf(context.contract, reader);
  if (whole === undefined) return [];
  if (whole.entity === 'endpoint') await delegationPlaces(context);
  return [{ ...(await watchOne(context, whole, fixture, true)), parent: true }];
}

/** The GET of the entity itself, where this one reads a part of it. */
export function wholeOf({ operations }: Pick<Contract, 'operations'>, reader: Operation): Operation | undefined {
  return operations.find(
    ({ method, entity, path }) => method === 'GET' && entity === reader.entity && reader.path.startsWith(`${path}/`),
  );
}

/** Watches all that is known of a kind: a server may delete what stands far off, as well. */
export async function watchAll(
  context: CheckContext,
  reader: Operation | undefined,
  kind: FixtureKind,
): Promise<readonly Watched[]> {
  if (reader === undefined) return [];
  const fixtures = context.session.target.fixtures().filter((one) => one.kind === kind);
  const parents = parentsOfFixtures(context, reader).filter(
    (one) => !fixtures.some(({ ids }) => holds({ ids }, idOf(one))),
  );
  return Promise.all([...fixtures, ...parents].map((one) => watchOne(context, reader, one)));
}

/** What is named as the parent of a fixture is there as well, though nobody may touch it. */
function parentsOfFixtures({ contract, session }: CheckContext, reader: Operation): Fixture[] {
  const [parameter] = pathParameters(reader);
  const { entity: kind } = reader;
  if (parameter === undefined || kind === undefined) return [];
  const ids = readersBelow(contract, kind).flatMap((below) =>
    session.target
      .fixtures()
      .filter((one) => one.kind === below.entity)
      .map(firstId),
  );
  return [...new Set(ids)].map((id) => ({ kind, ids: { [parameter.name]: id }, traits: {}, allow: 'observe' }));
}

/** Watches a fixture below each other entity of a kind: it goes with its own parent, and with no other. */
export async function watchBelow(context: CheckContext, kind: FixtureKind): Promise<readonly Watched[]> {
  const { contract, session } = context;
  const below = readersBelow(contract, kind).flatMap((own) => {
    const fixtures = session.target.fixtures().filter((one) => one.kind === own.entity);
    const firsts = [...Map.groupBy(fixtures, (one) => firstId(one)).values()].flatMap(([first]) => first ?? []);
    return firsts.map((one) => watchOne(context, own, one));
  });
  return Promise.all(below);
}

function readersBelow({ operations }: Contract, kind: FixtureKind): Operation[] {
  return operations.filter((one) => one.method === 'GET' && parentOf({ operations }, one)?.entity === kind);
}

/** Watches the others of a kind, near and far: only the nearest in a quick run. */
export async function watchOthers(
  context: CheckContext,
  reader: Operation,
  fixture: Fixture,
): Promise<readonly Watched[]> {
  if (context.depth !== 'quick') {
    const named = await watchAll(context, reader, fixture.kind);
    return [
      ...named.filter(({ ids }) => ids !== fixture.ids),
      ...(await watchUnnamed(context, reader, fixture)),
      ...(await watchTheirs(context, reader, fixture.kind)),
    ];
  }
  return (await watchNeighbours(context, reader, fixture)).filter(({ parent }) => !parent);
}

/**
 * Watches what is there right beside a fixture, and no profile names: it may be anybody's, who may delete it, but what this run writes
 * nobody else does.
 */
async function watchUnnamed(context: CheckContext, reader: Operation, fixture: Fixture): Promise<readonly Watched[]> {
  const { target } = context.session;
  const [name = '', own] = Object.entries(fixture.ids).at(-1) ?? [];
  if (typeof own !== 'number') return [];
  const known = [...target.fixtures(), ...target.gone()].filter(({ kind }) => kind === fixture.kind);
  const beside = [own - 1, own + 1]
    .filter((id) => id > 0 && !known.some(({ ids }) => holds({ ids }, String(id))))
    .map((id): Fixture => ({ kind: fixture.kind, ids: { ...fixture.ids, [name]: id }, traits: {}, allow: 'observe' }));
  const watched = await Promise.all(beside.map((one) => watchOne(context, reader, one)));
  return watched
    .filter(({ before }) => before.status === 200)
    .map((one) => ({
      ...one,
      after: async () => {
        const look = await one.after();
        return look?.status === 200 ? look : undefined;
      },
    }));
}

/** Watches one entity. `own`: the asker has it in hand, so that nobody else of the run changes it. */
export function watchOne(context: CheckContext, reader: Operation, fixture: Fixture, own = false): Promise<Watched> {
  const observer = observerOf(context.send, context.session, reader, fixture);
  const isShared = !own && isWrittenSeveralWays(context.contract, reader);
  const standsFor: StandsFor = async (look, before) =>
    isShared && looksOtherwise(before, look) && (await isWritten(context.session, fixture, { before, look }))
      ? undefined
      : unlessUsedUp(context.session, fixture, observer, { look, before, own });
  return watch(nameOf(fixture), observer, { parent: false, reader, ids: fixture.ids, standsFor });
}

/** The look that counts, in view of what the entity showed before; undefined when nothing follows from it. */
type StandsFor = (look: Look, before: Look) => Promise<Look | undefined>;

async function watch(
  name: string,
  observer: Pick<Observer, 'look'>,
  about: Pick<Watched, 'parent' | 'reader' | 'ids'> & { readonly standsFor: StandsFor },
): Promise<Watched> {
  const before = await observer.look();
  const after = async (): Promise<Look | undefined> => {
    const look = await observer.look();
    return before.status === 200 ? about.standsFor(look, before) : undefined;
  };
  const { parent, reader, ids } = about;
  return { name, before, parent, reader, ids, after };
}

function nameOf({ kind, ids }: Fixture): string {
  return `${kind} ${Object.values(ids).join('/')}`;
}

function holds({ ids }: Pick<Fixture, 'ids'>, id: string): boolean {
  return String(Object.values(ids).at(-1)) === id;
}

function idOf({ ids }: Fixture): string {
  return String(Object.values(ids).at(-1));
}

/** Of what stands under something else: the id of that. */
function firstId({ ids }: Pick<Fixture, 'ids'>): string | number {
  return Object.values(ids)[0] ?? '';
}

/** True for what stands under an entity. */
export function isBelow({ ids }: Pick<Fixture, 'ids'>, parent: Fixture): boolean {
  return Object.keys(ids).length > 1 && String(firstId({ ids })) === idOf(parent);
}

/** The GET of the entity that contains this one: the operation whose path is the beginning of this path. */
function parentOf({ operations }: Pick<Contract, 'operations'>, reader: Operation): Operation | undefined {
  const shape = (path: string): string => path.replace(/\{[^}]+\}/g, '{}');
  return operations.find(
    (other) =>
      other.method === 'GET' &&
      other !== reader &&
      other.path.endsWith('}') &&
      shape(reader.path).startsWith(`${shape(other.path)}/`) &&
      pathParameters(other).length < pathParameters(reader).length,
  );
}
