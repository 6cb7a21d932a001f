/** The entities that a table is walked with: taken in hand, of other sorts, and those that are only looked at. */
import { type Depth, idsOf, permits } from '../../spec/index.ts';
import { KINDS } from '../../spec/kinds.ts';
import { satisfies } from '../../target/fixtures/satisfies.ts';
import type { Fixture, FixtureNeed, Lease, Shortage } from '../../target/types.ts';
import { type CheckContext, type Session, tryFor, type Unavailable, unavailable } from '../engine/index.ts';
import { observerOf } from '../subject/read.ts';
import { fixturesFor, fullestOf, sortOf, typeOf } from '../subject/search.ts';
import { Driver } from './driver.ts';
import { type Adapter, isRefused, type ObservedState, type Step } from './model.ts';
import type { Shared } from './standing.ts';

/** Entities that are looked at to find one in a state that can be put back. */
const MOST_LOOKED_AT = 5;

/** Further entities of a table in whose rows two steps follow each other. */
const MOST_FURTHER = 3;

/** Entities of other sorts, by their traits, that go the listed way once. */
const MOST_SORTS: Readonly<Record<Depth, number>> = { quick: 0, standard: 8, deep: 16 };

/** One for each need of the table. @throws Unavailable when there is none at all. */
export async function takeDrivers(
  context: CheckContext,
  adapter: Adapter,
  shared: Shared,
): Promise<[Driver, ...Driver[]]> {
  const wanted = { kind: adapter.kind, effect: 'modify' } as const;
  const fixtures = fixturesFor(context.session, wanted);
  const drivers: Driver[] = [];
  let last: Unavailable | undefined;
  for (const need of adapter.needs(fixtures)) {
    const { found, missing } = await tryFor(takeOne(context, adapter, shared, need, fixtures));
    if (found === undefined) last = missing;
    else drivers.push(found);
  }
  const [first, ...more] = drivers;
  if (first === undefined) throw last ?? context.session.short(wanted);
  const contradicted = drivers.some(({ observed: { declared, shown } }) => declared !== '' && declared !== shown);
  // An assumed place that contradicts what the profile says of its fixtures is not believed; steps tell the state instead.
  if (adapter.reading === 'assumed' && contradicted) shared.readable = false;
  return [first, ...more];
}

/** One that is not in the state that the profile says may have been left so by others: then another one is taken. */
async function takeOne(
  { session, send }: CheckContext,
  adapter: Adapter,
  shared: Shared,
  need: FixtureNeed,
  fixtures: readonly Fixture[],
): Promise<Driver> {
  const tried: Fixture[] = [];
  const isFresh = (one: Fixture): boolean => need.where?.(one) !== false && !tried.includes(one);
  for (let first: Unavailable | undefined; ; ) {
    const lease = await leaseFullest(session, adapter, { ...need, where: isFresh }, fixtures);
    if (!('fixture' in lease)) throw first ?? unavailable(lease.why);
    const { found, missing } = await tryFor(Driver.take(adapter, { send, session, lease, shared }));
    if (found !== undefined) return found;
    first ??= missing;
    tried.push(lease.fixture);
    if (tried.length >= MOST_LOOKED_AT || !fixtures.some(isFresh)) throw first;
  }
}

/** One that showed most at first, if it can be had. */
async function leaseFullest(
  session: Session,
  { beside = [], reader }: Adapter,
  need: FixtureNeed,
  fixtures: readonly Fixture[],
): Promise<Lease | Shortage> {
  const dealt = session.dealt(need);
  const fit = dealt.length > 0 ? dealt : fixtures.filter((one) => satisfies(one, need));
  const fullest = fullestOf(session, reader, beside, fit);
  if (fullest.length === fit.length) return session.lease(need);
  const lease = await session.lease({ ...need, where: (one) => fullest.includes(one) });
  return 'fixture' in lease ? lease : session.lease(need);
}

