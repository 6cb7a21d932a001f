/** From a living entity to an absent one: what DELETE leaves of it, and of its neighbours (contract 4, 7.1). */

import { counterpart, endsLife } from '../../spec/requirements/lifecycles.ts';
import { type Promises, promisesOf } from '../../spec/requirements/promises.ts';
import type { Contract, FixtureKind, Operation } from '../../spec/types.ts';
import type { Depth, Exchange } from '../../spec/vocabulary.ts';
import type { Fixture, Lease, WireRequest } from '../../target/types.ts';
import type { Check, CheckContext, Judgement } from '../engine/check.ts';
import { inconclusive, unavailable } from '../engine/unavailable.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { sortOf } from '../requests/sorts.ts';
import { toWire } from '../requests/wire.ts';
import { MOST_TRIED } from '../subject/search.ts';
import { recordForeignDeletion } from './foreign-deletion.ts';
import {
  earlierStep,
  judgeAbsent,
  judgeAfterRefusal,
  judgeAlike,
  judgeNeighbour,
  judgeRacingRead,
  judgeSecondDelete,
  judgeUpdateAfterDelete,
} from './lifecycle-judges.ts';
import { type Eye, eyeOn } from './look.ts';
import { isBelow, related, type Watched, watchAll, watchBelow, watchNeighbours } from './neighbours.ts';
import { livingSiblings, nameOf, recordSibling } from './sibling.ts';
import { type ValidUpdate, validUpdate } from './valid-update.ts';
import { victim } from './victim.ts';

/** Entities used up per check, as far as fixtures of different traits are lent. */
const ROUNDS: Readonly<Record<Depth, number>> = { quick: 1, standard: 4, deep: 8 };

/** Reads that are under way while the DELETE arrives. */
const RACING_READS = 3;

/** The operations of one kind of entity that its end concerns. */
interface Kind {
  readonly kind: FixtureKind;
  readonly remove: Operation;
  readonly read: Operation | undefined;
  readonly update: Operation | undefined;
  readonly silent: boolean;
  /** Requirements of its life. */
  readonly promised: Promises;
}

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
      let unseen: Judgement | undefined;
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
        const found = await live(context, subject, lease);
        if ('unseen' in found) {
          tries -= found.gone === true ? 0 : 1;
          unseen = found.unseen;
          if (unseen.verdict === 'fail') context.record(id('alike'), unseen, { label: 'the DELETE' });
          else if (found.refused) refused.push(lease.fixture);
          if (found.inUse === true) inUse.add(lease.fixture);
          // Of its traits another one may well be deleted, so another one is tried before those of other traits.
          const spent = found.refused ? alikeIn(refused, lease.fixture) >= REFUSED_ALIKE : deletions.length > 0;
          if (spent) used.push(lease.fixture);
        } else {
          used.push(lease.fixture);
          deletions.push(found);
        }
      }
      if (deletions.length === 0) {
        giveUp(context, ids, unseen ?? inconclusive(context.session.short({ kind, effect: 'destroy' })));
        return;
      }
      for (const exchange of deletions) {
        context.record(id('alike'), judgeAlike(exchange, deletions, remove), { label: 'the DELETE', exchange });
      }
      for (const one of refused) recordUndeletable(context, id('alike'), one, { deleted: used, refused, inUse });
      await recordOthers(context, id('nothing-else'), others, used);
    },
  };
}

/** Whatever of the kind could be read before the deletions, and was not used up, still stands: near or far. */
async function recordOthers(
  context: CheckContext,
  id: string,
  others: readonly Watched[],
  deleted: readonly Fixture[],
): Promise<void> {
  const ids = new Set(deleted.map((one) => JSON.stringify(one.ids)));
  for (const other of others) {
    if (ids.has(JSON.stringify(other.ids)) || other.before.status !== 200) continue;
    const look = await other.after();
    // What belongs to something that was deleted may go with it.
    if (look === undefined || deleted.some((one) => isBelow(other, one) || related(one, undefined, other))) continue;
    const { exchange } = look;
    const label = `${other.name} after the deletion of ${deleted.map(nameOf).join(', ')}`;
    context.record(id, judgeNeighbour(other.name, exchange), { label, exchange });
  }
}

