/** From a living entity to an absent one: what DELETE leaves of it, and of its neighbours (contract 4, 7.1). */
import {
  type Contract,
  counterpart,
  type Depth,
  type Exchange,
  endsLife,
  type FixtureKind,
  type Operation,
  promisesOf,
} from '../../spec/index.ts';
import type { Fixture, FixtureNeed } from '../../target/types.ts';
import {
  type Check,
  type CheckContext,
  inconclusive,
  type Judgement,
  type Session,
  unavailable,
} from '../engine/index.ts';
import { fail, isAccepted, unshown } from '../judges/index.ts';
import { misnamingParameter } from '../requests/absent.ts';
import { compose, pathOf, pathParameters } from '../requests/compose.ts';
import { observerOf } from '../subject/read.ts';
import { isOrdinary, MOST_TRIED, sortOf } from '../subject/search.ts';
import { BesideEach } from './beside-each.ts';
import { recordChildless, recordLastOnes, recordWithChildren } from './children.ts';
import { askAllElse, endOf, giveUp, type Kind } from './deletion.ts';
import { judgeAbsent, judgeAlike, judgeNeighbour } from './lifecycle-judges.ts';
import { nearest } from './nearest.ts';
import { isBelow, type Watched, watchAll, watchBelow } from './neighbours.ts';
import { NextUpdate } from './next-update.ts';
import { isAlone } from './other-paths.ts';
import { related } from './related.ts';
import { hasSiblings, isFlanked, nameOf } from './sibling.ts';
import { watchTwins } from './twins.ts';

/** Entities used up per check, as far as there are fixtures of different traits. */
const ROUNDS: Readonly<Record<Depth, number>> = { quick: 1, standard: 6, deep: 12 };

/** The lifecycle of the entity that a DELETE ends; undefined for other operations. */
export function lifecycleCheck(contract: Contract, remove: Operation): Check | undefined {
  const kind = remove.entity;
  if (!endsLife(remove) || kind === undefined) return undefined;
  const promised = promisesOf(contract, remove.id, 'lifecycle');
  const { id, ids } = promised;
  const subject: Kind = {
    kind,
    remove,
    read: counterpart(contract.operations, remove, 'GET'),
    update: counterpart(contract.operations, remove, 'PUT'),
    silent: remove.absence === 'silent',
    promised,
  };
  return {
    id: `lifecycle.${kind}`,
    title: `A ${kind.replaceAll('-', ' ')} that is deleted is gone, and nothing else is`,
    requirements: ids,
    effect: 'destroy',
    run: async (context) => {
      const used: Fixture[] = [];
      const refused: Fixture[] = [];
      const inUse = new Set<Fixture>();
      const deletions: Exchange[] = [];
      const twins: Watched[] = [];
      let unseen: Judgement | undefined;
      const nextUpdate = promised.find('next-update');
      const next =
        nextUpdate === undefined || subject.update === undefined
          ? undefined
          : await NextUpdate.take(context, nextUpdate, subject.update);
      const beside = new BesideEach(context, id('nothing-else'), 'deletion');
      const others =
        context.depth === 'quick'
          ? []
          : [...(await watchAll(context, subject.read, kind)), ...(await watchBelow(context, kind))];
      for (let tries = MOST_TRIED; deletions.length < ROUNDS[context.depth] && tries > 0; ) {
        const lease = await context.session.lease(victim(context.session, subject, used));
        if (!('fixture' in lease)) {
          unseen ??= inconclusive(unavailable(lease.why));
          break;
        }
        if (twins.length === 0) twins.push(...(await watchTwins(context, lease.fixture)));
        const found = await endOf(context, subject, lease, { next, beside });
        if ('unseen' in found) {
          tries -= found.gone === true ? 0 : 1;
          unseen = found.unseen;
          if (unseen.verdict === 'fail') context.record(id('alike'), unseen, { label: 'the DELETE' });
          else if (found.refused) refused.push(lease.fixture);
          if (found.inUse === true || holdsOthers(context, lease.fixture)) inUse.add(lease.fixture);
          // Of its traits another one may well be deleted, so another one is tried before those of other traits.
          const spent = found.refused ? areEnough(context, refused, lease.fixture) : deletions.length > 0;
          if (spent) used.push(lease.fixture);
        } else {
          used.push(lease.fixture);
          deletions.push(found);
        }
      }
      const { doubt } = beside;
      const like = (one: Fixture): boolean =>
        !used.includes(one) && doubt !== undefined && sortOf(one) === sortOf(doubt);
      const again = doubt && (await context.session.lease({ kind, effect: 'destroy', where: like, now: true }));
      if (again !== undefined && 'fixture' in again) {
        used.push(again.fixture);
        await endOf(context, subject, again, { beside });
      }
      if (deletions.length === 0) {
        giveUp(context, ids, unseen ?? inconclusive(context.session.short({ kind, effect: 'destroy' })));
        return;
      }
      for (const exchange of deletions)
        context.record(id('alike'), judgeAlike(exchange, deletions, remove), { label: 'the DELETE', exchange });
      for (const one of refused) recordUndeletable(context, id('alike'), one, { deleted: used, refused, inUse });
      const childless = await recordChildless(context, subject);
      if (childless !== undefined) used.push(childless);
      const withChildren = await recordWithChildren(context, subject);
      if (withChildren !== undefined) used.push(withChildren);
      await recordLastOnes(context, subject);
      const misnamed = await recordMisnamed(context, subject, used);
      if (misnamed !== undefined) used.push(misnamed);
      const ends = new Set(used.map(({ ids }) => JSON.stringify(ids)));
      // What belongs to something that was deleted may go with it.
      const apart = others.filter(
        (other) =>
          !ends.has(JSON.stringify(other.ids)) &&
          !used.some((one) => isBelow(other, one) || related(one, undefined, other)),
      );
      await recordOthers(context, id('nothing-else'), [...apart, ...twins], used);
    },
  };
}

