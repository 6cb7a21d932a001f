/** Takes one endpoint through both delegation modes and back, twice (contract 3.3). */
import { type Mode, modePlace, shownMode } from '../../../spec/delegation-mode.ts';
import { permits } from '../../../spec/vocabulary.ts';
import type { Fixture } from '../../../target/types.ts';
import type { CheckContext } from '../../engine/check.ts';
import { isLack, type Lack } from '../../engine/session.ts';
import { lacking } from '../../engine/unavailable.ts';
import { lookOf } from '../../lifecycles/look.ts';
import { compose } from '../../requests/compose.ts';
import { pathOf } from '../../requests/control.ts';
import { toWire } from '../../requests/wire.ts';
import { type BadPut, ModeDriver, type Organization } from './driver.ts';
import { type ModeFacts, type ModeSighting, modeFacts } from './judge.ts';
import { accepted, type ModeTrial } from './trial.ts';
import { type Witness, watchOthers } from './witnesses.ts';

export interface ModeExploration {
  readonly facts: ModeFacts;
  readonly trials: readonly ModeTrial[];
  readonly driver: ModeDriver;
  /** What can be put: each organization alone, and several at once. */
  readonly lists: readonly (readonly Organization[])[];
  /** Endpoints that none of the steps was about. */
  readonly witnesses: readonly Witness[];
  /** The PUT of another organization in custom mode. */
  readonly second: ModeTrial | undefined;
}

/** Walks the table once per session, whichever check asks first. */
export function exploreModes(context: CheckContext): Promise<ModeExploration | Lack> {
  return context.session.once('delegation-mode', () => walkTable(context));
}

async function walkTable(context: CheckContext): Promise<ModeExploration | Lack> {
  const lent = await organizationsOf(context);
  if (isLack(lent)) return lent;
  const driver = await takeEndpoint(context);
  if (isLack(driver)) return driver;
  const lookAtOthers = await watchOthers(context, driver.fixture);
  const organizations = lent.map(({ id }) => id);
  const [first = '', alternative = first] = organizations;
  // An organization that cannot be delegated to here gives way to the other one.
  if (driver.mode === 'custom') await driver.remove();
  const fit = (await probe(driver, first)) || alternative === first;
  const [one, other] = fit ? [first, alternative] : [alternative, first];
  const bad = badPuts(context, one);
  const refuse = async (): Promise<void> => {
    for (const put of bad) {
      driver.begin();
      await driver.badPut(put);
    }
    driver.begin();
  };
  await driver.remove();
  await refuse();
  await driver.put([one]);
  await driver.put([one]);
  await refuse();
  const second = other === one ? undefined : await driver.put([other]);
  await driver.remove();
  driver.begin();
  await driver.put([other]);
  await driver.remove();
  const several = listsOf(context, lent);
  for (const list of several) {
    driver.begin();
    await driver.put(list);
    await driver.remove();
  }
  const otherLevel = await ofAnotherLevel(context, lent);
  if (otherLevel !== undefined) {
    driver.begin();
    await driver.put([otherLevel]);
    await driver.remove();
  }
  const sightings = await sightingsOf(context, driver);
  const { role } = context.target;
  const facts = modeFacts(modePlace(context.contract), driver.trials, sightings, {
    entitled: role === undefined || role === 'MRAO',
    removeInGlobal: context.contract.answer('endpoint.delegations.delete-in-global'),
    otherLevel: otherLevel === undefined ? [] : [otherLevel],
  });
  const single = [one, ...(other === one ? [] : [other])].map((id) => [id]);
  const witnesses = await lookAtOthers();
  return { facts, trials: [...driver.trials], driver, lists: [...single, ...several], witnesses, second };
}

/** Whether the target lets an endpoint be delegated to the organization at all; leaves it in global mode. */
async function probe(driver: ModeDriver, organization: Organization): Promise<boolean> {
  const fit = accepted(await driver.put([organization]));
  if (fit) await driver.remove();
  driver.begin();
  return fit;
}

/** An organization or department to delegate to. */
interface Lent {
  readonly id: Organization;
  readonly level: unknown;
}

/** How many organizations are put at once at most. */
const MOST_AT_ONCE = 3;

/** Different organizations or departments to delegate to; one is enough for most. Those of the first one's level come first. */
async function organizationsOf({ session }: CheckContext): Promise<[Lent, ...Lent[]] | Lack> {
  const first = await session.fixture({ kind: 'organization', effect: 'observe' });
  if (isLack(first)) return first;
  const taken = [first];
  const known = session.target.fixtures().filter(({ kind }) => kind === 'organization');
  const fresh = (one: Fixture): boolean => !taken.includes(one);
  const alike = (one: Fixture): boolean => fresh(one) && one.traits['level'] === first.traits['level'];
  for (const where of [alike, fresh]) {
    while (taken.length < MOST_AT_ONCE && known.some(where)) {
      const next = await session.fixture({ kind: 'organization', effect: 'observe', where });
      if (isLack(next)) break;
      taken.push(next);
    }
  }
  const [head, ...rest] = taken.map(({ ids, traits }): Lent => ({ id: ids['id'] ?? '', level: traits['level'] }));
  return head === undefined ? session.short({ kind: 'organization', effect: 'observe' }) : [head, ...rest];
}