/** So many of one level are refused before that is taken for what becomes of the level: one may still be in use. */
const REFUSED_ALIKE = 2;

function alikeIn(all: readonly Fixture[], one: Fixture): number {
  return all.filter((other) => sortOf(other) === sortOf(one)).length;
}

/**
 * Where others of the kind are deleted and none with the traits of this one is, nothing is shown of what it is; but an id "may
 * be an organization or a department" (4.7), and those of one level that are lent to be deleted are to be deleted.
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
  const said = `The ${which} is lent to be deleted, and its DELETE is refused, unlike that of others`;
  const ofLevel = one.kind === 'organization' && one.traits['level'] !== undefined;
  const judgement: Judgement =
    ofLevel && !inUse.has(one) && alikeIn(refused, one) >= REFUSED_ALIKE
      ? { verdict: 'fail', expected: 'each level that is lent to be deleted is deleted', actual: `${said}.` }
      : { verdict: 'inconclusive', cause: 'no-fixture', reason: `${said}; lend one that may be deleted.` };
  context.record(id, judgement, { label: words.join(', ') });
}

/** Why nothing could be seen of a deletion; `refused` when the entity was there and the DELETE was not accepted. */
interface Unseen {
  readonly unseen: Judgement;
  readonly refused: boolean;
  /** True when the refusal speaks of what the entity is in use by (silence organization.delete.condition), not of what it is. */
  readonly inUse?: boolean;
  /** True when it was taken out: another one is asked in its place. */
  readonly gone?: true;
}

/** The DELETE and all that follows from it; why nothing could be seen, when the entity was gone before or is not deleted. */
async function live(context: CheckContext, subject: Kind, lease: Lease): Promise<Exchange | Unseen> {
  const { session } = context;
  const { fixture } = lease;
  const { remove, read, update } = subject;
  const eye = read === undefined ? undefined : eyeOn(context.send, session, read, fixture);
  const before = await eye?.look();
  session.onClose(() => lease.release());
  if (before !== undefined && before.status !== 200) {
    return unseen(`The ${nameOf(fixture)} answers ${before.status} to a GET before it is deleted.`);
  }
  await lease.consume();
  const path = pathOf(remove, fixture);
  const wire = toWire(compose(remove, { path, label: 'delete' }), { session });
  // Where nothing reads it, an update that it takes shows that it is there, before anything is judged by its absence.
  const control = update === undefined ? undefined : await validUpdate(context.send, session, update, fixture);
  if (control !== undefined && session.chronicle.isMissing(control.exchange)) {
    session.target.retire(fixture);
    return { ...unseen(`The ${nameOf(fixture)} is answered as absent.`), gone: true };
  }
  const refused = await refusedDeletions(context, wire);
  const name = nameOf(fixture);
  const recordRefused = (next: Exchange): void => {
    for (const attempt of refused) {
      const evidence = { label: `${name} without a good credential`, exchange: attempt };
      context.record(subject.promised.id('refused'), judgeAfterRefusal(attempt, next), evidence);
    }
  };
  if (eye !== undefined) {
    const { exchange, status } = await eye.look();
    recordRefused(exchange);
    if (status === 404 || status === 410) {
      await lease.release();
      return unseen(`The ${name} was gone before it was deleted with a good credential.`);
    }
  }
  const foreign = subject.promised.find('foreign');
  if (eye !== undefined && read !== undefined && foreign !== undefined)
    await recordForeignDeletion(context, foreign, { read, remove, fixture, eye });
  const watched = read === undefined ? [] : await watchNeighbours(context, read, fixture);
  const siblings = read === undefined && update !== undefined ? await livingSiblings(context, update, fixture) : [];
  const [deleted, ...racing] = await Promise.all([
    context.send(wire),
    ...(eye === undefined ? [] : Array.from({ length: RACING_READS }, () => eye.look())),
  ]);
  const status = deleted.response?.status ?? 0;
  // Where nothing can be read, what was gone shows by the deletion.
  if (eye === undefined && !session.chronicle.isMissing(deleted)) recordRefused(deleted);
  if (status < 200 || status >= 300) {
    for (const sibling of siblings) await sibling.release();
    const still = status === 404 ? (await eye?.look())?.status : undefined;
    const inUse = status === 409 || status === 423;
    return { unseen: still === 200 ? NOT_FOUND : earlierStep(deleted), refused: status >= 400 && status < 500, inUse };
  }
  for (const { exchange } of racing) {
    const label = `${name} read while it is deleted`;
    context.record(subject.promised.id('concurrent-reads'), judgeRacingRead(exchange), { label, exchange });
  }
  if (await recordAbsence(context, subject, fixture, eye, deleted))
    await recordAfterlife(context, subject, name, wire, control);
  for (const neighbour of watched) {
    const look = await neighbour.after();
    // An organization may go with all that belongs to it (silence organization.delete.condition).
    if (look === undefined || (!neighbour.parent && related(fixture, before?.value, neighbour))) continue;
    const { exchange } = look;
    const label = `${neighbour.name} after the deletion of ${name}`;
    context.record(subject.promised.id('nothing-else'), judgeNeighbour(neighbour.name, exchange), { label, exchange });
  }
  for (const sibling of siblings) {
    await recordSibling(context, subject.promised.id('nothing-else'), sibling, name);
    await sibling.release();
  }
  await lease.release();
  return deleted;
}

