/** What an accepted SSL update does to the list: nothing to other certificates, nor to what of its own it does not name (contract 4.2). */
import { withJson } from '../../generators/index.ts';
import {
  claimed,
  type Exchange,
  filterKind,
  filtersOf,
  isObject,
  jsonSchemaOf,
  lettersOf,
  type Operation,
  placesIn,
  tokens,
  valueAt,
} from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { complaints, differences, fail, isAccepted, isEmpty, PASS, pointerSet, warn } from '../judges/index.ts';
import type { UpdateSubject } from '../lifecycles/update-subject.ts';
import { isChosen } from '../lifecycles/variation.ts';
import { inHalves } from '../requests/halves.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { LONGEST_LIST, readAll } from './listing.ts';
import { Finder, type Lookup, lookupsOf, recordLookup, recordStatuses } from './lookups.ts';
import { recordLostOnce } from './lost-update.ts';
import type { FilterMember } from './members.ts';
import { identityOf } from './relations.ts';
import { recordTexts } from './written-texts.ts';

/** Updates that are sent until each text was taken or refused by itself. */
const MOST_SENT = 12;

/** Entries by the text of their id. */
export type Entries = ReadonlyMap<string, unknown>;

interface Text {
  /** A text is not divided. */
  readonly parts?: readonly never[];
  readonly place: string;
  readonly value: string;
}

/**
 * Writes texts that nothing else has to a certificate, and looks at all entries; false where that shows nothing. `first`: the list
 * before any update of this certificate.
 */
export async function judgeListed(
  context: CheckContext,
  id: string,
  subject: UpdateSubject,
  first: Entries | undefined,
): Promise<boolean> {
  const own = JSON.stringify(Object.values(subject.fixture.ids)[0]);
  if (first?.has(own) !== true) return false;
  const finder = new Finder(context, [...first.values()]);
  let judged = false;
  const kept = new Map<string, Lookup>();
  let known: Lookup | undefined;
  await inHalves(
    textsFor(context, subject, first.get(own)),
    async (some) => {
      const before = await entries(context);
      const lookups = lookupsOf(context, some);
      const found = await Promise.all(lookups.map((one) => finder.found(one)));
      const { request } = subject.valid;
      const body = some.reduce((value: unknown, one) => pointerSet(value, one.place, one.value), request.body?.value);
      const exchange = await context.send(withJson(request, body));
      if (!isAccepted(exchange)) return false;
      const after = await context.session.patience.until(
        'an SSL update shows in the list',
        () => entries(context),
        (seen) => some.some(({ value }) => holds(seen?.get(own), value)),
      );
      if (before === undefined || after === undefined) return true;
      judged = true;
      const isShown = some.some(({ value }) => holds(after.get(own), value));
      const unfound: Lookup[] = [];
      for (const [at, lookup] of lookups.entries()) {
        const looks = { lookup, before: found[at], after: await finder.foundAt(lookup, own) };
        // What the list knows a certificate by may not be for an update to change once it is issued.
        const isSeen = shows(first.get(own), lookup.filter);
        const isFound = recordLookup(context, id, looks, { own, exchange });
        if (isFound) kept.set(lookup.filter, lookup);
        if (isFound && !isSeen) known ??= lookup;
        if (looks.before?.has(own) === false && looks.after?.has(own) === false) unfound.push(lookup);
      }
      const [lookup] = unfound;
      // All of an update is lost, or nothing: where a part of it shows, the filter looks for something else.
      if (lookup !== undefined && !isShown && unfound.length === lookups.length)
        await recordLostOnce(context, id, finder, {
          lookup,
          own,
          exchange,
          write: ({ place, value }) => context.send(withJson(request, pointerSet(body, place, value))),
        });
      recordOthers(context, id, { before, after, own }, { some, exchange });
      recordOwn(context, id, { before: first.get(own), after: after.get(own) }, { some, exchange }, subject);
      return true;
    },
    () => [],
    MOST_SENT,
  );
  for (const lookup of kept.values()) await recordTexts(context, id, finder, { lookup, subject });
  if (known !== undefined) await recordStatuses(context, id, finder, { lookup: known, fixture: subject.fixture });
  return judged;
}

interface Update {
  readonly some: readonly Text[];
  readonly exchange: Exchange;
}

