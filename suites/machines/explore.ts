/** Tries every cell of a table on fixtures that allow it. */
import { cellsOf, type Depth, idsOf, permits, type StateMachine } from '../../spec/index.ts';
import { KINDS } from '../../spec/kinds.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import { type CheckContext, tryFor, type Unavailable, unavailable } from '../engine/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { lookOf } from '../subject/read.ts';
import { sortOf } from '../subject/search.ts';
import { Driver, type Shared } from './driver.ts';
import { factsOf } from './judge.ts';
import {
  type Adapter,
  type Ask,
  claimed,
  type Exploration,
  isAccepted,
  isRefused,
  type ObservedState,
  type Step,
} from './model.ts';

/** Makes the adapter of a table. */
export type Adapt<A extends Ask, T> = (context: CheckContext, machine: StateMachine) => Promise<Adapter<A, T>>;

/** What was found, and an entity that is still held, for longer sequences. */
export interface Explored<A extends Ask, T> extends Exploration<A, T> {
  readonly adapter: Adapter<A, T>;
  readonly walker: Driver<A, T>;
  /** Further entities, which may be used up and belong to this group alone; whoever is done with them retires them. */
  readonly further: readonly Driver<A, T>[];
}

/** Entities that are looked at to find one in a state that can be put back. */
const MOST_LOOKED_AT = 5;

/** Tries every cell; paid for once per session, whichever check asks first. @throws Unavailable when no entity can be had for it. */
export function explore<A extends Ask, T>(
  context: CheckContext,
  machine: StateMachine,
  adapt: Adapt<A, T>,
): Promise<Explored<A, T>> {
  const anew = (): Promise<Adapter<A, T>> => adapt(context, machine);
  return context.session.once(machine.id, async () => exploreTable(context, await anew(), anew));
}

/** `anew`: makes another adapter, as one follows one entity at a time. */
async function exploreTable<A extends Ask, T>(
  context: CheckContext,
  adapter: Adapter<A, T>,
  anew: () => Promise<Adapter<A, T>>,
): Promise<Explored<A, T>> {
  const { machine } = adapter;
  const staying = claimed(context, machine.staying);
  const shared: Shared = { readable: true, proven: false, failed: new Set(), stayingRefused: staying === 'refused' };
  const drivers = await takeDrivers(context, adapter, shared);
  const [first] = drivers;
  // Taken at once: later others may have them in hand, who went short of their own.
  const further = await takeFurther(context, adapter, shared);
  const unwatch = await adapter.watch?.(
    context,
    drivers.map(({ fixture }) => fixture),
  );
  const states = [
    ...drivers.filter(({ observed }) => observed.declared !== '').map(({ observed }) => observed),
    ...(await lookAround(context, adapter, drivers)),
  ];
  const unreached = new Map<string, string>();
  for (const part of PARTS) {
    for (const from of machine.states) {
      if (await exploreRow(adapter, drivers, from, part)) continue;
      const reason = `No ${adapter.kind} of the profile could be brought to the ${machine.trait} ${from} by listed steps.`;
      unreached.set(from, reason);
    }
  }
  for (const state of machine.states) await tryAsides(adapter, drivers, state);
  const own = drivers.flatMap((driver) => driver.steps);
  const others = await exploreSorts(context, await anew(), shared, first);
  const facts = factsOf(adapter, [...own, ...others], states, staying);
  const walker = drivers.find(({ home }) => adapter.leavesTraces?.(home) === true) ?? first;
  for (const driver of drivers) if (driver !== walker) await driver.retire();
  await unwatch?.();
  return { adapter, facts, walker, unreached, further };
}

/** Entities of other sorts, by their traits, that go the listed way once. */
const MOST_SORTS: Readonly<Record<Depth, number>> = { quick: 0, standard: 6, deep: 12 };

/**
 * What the table says holds for entities of each sort: others than the first one, with other traits, go along the plain
 * listed steps and back; what could not be put back as it was only where it may be used up. What is refused of them says nothing: why one sort takes no such step is not shown. Nothing
 * where the sort is the state.
 */
