/** Endpoints that no step is about: whatever is put or removed elsewhere, their mode stays (contract 3.3). */
import { type Exchange, type Mode, modePlace, shownMode } from '../../../spec/index.ts';
import type { Fixture, Lease, WireRequest } from '../../../target/types.ts';
import { type CheckContext, type Judgement, type Session, toWire } from '../../engine/index.ts';
import { fail, PASS, unshown } from '../../judges/index.ts';
import { onEachSide } from '../../lifecycles/neighbours.ts';
import { compose, pathOf } from '../../requests/compose.ts';
import { lookOf } from '../../subject/read.ts';
import { fixturesFor } from '../../subject/search.ts';

/** An endpoint's mode before and after the steps with another one. */
export interface Witness {
  readonly id: string;
  readonly before: Mode | undefined;
  readonly after: Mode | undefined;
  readonly exchange: Exchange;
}

/**
 * Begins to watch an endpoint of each mode besides those that are `walked`: those that nobody may change, or else such as are
 * held meanwhile, so that no other check of the run changes them; and the next one on either side of each that is walked, as a
 * server that hits the wrong row mostly hits that, unless the run changes it meanwhile. The function that comes back looks again
 * and ends the watch.
 */
export async function watchOthers(
  context: CheckContext,
  walked: readonly Fixture[],
): Promise<() => Promise<Witness[]>> {
  const { session } = context;
  const others = session.target.fixtures().filter((one) => one.kind === 'endpoint' && !walked.includes(one));
  const still = others.filter(({ allow }) => allow === 'observe');
  const byMode = [...new Map(still.map((one) => [one.traits['mode'], one])).values()];
  const leases = byMode.length > 0 ? [] : await holdOfEachMode(session, others);
  const sides = walked.flatMap((one) =>
    onEachSide(session, one).map((side) => side.find((other) => others.includes(other))),
  );
  const near = sides.filter((one) => one !== undefined);
  const certain = leases.length > 0 ? leases.map(({ fixture }) => fixture) : byMode;
  const watched = [...new Set([...certain, ...near])];
  const before = await Promise.all(watched.map((one) => modeOf(context, one)));
  return async () => {
    const witnesses: Witness[] = [];
    for (const [at, one] of watched.entries()) {
      const first = before[at] as Seen;
      let last = await modeOf(context, one);
      if (last.mode !== first.mode) {
        // Whoever is changing it at this moment is answered by then.
        await session.pause(session.target.facts.settleMs);
        last = await modeOf(context, one);
      }
      // Of those that nobody holds, others of the run may have used one up.
      const isSeen = certain.includes(one) || (first.mode !== undefined && last.mode !== undefined);
      const isAlone = last.mode === first.mode || wasLeftAlone(context, one, first);
      if (isSeen && isAlone) witnesses.push(witnessOf(one, first, last));
    }
    for (const lease of leases) await lease.release();
    return witnesses;
  };
}

/**
 * A PUT for an endpoint in custom mode whose neighbour is in global mode: next to one in global mode only neighbours in custom
 * mode may stand, on which nothing would show. On one that may be used up, and that is held as the neighbour is.
 */
export async function besideCustom(
  context: CheckContext,
  walked: readonly Fixture[],
  put: (fixture: Fixture) => WireRequest,
): Promise<Witness[]> {
  const { session } = context;
  const inMode = (mode: Mode, { traits, allow }: Fixture): boolean => traits['mode'] === mode && allow === 'destroy';
  const custom = fixturesFor(session, { kind: 'endpoint', effect: 'destroy' }).filter(
    (one) => inMode('custom', one) && !walked.includes(one),
  );
  const pairs = custom.flatMap((one) =>
    onEachSide(session, one).flatMap(([next]) =>
      next !== undefined && inMode('global', next) ? [[one, next] as const] : [],
    ),
  );
  for (const [one, next] of pairs.slice(0, MOST_PAIRS)) {
    const found = await besideOne(context, { one, next, put });
    if (found !== undefined) return [found];
  }
  return [];
}

/** Pairs that are tried until one neighbour is seen to be in global mode: another request may have reached it before. */
const MOST_PAIRS = 6;

async function besideOne(
  context: CheckContext,
  { one, next, put }: { readonly one: Fixture; readonly next: Fixture; put(fixture: Fixture): WireRequest },
): Promise<Witness | undefined> {
  const leases: Lease[] = [];
  try {
    for (const wanted of [one, next]) {
      const where = (other: Fixture): boolean => other === wanted;
      const lease = await context.session.lease({ kind: 'endpoint', effect: 'destroy', where });
      if (!('fixture' in lease)) return undefined;
      leases.push(lease);
    }
    const before = await modeOf(context, next);
    if (before.mode !== 'global') return undefined;
    await context.send(put(one));
    return witnessOf(next, before, await modeOf(context, next));
  } finally {
    for (const lease of leases) await lease.release();
  }
}

/** True where nothing of this run can have changed an endpoint since it was first looked at, however late that may show. */
function wasLeftAlone({ session }: CheckContext, one: Fixture, first: Seen): boolean {
  const written = session.chronicle.writtenAt(one) ?? Number.NEGATIVE_INFINITY;
  return written + session.target.facts.settleMs < first.exchange.startedAt;
}

function witnessOf({ ids }: Fixture, { mode: before }: Seen, { mode: after, exchange }: Seen): Witness {
  return { id: String(ids['id']), before, after, exchange };
}

/** Holds an endpoint of each mode that the profile names; one of any mode where it names none. */
async function holdOfEachMode(session: Session, fixtures: readonly Fixture[]): Promise<Lease[]> {
  const modes = new Set(fixtures.map(({ traits }) => traits['mode']));
  const leases: Lease[] = [];
  for (const mode of modes) {
    const where = (one: Fixture): boolean => fixtures.includes(one) && one.traits['mode'] === mode;
    const lease = await session.lease({ kind: 'endpoint', effect: 'modify', where });
    if (!('fixture' in lease)) continue;
    session.onClose(() => lease.release());
    leases.push(lease);
  }
  return leases;
}

interface Seen {
  readonly mode: Mode | undefined;
  readonly exchange: Exchange;
}

async function modeOf(context: CheckContext, fixture: Fixture): Promise<Seen> {
  const reader = context.contract.operation('endpoint.read');
  const request = toWire(compose(reader, { path: pathOf(reader, fixture), label: 'read' }), {
    session: context.session,
  });
  const { exchange, value } = lookOf(await context.send(request));
  return { mode: shownMode(modePlace(context.contract), value), exchange };
}

/** Pure. `readable`: the place where modes show is known to be the right one. */
export function judgeWitness({ id, before, after }: Witness, readable: boolean): Judgement {
  if (!readable || before === undefined || after === undefined) {
    const reason = `Nothing shows the mode of endpoint ${id}; answer endpoint.delegation-mode.read in the profile.`;
    return unshown('dialect-silent', reason);
  }
  return before === after ? PASS : fail(`endpoint ${id} stays in ${before} mode`, `it shows ${after} mode`);
}
