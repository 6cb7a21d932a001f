/** The part of the SSL list that relations are judged on, and judging them although others write to it meanwhile. */
import { type Depth, type Exchange, enumOf, filterKind, filtersOf } from '../../spec/index.ts';
import type { Check, CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, fail, observed, type Remark, unshown } from '../judges/index.ts';
import { LARGEST_SIZE, type Listing, type Query, readAll, readPage, watchingPages } from './listing.ts';
import { type Identity, identityOf, type Keys } from './relations.ts';

/** Most entries that are read for one query. */
const CAP: Readonly<Record<Depth, number>> = { quick: 400, standard: 1000, deep: 3000 };

/** Pauses before a relation that does not hold is judged again on fresh lists, as parts of the time in which changes show. */
const SECOND_LOOKS = [0.125, 0.5, 0.125, 0.25];

/** So often it must be broken on fresh lists. */
const TWICE = 2;

/** All entries of a query that the relations start from: the whole list, or a part of it where that is too long. */
export interface World {
  readonly base: Query;
  readonly listing: Listing;
  readonly identity: Identity;
  readonly keys: Keys;
}

/** What a relation found: whether it holds, and the answer that shows it. */
export interface Finding {
  /** True where the answer by itself shows that it does not hold, whatever else is in the list. */
  readonly byItself?: true;
  readonly judgement: Judgement;
  readonly exchange?: Exchange | undefined;
  readonly case?: unknown;
}

/** True where a relation does not hold. */
export function isBroken({ judgement }: Finding): boolean {
  return judgement.verdict === 'fail';
}

/** The list, read once per session; `fresh` reads it again. */
export async function worldOf(context: CheckContext, fresh: boolean): Promise<World | Judgement> {
  const { session } = context;
  return fresh ? readWorld(context) : session.once('ssl-list-world', () => readWorld(context));
}

/** All that a query gives beside the base of the world, read once per session; `fresh` reads it again. */
export function listOf(context: CheckContext, world: World, query: Query, fresh = false): Promise<Listing> {
  const read = (): Promise<Listing> =>
    readAll(context, { ...world.base, ...query }, Math.max(LEAST_CAP, world.keys.length * 2 + ROOM));
  return fresh ? read() : context.session.once(`ssl-list:${JSON.stringify(query)}`, read);
}

/** A filter that gives more than the whole list shows itself well before these many entries. */
const LEAST_CAP = 1000;
const ROOM = 200;

/**
 * Judges a relation, again on fresh lists when it does not hold, and says what came of it. That a relation is broken counts where the
 * list stood still each time meanwhile, from right before to right after; where it does not, nothing is shown.
 */
export async function judgeSteadily(
  context: CheckContext,
  relation: (fresh: boolean) => Promise<Finding>,
): Promise<Finding> {
  let finding = await relation(false);
  if (!isBroken(finding)) return finding;
  let [held, still] = [0, 0];
  const sights = new Set<string | undefined>();
  const known = await worldOf(context, false);
  const keyOf = isWorld(known) ? known.identity.key : JSON.stringify;
  // An order that changes by itself is a fault of its own, and none of those who write to the list.
  const look = async (): Promise<string | undefined> => {
    const world = await worldOf(context, true);
    const sight = isWorld(world) ? JSON.stringify(world.keys.toSorted()) : undefined;
    sights.add(sight);
    return sight;
  };
  for (const [time, part] of SECOND_LOOKS.entries()) {
    // Lists that others write to often are given further chances.
    if (time >= TWICE && (held > 0 || still >= TWICE)) break;
    await context.session.pause(part * context.session.target.facts.settleMs);
    const before = await look();
    const { result: again, isStill } = await watchingPages(context, keyOf, () => relation(true));
    const after = await look();
    if (!isBroken(again)) held += 1;
    else {
      finding = again;
      // An entry may leave one list for another one, and the whole has it all the time.
      if (again.byItself === true || (before === after && (await isStill()))) still += 1;
    }
  }
  if (held === 0 && still >= TWICE) return finding;
  // Lists that were read before may be out of date by then.
  const settled = held === TWICE || (held > 0 && sights.size < 2);
  const open = { what: 'open', but: 'list-changes' } as const;
  return { judgement: settled ? observed(open) : unshown('other', open) };
}

/** Why nothing follows from a list. */
export const FEW_ENTRIES = { what: 'none', of: 'pair-of-entries', was: 'listed' } as const;

