/** Tries every cell of a table on fixtures that allow it. */
import { cellsOf, claimed, type StateMachine } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import type { Driver } from './driver.ts';
import { lookAround, takeDrivers, takeFurther, walkSorts } from './entities.ts';
import { factsOf } from './judge.ts';
import { type Adapter, type Exploration, isAccepted, isRefused } from './model.ts';
import type { Shared } from './standing.ts';

/** Makes the adapter of a table. */
export type Adapt = (context: CheckContext, machine: StateMachine) => Promise<Adapter>;

/** What was found, and an entity that is still held, for longer sequences. */
export interface Explored extends Exploration {
  readonly adapter: Adapter;
  readonly walker: Driver;
  /** Further entities, which may be used up and belong to this group alone; whoever is done with them retires them. */
  readonly further: readonly Driver[];
}

/** Tries every cell; paid for once per session, whichever check asks first. @throws Unavailable when no entity can be had for it. */
export function explore(context: CheckContext, machine: StateMachine, adapt: Adapt): Promise<Explored> {
  const anew = (): Promise<Adapter> => adapt(context, machine);
  return context.session.once(machine.id, async () => exploreTable(context, await anew(), anew));
}

/** `anew`: makes another adapter, as one follows one entity at a time. */
async function exploreTable(context: CheckContext, adapter: Adapter, anew: () => Promise<Adapter>): Promise<Explored> {
  const { machine } = adapter;
  const staying = claimed(context.contract, machine.staying);
  const shared: Shared = { readable: true, proven: false, failed: new Set(), stayingRefused: staying === 'refused' };
  const drivers = await takeDrivers(context, adapter, shared);
  const [first] = drivers;
  // Taken at once: later others may have them in hand, who went short of their own.
  const further = await takeFurther(context, adapter, shared);
  const walked = drivers.map(({ fixture }) => fixture);
  const unwatch = await adapter.watch?.(context, walked);
  const states = [
    ...drivers.filter(({ observed }) => observed.declared !== '').map(({ observed }) => observed),
    ...(await lookAround(context, adapter, drivers)),
  ];
  const unreached = new Set<string>();
  for (const part of PARTS) {
    for (const from of machine.states) {
      if (!(await exploreRow(adapter, drivers, from, part))) unreached.add(from);
    }
  }
  for (const state of machine.states) await tryAsides(adapter, drivers, state);
  const own = drivers.flatMap((driver) => driver.steps);
  const others = await walkSorts(context, await anew(), shared, first);
  const facts = factsOf(adapter, [...own, ...others], states, staying);
  const walker = drivers.find(({ home }) => adapter.leavesTraces?.(home) === true) ?? first;
  for (const driver of drivers) if (driver !== walker) await driver.retire();
  await unwatch?.();
  return { adapter, facts, walker, unreached, further };
}

/**
 * What may be refused comes first: it leaves every entity in the state in which it was leased, whatever else is wrong.
 * Requests that carry more come when each plain one has shown whether it is a means to get anywhere.
 */
const PARTS = ['unlisted', 'plain', 'variants'] as const;

/** A part of what can be asked for in one state. False when it could not be reached. */
async function exploreRow(
  adapter: Adapter,
  drivers: readonly Driver[],
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
      if (ask.anew === true) await comeAnew(adapter, driver, from);
      const step = await driver.step(ask, { probe: true });
      // What it carries may be why it is refused; or what the entity has by now, which the bare request shows as well.
      if (moves && ask.laden === true && step !== undefined && isRefused(step)) await driver.step(adapter.plain(to));
      if (!moves && step !== undefined && !isRefused(step)) break;
    }
  }
  return true;
}

/** Requests that are no moves. */
async function tryAsides(adapter: Adapter, drivers: readonly Driver[], state: string): Promise<void> {
  for (const ask of adapter.asides(state)) {
    const driver = await driverIn(drivers, state, state);
    const step = await driver?.step(ask);
    if (driver === undefined || step === undefined || ask.bad !== true || !isAccepted(step)) continue;
    // An accepted bad request may have left anything: the state is left, and come to anew.
    await leave(adapter, driver);
  }
}

async function leave({ machine }: Adapter, driver: Driver): Promise<void> {
  const away = machine.transitions.find(({ from, to }) => from === driver.state && to !== from);
  if (away !== undefined) await driver.bring(away.to);
}

async function comeAnew(adapter: Adapter, driver: Driver, state: string): Promise<void> {
  await leave(adapter, driver);
  await driver.bring(state);
  driver.begin();
}

/** An entity in a state, brought to it where need be; best one whose own state is `home`. */
async function driverIn(drivers: readonly Driver[], state: string, home: string): Promise<Driver | undefined> {
  for (const driver of drivers) driver.begin();
  const worth = (driver: Driver): number => Number(driver.home === home) * 2 + Number(driver.state === state);
  for (const driver of [...drivers].sort((a, b) => worth(b) - worth(a))) {
    if (await driver.bring(state)) return driver;
  }
  return undefined;
}