async function exploreSorts<A extends Ask, T>(
  { session, send, depth }: CheckContext,
  adapter: Adapter<A, T>,
  shared: Shared,
  first: Driver<A, T>,
): Promise<Step<A, T>[]> {
  const { machine, kind, reading } = adapter;
  if (reading !== 'claimed' || KINDS[kind].types?.includes(machine.trait) === true) return [];
  const isFit = adapter.needs([first.fixture])[0]?.where;
  const sorts = Map.groupBy(
    session.target
      .fixtures()
      .filter((one) => one.kind === kind && permits(one.allow, isFit?.(one) === false ? 'destroy' : 'modify')),
    sortOf,
  );
  sorts.delete(sortOf(first.fixture));
  const steps: Step<A, T>[] = [];
  for (const alike of [...sorts.values()].slice(0, MOST_SORTS[depth])) {
    const lease = await session.lease({ kind, effect: 'modify', where: (one) => alike.includes(one) });
    if (!('fixture' in lease)) continue;
    const { found: driver } = await tryFor(Driver.take(adapter, { send, session, lease, shared }));
    if (driver === undefined) {
      await lease.release();
      continue;
    }
    for (const to of [...machine.states.filter((state) => state !== driver.home), driver.home]) {
      const step = await driver.step(adapter.plain(to));
      if (step === undefined || isRefused(step)) break;
    }
    steps.push(...driver.steps.filter((step) => !isRefused(step)));
    await driver.retire();
  }
  return steps;
}

/** Further entities of a table in whose rows two steps follow each other. */
const MOST_FURTHER = 3;

/** Only what the group is dealt and may be used up: whatever state it was in, nobody asks for it back. */
async function takeFurther<A extends Ask, T>(
  { session, send, depth }: CheckContext,
  adapter: Adapter<A, T>,
  shared: Shared,
): Promise<Driver<A, T>[]> {
  const { kind, machine } = adapter;
  if (depth === 'quick' || idsOf(machine).pairs === undefined) return [];
  const own = session.dealt({ kind, effect: 'destroy' });
  const spare = own.filter(({ traits }) => machine.states.some((state) => state === traits[machine.trait]));
  const drivers: Driver<A, T>[] = [];
  for (const one of spare.slice(0, MOST_FURTHER)) {
    const lease = await session.lease({ kind, effect: 'modify', where: (fixture) => fixture === one });
    if (!('fixture' in lease)) continue;
    const { found } = await tryFor(Driver.take(adapter, { send, session, lease, shared }));
    if (found === undefined) await lease.release();
    else drivers.push(found);
  }
  return drivers;
}

/**
 * What may be refused comes first: it leaves every entity in the state in which it was leased, whatever else is wrong.
 * Requests that carry more come when each plain one has shown whether it is a means to get anywhere.
 */
const PARTS = ['unlisted', 'plain', 'variants'] as const;

/** A part of what can be asked for in one state. False when it could not be reached. */
async function exploreRow<A extends Ask, T>(
  adapter: Adapter<A, T>,
  drivers: readonly Driver<A, T>[],
  from: string,
  part: (typeof PARTS)[number],
): Promise<boolean> {
  const moves = part !== 'unlisted';
  for (const { to, ...cell } of cellsOf(adapter.machine)) {
    if (cell.from !== from || (cell.promised === 'listed') !== moves) continue;
    // What cannot be cleared again is best done to an entity that had it before.
    const home = moves && adapter.leavesTraces?.(to) === true ? to : from;
    const asks = part === 'variants' ? [] : [adapter.plain(to)];
    if (part !== 'plain' && cell.promised !== 'staying') asks.push(...adapter.variants(from, to));
    for (const ask of asks) {
      const driver = await driverIn(drivers, from, home);
      if (driver === undefined) return false;
      const step = await driver.step(ask, { probe: true });
      // What it carries may be why it is refused; or what the entity has by now, which the bare request shows as well.
      if (moves && ask.laden === true && step !== undefined && isRefused(step)) await driver.step(adapter.plain(to));
      if (!moves && step !== undefined && !isRefused(step)) break;
    }
  }
  return true;
}

