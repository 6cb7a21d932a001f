/** Entities that must not notice what is done to another one: those nearest to it, and the one that it belongs to. */
import type { Contract, Operation } from '../../spec/types.ts';
import type { Fixture, FixtureNeed, Lease } from '../../target/types.ts';
import type { CheckContext } from '../engine/check.ts';
import type { Session } from '../engine/session.ts';
import { pathParameters } from '../requests/absent.ts';
import { compose } from '../requests/compose.ts';
import { toWire } from '../requests/wire.ts';
import { mentions } from './difference.ts';
import { type Eye, eyeOn, type Look, lookOf } from './look.ts';

/** Most neighbours that are watched, and how long each is waited for in milliseconds when somebody else holds it. */
const WATCHED = 4;
const WAIT_MS = 150;

/** An entity under watch and what it showed before. */
export interface Watched {
  readonly name: string;
  readonly before: Look;
  /** True for the entity that contains the other one, which may well show what happens inside it. */
  readonly parent: boolean;
  readonly ids: Fixture['ids'];
  look(): Promise<Look>;
}

/** The watched neighbours of one entity; they are held so that nobody else of this run changes them meanwhile. */
export interface Watch {
  readonly watched: readonly Watched[];
  release(): Promise<void>;
}

/** Watches the nearest entities of the same kind, and the parent in a nested path, as far as they can be read. */
export async function watchNeighbours(context: CheckContext, reader: Operation, fixture: Fixture): Promise<Watch> {
  const leases: Lease[] = [];
  const watched: Watched[] = [];
  for (const near of nearest(context.session, fixture).slice(0, WATCHED)) {
    const lease = await leaseSoon(context.session, {
      kind: fixture.kind,
      effect: 'observe',
      where: (one) => one === near,
    });
    if (lease === undefined) continue;
    leases.push(lease);
    const eye = eyeOn(context.send, context.session, reader, near);
    await watch(watched, `${near.kind} ${Object.values(near.ids).join('/')}`, eye, false, near.ids);
  }
  const parent = parentOf(context.contract, reader);
  if (parent !== undefined) {
    const [outer] = pathParameters(reader);
    const id = String(fixture.ids[outer?.name ?? ''] ?? '');
    const path = Object.fromEntries(pathParameters(parent).map(({ name }) => [name, id]));
    const request = toWire(compose(parent, { path, label: 'read' }), { session: context.session });
    await watch(
      watched,
      `${parent.entity ?? 'parent'} ${id}`,
      {
        look: async () => lookOf(await context.send(request)),
      },
      true,
      path,
    );
  }
  return {
    watched,
    release: async () => {
      for (const lease of leases) await lease.release();
    },
  };
}

async function watch(
  into: Watched[],
  name: string,
  eye: Pick<Eye, 'look'>,
  parent: boolean,
  ids: Fixture['ids'],
): Promise<void> {
  const before = await eye.look();
  // What could not be read before says nothing afterwards.
  if (before.status === 200) into.push({ name, before, parent, ids, look: () => eye.look() });
}

/** Other fixtures of the kind, the nearest id first: a server that hits the wrong row mostly hits the next one. */
export function nearest(session: Session, fixture: Fixture): Fixture[] {
  const all = session.target.fixtures().filter(({ kind }) => kind === fixture.kind);
  const at = all.indexOf(fixture);
  const distance = (one: Fixture): number => {
    const [own, other] = [Object.values(fixture.ids).at(-1), Object.values(one.ids).at(-1)];
    if (typeof own === 'number' && typeof other === 'number') return Math.abs(own - other);
    return Math.abs(all.indexOf(one) - at);
  };
  return all.filter((one) => one !== fixture).sort((a, b) => distance(a) - distance(b));
}

/** True when one of two entities mentions the other: then what is done to one may well concern the other. */
export function related(fixture: Fixture, shown: unknown, other: Watched): boolean {
  const own = Object.values(fixture.ids).at(-1);
  const its = Object.values(other.ids).at(-1);
  return (own !== undefined && mentions(other.before.value, own)) || (its !== undefined && mentions(shown, its));
}

/** Leases without waiting long; what comes too late is given back at once. */
export async function leaseSoon(session: Session, need: FixtureNeed): Promise<Lease | undefined> {
  let late = false;
  const asked = session.target.lease(need).then(async (answer) => {
    if (!('fixture' in answer)) return undefined;
    if (late) await answer.release();
    return late ? undefined : answer;
  });
  const timer = new Promise<undefined>((resolve) => {
    setTimeout(() => {
      late = true;
      resolve(undefined);
    }, WAIT_MS).unref();
  });
  return Promise.race([asked, timer]);
}

/** The GET of the entity that contains this one: the operation whose path is the beginning of this path. */
function parentOf(contract: Contract, reader: Operation): Operation | undefined {
  const shape = (path: string): string => path.replace(/\{[^}]+\}/g, '{}');
  return contract.operations.find(
    (other) =>
      other.method === 'GET' &&
      other !== reader &&
      other.path.endsWith('}') &&
      shape(reader.path).startsWith(`${shape(other.path)}/`) &&
      pathParameters(other).length < pathParameters(reader).length,
  );
}
