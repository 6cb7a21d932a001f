/** Endpoints that no step is about: whatever is put or removed elsewhere, their mode stays (contract 3.3). */
import type { Exchange, Mode } from '../../../spec/index.ts';
import type { Fixture, Lease } from '../../../target/types.ts';
import type { CheckContext, Judgement, Session } from '../../engine/index.ts';
import { fail, PASS, unshown } from '../../judges/index.ts';
import { delegationPlaces, lostDelegations } from '../../lifecycles/delegations.ts';
import { onEachSide } from '../../lifecycles/nearest.ts';
import { sortOf, typeOf } from '../../subject/search.ts';
import { modeOf, type Seen } from './shown.ts';

/** An endpoint's mode before and after the steps with another one. */
export interface Witness {
  readonly id: string;
  readonly before: Mode | undefined;
  readonly after: Mode | undefined;
  readonly exchange: Exchange;
  /** An organization that it showed among its delegations before, and not after. */
  readonly lost?: string | undefined;
}

/**
 * Begins to watch an endpoint of each mode and type besides those that are `walked`: those that nobody may change, and where
 * none of these is in some mode, such as are held meanwhile, so that no other check of the run changes them; and the next one on either side of each that is walked, as a
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
  const bySort = [...new Map(still.map((one) => [sortOf(one), one])).values()];
  // A server may do to all of one type what it is asked to do to one of them.
  const types = new Set(walked.map(typeOf));
  const isMissing = (one: Fixture): boolean =>
    types.has(typeOf(one)) && still.every((kept) => sortOf(kept) !== sortOf(one));
  const spare = session.plenty({ kind: 'endpoint', effect: 'destroy' }) ? others.filter(isMissing) : [];
  const leases = await holdOfEachMode(session, bySort.length > 0 ? spare : others);
  const sides = walked.flatMap((one) =>
    onEachSide(session, one).map((side) => side.find((other) => others.includes(other))),
  );
  const near = sides.filter((one) => one !== undefined);
  const certain = [...leases.map(({ fixture }) => fixture), ...bySort];
  const watched = [...new Set([...certain, ...near])];
  // Before anything can be lost.
  await delegationPlaces(context);
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
      const [lost] = await lostDelegations(context, first.look, last.look);
      const isTheirs = lost !== undefined && (certain.includes(one) || wasLeftAlone(context, one, first));
      if (isSeen && isAlone) witnesses.push({ ...witnessOf(one, first, last), ...(isTheirs ? { lost } : {}) });
    }
    for (const lease of leases) await lease.release();
    return witnesses;
  };
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

/** Pure. `readable`: the place where modes show is known to be the right one. */
export function judgeWitness({ id, before, after, lost }: Witness, readable: boolean): Judgement {
  if (!readable || before === undefined || after === undefined)
    return unshown('dialect-silent', {
      what: 'open',
      of: `endpoint ${id}`,
      but: 'state-unseen',
      answer: ['endpoint.delegation-mode.read'],
    });
  if (lost !== undefined && before === after)
    return fail(`endpoint ${id} stays delegated to organization ${lost}`, 'that does not show any more');
  return before === after ? PASS : fail(`endpoint ${id} stays in ${before} mode`, `it shows ${after} mode`);
}
