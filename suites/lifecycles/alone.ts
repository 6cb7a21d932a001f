import type { Depth } from '../../spec/index.ts';
import { type CheckContext, toWire } from '../engine/index.ts';
import { fail, isAccepted, isRefused, warn } from '../judges/index.ts';
import { faultyValues, lastMemberFirst } from './bad-updates.ts';
import { apart, type Change, changeable, changesFor, withChange } from './changes.ts';
import { isTold, judgeOthers, recordLeftOut, type Seen, seenOf } from './left-out.ts';
import { bareOf, nulled } from './omissible.ts';
import { rewritable, type UpdateSubject } from './update-subject.ts';
import { shownBy, write } from './writing.ts';
import { confirmedPlaces, placeOf, type Written } from './written.ts';

/** Members that an update has alone: which of the others a server loses may depend on the one that is there. */
const MOST_ALONE: Readonly<Record<Depth, number>> = { quick: 2, standard: 24, deep: 48 };

/** Refusals in a row after which a server is taken to want its updates whole. */
const MOST_REFUSED = 3;

/**
 * Writes each member that shows in an update of its own. Where nobody says that the others stay, only on an entity that may
 * be used up. `siblings`: what others of its kind show, whose values are the likeliest to be accepted.
 */
export async function writeAlone(
  context: CheckContext,
  subject: UpdateSubject,
  siblings: readonly unknown[],
  confirmed: ReadonlySet<string> | undefined,
): Promise<Written[]> {
  const { operation, observer } = subject;
  const seen = seenOf(context.contract, operation, confirmed);
  const shown = (await observer?.look())?.value;
  const changes = subject.disposable || seen.fate === 'kept' ? membersOf(context, subject, shown, siblings) : [];
  const found: Written[] = [];
  let refused = 0;
  const some = changes.slice(0, MOST_ALONE[context.depth]);
  // The first once more: only what goes before another update can be seen to be cleared by that.
  const round = seen.fate === 'cleared' && some.length > 1 ? [...some, ...some.slice(0, 1)] : some;
  for (const change of round) {
    if (refused >= MOST_REFUSED) break;
    if (change === round[0] && seen.fate === 'kept') await refuseOthers(context, subject, some.slice(1));
    const before = await observer?.look();
    const bare = { ...subject, valid: { ...subject.valid, request: bareOf(context, subject.valid.request) } };
    const written = await write(context, bare, [change], { when: 'alone' });
    refused = written === undefined ? refused + 1 : 0;
    const now = await observer?.look();
    if (written === undefined) await recordRefused(context, subject, change, seen);
    else if (before !== undefined && now !== undefined) {
      const [label, request] = [`an update with ${change.write} alone`, withChange(bare.valid.request, change)];
      judgeOthers(context, subject, { label, request, change, before, now, seen });
    }
    for (const one of written ?? [])
      if (isOwnValue(one.value) && confirmedPlaces([one]).size > 0) seen.taken.set(placeOf(one), one.value);
    found.push(...(written ?? []));
  }
  if (found.length > 0) await writeNothing(context, subject, seen);
  recordLeftOut(context, seen, found.length > 0);
  return found;
}

/**
 * Updates that leave out all that may be left out, and that say null where the owner says that it means the same: all stays. To be
 * sent once the members have other values than an entity that is new.
 */
export async function writeNothing(
  context: CheckContext,
  subject: UpdateSubject,
  seen: Seen = seenOf(context.contract, subject.operation, undefined),
): Promise<void> {
  const { observer, operation, valid, disposable } = subject;
  if (observer === undefined || seen.fate !== 'kept') return;
  const bare = bareOf(context, valid.request);
  const empty = { label: 'an update without members', request: bare };
  const nulls = disposable ? nulled(context, bare) : undefined;
  for (const { label, request } of [empty, ...(nulls === undefined ? [] : [nulls])]) {
    const before = await observer.look();
    const exchange = await context.send(request);
    await observer.settle(shownBy(operation));
    const now = await observer.look();
    if (isAccepted(exchange)) judgeOthers(context, subject, { label, request, before, now, seen });
    else if (request === bare && isRefused(exchange) && isTold(operation, seen)) {
      const actual = 'refused, while updates with one of its members are accepted';
      context.record(seen.id, warn('an update of which no member is needed may have none', actual), {
        label,
        exchange,
      });
    }
  }
}

/** An update of all the others that is refused for one of them: what it brought must not come along with the next one. */
async function refuseOthers(context: CheckContext, subject: UpdateSubject, changes: readonly Change[]): Promise<void> {
  const { session, depth } = context;
  const { valid, disposable, before } = subject;
  const restorable = rewritable(context, valid.request, before);
  const all = changes.reduce(withChange, valid.request);
  const [faulty] = lastMemberFirst(
    faultyValues(all, depth, (member) => disposable || restorable.has(member)),
    all,
  );
  if (faulty === undefined || changes.length === 0) return;
  const exchange = await context.send(toWire(faulty.request, { session }));
  // What a careless server takes shows before anything is compared.
  if (isAccepted(exchange)) await session.pause(session.target.facts.settleMs);
}

/** A member's likeliest other value: any on an entity that may be used up, else a touch on a text. */
function membersOf(
  context: CheckContext,
  subject: UpdateSubject,
  shown: unknown,
  siblings: readonly unknown[],
): Change[] {
  const omit = apart(context, subject);
  if (!subject.disposable) return changesFor(context, subject, shown, { turn: 2, omit });
  return changeable(context, subject, shown, siblings, omit).flatMap(({ values: [first], ...place }) =>
    first === undefined ? [] : [{ ...place, ...first }],
  );
}

/** True for a text or a list that holds something: a server's own value for what is left out is none of those that a run makes up. */
function isOwnValue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
}

/**
 * 4.5: unchanged members may be left out; an update that is refused for want of them breaks that. Where a claimed schema needs none
 * of the others, the server may still have a rule for some of them that a schema does not say.
 */
async function recordRefused(context: CheckContext, subject: UpdateSubject, change: Change, seen: Seen): Promise<void> {
  const { id, confirmed } = seen;
  if (!isTold(subject.operation, seen) || confirmed !== undefined) return;
  const label = `an update with ${change.write} alone`;
  const [whole] = (await write(context, subject, [change])) ?? [];
  if (whole === undefined) return;
  const actual = 'refused, while the same change is accepted with the other members';
  const judge = subject.operation.partial ? fail : warn;
  context.record(id, judge('unchanged members may be omitted', actual), { label, exchange: whole.exchange });
}
