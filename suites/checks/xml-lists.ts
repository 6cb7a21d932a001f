/** Lists in XML: whoever reads several repeated elements as a list reads a single one as a list, too (contract 4.1, 4.11). */
import { type RequestCase, withJson } from '../../generators/index.ts';
import { type Exchange, isObject, placesInAny, token, tokens, valueAt } from '../../spec/index.ts';
import type { Fixture, WireRequest } from '../../target/types.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, fail, isAccepted, isRefused, PASS, pointerSet } from '../judges/index.ts';
import { smallChange } from '../lifecycles/variation.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { type Look, observerOf, readerOf } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';
import { bodySchemaOf } from './body-refusals.ts';
import { boundariesOf } from './inputs.ts';

/** A body that was accepted as JSON, and how it is written as XML. */
export interface Written {
  readonly request: RequestCase;
  readonly fixture: Fixture | undefined;
  readonly write: (request: RequestCase) => WireRequest;
  /** Somebody says of the operation's body how it is written as XML. */
  readonly isDeclared: boolean;
}

/** Sends each list of the accepted body with one item and with two, where JSON takes both. Nothing is recorded where repeated elements are not what the server reads as a list. */
export async function judgeXmlLists(context: CheckContext, id: string, written: Written): Promise<void> {
  const { request, write } = written;
  const body = request.body?.value;
  if (!isObject(body)) return;
  for (const pointer of [...Object.keys(body).map(token), ...furtherLists(written)]) {
    const two = twoItems(request, pointer);
    if (two === undefined) continue;
    const sizes = [two.slice(0, 1), two].map((items) => withJson(request, pointerSet(body, pointer, items)));
    const look = lookAt(context, written, pointer);
    const plain: Exchange[] = [];
    for (const one of sizes) plain.push(await context.send(one));
    if (!plain.every(isAccepted)) continue;
    const asJson = await look?.(two);
    const [one, both] = sizes as [RequestCase, RequestCase];
    const single = await context.send(write(one));
    const ofSingle = await look?.(two.slice(0, 1));
    const several = await context.send(write(both));
    const judgement = judgeSizes(single, several);
    if (judgement === undefined) continue;
    const exchange = isAccepted(single) ? several : single;
    const label = `${pointer} with one item and with two as XML`;
    context.record(id, judgement, { label, exchange });
    const isKept = isShown(asJson, two) && isShown(ofSingle, two.slice(0, 1));
    if (judgement.verdict !== 'pass' || !isKept) continue;
    const ofSeveral = await look?.(two);
    const lost = fail(`${pointer} shows ${text(two)}, as it does by JSON`, `it shows ${text(ofSeveral)}`);
    const told = isShown(ofSeveral, two) ? PASS : written.isDeclared ? lost : { ...lost, verdict: 'warn' as const };
    context.record(id, told, { label: `${label}, as it shows`, exchange: several, case: two });
  }
}

/** Lists that the schema has and the body has not, on what need not be put back. */
function furtherLists({ request: { operation, body }, fixture }: Written): string[] {
  if (fixture?.allow !== 'destroy') return [];
  const isList = (place: string): boolean => {
    const schema = memberSchema(operation, place, body?.value);
    return tokens(place).length === 1 && isObject(schema) && [schema['type']].flat().includes('array');
  };
  return [...placesInAny(bodySchemaOf(operation))].filter(
    (place) => valueAt(body?.value, place) === undefined && isList(place),
  );
}

/** What an entity shows of a list once that has had its time; undefined where nobody says where that is. */
function lookAt(
  { contract, session, send }: CheckContext,
  { request: { operation }, fixture }: Written,
  pointer: string,
): ((list: readonly unknown[]) => Promise<unknown>) | undefined {
  const reader = readerOf(contract, operation);
  const place = readbacks(contract, operation).find((one) => one.write === pointer);
  const isClaimed = contract.answer('update.readback')?.standing === 'claimed';
  if (reader === undefined || fixture === undefined || place === undefined || !isClaimed) return undefined;
  const observer = observerOf(send, session, reader, fixture);
  const shownIn = ({ value }: Look): unknown => valueAt(value, place.read);
  return async (list) => shownIn(await observer.until(`${operation.id} shows`, (look) => isShown(shownIn(look), list)));
}

/** True for the same items, in whatever order. */
function isShown(shown: unknown, list: readonly unknown[]): boolean {
  const sorted = (items: readonly unknown[]): string =>
    JSON.stringify(items.map((item) => JSON.stringify(item)).sort());
  return Array.isArray(shown) && sorted(shown) === sorted(list);
}

function text(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}

/**
 * Pure. How a list is written as XML is not shown (silence request.xml.root), but two repeated elements that are taken show that
 * this is how. That a single one is taken shows nothing of the kind: it may be read as something else.
 */
function judgeSizes(single: Exchange, several: Exchange): Judgement | undefined {
  const broken = [single, several].map((one) => answerOf(one)).find(({ judgement }) => judgement !== undefined);
  if (broken?.judgement !== undefined) return broken.judgement;
  if (isAccepted(single) && isAccepted(several)) return PASS;
  if (isAccepted(several) && isRefused(single))
    return fail('a list of one item is accepted as XML, as one of two is', `status ${single.response?.status}`);
  return undefined;
}

/** Two different items that the list may have: its own, or those of its schema. */
function twoItems({ operation, body }: RequestCase, pointer: string): readonly unknown[] | undefined {
  const own = valueAt(body?.value, pointer) ?? [];
  if (!Array.isArray(own)) return undefined;
  const made = boundariesOf(bodySchemaOf(operation)).flatMap((edge) => {
    const list = edge.keyword === 'items' ? valueAt(edge.value, pointer) : undefined;
    return Array.isArray(list) ? (list as unknown[]) : [];
  });
  const known = [...(own as unknown[]), ...made];
  const ofItem = memberSchema(operation, `${pointer}/0`, body?.value);
  const other = known.length === 0 ? undefined : smallChange(ofItem, known[0], 0);
  const all = other === undefined ? known : [...known, other];
  const items = new Map(all.map((item) => [JSON.stringify(item), item]));
  return items.size < 2 ? undefined : [...items.values()].slice(0, 2);
}
