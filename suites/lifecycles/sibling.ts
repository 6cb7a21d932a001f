/** A neighbour of a kind that nothing reads: that it lives shows by an update which it takes before and after (contract 7.1). */
import { type Exchange, isRefusal, isSuccess, type Operation } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext, Judgement, Session } from '../engine/index.ts';
import { fail, isAccepted, PASS, unshown } from '../judges/index.ts';
import { lookOf } from '../subject/read.ts';
import { onEachSide } from './nearest.ts';
import { type ValidUpdate, validUpdate } from './valid-update.ts';

interface Sibling extends ValidUpdate {
  readonly fixture: Fixture;
  readonly name: string;
  release(): Promise<void>;
}

/** Others on one side that are asked for until one takes an update: some may be used up. */
const MOST_ASKED = 3;

/**
 * Where nothing can be read, a neighbour is alive when an update of it is accepted; a disposable one, as it cannot be put
 * back. On either side, as far as there are fixtures, the nearest and the farthest: a server that deletes one too many
 * may take the next or the one before, the first of all or the last.
 */
export async function livingSiblings(
  context: CheckContext,
  update: Operation,
  fixture: Fixture,
): Promise<readonly Sibling[]> {
  const found: Sibling[] = [];
  for (const side of onEachSide(context.session, fixture)) {
    const disposable = side.filter(isDisposable);
    const [near] = await firstLiving(context, update, disposable);
    const others = disposable.filter((one) => one !== near?.fixture);
    const far = context.depth === 'quick' ? [] : await firstLiving(context, update, others.toReversed());
    found.push(...(near === undefined ? [] : [near]), ...far);
  }
  return found;
}

/** True where a neighbour on either side is a fixture that may be used up: only there it shows whether both are left alone. */
export function hasSiblings(session: Session, fixture: Fixture): boolean {
  return onEachSide(session, fixture).every((side) => side.some(isDisposable));
}

/** True where the very next ones are the group's own as well, and in nobody else's hands. */
export function isFlanked(session: Session, fixture: Fixture): boolean {
  const own = session.dealt({ kind: fixture.kind, effect: 'destroy' });
  return onEachSide(session, fixture).every(([next]) => next !== undefined && own.includes(next));
}

/** How many stand in a row: one to be deleted, and one on either side. */
const ROW = 3;

/** True for those of a kind that stand in a row, somewhere in the middle of all: who deletes one of them must have them all. */
export function standsInRow({ ids, kind }: Fixture, fixtures: readonly Fixture[]): boolean {
  const all = fixtures.filter((one) => one.kind === kind).toSorted((a, b) => numberOf(a) - numberOf(b));
  const rows = all.map((_, at) => all.slice(at, at + ROW)).filter((row) => row.length === ROW && row.every(isOwn));
  return rows[Math.floor(rows.length / 2)]?.some((one) => one.ids === ids) === true;
}

function isOwn(fixture: Fixture): boolean {
  return isDisposable(fixture) && fixture.foreign !== true;
}

/** Its own id; those without a number stay in the order of the profile. */
function numberOf({ ids }: Fixture): number {
  const own = Object.values(ids).at(-1);
  return typeof own === 'number' ? own : 0;
}

function isDisposable({ allow }: Fixture): boolean {
  return allow === 'destroy';
}

/** One at most. */
async function firstLiving(context: CheckContext, update: Operation, some: readonly Fixture[]): Promise<Sibling[]> {
  for (const one of some.slice(0, MOST_ASKED)) {
    const sibling = await living(context, update, one);
    if (sibling !== undefined) return [sibling];
  }
  return [];
}

async function living(context: CheckContext, update: Operation, near: Fixture): Promise<Sibling | undefined> {
  const { session } = context;
  const lease = await session.lease({ kind: near.kind, effect: 'destroy', where: (one) => one === near });
  if (!('fixture' in lease)) return undefined;
  session.onClose(() => lease.release());
  const tried = await validUpdate(context.send, session, update, near);
  // It is the repetition that will have to be accepted: a server may refuse what would change nothing.
  if (tried?.accepted !== true || !isAccepted(await context.send(tried.request))) {
    await lease.release();
    return undefined;
  }
  return { ...tried, fixture: near, name: nameOf(near), release: () => lease.release() };
}

/** Records under `id` whether it still takes the update, after the deletion of `victim` by the exchange `deleted`. */
export async function recordSibling(
  context: CheckContext,
  id: string,
  sibling: Sibling,
  victim: string,
  deleted: Exchange,
): Promise<void> {
  const exchange = await context.send(sibling.request);
  const { status } = lookOf(exchange);
  const judgement: Judgement = isSuccess(status)
    ? PASS
    : isRefusal(status)
      ? fail(`the ${sibling.name} still stands`, `an update of it, accepted before, answers ${status}`)
      : unshown('connection', { what: 'answered', of: sibling.name, status });
  const label = `${sibling.name} after the deletion of ${victim}`;
  context.record(id, judgement, { label, exchange: deleted, seen: { exchange, changes: [] } });
}

/** An entity in words: its kind and its ids. */
export function nameOf({ kind, ids }: Fixture): string {
  return `${kind.replaceAll('-', ' ')} ${Object.values(ids).join('/')}`;
}
