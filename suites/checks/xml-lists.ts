/** Lists in XML: whoever reads several repeated elements as a list reads a single one as a list, too (contract 4.1, 4.11). */
import { type RequestCase, withJson } from '../../generators/index.ts';
import { type Exchange, isObject, token, valueAt } from '../../spec/index.ts';
import type { WireRequest } from '../../target/types.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { answerOf, fail, isAccepted, isRefused, PASS, pointerSet } from '../judges/index.ts';
import { bodySchemaOf } from './body-refusals.ts';
import { boundariesOf } from './inputs.ts';

/** A body that was accepted as JSON, and how it is written as XML. */
export interface Written {
  readonly request: RequestCase;
  readonly write: (request: RequestCase) => WireRequest;
}

/** Sends each list of the accepted body with one item and with two, where JSON takes both. Nothing is recorded where repeated elements are not what the server reads as a list. */
export async function judgeXmlLists(context: CheckContext, id: string, { request, write }: Written): Promise<void> {
  const body = request.body?.value;
  if (!isObject(body)) return;
  for (const pointer of Object.keys(body).map(token)) {
    const two = twoItems(request, pointer);
    if (two === undefined) continue;
    const sizes = [two.slice(0, 1), two].map((items) => withJson(request, pointerSet(body, pointer, items)));
    const plain: Exchange[] = [];
    for (const one of sizes) plain.push(await context.send(one));
    if (!plain.every(isAccepted)) continue;
    const [one, both] = sizes as [RequestCase, RequestCase];
    const single = await context.send(write(one));
    const several = await context.send(write(both));
    const judgement = judgeSizes(single, several);
    if (judgement === undefined) continue;
    const exchange = isAccepted(single) ? several : single;
    context.record(id, judgement, { label: `${pointer} with one item and with two as XML`, exchange });
  }
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
  const own = valueAt(body?.value, pointer);
  if (!Array.isArray(own)) return undefined;
  const made = boundariesOf(bodySchemaOf(operation)).flatMap((edge) => {
    const list = edge.keyword === 'items' ? valueAt(edge.value, pointer) : undefined;
    return Array.isArray(list) ? (list as unknown[]) : [];
  });
  const items = new Map([...(own as unknown[]), ...made].map((item) => [JSON.stringify(item), item]));
  return items.size < 2 ? undefined : [...items.values()].slice(0, 2);
}
