/** Writes changes to an entity and looks what shows afterwards. */
import { type PackedText, type RequestCase, unpacked } from '../../generators/index.ts';
import { isObject, type Operation, token, valueAt } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { answerOf, differences, isAccepted, isEmpty, parseJson, sameValue } from '../judges/index.ts';
import { pathOf } from '../requests/compose.ts';
import { inHalves } from '../requests/halves.ts';
import { isOfOtherVariants, memberSchema } from '../requests/member-schema.ts';
import { type Look, type Observer, seenBy, shownFirst } from '../subject/read.ts';
import { readbacks, stillReadbacks, touches } from '../subject/returned.ts';
import { typeOf } from '../subject/search.ts';
import { type Change, withChange } from './changes.ts';
import { judgeOthers, recordCleared, seenOf } from './left-out.ts';
import { isReached } from './reached.ts';
import type { UpdateSubject } from './update-subject.ts';
import { isSwitch } from './variation.ts';
import type { Written } from './written.ts';

/** Updates that are sent for one set of changes: a server that refuses every second character must not cost a run. */
const MOST_SENT = 40;

/**
 * Some changes in one update; where that is refused, each half of them, and of what a text is made of, until what is refused
 * stands alone.
 *
 * @param most updates that are sent.
 */
export async function writeTogether(
  context: CheckContext,
  subject: UpdateSubject,
  changes: readonly Change[],
  most = MOST_SENT,
): Promise<Written[]> {
  const found: Written[] = [];
  const send = async (some: readonly Change[]): Promise<boolean> => {
    const written = await write(context, subject, some);
    found.push(...(written ?? []));
    return written !== undefined;
  };
  await inHalves(changes, send, unpackedChange, most);
  return found;
}

function unpackedChange({ parts, ...change }: Change): Change[] {
  if (parts === undefined) return [];
  // A list has each of its parts for an item, a text all of them in one.
  const made = (half: PackedText): unknown => (Array.isArray(change.value) ? half.parts : half.text);
  return unpacked({ text: '', parts }).map((half) => ({ ...change, value: made(half), parts: half.parts }));
}

/** Something to be sent right before an update, once the entity was looked at. */
interface Prelude {
  readonly when: string;
  readonly send?: () => Promise<unknown>;
}

/** What is waited for where an update is to show. */
export function shownBy({ id }: Operation): string {
  return `${id} shows`;
}

/** Places of an entity that showed something else than was sent along, and did so for good. */
const ALTERED = new WeakMap<UpdateSubject, ReadonlySet<string>>();

/** Undefined when the update was refused: then nothing follows about what shows. */
export async function write(
  context: CheckContext,
  subject: UpdateSubject,
  changes: readonly Change[],
  prelude?: Prelude,
): Promise<Written[] | undefined> {
  const { observer } = subject;
  if (observer === undefined) return undefined;
  const before = await observer.look();
  await prelude?.send?.();
  const request = changes.reduce(withChange, subject.valid.request);
  const exchange = await context.send(request);
  const status = exchange.response?.status ?? 0;
  if (status < 200 || status >= 300) return undefined;
  const shows = (value: unknown): boolean =>
    changes.every((one) => differences({ value: valueAt(value, one.read) }, { value: one.value }).length === 0);
  const known = shownUntil(context, subject, before);
  const besideIn = (look: Look): Change[] =>
    answerOf(look.exchange).judgement === undefined
      ? alteredBeside(context, request, changes, { known, after: look })
      : [];
  let first = await observer.until(shownBy(subject.operation), (look) => shows(look.value));
  // Somebody else may have changed it in between: who does not do so again has not been this server.
  if (
    changes.some((one) => isStrangers(observer, one, { before, now: first })) &&
    isAccepted(await context.send(request))
  )
    first = await observer.until(shownBy(subject.operation), (look) => shows(look.value));
  // What was sent along may show what the update before this one wrote, until this one shows as well; what did not change with time does not again.
  const isKnown = ({ read }: Change): boolean => ALTERED.get(subject)?.has(read) === true;
  const after = besideIn(first).every(isKnown) ? first : await observer.rest().then(() => observer.look());
  const beside = besideIn(after);
  ALTERED.set(subject, new Set([...(ALTERED.get(subject) ?? []), ...beside.map(({ read }) => read)]));
  const unseen = answerOf(after.exchange).judgement;
  // What went before it may have cleared some of it: an operation of its own, or what was not refused after all.
  if (unseen === undefined && prelude?.send === undefined)
    await recordCleared(context, subject, { request, changes, before, after });
  const written = [...changes, ...beside].map((change) => ({
    ...change,
    ...typeShown(subject),
    ...(prelude === undefined ? {} : { when: prelude.when }),
    before: valueAt(before.value, change.read),
    shown: valueAt(after.value, change.read),
    exchange,
    seen: seenBy(before, after, [change.read]),
    ...(unseen === undefined ? {} : { unseen }),
  }));
  return unseen === undefined ? [...written, ...answeredOtherwise(context, subject, written)] : written;
}

