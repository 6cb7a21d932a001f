/** What an update leaves: it shows, it can be repeated, refused ones leave no trace, simultaneous ones break nothing. */
import type { Contract, Depth, Exchange, Operation } from '../../spec/index.ts';
import { isRefusal, isSuccess, promisesOf, valueAt } from '../../spec/index.ts';
import { beside, type Check, type CheckContext, ifAvailable, type Judgement, toWire } from '../engine/index.ts';
import { answerOf, differences, unshown } from '../judges/index.ts';
import { pathOf } from '../requests/compose.ts';
import { changedByRefusal, changedSince, type Look, type Observer, seenBy } from '../subject/read.ts';
import { badUpdates, carriersOf, misdirected, NONE_REFUSED } from './bad-updates.ts';
import { apart, type Change, changeable, changesFor, withChange } from './changes.ts';
import { recordShows } from './shows.ts';
import { judgeConcurrent, judgeRepeat, judgeUntouched } from './update-judges.ts';
import { rewritable, takeReturnable, takeSubject, type UpdateSubject } from './update-subject.ts';
import { shownBy } from './writing.ts';

/** How often two updates are sent at once. */
const RACES: Readonly<Record<Depth, number>> = { quick: 1, standard: 3, deep: 8 };

/** The check of one update operation; undefined where nothing is promised over several calls. */
export function updateCheck(contract: Contract, operation: Operation): Check | undefined {
  const promised = promisesOf(contract, operation.id, 'update');
  if (promised.ids.length === 0) return undefined;
  return {
    id: `${operation.id}.afterwards`,
    title: `${operation.method} ${operation.path} shows when it is accepted and leaves no trace when it is refused`,
    requirements: promised.ids,
    effect: 'modify',
    run: async (context) => {
      const subject = await takeReturnable(context, operation);
      const spare = subject.observer === undefined ? undefined : await takeSpare(context, subject);
      const refused = promised.find('refused-unchanged');
      const another = refused === undefined ? undefined : await takeForRefusals(context, subject, spare);
      const isApart = another !== undefined && another !== spare;
      const refusals = async (own: CheckContext): Promise<void> => {
        if (refused !== undefined) await recordRefusals(own, refused, subject, another ?? subject);
      };
      // On an entity of their own the faulty updates need not wait for the good ones.
      await beside(context, [
        async (own) => {
          if (promised.find('shows') !== undefined) await recordShows(own, subject, spare);
          const repeat = promised.find('repeat');
          if (repeat !== undefined) await recordRepeat(own, repeat, subject);
          if (!isApart) await refusals(own);
          const races = promised.find('concurrent');
          if (races !== undefined) await recordRaces(own, races, subject);
        },
        ...(isApart ? [refusals] : []),
      ]);
    },
  };
}

/** An entity for what nobody could put back: the one in hand, where that may be used up. */
async function takeSpare(context: CheckContext, subject: UpdateSubject): Promise<UpdateSubject | undefined> {
  return subject.disposable ? subject : takeAnother(context, subject);
}

/** One of its own, where that takes none away that others need to use up. */
async function takeForRefusals(
  context: CheckContext,
  subject: UpdateSubject,
  spare: UpdateSubject | undefined,
): Promise<UpdateSubject | undefined> {
  if (spare === undefined || !context.session.plenty({ kind: subject.fixture.kind, effect: 'destroy' })) return spare;
  return (await takeAnother(context, subject)) ?? spare;
}

function takeAnother(context: CheckContext, { operation, fixture }: UpdateSubject): Promise<UpdateSubject | undefined> {
  return ifAvailable(takeSubject(context, operation, 'destroy', undefined, fixture));
}

async function recordRepeat(context: CheckContext, id: string, subject: UpdateSubject): Promise<void> {
  const wire = toWire(subject.valid.request, { session: context.session });
  const first = await context.send(wire);
  await subject.observer?.settle(shownBy(subject.operation));
  const shown = await subject.observer?.look();
  const second = await context.send(wire);
  await subject.observer?.settle(shownBy(subject.operation));
  const changed =
    subject.observer === undefined || shown === undefined ? [] : await changedByRepeating(context, subject, shown);
  context.record(id, judgeRepeat(first, second, changed), {
    label: 'the same update twice',
    exchange: second,
  });
}

