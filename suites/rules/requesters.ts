/** Whose certificates are whose, before and after an administrator is deleted: what the SSL list shows by its filter `requester` (contract 4.2, 4.5). */
import type { Fixture } from '../../target/types.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { fail, mentions, observed, PASS, unshown } from '../judges/index.ts';
import { onEachSide } from '../lifecycles/nearest.ts';
import { type Page, readAll } from '../lists/listing.ts';
import type { Keys } from '../lists/relations.ts';
import { isWorld, worldOf } from '../lists/world.ts';
import { observerOf } from '../subject/read.ts';

/** The certificates of one requester. */
export interface Requested {
  readonly word: string;
  readonly keys: Keys;
  /** What the list shows of each, by its key. */
  readonly entries: ReadonlyMap<string, unknown>;
  readonly last: Page;
}

/** The text by which the list finds the certificates of an administrator; undefined where the profile does not say it. */
export function wordOf({ traits }: Pick<Fixture, 'traits'>): string | undefined {
  const word = traits['requester'];
  return word === undefined ? undefined : String(word);
}

/** True for an administrator whom certificates of the profile name as their requester. */
export function isNamed(fixture: Fixture, fixtures: readonly Fixture[]): boolean {
  return timesNamed(fixture, fixtures) > 0;
}

/** How many certificates of the profile name an administrator. */
export function timesNamed(fixture: Fixture, fixtures: readonly Fixture[]): number {
  const word = wordOf(fixture);
  if (word === undefined) return 0;
  return fixtures.filter(({ kind, traits }) => kind === 'ssl-certificate' && String(traits['requester']) === word)
    .length;
}

/** Reads the certificates of requesters. Undefined where their entries cannot be told apart or the list does not answer. */
export async function requestedBy(context: CheckContext, word: string): Promise<Requested | undefined> {
  const world = await worldOf(context, false);
  if (!isWorld(world) || !world.identity.unique || world.identity.pointer === undefined) return undefined;
  const list = await readAll(context, { requester: word }, world.keys.length * 2 + 200);
  if (!list.ok) return undefined;
  const entries = new Map(list.items.map((item) => [world.identity.key(item), item]));
  return { word, keys: list.items.map((item) => world.identity.key(item)), entries, last: list.last };
}

/**
 * Those of an administrator; undefined also where the profile does not say how to find them, and where this run has given him other
 * names: a server that keeps the requester of a certificate as a text does not know him by it any more.
 */
export async function requestedOf(context: CheckContext, fixture: Fixture): Promise<Requested | undefined> {
  const word = wordOf(fixture);
  if (word === undefined) return undefined;
  const { contract, session, send } = context;
  const isUntouched = session.chronicle.writtenAt(fixture) === undefined;
  const look = isUntouched
    ? undefined
    : await observerOf(send, session, contract.operation('admin.read'), fixture).look();
  return look === undefined || mentions(look.value, word) ? requestedBy(context, word) : undefined;
}

/** Looks until the certificates of a requester are as they should be, as long as changes may take to show. */
export function requestedUntil(
  context: CheckContext,
  word: string,
  done: (now: Requested) => boolean,
): Promise<Requested | undefined> {
  return context.session.patience.until(
    `certificates requested by ${word}`,
    () => requestedBy(context, word),
    (now) => now !== undefined && done(now),
  );
}

/**
 * Without the certificates that this run has written to since, or so late before that it may show since: an update may have given them
 * another requester.
 */
export function unwritten({ contract, session }: CheckContext, before: Requested): Requested {
  const since = before.last.exchange.startedAt - session.target.facts.settleMs;
  const update = contract.operation('ssl.update');
  const written = session.target
    .fixtures()
    .filter((one) => one.kind === update.entity && (session.chronicle.writtenAt(one) ?? 0) >= since);
  const keys = new Set(written.map(({ ids }) => JSON.stringify(Object.values(ids)[0])));
  return { ...before, keys: before.keys.filter((key) => !keys.has(key)) };
}

/**
 * Judges what became of certificates by those that can tell: not written to since, and still there when they are not where they should
 * be, as others delete certificates, too.
 */
export async function judgeLater(
  context: CheckContext,
  before: Requested,
  judge: (its: Requested) => Judgement,
): Promise<Judgement> {
  const its = unwritten(context, before);
  const first = judge(its);
  const world = first.verdict === 'fail' ? await worldOf(context, true) : undefined;
  if (world === undefined || !isWorld(world) || Object.keys(world.base).length > 0) return first;
  const there = new Set(world.keys);
  return judge({ ...its, keys: its.keys.filter((key) => there.has(key)) });
}

/**
 * Those whose requester is called just so. A filter may be content with a part of a name: what is found by a part of the word, and does not
 * show the word by itself, may be somebody else's.
 */
export async function exactly(context: CheckContext, found: Requested): Promise<Requested> {
  const { word, keys, entries } = found;
  const isNamed = (key: string): boolean => mentions(entries.get(key), word);
  if (keys.every(isNamed)) return found;
  const part = word.length < 2 ? undefined : await requestedBy(context, word.slice(0, -1));
  const isPartial = part !== undefined && keys.some((key) => part.keys.includes(key));
  return isPartial ? { ...found, keys: keys.filter(isNamed) } : found;
}

/** True when none of the certificates is listed for the requester any more, or not yet. */
export function hasNone({ keys }: Requested, wanted: Keys): boolean {
  return !wanted.some((key) => keys.includes(key));
}

/** True when all of them are. */
export function hasAll({ keys }: Requested, wanted: Keys): boolean {
  return wanted.every((key) => keys.includes(key));
}

