import type { Exchange, FixtureKind, Operation, Promises } from '../../spec/index.ts';
import { isClientError, isOfState, isSuccess, valueAt } from '../../spec/index.ts';
import type { Fixture, Lease, WireRequest } from '../../target/types.ts';
import { type CheckContext, ifAvailable, type Judgement, toWire } from '../engine/index.ts';
import { fail, isAccepted, type Remark, unshown } from '../judges/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { tryOn } from '../requests/control.ts';
import { inHalves } from '../requests/halves.ts';
import { type Observer, observerOf } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';
import { isKnownOrdinary } from '../subject/search.ts';
import { inHand } from '../subject/subject.ts';
import { badCredentials } from './bad-updates.ts';
import type { BesideEach } from './beside-each.ts';
import { type Change, withChange } from './changes.ts';
import {
  earlierStep,
  judgeAbsent,
  judgeAfterRefusal,
  judgeRacingRead,
  judgeSecondDelete,
  judgeUpdateAfterDelete,
} from './lifecycle-judges.ts';
import { watchNeighbours, watchOuter, watchParts } from './neighbours.ts';
import type { NextUpdate } from './next-update.ts';
import { recordBelow, recordForeignDeletion } from './other-paths.ts';
import { judgeLeft } from './parents.ts';
import { related } from './related.ts';
import { livingSiblings, nameOf, recordSibling } from './sibling.ts';
import { type ValidUpdate, validUpdate } from './valid-update.ts';

/** Reads that are under way while the DELETE arrives. */
const RACING_READS = 3;

/** The operations of one kind of entity that its end concerns. */
export interface Kind {
  readonly kind: FixtureKind;
  readonly remove: Operation;
  readonly read: Operation | undefined;
  readonly update: Operation | undefined;
  readonly silent: boolean;
  /** Requirements of its life. */
  readonly promised: Promises;
}

/** Why nothing could be seen of a deletion; `refused` when the entity was there and the DELETE was not accepted. */
export interface Unseen {
  readonly unseen: Judgement;
  readonly refused: boolean;
  /** True when the refusal speaks of what the entity is in use by (silence organization.delete.condition), not of what it is. */
  readonly inUse?: boolean;
  /** True when it was taken out: another one is asked in its place. */
  readonly gone?: true;
}

/** What is told of all deletions of a check together. */
interface ToldTogether {
  readonly next: NextUpdate | undefined;
  readonly beside: BesideEach;
}

/** The DELETE and all that follows from it; why nothing could be seen, when the entity was gone before or is not deleted. */
export async function endOf(
  context: CheckContext,
  subject: Kind,
  lease: Lease,
  { next, beside }: Partial<ToldTogether> = {},
): Promise<Exchange | Unseen> {
  const { session } = context;
  const { fixture } = lease;
  const { remove, read, update } = subject;
  const observer = read === undefined ? undefined : observerOf(context.send, session, read, fixture);
  const before = await observer?.look();
  session.onClose(() => lease.release());
  if (before !== undefined && before.status !== 200)
    return unseen({ what: 'answered', beside: 'look', status: before.status });
  await lease.consume();
  const path = pathOf(remove, fixture);
  const wire = toWire(compose(remove, { path, label: 'delete' }), { session });
  // Where nothing reads it, an update that it takes shows that it is there, before anything is judged by its absence.
  const control = update === undefined ? undefined : await validUpdate(context.send, session, update, fixture);
  if (control !== undefined && session.chronicle.isMissing(control.exchange)) {
    session.target.retire(fixture);
    return { ...unseen({ what: 'open', of: nameOf(fixture), but: 'gone' }), gone: true };
  }
  const refused = await refusedDeletions(context, wire);
  const name = nameOf(fixture);
  const recordRefused = (next: Exchange): void => {
    for (const attempt of refused) {
      const evidence = { label: `${name} without a good credential`, exchange: attempt };
      context.record(subject.promised.id('refused'), judgeAfterRefusal(attempt, next), evidence);
    }
  };
  if (observer !== undefined) {
    const { exchange, status } = await observer.look();
    recordRefused(exchange);
    if (status === 404 || status === 410) {
      await lease.release();
      return unseen({ what: 'open', of: name, but: 'gone' });
    }
  }
  const foreign = subject.promised.find('foreign');
  if (observer !== undefined && read !== undefined && foreign !== undefined)
    await recordForeignDeletion(context, foreign, { read, remove, fixture, observer });
  const watched =
    read === undefined
      ? []
      : [
          ...(await watchNeighbours(context, read, fixture)),
          ...(await watchParts(context, read, fixture)),
          ...(await watchOuter(context, read, fixture)),
        ];
  const siblings = read === undefined && update !== undefined ? await livingSiblings(context, update, fixture) : [];
  await next?.prepare();
  const [deleted, ...racing] = await Promise.all([
    context.send(wire),
    ...(observer === undefined ? [] : Array.from({ length: RACING_READS }, () => observer.look())),
  ]);
  const status = deleted.response?.status ?? 0;
  if (isSuccess(status)) await next?.send();
  // Where nothing can be read, what was gone shows by the deletion.
  if (observer === undefined && !session.chronicle.isMissing(deleted)) recordRefused(deleted);
  if (status < 200 || status >= 300) {
    for (const sibling of siblings) await sibling.release();
    const still = status === 404 ? (await observer?.look())?.status : undefined;
    const inUse = isOfState(status);
    return {
      unseen: still === 200 && isKnownOrdinary(fixture) ? NOT_FOUND : earlierStep(deleted),
      refused: isClientError(status),
      inUse,
    };
  }
  await beside?.look(fixture, { exchange: deleted }, watched);
  for (const { exchange } of racing) {
    const label = `${name} read while it is deleted`;
    context.record(subject.promised.id('concurrent-reads'), judgeRacingRead(exchange), { label, exchange });
  }
  if (await recordAbsence(context, subject, fixture, observer, deleted)) {
    await recordAfterlife(context, subject, name, wire, control);
    if (observer !== undefined && !subject.silent) await recordBelow(context, subject, fixture);
  }
  await next?.record();
  for (const neighbour of watched) {
    const look = await neighbour.after();
    // An organization may go with all that belongs to it (silence organization.delete.condition).
    if (look === undefined || (!neighbour.parent && related(fixture, before?.value, neighbour))) continue;
    const { exchange } = look;
    const label = `${neighbour.name} after the deletion of ${name}`;
    const evidence = { label, exchange: deleted, seen: { exchange, changes: [] } };
    const judgement = await judgeLeft(context, neighbour, look);
    context.record(subject.promised.id('nothing-else'), judgement, evidence);
  }
  for (const sibling of siblings) {
    await recordSibling(context, subject.promised.id('nothing-else'), sibling, name, deleted);
    await sibling.release();
  }
  await lease.release();
  return deleted;
}

