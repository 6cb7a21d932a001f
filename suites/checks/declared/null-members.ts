/** Null for a member that a body need not have: the same as leaving it out, or refused (silence `request.null-members`). */
import { type RequestCase, withBody, withJson } from '../../../generators/index.ts';
import { type Depth, isObject, jsonSchemaOf, placesInAny, valueAt } from '../../../spec/index.ts';
import type { WireRequest } from '../../../target/types.ts';
import { complaints, isAccepted, pointerSet, pointerUnset } from '../../judges/index.ts';
import { largeChanges } from '../../lifecycles/variation.ts';
import { ifAccepted } from '../../requests/control.ts';
import { isOfOtherVariants, memberSchema } from '../../requests/member-schema.ts';
import { observerOf, readerOf } from '../../subject/read.ts';
import { readbacks } from '../../subject/returned.ts';
import type { Probe, Seen, Trial } from './index.ts';
import { ignoredOrRefused, variant } from './requests.ts';

/** Members that are tried where somebody says what null means: a server may read those of each type, or each, by itself. */
const MOST: Readonly<Record<Depth, number>> = { quick: 2, standard: 12, deep: 40 };

export const nullMembers: Probe = async (trial) => {
  const { context, answer } = trial;
  const seen: Seen[] = [];
  for (const place of await placesOf(trial)) {
    if (seen.length >= (answer?.standing === 'claimed' ? MOST[context.depth] : 1)) break;
    const made = await variant(trial, (request) => withJson(request, pointerSet(request.body?.value, place, null)));
    if (made === undefined) break;
    const { body } = made.base;
    // Whether it may be left out, a schema need not say.
    if (body !== undefined && valueAt(body.value, place) !== undefined) {
      const without = withBody(made.base, { ...body, value: pointerUnset(body.value, place) });
      if (!isAccepted(await context.send(without))) continue;
    }
    const { value, ...one } = await ignoredOrRefused(trial, `null for ${place}`, made.wire, made.base);
    const isText = value === 'ignored' && (await showsText(trial, place, made));
    seen.push({ ...one, value: isText ? 'kept as a text' : value === 'ignored' ? 'absent' : value });
  }
  return seen;
};

/** Members of the body as a whole that its schema does not ask for, and of which it does not say what null means. */
async function placesOf({ context, operation }: Trial): Promise<readonly string[]> {
  const schema = jsonSchemaOf(operation);
  const body = (await ifAccepted(context.session, operation))?.request.body;
  if (schema === undefined || !isObject(body?.value) || operation.body?.standing === 'assumed') return [];
  const all = [...placesInAny(schema)];
  const members = new Set(all.map((place) => `/${place.split('/')[1] ?? ''}`));
  return [...members].filter((place) => {
    if (isOfOtherVariants(operation, place, body.value)) return false;
    const own = memberSchema(operation, place, body.value);
    const isKnown = own !== undefined && complaints(own, null).length > 0;
    return isKnown && complaints(schema, pointerUnset(body.value, place)).length === 0;
  });
}

/** True where the entity shows the word for null in the place of the member, and again after another text was there: it may be its own. */
async function showsText(
  { context, operation }: Trial,
  place: string,
  { base, wire }: { readonly base: RequestCase; readonly wire: WireRequest },
): Promise<boolean> {
  const { contract, session } = context;
  const reader = readerOf(contract, operation);
  const read = readbacks(contract, operation).find(({ write }) => write === place)?.read;
  const fixture = (await ifAccepted(session, operation))?.fixture;
  if (reader === undefined || read === undefined || fixture === undefined) return false;
  const observer = observerOf(context.send, session, reader, fixture);
  // What is late shows what was there before, which is no text of that kind.
  const isText = async (): Promise<boolean> => valueAt((await observer.look()).value, read) === NULL;
  if (!(await isText())) return false;
  const [other] = largeChanges(memberSchema(operation, place, base.body?.value), NULL, 0, []);
  if (other === undefined) return false;
  const isOther = await context.send(withJson(base, pointerSet(base.body?.value, place, other.value)));
  return isAccepted(isOther) && isAccepted(await context.send(wire)) && isText();
}

const NULL = 'null';
