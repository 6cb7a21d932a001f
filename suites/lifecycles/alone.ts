/** Updates that hold one member alone: it shows, and what is left out becomes what the contract or the dialect says (4.1, 4.5, 4.9). */
import { type RequestCase, withBody } from '../../generators/index.ts';
import type { Contract, Depth, Exchange, Operation } from '../../spec/index.ts';
import {
  counterpart,
  isObject,
  jsonSchemaOf,
  modePlace,
  promisesOf,
  shownMode,
  token,
  valueAt,
} from '../../spec/index.ts';
import { type CheckContext, type Judgement, toWire } from '../engine/index.ts';
import {
  answerOf,
  complaints,
  differences,
  excerpt,
  fail,
  isAccepted,
  isEmpty,
  isRefused,
  observed,
  PASS,
  pointerSet,
  pointerUnset,
  warn,
} from '../judges/index.ts';
import { isOfOtherVariants } from '../requests/member-schema.ts';
import type { Look } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';
import { faultyValues } from './bad-updates.ts';
import { confirmedPlaces, judgeOmitted, placeOf, sameValue, type Written } from './update-judges.ts';
import {
  apart,
  type Change,
  changeable,
  changesFor,
  rewritable,
  type UpdateSubject,
  withChange,
} from './update-subject.ts';
import { shownBy, write } from './writing.ts';

/** Members that an update has alone: which of the others a server loses may depend on the one that is there. */
const MOST_ALONE: Readonly<Record<Depth, number>> = { quick: 2, standard: 24, deep: 48 };

/** Refusals in a row after which a server is taken to want its updates whole. */
const MOST_REFUSED = 3;

/** What becomes of members that an update leaves out; `open` where nobody says. */
type Fate = 'kept' | 'cleared' | 'open';

/** What the updates with one member alone showed. */
interface Seen {
  readonly id: string;
  readonly fate: Fate;
  /** Comparisons that were judged. */
  judged: number;
  /** Places that are seen to take on what is written; undefined where the dialect vouches for all of them. */
  readonly confirmed: ReadonlySet<string> | undefined;
  kept: number;
  cleared: number;
  /** What each place was seen to take on in these updates: no default of the server's. */
  readonly taken: Map<string, unknown>;
  /** Such a value that an update left out and that stood there all the same. */
  stays?: { readonly place: string; readonly value: unknown; readonly label: string; readonly exchange: Exchange };
  last?: { readonly label: string; readonly exchange: Exchange };
}

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
    else if (before !== undefined && now !== undefined)
      judgeOthers(context, subject, { label: `an update with ${change.write} alone`, change, before, now, seen });
    for (const one of written ?? [])
      if (isOwnValue(one.value) && confirmedPlaces([one]).size > 0) seen.taken.set(placeOf(one), one.value);
    found.push(...(written ?? []));
  }
  if (found.length > 0) await writeNothing(context, subject, seen);
  record(context, seen, found.length > 0);
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
    if (isAccepted(exchange)) judgeOthers(context, subject, { label, before, now, seen });
    else if (request === bare && isRefused(exchange) && isTold(operation, seen)) {
      const actual = 'refused, while updates with one of its members are accepted';
      context.record(seen.id, warn('an update of which no member is needed may have none', actual), {
        label,
        exchange,
      });
    }
  }
}

/** Null for all that the update leaves out, where the owner says that it stands for a member that is left out. */
function nulled({ contract }: CheckContext, bare: RequestCase): { label: string; request: RequestCase } | undefined {
  const { operation, body } = bare;
  const answer = contract.answer('request.null-members');
  if (answer?.standing !== 'claimed' || answer.value !== 'absent' || !isObject(body?.value)) return undefined;
  const isFree = (place: string): boolean =>
    place.startsWith('/') &&
    valueAt(body.value, place) === undefined &&
    !isOfOtherVariants(operation, place, body.value);
  const places = readbacks(contract, operation).map(({ write: place }) => place);
  const value = places.filter(isFree).reduce((rest: unknown, place) => pointerSet(rest, place, null), body.value);
  return { label: 'an update with null for its members', request: withBody(bare, { ...body, value }) };
}

/** True where somebody vouches for which members an update needs. */
function isTold({ partial, body }: Operation, { confirmed }: Seen): boolean {
  return partial || (confirmed === undefined && body !== undefined && body.standing !== 'assumed');
}

function seenOf(contract: Contract, operation: Operation, confirmed: Seen['confirmed']): Seen {
  const promised = promisesOf(contract, operation.id, 'update');
  const id = promised.find('omitted-stay') ?? promised.id('omitted');
  return { id, fate: fateOf(contract, operation), confirmed, judged: 0, kept: 0, cleared: 0, taken: new Map() };
}

