/** The end of all that stands below an entity: the entity outlives it, and is deleted as well as any other (contract 4, 7.1). */
import {
  counterpart,
  type Exchange,
  endsLife,
  type FixtureKind,
  isClientError,
  isOfState,
  type Operation,
} from '../../spec/index.ts';
import { KINDS } from '../../spec/kinds.ts';
import { liesBelow } from '../../target/fixtures/family.ts';
import type { Fixture, Lease } from '../../target/types.ts';
import { type CheckContext, type Judgement, toWire } from '../engine/index.ts';
import { fail, isAccepted, PASS } from '../judges/index.ts';
import { listedCertificates } from '../presence/listed.ts';
import { compose, pathOf, pathParameters } from '../requests/compose.ts';
import { observerOf } from '../subject/read.ts';
import { isOrdinary } from '../subject/search.ts';
import { endOf, type Kind } from './deletion.ts';
import { type Watched, watchOne } from './neighbours.ts';
import { judgeLeft } from './parents.ts';
import { nameOf } from './sibling.ts';

/** Families that are asked for until one can be had whole: others of the run hold some of what is below them. */
const MOST_FAMILIES = 4;

/** An entity and all that the profile has below it, each of which may be used up. */
interface Family {
  readonly parent: Fixture;
  readonly children: readonly Fixture[];
}

/**
 * Families of a kind whose members below are of another, those with several first. From the end of the profile, as other checks
 * begin with its beginning; every second one is for the check of what is above, so that the two do not want the same.
 */
function familiesOf(
  { session }: CheckContext,
  above: FixtureKind,
  below: FixtureKind,
  turn: 'above' | 'below',
): readonly Family[] {
  const all = session.target.fixtures();
  const parents = all.filter(({ kind }) => kind === above).toReversed();
  const families = parents.map((parent) => ({
    parent,
    children: all.filter((one) => one.kind === below && liesBelow(one, parent)),
  }));
  const whole = families.filter(({ parent, children }) => {
    const mayGo = children.every((one) => one.allow === 'destroy' && isOrdinary(one));
    return children.length > 0 && mayGo && ![parent, ...children].some((one) => session.chronicle.hasDeleted(one));
  });
  const isOwn = ({ parent }: Family): boolean => parents.indexOf(parent) % 2 === (turn === 'above' ? 1 : 0);
  return whole
    .filter(isOwn)
    .toSorted((a, b) => Number(b.children.length > 1) - Number(a.children.length > 1))
    .slice(0, MOST_FAMILIES);
}

/** Deletes all below a parent, the last one first; why one is refused that is deleted once another is gone. Undefined where some remain. */
async function clear(
  context: CheckContext,
  remove: Operation,
  { children }: Family,
): Promise<{ readonly last: Exchange; readonly late?: { judgement: Judgement; exchange: Exchange } } | undefined> {
  const { session } = context;
  const leases: Lease[] = [];
  try {
    for (const child of children) {
      const lease = await session.lease({ kind: child.kind, effect: 'destroy', where: (one) => one === child });
      if (!('fixture' in lease)) return undefined;
      leases.push(lease);
    }
    const read = counterpart(context.contract.operations, remove, 'GET');
    const deleteOne = async (lease: Lease): Promise<Exchange> => {
      const request = compose(remove, { path: pathOf(remove, lease.fixture), label: 'delete' });
      await lease.consume();
      const exchange = await context.send(toWire(request, { session }));
      if (isAccepted(exchange) && read !== undefined)
        await observerOf(context.send, session, read, lease.fixture).until('gone', ({ status }) => status === 404);
      return exchange;
    };
    const refused: { lease: Lease; exchange: Exchange }[] = [];
    let last: Exchange | undefined;
    for (const lease of leases.toReversed()) {
      const exchange = await deleteOne(lease);
      if (isAccepted(exchange)) last = exchange;
      else if (isClientError(exchange.response?.status)) refused.push({ lease, exchange });
      else return undefined;
    }
    let late: { judgement: Judgement; exchange: Exchange } | undefined;
    for (const { lease, exchange } of refused) {
      const again = await deleteOne(lease);
      if (!isAccepted(again) || last === undefined) return undefined;
      last = again;
      const status = exchange.response?.status ?? 0;
      if (NOT_OF_THE_ENTITY.has(status) || isOfState(status)) continue;
      const expected = `the ${nameOf(lease.fixture)} is deleted whether or not others below the same entity are`;
      const actual = `refused with ${status}, and the same request is accepted when another one is deleted`;
      late ??= { judgement: fail(expected, actual), exchange };
    }
    return last === undefined ? undefined : { last, ...(late === undefined ? {} : { late }) };
  } finally {
    for (const lease of leases) await lease.release();
  }
}