/**
 * What a repeated update changed, besides moments of change: only members that can be written say what it did. The first
 * one may still have been on its way when `shown` was read; what another repetition changes is certain.
 */
async function changedByRepeating(context: CheckContext, subject: UpdateSubject, shown: Look): Promise<string[]> {
  const { observer, valid } = subject;
  if (observer === undefined) return [];
  const seen = await changedSince(observer, shown);
  if (written(context, subject, seen.pointers).length === 0) return [];
  const once = await changedAnew(context, subject, observer);
  await context.send(valid.request);
  return written(context, subject, (await changedSince(observer, once ?? seen.look)).pointers);
}

/** The look after the update, once another one was sent in between: what the repetition took away is there again. */
async function changedAnew(
  context: CheckContext,
  subject: UpdateSubject,
  observer: Observer,
): Promise<Look | undefined> {
  const { valid, operation } = subject;
  const now = await observer.look();
  const [change] = changesFor(context, subject, now.value, { turn: 1, omit: apart(context, subject) });
  if (change === undefined) return undefined;
  for (const request of [withChange(valid.request, change), valid.request])
    if (!isSuccess((await context.send(request)).response?.status)) return undefined;
  await observer.settle(shownBy(operation));
  return observer.look();
}

function written(context: CheckContext, { operation }: UpdateSubject, changed: readonly string[]): string[] {
  const answer = context.contract.answer('update.readback')?.value as
    | Readonly<Record<string, readonly { readonly read: string }[]>>
    | undefined;
  const places = (answer?.[operation.id] ?? []).map(({ read }) => read);
  return changed.filter((pointer) => places.some((place) => pointer === place || pointer.startsWith(`${place}/`)));
}

/** `another`: the entity to send them to, where it shows */
async function recordRefusals(
  context: CheckContext,
  id: string,
  given: UpdateSubject,
  another: UpdateSubject,
): Promise<void> {
  if (given.observer === undefined || !context.wants(id)) return;
  const subject = another.observer === undefined ? given : another;
  const observer = subject.observer ?? given.observer;
  const { session } = context;
  let before = await observer.look();
  const restorable = rewritable(context, subject.valid.request, subject.before);
  const mayHit = (member: string): boolean => subject.disposable || restorable.has(member);
  const refused: { readonly label: string; readonly exchange: Exchange }[] = [];
  let lenient = false;
  const cases = carriedChanges(context, subject, before.value).flatMap(({ changes, most }) => {
    const carrying = changes.reduce(withChange, subject.valid.request);
    const all = badUpdates(context, carrying, mayHit);
    const some = most === undefined ? all : carriersOf(all, carrying).slice(0, most);
    return some.map((bad) => ({ bad, changes }));
  });
  const small = changesFor(context, subject, before.value, { turn: 2 });
  const carrying = small.reduce(withChange, subject.valid.request);
  const astray = context.depth === 'quick' ? [] : await misdirected(context, carrying, observer);
  for (const { bad, changes } of [...cases, ...astray.map((bad) => ({ bad, changes: small }))]) {
    const applied = (look: Look): boolean =>
      changes.some(({ read, value }) => differences(valueAt(look.value, read), value).length === 0);
    if (answerOf(before.exchange).judgement !== undefined) before = await observer.look();
    const wire = toWire(bad.request, {
      session,
      ...(bad.credential === undefined ? {} : { credential: bad.credential }),
    });
    const exchange = await context.send(wire);
    const status = exchange.response?.status ?? 0;
    if (isSuccess(status)) {
      // Another requirement says what must be refused; here it only changes what "as before" means, now or in a moment. What it brought
      // is taken away again: of a later one that brings the same nothing would show.
      await context.send(subject.valid.request);
      await observer.settle(shownBy(subject.operation));
      before = await observer.look();
      lenient = true;
      continue;
    }
    if (!isRefusal(status)) continue;
    const was = before;
    const found = await changedByRefusal(observer, was, {
      again: () => context.send(wire),
      renew: () => context.send(subject.valid.request),
      decisive: (look) => !lenient && applied(look),
    });
    before = found.look;
    // A server that carries out late what it refused shows it when another request is looked at.
    const sentBefore = sends(exchange, found)
      ? undefined
      : refused.findLast((one) => sends(one.exchange, found))?.label;
    refused.push({ label: bad.label, exchange });
    const judgement: Judgement =
      found.look.status === 200
        ? judgeUntouched(bad.label, status, found.pointers, sentBefore)
        : unshown('earlier-step', { what: 'answered', beside: 'look', status: found.look.status });
    context.record(id, judgement, { label: bad.label, exchange, seen: seenBy(was, found.look, found.pointers) });
    if (judgement.verdict === 'fail') return;
  }
  if (refused.length === 0) return context.record(id, NONE_REFUSED, { label: 'faulty updates' });
  if (lenient || context.depth === 'quick') return;
  // What is carried out in the background would be overwritten unseen by the next good update.
  await session.pause(BACKGROUND_MS);
  const seen = await changedSince(observer, before);
  // What a good update has brought is late, and nobody's fault.
  const own = { operation: subject.operation, ids: pathOf(subject.operation, subject.fixture) };
  const isGood = (at: string): boolean => session.chronicle.courses.hasTaken(own, at, valueAt(seen.look.value, at));
  const late = { ...seen, pointers: seen.pointers.filter((at) => !isGood(at)) };
  const shows = ({ value: shown }: Look): string[] =>
    cases.flatMap(({ changes }) =>
      changes
        .filter(({ read, value }) => differences(valueAt(shown, read), value).length === 0)
        .map(({ read }) => read),
    );
  const known = new Set(shows(before));
  const culprit = refused.findLast((one) => sends(one.exchange, late));
  if (culprit === undefined || shows(late.look).every((read) => known.has(read))) return;
  const judgement = judgeUntouched(culprit.label, culprit.exchange.response?.status ?? 0, late.pointers, culprit.label);
  context.record(id, judgement, {
    label: `${culprit.label}, a moment later`,
    exchange: culprit.exchange,
    seen: seenBy(before, late.look, late.pointers),
  });
}