/** 404 is for what does not exist (contract 4.1). */
const NOT_FOUND = fail('any status but 404: a GET of the entity answers 200 before and after', 'status 404');

function unseen(reason: Remark): Unseen {
  return { unseen: unshown('earlier-step', reason), refused: false };
}

/** What was done to an entity may decide whether its deletion is carried out: all other operations that change it, and an update that turns its flags. */
export async function askAllElse(
  context: CheckContext,
  { kind, update }: Pick<Kind, 'kind' | 'update'>,
  fixture: Fixture,
  shown: unknown,
): Promise<void> {
  const others = context.contract.operations.filter(
    (one) => one.entity === kind && one.effect === 'modify' && one.id !== update?.id,
  );
  for (const other of others) await ifAvailable(tryOn(inHand(context.session, other, fixture)));
  if (update !== undefined) await turnFlags(context, update, fixture, shown);
}

/** Updates that are sent to turn the flags of an entity. */
const MOST_TURNS = 6;

/** Gives each truth value that an entity shows, or that its update sends, the other one: all at once where that is taken. */
async function turnFlags(context: CheckContext, update: Operation, fixture: Fixture, shown: unknown): Promise<void> {
  const valid = await validUpdate(context.send, context.session, update, fixture);
  if (valid?.accepted !== true) return;
  const { request } = valid;
  const body = request.body?.value;
  const flags = readbacks(context.contract, update).flatMap(({ write, read }) => {
    const present = valueAt(body, write) ?? valueAt(shown, read);
    return typeof present === 'boolean' ? [{ write, value: !present }] : [];
  });
  const send = async (some: readonly Turned[]): Promise<boolean> =>
    isAccepted(await context.send(some.reduce(withChange, request)));
  await inHalves<Turned>(flags, send, () => [], MOST_TURNS);
}

type Turned = Pick<Change, 'write' | 'value'> & { readonly parts?: never };

/** The same deletion without a good credential. */
async function refusedDeletions(context: CheckContext, wire: WireRequest): Promise<Exchange[]> {
  const refused: Exchange[] = [];
  for (const { credential } of badCredentials(context.target))
    refused.push(await context.send({ ...wire, credential }));
  return refused;
}

/** True when nothing of it can be read any more, or nothing ever could. */
async function recordAbsence(
  context: CheckContext,
  subject: Kind,
  fixture: Fixture,
  observer: Observer | undefined,
  deleted: Exchange,
): Promise<boolean> {
  if (observer === undefined) return true;
  const name = nameOf(fixture);
  const { exchange, status } = await observer.until('gone', (seen) => seen.status === 404);
  context.record(subject.promised.id('absent'), judgeAbsent(exchange), {
    label: name,
    exchange: deleted,
    seen: { exchange, changes: [] },
  });
  if (status !== 200) return true;
  const { promised } = subject;
  const later = ['second-delete', 'update-after-delete'].flatMap((name) => promised.find(name) ?? []);
  giveUp(context, later, unshown('earlier-step', { what: 'open', of: name, but: 'still-there' }));
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
  context.record(id('second-delete'), judgeSecondDelete(second, silent), {
    label: name,
    exchange: second,
    evenAbsent: true,
  });
  if (silent)
    context.observe(id('second-delete'), { silence: 'notification.absent', value: second.response?.status ?? null });
  if (control === undefined) return;
  // Of what nothing reads it does not show when the deletion has been carried out.
  const { patience } = context.session;
  const update = (): Promise<Exchange> => context.send(control.request);
  const isRead = subject.read !== undefined;
  const late = await (isRead
    ? update()
    : patience.until(`${subject.remove.id} shows`, update, (one) => !isAccepted(one)));
  const judgement = judgeUpdateAfterDelete(late, control.accepted, silent);
  context.record(id('update-after-delete'), judgement, { label: name, exchange: late, evenAbsent: true });
}

/** Records why nothing can be told. */
export function giveUp(context: CheckContext, ids: readonly string[], judgement: Judgement, exchange?: Exchange): void {
  for (const id of ids) context.record(id, judgement, { label: 'before the deletion', exchange });
}