/**
 * Deletes an entity by a path, and names another one in an unknown parameter that is called as the path's: the path counts, whatever
 * was asked of the entity before and whichever way its flags are. That the other one stands is told with all others; it may be used
 * up, too. What was deleted is given back.
 */
async function recordMisnamed(
  context: CheckContext,
  { kind, remove, read, update, promised }: Kind,
  used: readonly Fixture[],
): Promise<Fixture | undefined> {
  const { session } = context;
  const name = misnamingParameter(context.contract, remove);
  const isSingle = pathParameters(remove).length === 1;
  if (name === undefined || read === undefined || !isSingle || context.depth === 'quick') return undefined;
  if (!session.plenty({ kind, effect: 'destroy' })) return undefined;
  const fits = (one: Fixture): boolean => !used.includes(one) && isOrdinary(one);
  const lease = await session.lease({ kind, effect: 'destroy', where: fits });
  if (!('fixture' in lease)) return undefined;
  try {
    const { fixture } = lease;
    const other = nearest(session, fixture).find((one) => one.allow === 'destroy' && fits(one));
    const observer = observerOf(context.send, session, read, fixture);
    const before = await observer.look();
    if (other === undefined || before.status !== 200) return undefined;
    const its = String(Object.values(other.ids).at(-1));
    const label = `${nameOf(fixture)}, of which all else was asked and whose flags were turned, with an unknown parameter ${name}=${its}`;
    await askAllElse(context, { kind, update }, fixture, before.value);
    const exchange = await context.send(
      compose(remove, { path: pathOf(remove, fixture), query: [[name, its]], label }),
    );
    if (!isAccepted(exchange)) return undefined;
    await lease.consume();
    const seen = await observer.until('gone', ({ status }) => status === 404);
    const evidence = { label, exchange, seen: { exchange: seen.exchange, changes: [] } };
    context.record(promised.id('absent'), judgeAbsent(seen.exchange), evidence);
    return fixture;
  } finally {
    await lease.release();
  }
}

/** Whatever could be read before the deletions, and was not used up, still stands: near or far. */
async function recordOthers(
  context: CheckContext,
  id: string,
  others: readonly Watched[],
  deleted: readonly Fixture[],
): Promise<void> {
  // What is done to others may show as late as what was asked for.
  if (deleted.length > 0 && others.length > 0) await context.session.pause(context.session.target.facts.settleMs);
  for (const { name, before, after } of others) {
    const look = before.status === 200 ? await after() : undefined;
    if (look === undefined) continue;
    const { exchange } = look;
    const label = `${name} after the deletion of ${deleted.map(nameOf).join(', ')}`;
    context.record(id, judgeNeighbour(name, exchange), { label, exchange });
  }
}