/** A department where the others are organizations, or the other way round: ids of both may be put (4.9). */
async function ofAnotherLevel(
  { session }: CheckContext,
  lent: readonly [Lent, ...Lent[]],
): Promise<Organization | undefined> {
  const levels = new Set(lent.map(({ level }) => level));
  const where = ({ traits }: Fixture): boolean => traits['level'] !== undefined && !levels.has(traits['level']);
  if (levels.has(undefined)) return undefined;
  if (!session.target.fixtures().some((one) => one.kind === 'organization' && where(one))) return undefined;
  const found = await session.fixture({ kind: 'organization', effect: 'observe', where });
  return isLack(found) ? undefined : found.ids['id'];
}

/**
 * Several organizations at once (4.9: an array of ids). They are of one level: whether a department may stand beside the
 * organization that it belongs to is not shown. Where too few are lent, the profile's example may name some.
 */
function listsOf({ target }: CheckContext, [first, ...rest]: readonly [Lent, ...Lent[]]): Organization[][] {
  const ids = [first, ...rest.filter(({ level }) => level === first.level)].map(({ id }) => id);
  const lists = ids.map((_, at) => ids.slice(0, at + 1)).filter(({ length }) => length > 1);
  if (lists.length > 0) return lists;
  const example = target.examples['endpoint.delegations.update']?.body;
  return Array.isArray(example) && example.length > 1 ? [example as Organization[]] : [];
}

/** An endpoint in global mode, which can be put back; else a disposable one. */
async function takeEndpoint({ session, send }: CheckContext): Promise<ModeDriver | Lack> {
  const lent = session.target.fixtures().filter(({ kind, allow }) => kind === 'endpoint' && permits(allow, 'modify'));
  const global = lent.some(({ traits }) => traits['mode'] === 'global');
  const undeclared = lent.some(({ traits }) => traits['mode'] === undefined);
  const fits = ({ traits, allow }: Fixture): boolean =>
    global
      ? traits['mode'] === 'global'
      : undeclared
        ? traits['mode'] === undefined
        : allow === 'destroy' || lent.length === 0;
  const tried: Fixture[] = [];
  for (let first: Lack | undefined; ; ) {
    const where = (fixture: Fixture): boolean => fits(fixture) && !tried.includes(fixture);
    const lease = await session.lease({ kind: 'endpoint', effect: 'modify', where });
    if (!('fixture' in lease)) return first ?? lacking(lease.why);
    const driver = await ModeDriver.take(send, session, lease);
    if (!isLack(driver)) return driver;
    // One that is not in the mode that the profile says may have been left so: by others, or by a target that forgets a DELETE.
    first ??= driver;
    tried.push(lease.fixture);
    if (tried.length >= MOST_TRIED || !lent.some(where)) return first;
  }
}

/** Endpoints that are looked at to find one in the mode that can be put back. */
const MOST_TRIED = 5;

/** What endpoints of both declared modes show; that of the driven one is known. */
async function sightingsOf(context: CheckContext, driver: ModeDriver): Promise<ModeSighting[]> {
  const found: ModeSighting[] = [{ declared: driver.home, shown: driver.shownAtHome }];
  const place = modePlace(context.contract);
  const missing: Mode = driver.home === 'global' ? 'custom' : 'global';
  const { session } = context;
  const { target, contract } = session;
  const lent = target.fixtures().some(({ kind, traits }) => kind === 'endpoint' && traits['mode'] === missing);
  if (place === undefined || place.standing === 'claimed' || !lent) return found;
  const lease = await session.lease({ kind: 'endpoint', effect: 'observe', traits: { mode: missing } });
  if (!('fixture' in lease)) return found;
  const reader = contract.operation('endpoint.read');
  const look = lookOf(
    await context.send(toWire(compose(reader, { path: pathOf(reader, lease.fixture), label: 'read' }))),
  );
  await lease.release();
  return [...found, { declared: missing, shown: shownMode(place, look.value) }];
}

/** Bodies that break 4.9: unique integers in an array. Whether an unknown organization may be named is open. */
function badPuts(context: CheckContext, organization: Organization): BadPut[] {
  const json = (label: string, value: unknown): BadPut => ({
    label: `PUT ${label}`,
    body: { mediaType: 'application/json', value },
  });
  return [
    json('the same organization twice', [organization, organization]),
    json('a text among the ids', ['organization']),
    json('a fraction among the ids', [1.5]),
    json('an object', { id: organization }),
    json('an organization that does not exist', [Number(context.target.absent.organization?.['id'] ?? 2_147_000_003)]),
    { label: 'PUT broken JSON', body: { mediaType: 'application/json', raw: '[' } },
  ];
}