function recordOthers(
  context: CheckContext,
  id: string,
  { before, after, own }: { readonly before: Entries; readonly after: Entries; readonly own: string },
  { some, exchange }: Update,
): void {
  for (const [key, entry] of after) {
    const found = some.find(({ value }) => key !== own && holds(entry, value) && !holds(before.get(key), value));
    if (found === undefined || !before.has(key)) continue;
    const crossed = fail(`the certificate ${key} is listed as it was`, `it shows ${found.value}, written to ${own}`);
    context.record(id, crossed, { label: `${found.place} of the certificate ${key}`, exchange });
    return;
  }
  context.record(id, PASS, { label: `the list after an update of ${own}`, exchange });
}

/** What a filter finds a certificate by, and no update names, nobody said that one changes. */
function recordOwn(
  context: CheckContext,
  id: string,
  { before, after }: { readonly before: unknown; readonly after: unknown },
  { some, exchange }: Update,
  { operation, valid }: UpdateSubject,
): void {
  const { contract } = context;
  const answer = contract.answer('ssl.list.filter-members');
  if (answer?.standing !== 'claimed' || after === undefined) return;
  const members = answer.value as Readonly<Record<string, FilterMember>>;
  const sent = valid.request.body?.value;
  const named = new Set([...some.map(({ place }) => tokens(place).at(-1)), ...Object.keys(isObject(sent) ? sent : {})]);
  for (const filter of filtersOf(contract.operation('ssl.list'))) {
    const { pointer } = members[filter.name] ?? {};
    if (pointer === undefined || filterKind(filter) !== 'text' || named.has(tokens(pointer).at(-1))) continue;
    const [was, is] = [valueAt(before, pointer), valueAt(after, pointer)];
    // The update that showed what is accepted had values of its own.
    const isOurs =
      some.some(({ value }) => holds(is, value)) ||
      (sent !== undefined && JSON.stringify(sent).includes(JSON.stringify(is)));
    if (isEmpty(was) || isOurs || differences({ was }, { was: is }).length === 0) continue;
    // What the update could have named it may clear, and whom it names this run may have deleted.
    if (isEmpty(is) && mayClear(context, operation, pointer)) continue;
    if (context.session.chronicle.speaksOfDeleted(operation.entity, was)) continue;
    const judgement = warn(`${pointer} stays ${JSON.stringify(was)}`, `it shows ${JSON.stringify(is)}`);
    context.record(id, judgement, { label: `${pointer} after an update that does not name it`, exchange });
  }
}

/** True for a member that an update could bring, unless the owner says that what is left out stays (silence update.omitted-members). */
function mayClear({ contract }: CheckContext, operation: Operation, pointer: string): boolean {
  const name = tokens(pointer).at(-1);
  return (
    claimed(contract, 'update.omitted-members') !== 'kept' &&
    placesIn(jsonSchemaOf(operation) ?? true).some((place) => tokens(place).at(-1) === name)
  );
}

/** For each free text of the update one with the certificate's own id in it, which no other check writes. */
function textsFor({ session }: CheckContext, { operation, fixture, valid }: UpdateSubject, entry: unknown): Text[] {
  const mark = `k${Object.values(fixture.ids)[0]}`;
  const body = valid.request.body?.value;
  return placesIn(jsonSchemaOf(operation) ?? true).flatMap((place): Text[] => {
    const schema = memberSchema(operation, place, body);
    // What other entities are known by, too, says whose it is.
    const name = tokens(place).at(-1) ?? '';
    const isShared = session.target.fixtures().some(({ kind, traits }) => kind !== fixture.kind && name in traits);
    if (isShared || typeof schema !== 'object' || schema['type'] !== 'string' || isChosen(schema)) return [];
    const present = valueAt(entry, place) ?? valueAt(body, place);
    const texts = typeof present === 'string' ? [`${mark}${present}`, `${present}${mark}`, mark] : [mark];
    const value = texts.find((one) => complaints(schema, one).length === 0);
    return value === undefined ? [] : [{ place, value }];
  });
}

/** The whole list; undefined where it cannot be read whole. */
export async function entries(context: CheckContext): Promise<Entries | undefined> {
  const list = await readAll(context, {}, LONGEST_LIST);
  if (!list.ok || !list.complete) return undefined;
  const { key } = identityOf(list.items, context.contract.answer('ssl.list.identity'));
  return new Map(list.items.map((item) => [key(item), item]));
}

function shows(entry: unknown, name: string): boolean {
  return isObject(entry) && Object.keys(entry).some((member) => lettersOf(member) === lettersOf(name));
}

function holds(entry: unknown, text: string): boolean {
  return JSON.stringify(entry ?? null).includes(JSON.stringify(text).slice(1, -1));
}