/**
 * So many of one level are refused before that is taken for what becomes of the level, as far as there are so many: any may still
 * be in use, which need not show (silence organization.delete.condition). One alone says nothing.
 */
const REFUSED_ALIKE = 4;
const FEWEST_REFUSED = 2;

function areEnough({ session }: CheckContext, refused: readonly Fixture[], one: Fixture): boolean {
  const allowed = session.target.fixtures().filter(({ kind, allow }) => kind === one.kind && allow === 'destroy');
  const wanted = Math.max(FEWEST_REFUSED, Math.min(REFUSED_ALIKE, alikeIn(allowed, one)));
  return alikeIn(refused, one) >= wanted;
}

/** True for one that is known to have others within it: it may be kept for their sake. */
function holdsOthers({ session }: CheckContext, one: Fixture): boolean {
  const { target } = session;
  return target.fixtures().some((other) => other.kind === one.kind && target.family.goesWith(other, one));
}

function alikeIn(all: readonly Fixture[], one: Fixture): number {
  return all.filter((other) => sortOf(other) === sortOf(one)).length;
}

/**
 * Where others of the kind are deleted and none with the traits of this one is, nothing is shown of what it is; but an id "may
 * be an organization or a department" (4.7), and those of one level that may be deleted are to be deleted.
 */
function recordUndeletable(
  context: CheckContext,
  id: string,
  one: Fixture,
  {
    deleted,
    refused,
    inUse,
  }: Record<'deleted' | 'refused', readonly Fixture[]> & { readonly inUse: ReadonlySet<Fixture> },
): void {
  if (
    alikeIn(
      deleted.filter((other) => !refused.includes(other)),
      one,
    ) > 0
  )
    return;
  const words = Object.entries(one.traits).map(([name, value]) => `${name} ${value}`);
  const which = `${nameOf(one)}${words.length > 0 ? ` (${words.join(', ')})` : ''}`;
  const ofLevel = one.kind === 'organization' && one.traits['level'] !== undefined;
  const judgement: Judgement =
    ofLevel &&
    !inUse.has(one) &&
    areEnough(
      context,
      refused.filter((other) => !inUse.has(other)),
      one,
    )
      ? fail('each level that the profile allows to delete is deleted', `that of the ${which} is refused`)
      : unshown('no-fixture', { what: 'open', of: which, but: 'undeletable' });
  context.record(id, judgement, { label: words.join(', ') });
}

/** What decides which one is best. */
interface Removal {
  readonly kind: FixtureKind;
  readonly remove: Operation;
  readonly read: Operation | undefined;
}

/**
 * A disposable entity; after the first one with other traits, since what belongs to another type may live otherwise. Where
 * nothing reads the kind, best one with neighbours that show by an update whether they live; else one whose id nothing under
 * another parent has, so that a deletion which names that parent can be tried.
 */
function victim(session: Session, { kind, remove, read }: Removal, used: readonly Fixture[]): FixtureNeed {
  const traits = new Set(used.map(sortOf));
  const others = session.target
    .fixtures()
    .filter((one) => one.kind === kind && one.allow === 'destroy' && !traits.has(sortOf(one)));
  // Whether a location that is no custom one may be deleted is not shown (silence location.not-custom).
  const deletable = others.filter(isOrdinary);
  const conclusive = deletable.filter((one) =>
    read === undefined ? hasSiblings(session, one) : isAlone(session, remove, one),
  );
  const flanked = read === undefined ? conclusive.filter((one) => isFlanked(session, one)) : [];
  const best = [flanked, conclusive, deletable].find((some) => some.length > 0) ?? [];
  if (used.length === 0 && best.length === others.length) return { kind, effect: 'destroy' };
  return {
    kind,
    effect: 'destroy',
    where: (one) => best.includes(one),
    ...(deletable.length < others.length ? { as: 'without the trait custom: false' } : {}),
  };
}
