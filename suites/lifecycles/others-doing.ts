/** Why an entity that was watched may be gone or look otherwise, without any fault: others of the run have it in hand as well. */
import type { Contract, Operation } from '../../spec/index.ts';
import type { Fixture, Lease, Shortage } from '../../target/types.ts';
import type { Session } from '../engine/index.ts';
import { mentions } from '../judges/index.ts';
import { mayHaveGoneWith } from '../subject/going-along.ts';
import type { Look, Observer } from '../subject/read.ts';

/** True where several operations bring what an entity shows, as of an endpoint: what one of them wrote another one does not know. */
export function isWrittenSeveralWays({ operations }: Pick<Contract, 'operations'>, { entity }: Operation): boolean {
  const brings = ({ body, parameters }: Operation): boolean =>
    body !== undefined || parameters.some(({ in: place }) => place === 'query');
  return operations.filter((one) => one.method === 'PUT' && one.entity === entity && brings(one)).length > 1;
}

/** True where a later look shows an entity otherwise. */
export function looksOtherwise(before: Look, { status, value }: Look): boolean {
  return status !== before.status || JSON.stringify(value) !== JSON.stringify(before.value);
}

/** True where this run has written to an entity since a look, or so late before that it may show since: by whatever, it may look otherwise. */
export async function isWritten(
  session: Session,
  fixture: Fixture,
  { before: { exchange }, look }: { readonly before: Look; readonly look: Look },
): Promise<boolean> {
  const { settleMs } = session.target.facts;
  const isKnown = (): boolean => (session.chronicle.writtenAt(fixture) ?? 0) + settleMs >= exchange.startedAt;
  // What looks otherwise is looked at again before it counts.
  if (isKnown() || look.status !== 404) return isKnown();
  // What is on its way has been carried out, and is not yet answered.
  await session.pause(settleMs);
  return isKnown();
}

/**
 * Where an entity is gone, somebody else may have used it up, or what it belonged to, such as the organization of a
 * department: nobody has, if these can still be had, or are merely in use. What the asker has to itself (`own`) nobody else has used up.
 */
export async function unlessUsedUp(
  session: Session,
  fixture: Fixture,
  observer: Pick<Observer, 'look'>,
  { look, before, own = false }: { look: Look; before: Look; own?: boolean },
): Promise<Look | undefined> {
  if (look.status !== 404) return look;
  if (mayHaveGoneWith(session, fixture, { shown: before.value, at: before.exchange.startedAt })) return undefined;
  const above = session.target.fixtures().filter((other) => {
    const id = Object.values(other.ids).at(-1);
    return other !== fixture && other.allow === 'destroy' && id !== undefined && mentions(before.value, id);
  });
  if (!own && [fixture, ...above].some((one) => session.chronicle.hasDeleted(one))) return undefined;
  const suspects = fixture.allow === 'destroy' && !own ? [fixture, ...above] : above;
  if (suspects.length === 0) return look;
  const leases: Lease[] = [];
  try {
    for (const suspect of suspects) {
      const lease = await session.lease({ kind: suspect.kind, effect: 'observe', where: (one) => one === suspect });
      if ('fixture' in lease) leases.push(lease);
      else if (!isInUse(lease)) return undefined;
    }
    const last = await observer.look();
    // Whoever holds one of them may change it: only a deletion, asked for by now, would be why it is gone.
    const isLeased = (one: Fixture): boolean => leases.some(({ fixture: leased }) => leased === one);
    return suspects.some((one) => !isLeased(one) && session.chronicle.mayHaveDeleted(one)) ? undefined : last;
  } finally {
    for (const lease of leases) await lease.release();
  }
}

/** True for what others of the run, or the asker itself, have in hand, and nobody has used up. */
function isInUse({ why }: Shortage): boolean {
  return why.what === 'fixture' && (why.state.is === 'busy' || why.state.is === 'held');
}