/** 404 is for what does not exist (contract 4.1). */
const NOT_FOUND: Judgement = {
  verdict: 'fail',
  expected: 'any status but 404: a GET of the entity answers 200 before and after',
  actual: 'status 404',
};

function unseen(reason: string): Unseen {
  return { unseen: { verdict: 'inconclusive', cause: 'earlier-step', reason }, refused: false };
}

/** The same deletion without a credential and with a forged one. */
async function refusedDeletions(context: CheckContext, wire: WireRequest): Promise<Exchange[]> {
  return [await context.send({ ...wire, credential: 'none' }), await context.send({ ...wire, credential: 'tampered' })];
}

/** True when nothing of it can be read any more, or nothing ever could. */
async function recordAbsence(
  context: CheckContext,
  subject: Kind,
  fixture: Fixture,
  eye: Eye | undefined,
  deleted: Exchange,
): Promise<boolean> {
  if (eye === undefined) return true;
  const name = nameOf(fixture);
  const { exchange, status } = await eye.until('gone', (seen) => seen.status === 404);
  context.record(subject.promised.id('absent'), judgeAbsent(exchange), {
    label: name,
    exchange: deleted,
    seen: { exchange, changes: [] },
  });
  if (status !== 200) return true;
  const reason = `The ${name} is still there, so nothing can be seen of what comes after its end.`;
  const { promised } = subject;
  const later = ['second-delete', 'update-after-delete'].flatMap((name) => promised.find(name) ?? []);
  giveUp(context, later, { verdict: 'inconclusive', cause: 'earlier-step', reason });
  return false;
}

/** A second DELETE, and an update, of what is gone. */
async function recordAfterlife(
  context: CheckContext,
  subject: Kind,
  name: string,
  wire: WireRequest,
  control: ValidUpdate | undefined,
): Promise<void> {
  const { silent } = subject;
  const { id } = subject.promised;
  const second = await context.send(wire);
  context.record(id('second-delete'), judgeSecondDelete(second, silent), { label: name, exchange: second });
  if (silent) {
    context.observe(id('second-delete'), { silence: 'notification.absent', value: second.response?.status ?? null });
  }
  if (control === undefined) return;
  const late = await context.send(toWire(control.request, { session: context.session }));
  const judgement = judgeUpdateAfterDelete(late, control.accepted, silent);
  context.record(id('update-after-delete'), judgement, { label: name, exchange: late });
}

function giveUp(context: CheckContext, ids: readonly string[], judgement: Judgement, exchange?: Exchange): void {
  for (const id of ids) {
    context.record(id, judgement, { label: 'before the deletion', ...(exchange === undefined ? {} : { exchange }) });
  }
}
