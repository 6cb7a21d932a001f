/** What an accepted SSL update does to the list: nothing to other certificates, nor to what of its own it does not name (contract 4.2). */
import { withJson } from '../../generators/index.ts';
import { type Exchange, filterKind, filtersOf, isObject, jsonSchemaOf, tokens, valueAt } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { complaints, differences, fail, isAccepted, isEmpty, PASS, pointerSet, warn } from '../judges/index.ts';
import type { UpdateSubject } from '../lifecycles/update-subject.ts';
import { isChosen } from '../lifecycles/variation.ts';
import { inHalves } from '../requests/halves.ts';
import { memberSchema, placesIn } from '../requests/member-schema.ts';
import { LONGEST_LIST, readAll } from './listing.ts';
import type { FilterMember } from './members.ts';
import { identityOf } from './relations.ts';

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
  let judged = false;
  await inHalves(
    textsFor(subject, first.get(own)),
    async (some) => {
      const before = await entries(context);
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
      recordOthers(context, id, { before, after, own }, { some, exchange });
      recordOwn(context, id, { before: first.get(own), after: after.get(own) }, { some, exchange }, subject);
      return true;
    },
    () => [],
    MOST_SENT,
  );
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
  { valid }: UpdateSubject,
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
    const judgement = warn(`${pointer} stays ${JSON.stringify(was)}`, `it shows ${JSON.stringify(is)}`);
    context.record(id, judgement, { label: `${pointer} after an update that does not name it`, exchange });
  }
}

/** For each free text of the update one with the certificate's own id in it, which no other check writes. */
function textsFor({ operation, fixture, valid }: UpdateSubject, entry: unknown): Text[] {
  const mark = `k${Object.values(fixture.ids)[0]}`;
  const body = valid.request.body?.value;
  return placesIn(jsonSchemaOf(operation) ?? true).flatMap((place): Text[] => {
    const schema = memberSchema(operation, place, body);
    // What the profile declares of it, other checks look for.
    const isDeclared = fixture.traits[tokens(place).at(-1) ?? ''] !== undefined;
    if (isDeclared || typeof schema !== 'object' || schema['type'] !== 'string' || isChosen(schema)) return [];
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

function holds(entry: unknown, text: string): boolean {
  return JSON.stringify(entry ?? null).includes(JSON.stringify(text).slice(1, -1));
}