/** One of several, if it can be had and read; what cannot is given back. */
async function takeOf(
  { session, send }: CheckContext,
  adapter: Adapter,
  shared: Shared,
  some: readonly Fixture[],
): Promise<Driver | undefined> {
  const lease = await session.lease({ kind: adapter.kind, effect: 'modify', where: (one) => some.includes(one) });
  if (!('fixture' in lease)) return undefined;
  const { found } = await tryFor(Driver.take(adapter, { send, session, lease, shared }));
  if (found === undefined) await lease.release();
  return found;
}

/** Only what the group is dealt and may be used up: whatever state it was in, nobody asks for it back. */
export async function takeFurther(context: CheckContext, adapter: Adapter, shared: Shared): Promise<Driver[]> {
  const { kind, machine } = adapter;
  if (context.depth === 'quick' || idsOf(machine).pairs === undefined) return [];
  const own = context.session.dealt({ kind, effect: 'destroy' });
  const spare = own.filter(({ traits }) => machine.states.some((state) => state === traits[machine.trait]));
  const drivers: (Driver | undefined)[] = [];
  for (const one of spare.slice(0, MOST_FURTHER)) drivers.push(await takeOf(context, adapter, shared, [one]));
  return drivers.filter((one) => one !== undefined);
}

/**
 * What the table says holds for entities of each sort: others than the first one, with other traits, go along the plain
 * listed steps and back; what could not be put back as it was only where it may be used up. What is refused of them says
 * nothing: why one sort takes no such step is not shown. Nothing where the sort is the state.
 */
export async function walkSorts(
  context: CheckContext,
  adapter: Adapter,
  shared: Shared,
  first: Driver,
): Promise<Step[]> {
  const { machine, kind, reading } = adapter;
  if (reading !== 'claimed' || KINDS[kind].types?.includes(machine.trait) === true) return [];
  const isFit = adapter.needs([first.fixture])[0]?.where;
  const all = fixturesFor(context.session, { kind, effect: 'modify' });
  const fit = all.filter((one) => permits(one.allow, isFit?.(one) === false ? 'destroy' : 'modify'));
  const sorts = Map.groupBy(fit, sortOf);
  sorts.delete(sortOf(first.fixture));
  const steps: Step[] = [];
  for (const alike of eachTypeFirst([...sorts.values()]).slice(0, MOST_SORTS[context.depth])) {
    const driver = await takeOf(context, adapter, shared, alike);
    if (driver === undefined) continue;
    for (const to of [...machine.states.filter((state) => state !== driver.home), driver.home]) {
      const step = await driver.step(adapter.plain(to));
      if (step === undefined || isRefused(step)) break;
    }
    steps.push(...driver.steps.filter((step) => !isRefused(step)));
    await driver.retire();
  }
  return steps;
}

/** What entities of the other declared states show: enough to confirm an assumed place, and nothing is changed. */
export async function lookAround(
  { session, send }: CheckContext,
  { machine, kind, reading, reader, shown }: Adapter,
  drivers: readonly Driver[],
): Promise<ObservedState[]> {
  if (reading !== 'assumed' || drivers.length > 1) return [];
  const found: ObservedState[] = [];
  for (const state of machine.states.filter((one) => drivers.every(({ observed }) => observed.declared !== one))) {
    const need = { kind, effect: 'observe', traits: { [machine.trait]: state } } as const;
    if (!fixturesFor(session, need).some(({ traits }) => traits[machine.trait] === state)) continue;
    const lease = await session.lease(need);
    if (!('fixture' in lease)) continue;
    const { value } = await observerOf(send, session, reader, lease.fixture).look();
    await lease.release();
    found.push({ declared: state, shown: shown(value) });
  }
  return found;
}

/** Groups of alike entities in another order: one of each type, then a second one of each, so that none goes short. */
function eachTypeFirst(sorts: readonly (readonly Fixture[])[]): (readonly Fixture[])[] {
  const byType = Map.groupBy(sorts, ([one]) => one && typeOf(one));
  const turn = (sort: readonly Fixture[]): number => byType.get(sort[0] && typeOf(sort[0]))?.indexOf(sort) ?? 0;
  return sorts.toSorted((one, other) => turn(one) - turn(other));
}