/** An update of all the others that is refused for one of them: what it brought must not come along with the next one. */
async function refuseOthers(context: CheckContext, subject: UpdateSubject, changes: readonly Change[]): Promise<void> {
  const { session, depth } = context;
  const { valid, disposable, before } = subject;
  const restorable = rewritable(context, valid.request, before);
  const all = changes.reduce(withChange, valid.request);
  // The last member first: a server that reads one after the other has read all the others by then.
  const order = pointersOf(all.body?.value, []).filter((pointer) => !isObject(valueAt(all.body?.value, pointer)));
  const [faulty] = faultyValues(all, depth, (member) => disposable || restorable.has(member)).toSorted(
    (a, b) => order.indexOf(b.pointer ?? '') - order.indexOf(a.pointer ?? ''),
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

function fateOf(contract: Contract, { partial, body }: Operation): Fate {
  if (partial) return 'kept';
  const answer = contract.answer(body === undefined ? 'endpoint.update.omitted-parameters' : 'update.omitted-members');
  return answer?.standing === 'claimed' ? (answer.value as Fate) : 'open';
}

/** The accepted update without all that may be left out, at any depth, as far as its schema tells. */
export function bareOf({ contract }: Pick<CheckContext, 'contract'>, request: RequestCase): RequestCase {
  const { operation, body, query } = request;
  const needed = operation.parameters.filter((one) => one.required).map(({ name }) => name);
  const bare = { ...request, query: query.filter(([name]) => needed.includes(name)) };
  const schema = jsonSchemaOf(operation) ?? true;
  if (!isObject(body?.value)) return bare;
  const places = readbacks(contract, operation).map(({ write: place }) => place);
  const value = pointersOf(body.value, places).reduce((rest: unknown, pointer) => {
    const without = pointerUnset(rest, pointer);
    return complaints(schema, without).length === 0 ? without : rest;
  }, body.value);
  return withBody(bare, { mediaType: body.mediaType, value });
}

/** Members of objects, the inner ones first; what shows as a `whole` is not taken apart. */
function pointersOf(value: unknown, whole: readonly string[], at = ''): string[] {
  if (!isObject(value) || whole.includes(at)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const pointer = `${at}${token(name)}`;
    return [...pointersOf(member, whole, pointer), pointer];
  });
}

/** True for a text or a list that holds something: a server's own value for what is left out is none of those that a run makes up. */
function isOwnValue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : typeof value === 'string' && value !== '';
}

/** Looks before and after an update, which brought one `change` or none. */
interface Compared {
  readonly label: string;
  readonly change?: Change;
  readonly before: Look;
  readonly now: Look;
  readonly seen: Seen;
}

/** Compares what the update did not mention: members that show, and the delegation mode, which has operations of its own. */
function judgeOthers(
  context: CheckContext,
  { operation, valid }: UpdateSubject,
  { label, change, before, now, seen }: Compared,
): void {
  const { exchange } = now;
  const unseen = answerOf(before.exchange).judgement ?? answerOf(exchange).judgement;
  if (unseen !== undefined) {
    context.record(seen.id, unseen, { label, exchange });
    return;
  }
  seen.last = { label, exchange };
  const bare = bareOf(context, valid.request);
  const sent = (place: string): boolean =>
    place.startsWith('?')
      ? bare.query.some(([name]) => name === place.slice(1))
      : valueAt(bare.body?.value, place) !== undefined;
  const others = readbacks(context.contract, operation).filter((one) => one.read !== change?.read && !sent(one.write));
  const judgements = others.map((one): Judgement | undefined => {
    const [was, is] = [valueAt(before.value, one.read), valueAt(now.value, one.read)];
    // What has but two values is in one of them, whatever becomes of it.
    const kept = differences({ was }, { was: is }).length === 0;
    if (!isEmpty(was) && typeof was !== 'boolean') seen[kept ? 'kept' : 'cleared'] += 1;
    // An update of which nothing shows yet may not have cleared anything yet either.
    const arrived = change !== undefined && sameValue(change.value, valueAt(now.value, change.read));
    const ours = seen.taken.get(placeOf(one));
    if (kept && arrived && ours !== undefined && sameValue(ours, was))
      seen.stays ??= { place: one.read, value: was, label, exchange };
    const trusted = seen.confirmed?.has(placeOf(one)) !== false;
    // What has no value may be given one by the server.
    if (change === undefined && isEmpty(was)) return undefined;
    return judgeOmitted({ before: was, after: is, read: one.read }, change?.value, trusted);
  });
  if (seen.fate !== 'kept') return;
  judgements.push(judgeMode(context.contract, operation, before, now));
  const told = judgements.filter((one) => one !== undefined);
  const judgement = told.find(({ verdict }) => verdict !== 'pass') ?? told[0];
  if (judgement === undefined) return;
  seen.judged += 1;
  context.record(seen.id, judgement, { label, exchange, ...(change === undefined ? {} : { case: change.value }) });
}

function judgeMode(contract: Contract, operation: Operation, before: Look, now: Look): Judgement | undefined {
  const place = modePlace(contract);
  const reader = counterpart(contract.operations, operation, 'GET');
  if (place?.standing !== 'claimed' || reader?.id !== 'endpoint.read') return undefined;
  const [was, is] = [shownMode(place, before.value), shownMode(place, now.value)];
  if (was === undefined || was === is) return undefined;
  return fail(`the delegation mode stays ${was}`, `it is ${is ?? 'not to be told'}`);
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

function record(context: CheckContext, { id, fate, judged, kept, cleared, last, stays }: Seen, any: boolean): void {
  if (!any || last === undefined) {
    const none = observed({ what: 'none', of: 'partial-update', was: 'accepted' });
    context.record(id, none, { label: 'one member alone' });
  } else if (kept + cleared === 0) {
    if (judged === 0) context.record(id, observed({ what: 'none', of: 'other-member', was: 'shown' }), last);
  } else if (fate === 'open') {
    const value = cleared === 0 ? 'kept' : kept === 0 ? 'cleared' : 'some of each';
    context.observe(id, { silence: 'update.omitted-members', value });
    context.record(id, observed({ what: 'shown', of: 'what an update leaves out', value }), last);
  } else if (fate === 'cleared') {
    const expected = 'what an update leaves out is cleared';
    if (stays === undefined) context.record(id, cleared > 0 ? PASS : fail(expected, 'each of them stays'), last);
    else {
      const { place, value, ...where } = stays;
      context.record(id, fail(expected, `${place} stays ${excerpt(JSON.stringify(value))}`), where);
    }
  }
}