/**
 * The certificates of a deleted administrator have another requester. Pure; `new` is undefined where no word finds the other, and
 * `alike` true where the word of the deleted one is a part of what the other is called: a filter may be content with a part.
 */
export function judgeReplaced(
  before: Requested,
  after: {
    readonly old: Requested | undefined;
    readonly new: Requested | undefined;
    readonly named: boolean;
    readonly alike?: boolean;
  },
): Judgement {
  if (after.old === undefined || (after.named && after.new === undefined)) return NO_LIST;
  if (before.keys.length === 0) return NONE_LEFT;
  const expected = `the ${before.keys.length} certificates requested by ${before.word} have the new requester`;
  if (after.alike === true && after.new === undefined)
    return unshown('other', { what: 'open', of: before.word, but: 'found-by-both' });
  if (!hasNone(after.old, before.keys) && after.alike !== true)
    return fail(expected, `${kept(after.old, before)} of them are still found by ${before.word}`);
  if (after.new !== undefined && !hasAll(after.new, before.keys))
    return fail(expected, `${kept(after.new, before)} of them are found by ${after.new.word}`);
  return judgeCounts(before, [after.old, after.new]);
}

/** Where the total was that of what is found, it still is: nothing of before is remembered. Pure. */
function judgeCounts(before: Requested, after: readonly (Requested | undefined)[]): Judgement {
  const counts = ({ keys, last }: Requested): boolean => last.total === keys.length;
  const wrong = counts(before) ? after.find((one) => one !== undefined && !counts(one)) : undefined;
  if (wrong === undefined) return PASS;
  return fail(`X-Total-Count ${wrong.keys.length} for requester=${wrong.word}`, `${wrong.last.total ?? 'none'}`);
}

/** The certificates still have the requester that they had. Pure. */
export function judgeStays(before: Requested, after: Requested | undefined): Judgement {
  if (after === undefined) return NO_LIST;
  if (before.keys.length === 0) return NONE_LEFT;
  if (hasAll(after, before.keys)) return PASS;
  return fail(
    `the ${before.keys.length} certificates requested by ${before.word} keep their requester`,
    `${kept(after, before)} of them are still found by ${before.word}`,
  );
}

function kept(now: Requested, before: Requested): number {
  return before.keys.filter((key) => now.keys.includes(key)).length;
}

/** None of them is left by which to tell. */
const NONE_LEFT = observed({ what: 'open', but: 'none-left' });

export const NO_LIST = unshown('earlier-step', { what: 'answered', beside: 'list', status: undefined });

/** So many on either side are asked for, as not everybody has requested a certificate. */
const EACH_SIDE = 2;

/** A requester who is not deleted, and the certificates that were there before the deletion of another one. */
interface Bystander {
  readonly fixture: Fixture;
  readonly before: Requested;
}

/**
 * The certificates of those who stand next to a deleted administrator, or to the successor, by their ids: a server that reassigns too
 * much mostly takes those of the next one, too. `apart`: what is requested by these two, which they may share.
 */
export async function bystandersOf(
  context: CheckContext,
  victim: Fixture,
  successor: Fixture,
  apart: readonly Requested[],
): Promise<Bystander[]> {
  const { session } = context;
  const words = session.target.fixtures().flatMap((one) => (one.kind === 'administrator' ? (wordOf(one) ?? []) : []));
  // Where a part of a text is enough, the certificates of one called admin34 are found by admin3 as well.
  const isApart = (word: string): boolean =>
    words.filter((other) => other.toLowerCase().includes(word.toLowerCase())).length === 1 &&
    apart.every((one) => one.word !== word);
  const fits = (one: Fixture): boolean => isApart(wordOf(one) ?? '') && !session.chronicle.hasDeleted(one);
  const sides = [victim, successor].flatMap((one) => onEachSide(session, one).map((side) => side.filter(fits)));
  // Who compares beginnings takes those of him, too, who is called as the deleted one and more.
  const word = wordOf(victim)?.toLowerCase();
  const isAlike = (one: Fixture): boolean => word !== undefined && wordOf(one)?.toLowerCase().startsWith(word) === true;
  const near = new Set([...sides.flatMap((side) => side.slice(0, EACH_SIDE)), ...sides.flat().filter(isAlike)]);
  const shared = new Set(apart.flatMap(({ keys }) => keys));
  const found: Bystander[] = [];
  for (const fixture of near) {
    const all = await requestedOf(context, fixture);
    const keys = all?.keys.filter((key) => !shared.has(key)) ?? [];
    if (all !== undefined && keys.length > 0) found.push({ fixture, before: { ...all, keys } });
  }
  return found;
}

/** Records under `id` that bystanders have what they had. One who was deleted or changed meanwhile by somebody else says nothing. */
export async function recordBystanders(
  context: CheckContext,
  id: string,
  bystanders: readonly Bystander[],
): Promise<void> {
  const { contract, session, send } = context;
  for (const { fixture, before } of bystanders) {
    const its = (): Requested => unwritten(context, before);
    const after = await requestedUntil(context, before.word, (now) => hasAll(now, its().keys));
    const lost = after !== undefined && !hasAll(after, its().keys);
    // An update may have given him another name.
    const isAsBefore = async (): Promise<boolean> => {
      const { status } = await observerOf(send, session, contract.operation('admin.read'), fixture).look();
      const isRenamed = (session.chronicle.writtenAt(fixture) ?? 0) >= before.last.exchange.startedAt;
      return status === 200 && !session.chronicle.hasDeleted(fixture) && !isRenamed;
    };
    if (lost && !(await isAsBefore())) continue;
    const label = `certificates of "${before.word}", who is not deleted`;
    const judgement = await judgeLater(context, before, (those) => judgeStays(those, after));
    context.record(id, judgement, { label, exchange: after?.last.exchange });
  }
}