/** Requests that are no moves. */
async function tryAsides<A extends Ask, T>(
  adapter: Adapter<A, T>,
  drivers: readonly Driver<A, T>[],
  state: string,
): Promise<void> {
  for (const ask of adapter.asides(state)) {
    const driver = await driverIn(drivers, state, state);
    const step = await driver?.step(ask);
    if (driver === undefined || step === undefined || ask.bad !== true || !isAccepted(step)) continue;
    // An accepted bad request may have left anything: the state is left, and come to anew.
    const away = adapter.machine.transitions.find(({ from, to }) => from === driver.state && to !== from);
    if (away !== undefined) await driver.bring(away.to);
  }
}

/** An entity in a state, brought to it where need be; best one whose own state is `home`. */
async function driverIn<A extends Ask, T>(
  drivers: readonly Driver<A, T>[],
  state: string,
  home: string,
): Promise<Driver<A, T> | undefined> {
  for (const driver of drivers) driver.begin();
  const worth = (driver: Driver<A, T>): number => Number(driver.home === home) * 2 + Number(driver.state === state);
  for (const driver of [...drivers].sort((a, b) => worth(b) - worth(a))) {
    if (await driver.bring(state)) return driver;
  }
  return undefined;
}

async function takeDrivers<A extends Ask, T>(
  context: CheckContext,
  adapter: Adapter<A, T>,
  shared: Shared,
): Promise<[Driver<A, T>, ...Driver<A, T>[]]> {
  const { session } = context;
  const fixtures = session.target
    .fixtures()
    .filter(({ kind, allow }) => kind === adapter.kind && permits(allow, 'modify'));
  const drivers: Driver<A, T>[] = [];
  let last: Unavailable | undefined;
  for (const need of adapter.needs(fixtures)) {
    const { found, missing } = await tryFor(takeOne(context, adapter, shared, need, fixtures));
    if (found === undefined) last = missing;
    else drivers.push(found);
  }
  const [first, ...more] = drivers;
  if (first === undefined) throw last ?? session.short({ kind: adapter.kind, effect: 'modify' });
  const contradicted = drivers.some(({ observed: { declared, shown } }) => declared !== '' && declared !== shown);
  // An assumed place that contradicts what the profile says of its fixtures is not believed; steps tell the state instead.
  if (adapter.reading === 'assumed' && contradicted) shared.readable = false;
  return [first, ...more];
}

/** One that is not in the state that the profile says may have been left so by others: then another one is taken. */
async function takeOne<A extends Ask, T>(
  { session, send }: CheckContext,
  adapter: Adapter<A, T>,
  shared: Shared,
  need: FixtureNeed,
  fixtures: readonly Fixture[],
): Promise<Driver<A, T>> {
  const tried: Fixture[] = [];
  const fresh = (one: Fixture): boolean => need.where?.(one) !== false && !tried.includes(one);
  for (let first: Unavailable | undefined; ; ) {
    const lease = await session.lease({ ...need, where: fresh });
    if (!('fixture' in lease)) throw first ?? unavailable(lease.why);
    const { found, missing } = await tryFor(Driver.take(adapter, { send, session, lease, shared }));
    if (found !== undefined) return found;
    first ??= missing;
    tried.push(lease.fixture);
    if (tried.length >= MOST_LOOKED_AT || !fixtures.some(fresh)) throw first;
  }
}

/** What entities of the other declared states show: enough to confirm an assumed place, and nothing is changed. */
async function lookAround<A extends Ask, T>(
  { session, send }: CheckContext,
  { machine, kind, reading, reader, shown }: Adapter<A, T>,
  drivers: readonly Driver<A, T>[],
): Promise<ObservedState[]> {
  if (reading !== 'assumed' || drivers.length > 1) return [];
  const found: ObservedState[] = [];
  for (const state of machine.states.filter((one) => drivers.every(({ observed }) => observed.declared !== one))) {
    const traits = { [machine.trait]: state };
    const stated = session.target.fixtures().some((one) => one.kind === kind && one.traits[machine.trait] === state);
    const lease = stated ? await session.lease({ kind, effect: 'observe', traits }) : undefined;
    if (lease === undefined || !('fixture' in lease)) continue;
    const path = pathOf(reader, lease.fixture);
    const { value } = lookOf(await send(compose(reader, { path, label: 'read' })));
    await lease.release();
    found.push({ declared: state, shown: shown(value) });
  }
  return found;
}