/** True for a text that is neither what was there nor anything like what was written, and that this run has written nowhere. */
function isStrangers(
  observer: Observer,
  { read, value }: Change,
  { before, now }: { readonly before: Look; readonly now: Look },
): boolean {
  const [was, is] = [valueAt(before.value, read), valueAt(now.value, read)];
  if (typeof is !== 'string' || typeof value !== 'string' || isEmpty(is) || is === was || observer.isAnothers(is))
    return false;
  const [shown, written] = [is, value].map((text) =>
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]/gu, ''),
  );
  return shown !== undefined && written !== undefined && !shown.includes(written) && !written.includes(shown);
}

/** What the entity lost of what the first update that was accepted of it wrote back as it was. */
export async function lostWithFirst(context: CheckContext, subject: UpdateSubject): Promise<Written[]> {
  const { operation, observer, valid } = subject;
  if (observer === undefined || subject.before === undefined) return [];
  const known = shownUntil(context, subject, subject.before);
  const lost = (after: Look): Change[] => alteredBeside(context, valid.request, [], { known, after });
  const after = await observer.until(shownBy(operation), (look) => lost(look).length === 0);
  if (answerOf(after.exchange).judgement !== undefined) return [];
  if (isUndisturbed(context, subject, after))
    judgeOthers(context, subject, {
      label: 'the first update',
      request: valid.request,
      before: subject.before,
      now: after,
      seen: seenOf(context.contract, operation, undefined),
    });
  return lost(after).map((change) => ({
    ...change,
    ...typeShown(subject),
    before: valueAt(subject.before?.value, change.read),
    shown: valueAt(after.value, change.read),
    when: 'written back',
    exchange: valid.exchange,
    seen: seenBy(subject.before ?? after, after, [change.read]),
  }));
}

/**
 * True where nothing but the first update can have changed what it leaves out: no earlier one, no word that it switches, and nothing
 * of which nobody says where it shows.
 */
function isUndisturbed(
  context: CheckContext,
  { operation, valid, before, rested }: UpdateSubject,
  after: Look,
): boolean {
  if (!rested || context.contract.answer('update.readback')?.standing !== 'claimed') return false;
  const { body, query } = valid.request;
  const places = readbacks(context.contract, operation);
  const sent = [
    ...query.map(([name]) => `?${name}`),
    ...(isObject(body?.value) ? Object.keys(body.value) : []).map(token),
  ];
  if (!sent.every((place) => places.some(({ write: to }) => touches(to, place)))) return false;
  return places.every(({ write: to, read }) => {
    const schema = memberSchema(operation, to, body?.value);
    const [was, is] = [valueAt(before?.value, read), valueAt(after.value, read)];
    return sameValue(was, is) || !isSwitch(schema, is ?? was);
  });
}

/** What an entity was seen to show before an update: at first, as it was taken, and right before. */
function shownUntil({ session }: CheckContext, { fixture, observer, before }: UpdateSubject, last: Look): unknown[] {
  const first = observer === undefined ? undefined : shownFirst(session, observer.reader, fixture);
  return [first, before?.value, last.value];
}

/** The type of the entity that is written to, where it has one. */
function typeShown({ fixture }: UpdateSubject): Pick<Written, 'type'> {
  const type = typeOf(fixture);
  return type === undefined ? {} : { type };
}

/**
 * Of what an entity took on with the last update, whatever it shows no longer once it was looked at again and again. An update sends
 * all members: what one before it changed, it has sent as it was.
 */
