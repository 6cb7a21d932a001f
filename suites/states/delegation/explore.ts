/** Takes one endpoint through both delegation modes and back, twice (contract 3.3). */
import { permits } from '../../../spec/vocabulary.ts';
import type { CheckContext } from '../../engine/check.ts';
import { isLack, type Lack } from '../../engine/session.ts';
import { lookOf } from '../../lifecycles/look.ts';
import { compose } from '../../requests/compose.ts';
import { pathOf } from '../../requests/control.ts';
import { toWire } from '../../requests/wire.ts';
import { type BadPut, ModeDriver, type Organization } from './driver.ts';
import { type ModeFacts, type ModeSighting, modeFacts } from './judge.ts';
import { accepted, type Mode, type ModeTrial, modePlace, shownMode } from './trial.ts';

export interface ModeExploration {
  readonly facts: ModeFacts;
  readonly trials: readonly ModeTrial[];
  readonly driver: ModeDriver;
  readonly organizations: readonly [Organization, ...Organization[]];
  /** The PUT of another organization in custom mode. */
  readonly second: ModeTrial | undefined;
}

/** Walks the table once per session, whichever check asks first. */
export function exploreModes(context: CheckContext): Promise<ModeExploration | Lack> {
  return context.session.once('delegation-mode', () => walkTable(context));
}

async function walkTable(context: CheckContext): Promise<ModeExploration | Lack> {
  const organizations = await organizationsOf(context);
  if (isLack(organizations)) return organizations;
  const driver = await takeEndpoint(context);
  if (isLack(driver)) return driver;
  const [first, alternative = first] = organizations;
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
  const sightings = await sightingsOf(context, driver);
  const { role } = context.target;
  const facts = modeFacts(modePlace(context.contract), driver.trials, sightings, {
    entitled: role === undefined || role === 'MRAO',
    removeInGlobal: context.contract.answer('endpoint.delegations.delete-in-global'),
  });
  return { facts, trials: [...driver.trials], driver, organizations, second };
}

/** Whether the target lets an endpoint be delegated to the organization at all; leaves it in global mode. */
async function probe(driver: ModeDriver, organization: Organization): Promise<boolean> {
  const fit = accepted(await driver.put([organization]));
  if (fit) await driver.remove();
  driver.begin();
  return fit;
}

/** Two different organizations or departments to delegate to; one is enough for most. */
async function organizationsOf(context: CheckContext): Promise<[Organization, ...Organization[]] | Lack> {
  const { session } = context;
  const first = await session.fixture({ kind: 'organization', effect: 'observe' });
  if (isLack(first)) return first;
  const found: [Organization, ...Organization[]] = [first.ids['id'] ?? ''];
  if (session.target.fixtures().some((candidate) => candidate.kind === 'organization' && candidate !== first)) {
    const second = await session.fixture({ kind: 'organization', effect: 'observe', where: (one) => one !== first });
    if (!isLack(second)) found.push(second.ids['id'] ?? '');
  }
  return found;
}

/** An endpoint in global mode, which can be put back; else a disposable one. */
async function takeEndpoint({ session, send }: CheckContext): Promise<ModeDriver | Lack> {
  const lent = session.target.fixtures().filter(({ kind, allow }) => kind === 'endpoint' && permits(allow, 'modify'));
  const global = lent.some(({ traits }) => traits['mode'] === 'global');
  const undeclared = lent.some(({ traits }) => traits['mode'] === undefined);
  const lease = await session.target.lease({
    kind: 'endpoint',
    effect: 'modify',
    where: ({ traits, allow }) =>
      global
        ? traits['mode'] === 'global'
        : undeclared
          ? traits['mode'] === undefined
          : allow === 'destroy' || lent.length === 0,
  });
  if (!('fixture' in lease)) return { lack: lease.reason, cause: 'no-fixture' };
  return ModeDriver.take(send, session, lease);
}

/** What endpoints of both declared modes show; that of the driven one is known. */
async function sightingsOf(context: CheckContext, driver: ModeDriver): Promise<ModeSighting[]> {
  const found: ModeSighting[] = [{ declared: driver.home, shown: driver.shownAtHome }];
  const place = modePlace(context.contract);
  const missing: Mode = driver.home === 'global' ? 'custom' : 'global';
  const { target, contract } = context.session;
  const lent = target.fixtures().some(({ kind, traits }) => kind === 'endpoint' && traits['mode'] === missing);
  if (place === undefined || place.standing === 'claimed' || !lent) return found;
  const lease = await target.lease({ kind: 'endpoint', effect: 'observe', traits: { mode: missing } });
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
