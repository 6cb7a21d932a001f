/** What becomes of members that an update leaves out, judged and recorded: they stay, are cleared, or nobody says (contract 4.1, 4.5, 4.9). */
import type { RequestCase } from '../../generators/index.ts';
import type { Contract, Exchange, Operation } from '../../spec/index.ts';
import { counterpart, isObject, modePlace, promisesOf, shownMode, valueAt } from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, differences, doubted, excerpt, fail, isEmpty, observed, PASS, sameValue } from '../judges/index.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { type Look, seenBy } from '../subject/read.ts';
import { stillReadbacks, touches } from '../subject/returned.ts';
import type { Change } from './changes.ts';
import { isNeeded } from './needed.ts';
import type { UpdateSubject } from './update-subject.ts';
import { isSwitch } from './variation.ts';
import { judgeOmitted, placeOf } from './written.ts';

/** What becomes of members that an update leaves out; `open` where nobody says. */
type Fate = 'kept' | 'cleared' | 'open';

/** What the updates with one member alone showed. */
export interface Seen {
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

/** True where somebody vouches for which members an update needs. */
export function isTold({ partial, body }: Operation, { confirmed }: Seen): boolean {
  return partial || (confirmed === undefined && body !== undefined && body.standing !== 'assumed');
}

/** Nothing seen so far of one operation. `confirmed`: as in `Seen`. */
export function seenOf(contract: Contract, operation: Operation, confirmed: Seen['confirmed']): Seen {
  const promised = promisesOf(contract, operation.id, 'update');
  const id = promised.find('omitted-stay') ?? promised.id('omitted');
  return { id, fate: fateOf(contract, operation), confirmed, judged: 0, kept: 0, cleared: 0, taken: new Map() };
}

function fateOf(contract: Contract, { partial, body }: Operation): Fate {
  if (partial) return 'kept';
  const answer = contract.answer(body === undefined ? 'endpoint.update.omitted-parameters' : 'update.omitted-members');
  return answer?.standing === 'claimed' ? (answer.value as Fate) : 'open';
}

/** Looks before and after an update, which brought one `change` or none. */
interface Compared {
  readonly label: string;
  readonly request: RequestCase;
  readonly change?: Change;
  readonly before: Look;
  readonly now: Look;
  readonly seen: Seen;
}

/** Compares what the update did not mention: members that show, and the delegation mode, which has operations of its own. */
export function judgeOthers(
  context: CheckContext,
  { operation }: UpdateSubject,
  { label, request, change, before, now, seen }: Compared,
): void {
  const { exchange } = now;
  const unseen = answerOf(before.exchange).judgement ?? answerOf(exchange).judgement;
  if (unseen !== undefined) {
    context.record(seen.id, unseen, { label, exchange });
    return;
  }
  seen.last = { label, exchange };
  const others = stillReadbacks(context, operation).filter(
    (one) =>
      one.read !== change?.read &&
      !isSent(one.write, request) &&
      !(seen.fate === 'cleared' && isNeeded(context, operation, one.read, before.value)),
  );
  const judgements = others.map((one): Judgement | undefined => {
    const [was, is] = [valueAt(before.value, one.read), valueAt(now.value, one.read)];
    const within = isWithin(one.write, request.body?.value);
    // What has but two values is in one of them, whatever becomes of it.
    const kept = differences({ was }, { was: is }).length === 0;
    // An update of which nothing shows yet may not have cleared anything yet either; and of what was there before nothing shows.
    const arrived = change !== undefined && isNew(change, before, now);
    if (!within && !isEmpty(was) && typeof was !== 'boolean' && (arrived || !kept))
      seen[kept ? 'kept' : 'cleared'] += 1;
    const ours = seen.taken.get(placeOf(one));
    if (!within && kept && arrived && ours !== undefined && sameValue(ours, was))
      seen.stays ??= { place: one.read, value: was, label, exchange };
    const trusted = seen.confirmed?.has(placeOf(one)) !== false;
    // What has no value may be given one by the server.
    if (change === undefined && isEmpty(was)) return undefined;
    const judgement = judgeOmitted({ before: was, after: is, read: one.read }, change?.value, trusted);
    return within && judgement?.verdict === 'fail' ? doubted(judgement, 'object-replaced') : judgement;
  });
  if (seen.fate !== 'kept') return;
  judgements.push(judgeMode(context.contract, operation, before, now));
  const told = judgements.filter((one) => one !== undefined);
  const judgement = told.find(({ verdict }) => verdict !== 'pass') ?? told[0];
  if (judgement === undefined) return;
  seen.judged += 1;
  context.record(seen.id, judgement, { label, exchange, ...(change === undefined ? {} : { case: change.value }) });
}

/** True where a look shows what an update brought, and the one before did not. */
function isNew({ read, value }: Change, before: Look, now: Look): boolean {
  return sameValue(value, valueAt(now.value, read)) && !sameValue(value, valueAt(before.value, read));
}

/** True for a place that an update brings a value for: null may stand for none. */
function isSent(place: string, { query, body }: RequestCase): boolean {
  if (place.startsWith('?')) return query.some(([name]) => name === place.slice(1));
  return (valueAt(body?.value, place) ?? undefined) !== undefined;
}

/** True for a member of an object of which the update brings a part: whether that stands for the whole object is not shown. */
function isWithin(place: string, sent: unknown): boolean {
  const [, name = ''] = place.split('/');
  return place.startsWith(`/${name}/`) && isObject(valueAt(sent, `/${name}`));
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
 * Records what an update has cleared that it does not mention, where all of that stays. Something that chooses may have effects of its
 * own, and what is late may show an older state, so it is looked at once more.
 */
export async function recordCleared(
  context: CheckContext,
  { operation, observer }: UpdateSubject,
  {
    request,
    changes,
    before,
    after,
  }: {
    readonly request: RequestCase;
    readonly changes: readonly Change[];
    readonly before: Look;
    readonly after: Look;
  },
): Promise<void> {
  const { id, fate } = seenOf(context.contract, operation, undefined);
  if (observer === undefined || fate !== 'kept' || !context.wants(id)) return;
  if (context.contract.answer('update.readback')?.standing !== 'claimed') return;
  const chooses = ({ write: to, value }: Change): boolean =>
    isSwitch(memberSchema(operation, to, request.body?.value), value);
  if (changes.some(chooses)) return;
  const isCleared = ({ read }: { readonly read: string }, look: Look): boolean =>
    !isEmpty(valueAt(before.value, read)) && isEmpty(valueAt(look.value, read));
  const left = stillReadbacks(context, operation).filter(
    (one) =>
      !isSent(one.write, request) &&
      !isWithin(one.write, request.body?.value) &&
      !changes.some(({ read }) => touches(read, one.read)) &&
      isCleared(one, after),
  );
  if (left.length === 0) return;
  await observer.rest();
  const look = await observer.look();
  const lost = look.status === 200 ? left.find((one) => isCleared(one, look)) : undefined;
  if (lost === undefined) return;
  const was = JSON.stringify(valueAt(before.value, lost.read));
  context.record(id, fail(`${lost.read} stays ${was}, as the update does not mention it`, 'it shows no value'), {
    label: `an update with ${changes.map(({ write: to }) => to).join(', ')}`,
    exchange: look.exchange,
    seen: seenBy(before, look, [lost.read]),
  });
}

/** What all the updates with one member alone have shown; `any`: one of them was accepted. */
export function recordLeftOut(
  context: CheckContext,
  { id, fate, judged, kept, cleared, last, stays }: Seen,
  any: boolean,
): void {
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