export async function lostByLooking(
  { operation, observer }: UpdateSubject,
  written: readonly Written[],
): Promise<Written[]> {
  const last = written.filter(({ exchange }) => exchange === written.at(-1)?.exchange);
  const taken = last.filter(({ unseen, value, shown }) => unseen === undefined && sameValue(value, shown));
  if (observer === undefined || taken.length === 0) return [];
  const isShown = (one: Written, { value }: Look): boolean => sameValue(one.value, valueAt(value, one.read));
  const first = await observer.look();
  await observer.look();
  // What is late to show may show what was before for a while yet.
  const look = await observer.until(shownBy(operation), (now) => taken.every((one) => isShown(one, now)));
  if (answerOf(look.exchange).judgement !== undefined) return [];
  return taken
    .filter((one) => !isShown(one, look))
    .map((one) => ({
      ...one,
      shown: valueAt(look.value, one.read),
      when: 'looked at again',
      seen: seenBy(first, look, [one.read]),
    }));
}

/**
 * What the answer to an update shows of the entity, where that is not what is there now. Of a body of another schema than that of the
 * GET it is not certain that a place of the same name is the same, nor of any that it must not be what was there before.
 */
function answeredOtherwise(context: CheckContext, subject: UpdateSubject, written: readonly Written[]): Written[] {
  const { operation, observer } = subject;
  const [answer, shown] = [operation, observer?.reader].map((one) => one?.success.find(({ body }) => body === 'some'));
  if (answer === undefined || context.contract.answer('update.readback')?.standing !== 'claimed') return [];
  const isSame = answer.schemaName !== undefined && answer.schemaName === shown?.schemaName;
  const own = { operation, ids: pathOf(operation, subject.fixture) };
  const first = observer === undefined ? undefined : shownFirst(context.session, observer.reader, subject.fixture);
  // Of several servers the one that answers may know an older state.
  const isOlder = (read: string, told: unknown): boolean =>
    sameValue(valueAt(first, read), told) || context.session.chronicle.courses.hasTaken(own, read, told);
  return written.flatMap((one): Written[] => {
    const parsed = one.exchange.response === undefined ? undefined : parseJson(one.exchange.response);
    const told: unknown = parsed?.error === undefined ? valueAt(parsed?.value, one.read) : undefined;
    const isFormer = sameValue(one.before, told) && sameValue(one.value, one.shown) && !sameValue(one.value, told);
    // It is not shown of which moment the answer tells; but whoever reads it takes it for what is there now.
    if (isFormer && !isEmpty(told) && !context.session.chronicle.unrest.has('late'))
      return [{ ...one, shown: told, when: ANSWER, invented: true }];
    if (
      isEmpty(told) ||
      typeof told !== typeof one.value ||
      [one.before, one.shown, one.value].some((is) => sameValue(is, told)) ||
      isOlder(one.read, told)
    )
      return [];
    return [{ ...one, shown: told, when: ANSWER, ...(isSame ? {} : { invented: true }) }];
  });
}

const ANSWER = 'in the answer';

/**
 * Members that were sent along as they were and show something else now: what was written to another one, or, where their owner claims
 * that what is written there shows, whatever else.
 */
function alteredBeside(
  context: CheckContext,
  { operation, body }: RequestCase,
  changes: readonly Change[],
  { known, after }: { readonly known: readonly unknown[]; readonly after: Look },
): Change[] {
  const isClaimed = context.contract.answer('update.readback')?.standing === 'claimed';
  return stillReadbacks(context, operation).flatMap(({ write: to, read }): Change[] => {
    const value = to.startsWith('?') ? undefined : valueAt(body?.value, to);
    if (value === undefined || changes.some((one) => touches(one.write, to) || touches(one.read, read))) return [];
    if (isOfOtherVariants(operation, to, body?.value)) return [];
    const shown = valueAt(after.value, read);
    const isSentBack = known.some((shownThen) => sameValue(value, valueAt(shownThen, read)));
    // What the owner's example brings shows as well, wherever the entity has shown something: not what chooses, whose effects are its own.
    const isOwners =
      isClaimed &&
      context.target.examples[operation.id] !== undefined &&
      !isEmpty(valueAt(known.at(-1), read)) &&
      !isSwitch(memberSchema(operation, to, body?.value), value);
    if (!(isSentBack || isOwners) || sameValue(value, shown)) return [];
    const isCrossed = changes.some((one) => isReached(after.value, { read, value: one.value }));
    return isClaimed || isCrossed ? [{ write: to, read, value }] : [];
  });
}