/** A check of the list: where there is none to judge by, each of its requirements is told why. */
export function listCheck(
  check: Pick<Check, 'id' | 'title' | 'requirements'>,
  judge: (context: CheckContext, world: World) => Promise<void>,
): Check {
  const run = async (context: CheckContext): Promise<void> => {
    const world = await worldOf(context, false);
    if (isWorld(world)) return judge(context, world);
    for (const id of check.requirements) context.record(id, world, { label: 'the list' });
  };
  return { ...check, effect: 'observe', run };
}

/** A relation over the list as it was read, or as it is now. */
export type Relation = (world: World, fresh: boolean) => Promise<Finding>;

/** Judges a relation over the list steadily. */
export function judgeRelation(context: CheckContext, relation: Relation): Promise<Finding> {
  return judgeSteadily(context, async (fresh) => {
    const world = await worldOf(context, fresh);
    return isWorld(world) ? relation(world, fresh) : { judgement: world };
  });
}

/** The same, recorded; nothing is asked about a requirement that is not wanted. */
export async function recordRelation(
  context: CheckContext,
  requirement: string,
  label: string,
  relation: Relation,
): Promise<void> {
  if (context.wants(requirement)) recordFinding(context, requirement, label, await judgeRelation(context, relation));
}

/** Records a finding as a judged case of a requirement. */
export function recordFinding(context: CheckContext, requirement: string, label: string, finding: Finding): void {
  const { judgement, byItself: _, ...shown } = finding;
  context.record(requirement, judgement, { label, ...shown });
}

/** What an answer that is no list means for a relation: nothing, but where a first page of a permitted size is called a bad request. */
export function noList(exchange: Exchange): Finding {
  const { judgement, response } = answerOf(exchange);
  if (judgement !== undefined) return { judgement, exchange };
  const { status } = response;
  const open = unshown('earlier-step', { what: 'answered', beside: 'list', status });
  const isBad = status === 400 && isFirstPage(exchange.request.url);
  return {
    judgement: isBad ? fail(`200, as for other sizes from 0 to ${LARGEST_SIZE} (4.2)`, 'status 400') : open,
    exchange,
  };
}

/** True where nothing is asked but a size, other than none (silence ssl.list.size-zero), from the beginning on. */
function isFirstPage(url: string): boolean {
  const query = [...new URL(url).searchParams];
  const isPlain = query.every(([name, value]) =>
    name === 'size' ? isSize(value) : name === 'position' && value === '0',
  );
  return isPlain && query.filter(([name]) => name === 'size').length === 1;
}

function isSize(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= LARGEST_SIZE;
}

export function isWorld(value: World | Judgement): value is World {
  return 'listing' in value;
}

async function readWorld(context: CheckContext): Promise<World | Judgement> {
  const cap = CAP[context.depth];
  for await (const base of bases(context, cap)) {
    const listing = await readAll(context, base, cap);
    if (!listing.ok) return noList(listing.last.exchange).judgement;
    if (!listing.complete) continue;
    const identity = identityOf(listing.items, context.contract.answer('ssl.list.identity'));
    return { base, listing, identity, keys: listing.items.map((item) => identity.key(item)) };
  }
  return unshown('other', { what: 'none', of: 'list-that-is-short-enough', was: 'answered', but: 'no-shorter-list' });
}

/** The whole list, and then, if it is too long, the longest part of it that is not: one value of one filter. */
async function* bases(context: CheckContext, cap: number): AsyncGenerator<Query> {
  const whole = await readPage(context, {}, 1, 0);
  if (whole.total === undefined || whole.total <= cap) yield {};
  if (whole.total !== undefined && whole.total <= cap) return;
  const parts: { readonly query: Query; readonly total: number }[] = [];
  for (const filter of filtersOf(context.contract.operation('ssl.list'))) {
    if (filterKind(filter) !== 'enum' || filter.deprecated) continue;
    for (const value of enumOf(filter.schema).map(String)) {
      const query = { [filter.name]: value };
      const { total } = await readPage(context, query, 1, 0);
      if (total !== undefined && total > 1 && total <= cap) parts.push({ query, total });
    }
    if (parts.length > 0) break;
  }
  for (const { query } of parts.sort((a, b) => b.total - a.total)) yield query;
}

/** A value that nothing has may be refused instead (silence ssl.list.unknown-reference). */
export function refused(list: Listing): Finding {
  return open({ what: 'answered', status: list.last.status }, list);
}

export function open(reason: Remark, list?: Listing): Finding {
  return { judgement: observed(reason), exchange: list?.last.exchange };
}

export function silent(context: CheckContext, id: string, reason: Remark): void {
  context.record(id, observed(reason), { label: 'known values' });
}
