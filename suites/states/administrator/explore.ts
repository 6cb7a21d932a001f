/** Walks through every cell of the table of 3.2 on administrators that were lent for it. */

import { valueAt } from '../../../spec/json.ts';
import { permits } from '../../../spec/vocabulary.ts';
import type { CheckContext } from '../../engine/check.ts';
import { isLack, type Lack } from '../../engine/session.ts';
import { lacking } from '../../engine/unavailable.ts';
import { lookOf } from '../../lifecycles/look.ts';
import { compose } from '../../requests/compose.ts';
import { pathOf } from '../../requests/control.ts';
import { toWire } from '../../requests/wire.ts';
import { TypeDriver } from './driver.ts';
import type { DriverOptions } from './driver-options.ts';
import { factsOf, type TypeFacts } from './judge.ts';
import { listed, type TypeKnowledge, typeKnowledge } from './knowledge.ts';
import { OtherMembers } from './other-members.ts';
import { type LeftOut, refused, type Sighting, type Trial } from './trial.ts';

/** What the walk through the table found. */
export interface Exploration {
  readonly facts: TypeFacts;
  readonly trials: readonly Trial[];
  /** Updates without the type, of administrators of each type that could be reached. */
  readonly left: readonly LeftOut[];
  /** The administrator that is still held, for longer sequences. */
  readonly walker: TypeDriver | undefined;
  /** Why some cells were not tried, by their from-state. */
  readonly unreached: ReadonlyMap<string, string>;
}

/** Tries every cell once; paid for once per session, whichever check asks first. */
export function explore(context: CheckContext): Promise<Exploration | Lack> {
  return context.session.once('administrator-type', () => exploreTable(context));
}

async function exploreTable(context: CheckContext): Promise<Exploration | Lack> {
  const knowledge = typeKnowledge(context.contract);
  if (isLack(knowledge)) return knowledge;
  const drivers = await takeDrivers(context, knowledge);
  if (isLack(drivers)) return drivers;
  const sightings = [
    ...drivers.filter(({ sighting }) => sighting.declared !== '').map(({ sighting }) => sighting),
    ...(await lookAround(context, knowledge, drivers)),
  ];
  const unreached = new Map<string, string>();
  // What should be refused comes first: it leaves every administrator where it was lent, whatever else is wrong.
  for (const allowed of [false, true]) {
    for (const from of knowledge.machine.states) {
      const lack = await exploreRow(knowledge, drivers, from, { allowed });
      if (lack !== undefined) unreached.set(from, lack);
    }
  }
  for (const from of knowledge.machine.states)
    await exploreRow(knowledge, drivers, from, { allowed: true, touched: true });
  const left = await leaveOut(knowledge, drivers);
  const trials = drivers.flatMap((driver) => driver.trials);
  const walker = drivers.find(({ home }) => Object.keys(knowledge.companions[home] ?? {}).length > 0) ?? drivers[0];
  for (const driver of drivers) if (driver !== walker) await driver.retire();
  return { facts: factsOf(knowledge, trials, sightings), trials, walker, unreached, left };
}

/** One administrator of each type that the profile lends; one of any type is enough, as all types can be reached. */
async function takeDrivers(context: CheckContext, knowledge: TypeKnowledge): Promise<TypeDriver[] | Lack> {
  const { session } = context;
  const others = new OtherMembers(context.contract, knowledge);
  const options: DriverOptions = { readable: true, forms: new Map(), failed: new Set(), others };
  const lent = session.target
    .fixtures()
    .filter(({ kind, allow }) => kind === 'administrator' && permits(allow, 'modify'));
  const types = knowledge.machine.states.filter((state) => lent.some(({ traits }) => traits['type'] === state));
  const drivers: TypeDriver[] = [];
  let lack: Lack | undefined;
  for (const type of types.length > 0 ? types : [undefined]) {
    const lease = await session.lease({
      kind: 'administrator',
      effect: 'modify',
      ...(type === undefined ? { where: isOrdinary, as: 'that is no template' } : { traits: { type } }),
    });
    if (!('fixture' in lease)) {
      lack = lacking(lease.why);
      continue;
    }
    const driver = await TypeDriver.take(context.send, session, knowledge, lease, options);
    if (isLack(driver)) lack = driver;
    else drivers.push(driver);
  }
  if (drivers.length === 0) return lack ?? session.short({ kind: 'administrator', effect: 'modify' });
  const contradicted = drivers.some(({ sighting: { declared, shown } }) => declared !== '' && declared !== shown);
  // An assumed place that contradicts what the profile says of its fixtures is not believed; steps tell the type instead.
  if (knowledge.read?.standing === 'assumed' && contradicted) options.readable = false;
  return drivers;
}