/** Waited for what was refused and may be carried out in the background, however soon good changes show; in milliseconds. */
const BACKGROUND_MS = 1200;

/** Changes that refused updates carry, and how many such updates are sent where it is not all. */
interface CarriedChanges {
  readonly changes: readonly Change[];
  readonly most?: number;
}

/** True where the body of a request holds one of the values that a look shows anew. */
function sends(
  { request }: Exchange,
  { pointers, look }: { readonly pointers: readonly string[]; readonly look: Look },
): boolean {
  const values = pointers.map((at) => valueAt(look.value, at)).filter((value) => value !== undefined);
  return values.some((value) => request.body?.includes(JSON.stringify(value)));
}

/**
 * A refused update carries changes besides its fault: one that is applied all the same can be seen. On an entity that may be
 * used up some carry a change of every member that shows, as a careless server may apply any of them.
 */
function carriedChanges(context: CheckContext, subject: UpdateSubject, shown: unknown): CarriedChanges[] {
  const small = changesFor(context, subject, shown, { turn: 2 });
  const usual = { changes: small };
  if (!subject.disposable) return [usual];
  const touched = new Set(small.map(({ write }) => write));
  const large = changeable(context, subject, shown, [], apart(context, subject)).flatMap(
    ({ write, read, values: [first] }): Change[] =>
      first === undefined || touched.has(write) ? [] : [{ write, read, ...first }],
  );
  return large.length === 0 ? [usual] : [usual, { changes: [...small, ...large], most: MOST_LARGE[context.depth] }];
}

/** Faulty updates that carry large changes: a server may have refused them for these. */
const MOST_LARGE: Readonly<Record<Depth, number>> = { quick: 5, standard: 8, deep: 16 };

async function recordRaces(context: CheckContext, id: string, subject: UpdateSubject): Promise<void> {
  for (let race = 0; race < RACES[context.depth]; race++) {
    const now = (await subject.observer?.look())?.value;
    const wires = [0, 1].map((turn) => {
      const changes = changesFor(context, subject, now, { turn });
      const [change] = changes;
      const request = change === undefined ? subject.valid.request : withChange(subject.valid.request, change);
      return toWire(request, { session: context.session });
    });
    const exchanges: Exchange[] = await Promise.all(wires.map((wire) => context.send(wire)));
    for (const exchange of exchanges)
      context.record(id, judgeConcurrent(exchange), { label: 'two updates at once', exchange });
  }
}