/** Statuses that speak of the caller or of the moment, and not of what is to be deleted. */
const NOT_OF_THE_ENTITY: ReadonlySet<number> = new Set([401, 403, 408, 429]);

/** Deletes all below one entity, from the last to the first, and looks whether it outlives them. */
export async function recordLastOnes(context: CheckContext, { kind, remove, promised }: Kind): Promise<void> {
  const { session } = context;
  const above = KINDS[kind].below as FixtureKind | undefined;
  if (above === undefined || context.depth === 'quick' || !session.plenty({ kind, effect: 'destroy' })) return;
  for (const family of familiesOf(context, above, kind, 'below')) {
    const { parent, children } = family;
    // Whoever has it to himself knows that nobody else changes it; what only may be looked at nobody changes.
    const effect = parent.allow === 'observe' ? 'observe' : 'modify';
    const lease = await session.lease({ kind: above, effect, where: (one) => one === parent });
    if (!('fixture' in lease)) continue;
    session.onClose(() => lease.release());
    const watched = await watchParent(context, parent);
    const cleared = watched === undefined ? undefined : await clear(context, remove, family);
    if (watched !== undefined && cleared !== undefined) {
      const label = `${nameOf(parent)} after the deletion of ${children.map(nameOf).join(' and ')}, all that is below it`;
      const judgement = await watched();
      if (judgement !== undefined)
        context.record(promised.id('nothing-else'), judgement, { label, exchange: cleared.last });
      if (cleared.late !== undefined) {
        const { exchange } = cleared.late;
        const order = `${children.map(nameOf).toReversed().join(', ')}, in this order`;
        context.record(promised.id('alike'), cleared.late.judgement, { label: order, exchange });
      }
    }
    await lease.release();
    if (cleared !== undefined) return;
  }
}

/** Looks at an entity by its GET, or by the list where that alone shows it; undefined where it is not to be seen. */
async function watchParent(
  context: CheckContext,
  parent: Fixture,
): Promise<(() => Promise<Judgement | undefined>) | undefined> {
  const { contract } = context;
  const reader = contract.operations.find(
    (one) =>
      one.method === 'GET' && one.entity === parent.kind && one.path.endsWith('}') && pathParameters(one).length > 0,
  );
  if (reader !== undefined) {
    const watched: Watched = { ...(await watchOne(context, reader, parent)), parent: true };
    if (watched.before.status !== 200) return undefined;
    return async () => {
      const look = await watched.after();
      return look === undefined ? undefined : judgeLeft(context, watched, look);
    };
  }
  if (parent.kind !== 'ssl-certificate') return undefined;
  const id = String(Object.values(parent.ids).at(-1));
  const ways = [{}, ...OWN_TEXTS.flatMap((name) => filterBy(parent, name)).slice(0, 1)];
  const watches = await Promise.all(ways.map((filter) => watchListed(context, id, filter)));
  const [whole] = watches;
  if (whole === undefined) return undefined;
  return async () => {
    const judgements: (Judgement | undefined)[] = [];
    for (const watch of watches) judgements.push(await watch?.());
    return judgements.find((one) => one?.verdict === 'fail') ?? judgements[0];
  };
}