function isOrdinary({ traits }: { readonly traits: Readonly<Record<string, unknown>> }): boolean {
  return traits['template'] !== true;
}

/** What administrators of the other declared types show: enough to confirm an assumed read place, and nothing is changed. */
async function lookAround(
  context: CheckContext,
  knowledge: TypeKnowledge,
  drivers: readonly TypeDriver[],
): Promise<Sighting[]> {
  const { read, reader, machine } = knowledge;
  if (read === undefined || read.standing === 'claimed' || drivers.length > 1) return [];
  const found: Sighting[] = [];
  for (const type of machine.states.filter((state) => drivers.every(({ sighting }) => sighting.declared !== state))) {
    const lendable = context.session.target
      .fixtures()
      .some(({ kind, traits }) => kind === 'administrator' && traits['type'] === type);
    if (!lendable) continue;
    const lease = await context.session.lease({ kind: 'administrator', effect: 'observe', traits: { type } });
    if (!('fixture' in lease)) continue;
    const path = pathOf(reader, lease.fixture);
    const { value } = lookOf(await context.send(toWire(compose(reader, { path, label: 'read' }))));
    await lease.release();
    found.push({ declared: type, shown: valueAt(value, read.pointer) });
  }
  return found;
}

/** Which changes from a type are tried: those that the table lists or all others, alone or with other members touched as well. */
interface Row {
  readonly allowed: boolean;
  readonly touched?: boolean;
}

/** All these changes from one type. Why some were not tried; undefined when all were. */
async function exploreRow(
  knowledge: TypeKnowledge,
  drivers: readonly TypeDriver[],
  from: string,
  { allowed, touched = false }: Row,
): Promise<string | undefined> {
  const { machine } = knowledge;
  for (const to of machine.states.filter((state) => listed(machine, from, state) === allowed)) {
    // A companion member may be impossible to clear again: such a change is best made by whoever had a value there before.
    const leavesTraces = Object.keys(knowledge.companions[to] ?? {}).length > 0 && listed(machine, from, to);
    const driver = await driverIn(drivers, from, leavesTraces ? to : from);
    if (driver === undefined) return `No lent administrator could be brought to the type ${from} by listed changes.`;
    if (touched) {
      await driver.touch(to);
      continue;
    }
    const trial = await driver.change(to);
    if (!allowed && from !== to && refused(trial)) await driver.touch(to);
  }
  return undefined;
}

async function leaveOut({ machine }: TypeKnowledge, drivers: readonly TypeDriver[]): Promise<LeftOut[]> {
  const found: LeftOut[] = [];
  for (const state of machine.states) {
    const left = await (await driverIn(drivers, state, state))?.leaveOut();
    if (left !== undefined) found.push(left);
  }
  return found;
}

/** An administrator of a type, brought to it where need be; best one whose own type is `home`. */
async function driverIn(drivers: readonly TypeDriver[], type: string, home: string): Promise<TypeDriver | undefined> {
  for (const driver of drivers) driver.begin();
  const worth = (driver: TypeDriver): number => Number(driver.home === home) * 2 + Number(driver.state === type);
  for (const driver of [...drivers].sort((a, b) => worth(b) - worth(a))) {
    if (driver.state === type || (await driver.bring(type))) return driver;
  }
  return undefined;
}
