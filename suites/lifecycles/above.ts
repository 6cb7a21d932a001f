/** What an entity belongs to, or is a part of, is as it was when that is updated (contract 4.1, 4.9). */
import { KINDS } from '../../spec/kinds.ts';
import { liesBelow } from '../../target/fixtures/family.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { observed } from '../judges/index.ts';
import { type Observer, seenBy } from '../subject/read.ts';
import { fixturesFor, isOrdinary } from '../subject/search.ts';
import { type Change, changesFor } from './changes.ts';
import { watchAbove, watchWhole, wholeOf } from './neighbours.ts';
import { judgeLeft } from './parents.ts';
import type { UpdateSubject } from './update-subject.ts';
import { validUpdate } from './valid-update.ts';
import { write } from './writing.ts';

/**
 * What the changed one belongs to, or is a part of, is as it was, whatever it shows of what is below it: on one that nobody has
 * changed before, as a second loss does not show. Somebody else may have changed it meanwhile: what becomes of a second one as well is
 * no coincidence.
 */
export async function recordAbove(context: CheckContext, id: string, subject: UpdateSubject): Promise<void> {
  const { kind } = subject.fixture;
  const { observer } = subject;
  const isPart = observer !== undefined && wholeOf(context.contract, observer.reader) !== undefined;
  if (observer === undefined || !(KINDS[kind].below !== undefined || isPart)) return;
  if (!context.session.plenty({ kind, effect: 'destroy' })) return;
  const used = [subject.fixture];
  const about = { ...subject, observer, isPart };
  const first = await judgeAbove(context, about, used);
  const second = first.some(isFailure) ? await judgeAbove(context, about, used) : [];
  for (const one of first) context.record(id, second.some(isFailure) ? one.judgement : withDoubt(one), one.evidence);
}

/** Somebody else may have done it. */
function withDoubt(one: Above): Judgement {
  const actual = one.judgement.actual ?? '';
  return isFailure(one) ? observed({ what: 'differs', actual, but: 'others-at-work' }) : one.judgement;
}

/**
 * The whole of which the changed one is a part is as it was, but for what the part shows, too, whichever of its texts is changed. Somebody
 * else may have changed it meanwhile: what changes with a further text at the same place is no coincidence.
 */
export async function recordWhole(context: CheckContext, id: string, subject: UpdateSubject): Promise<void> {
  const { observer, fixture, valid } = subject;
  if (observer === undefined || wholeOf(context.contract, observer.reader) === undefined) return;
  const shown = (await observer.look()).value;
  const changesOf = (turn: number): Change[] => changesFor(context, subject, shown, { turn });
  const after = async (change: Change): Promise<Above[]> => {
    const watched = await watchWhole(context, observer.reader, fixture);
    if ((await write(context, subject, [change])) === undefined) return [];
    const looks = watched.map(async (one): Promise<Above[]> => {
      const look = await one.after();
      const judgement = look && (await judgeLeft(context, one, look, valid.request));
      if (look === undefined || judgement === undefined) return [];
      const label = `${one.name} after a change of ${change.write}`;
      return [{ judgement, evidence: { label, exchange: valid.exchange, seen: seenBy(one.before, look) } }];
    });
    return (await Promise.all(looks)).flat();
  };
  const further = changesOf(OTHER_TURN);
  for (const change of changesOf(ONE_TURN)) {
    const first = await after(change);
    const other = further.find(({ write: to }) => to === change.write);
    const second = first.some(isFailure) && other !== undefined ? await after(other) : [];
    for (const one of first) context.record(id, second.some(isFailure) ? one.judgement : withDoubt(one), one.evidence);
    if (second.some(isFailure)) return;
  }
}

/** Two turns, so that the two changes of a text differ. */
const [ONE_TURN, OTHER_TURN] = [1, 2];

/** What is updated, and whether that is a part of something or stands below it. */
interface About extends Pick<UpdateSubject, 'operation' | 'fixture'> {
  readonly observer: Observer;
  readonly isPart: boolean;
}

interface Above {
  readonly judgement: Judgement;
  readonly evidence: Parameters<CheckContext['record']>[2];
}

function isFailure({ judgement }: Above): boolean {
  return judgement.verdict === 'fail';
}

/** Updates one that is not `used` yet, and adds it to these; judges what is above. Nothing where there is none, or it takes no update. */
async function judgeAbove(
  context: CheckContext,
  { operation, observer, isPart, fixture: { kind } }: About,
  used: Fixture[],
): Promise<Above[]> {
  const { session } = context;
  const above = (one: Fixture): Fixture | undefined => session.target.fixtures().find((other) => liesBelow(one, other));
  const isApart = (one: Fixture): boolean =>
    used.every((other) => one !== other && (isPart || above(one) !== above(other)));
  const fresh = (one: Fixture): boolean =>
    !used.includes(one) && isOrdinary(one) && session.chronicle.writtenAt(one) === undefined;
  const best = fixturesFor(session, { kind, effect: 'destroy' }).filter(
    (one) => fresh(one) && isApart(one) && above(one)?.traits['mode'] !== 'global',
  );
  const lease = await session.lease({
    kind,
    effect: 'destroy',
    where: best.length > 0 ? (one) => best.includes(one) : fresh,
  });
  if (!('fixture' in lease)) return [];
  used.push(lease.fixture);
  try {
    const watched = await (isPart ? watchWhole : watchAbove)(context, observer.reader, lease.fixture);
    const update = await validUpdate(context.send, session, operation, lease.fixture);
    if (update?.accepted !== true) return [];
    // What a server does besides it may do a moment later.
    await session.pause(session.target.facts.settleMs * MOMENT);
    const found: Above[] = [];
    for (const one of watched) {
      const look = await one.after();
      if (look === undefined) continue;
      const judgement = await judgeLeft(context, one, look, isPart ? update.request : undefined);
      const evidence = { label: one.name, exchange: update.exchange, seen: seenBy(one.before, look) };
      found.push({ judgement, evidence });
    }
    return found;
  } finally {
    await lease.release();
  }
}

/** Part of the time in which changes show. */
const MOMENT = 0.125;