/** Filters by what is mostly a certificate's own, and no time changes. */
const OWN_TEXTS = ['serialNumber', 'commonName', 'sha1Hash', 'sha256Hash'] as const;

function filterBy({ traits }: Fixture, name: string): Readonly<Record<string, string>>[] {
  const value = traits[name];
  return typeof value === 'string' && value !== '' ? [{ [name]: value }] : [];
}

/** Looks whether the list shows a certificate, by a filter or without; undefined where it does not to begin with. */
async function watchListed(
  { contract, send, session }: CheckContext,
  id: string,
  filter: Readonly<Record<string, string>>,
): Promise<(() => Promise<Judgement | undefined>) | undefined> {
  const isListed = async (): Promise<boolean | undefined> => {
    const listed = await listedCertificates(contract, (request) => send(request), filter);
    return listed?.ids.has(id) === true ? true : listed?.all === true ? false : undefined;
  };
  if ((await isListed()) !== true) return undefined;
  const [[name, value] = []] = Object.entries(filter);
  const how = name === undefined ? 'listed' : `found by ${name}=${value}`;
  return async () => {
    const is = await session.patience.until(`still ${how}`, isListed, (seen) => seen === true);
    if (is === undefined) return undefined;
    return is ? PASS : fail(`the certificate ${id} is ${how}, as before`, 'the list does not show it any more');
  };
}

/** Deletes an entity when all below it is gone; what was used up is given back, for others to leave out. */
export async function recordChildless(context: CheckContext, subject: Kind): Promise<Fixture | undefined> {
  const { contract, session } = context;
  const { kind } = subject;
  if (context.depth === 'quick' || !session.plenty({ kind, effect: 'destroy' })) return undefined;
  const removes = contract.operations.filter((one) => endsLife(one) && KINDS[one.entity ?? kind].below === kind);
  for (const remove of removes) {
    const below = remove.entity;
    if (below === undefined || !session.plenty({ kind: below, effect: 'destroy' })) continue;
    const families = familiesOf(context, kind, below, 'above').filter(({ parent }) => parent.allow === 'destroy');
    for (const family of families) {
      const { parent } = family;
      // Whoever has it for himself has what is below it, too: so that goes first.
      if ((await clear(context, remove, family)) === undefined) continue;
      const lease = await session.lease({ kind, effect: 'destroy', where: (one) => one === parent });
      if (!('fixture' in lease)) continue;
      await endOf(context, subject, lease);
      return parent;
    }
  }
  return undefined;
}

/**
 * Deletes an entity with all that is below it, which nothing leads to any more: whoever is asked for one that may be used up is given
 * those first that have nothing below them. What was used up is given back.
 */
export async function recordWithChildren(context: CheckContext, subject: Kind): Promise<Fixture | undefined> {
  const { session } = context;
  const { kind } = subject;
  const all = session.target.fixtures();
  if (context.depth === 'quick' || !session.plenty({ kind, effect: 'destroy' })) return undefined;
  // Some of them are for who deletes the last of what is below.
  const kept = kindsBelow(kind).flatMap((below) =>
    familiesOf(context, kind, below, 'below').map(({ parent }) => parent),
  );
  const below = (one: Fixture): number =>
    all.filter((other) => liesBelow(other, one) && !session.chronicle.hasDeleted(other)).length;
  const parents = all
    .filter((one) => one.kind === kind && one.allow === 'destroy' && isOrdinary(one) && !kept.includes(one))
    .filter((one) => !session.chronicle.hasDeleted(one) && below(one) > 0)
    .toSorted((a, b) => below(a) - below(b));
  for (const parent of parents.slice(0, MOST_FAMILIES)) {
    const lease = await session.lease({ kind, effect: 'destroy', where: (one) => one === parent });
    if (!('fixture' in lease)) continue;
    await endOf(context, subject, lease);
    return parent;
  }
  return undefined;
}

function kindsBelow(kind: FixtureKind): FixtureKind[] {
  return (Object.keys(KINDS) as FixtureKind[]).filter((one) => KINDS[one].below === kind);
}
