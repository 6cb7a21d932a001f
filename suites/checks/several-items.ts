/** A list in a body takes each of its items alone, some of them together, and none where it may be empty. */
import { type Boundary, type RequestCase, withJson } from '../../generators/index.ts';
import { type Exchange, enumOf, valueAt } from '../../spec/index.ts';
import { ifAvailable, type Judgement } from '../engine/index.ts';
import { complaints, type Excuse, isAccepted, isRefused, pointerSet } from '../judges/index.ts';
import { areAllListed, ENOUGH_OTHERS, typesOf } from '../requests/all-types.ts';
import { onOtherTypes } from '../requests/base.ts';
import { attempt } from '../requests/control.ts';
import { memberSchema } from '../requests/member-schema.ts';
import { type Subject, transplant } from './body-refusals.ts';
import { controlLost } from './control-lost.ts';
import { type Judged, judgeTaken } from './taken.ts';

/** Pairs of an enumeration's members that are tried before none is taken to fit. */
const MOST_PAIRS = 6;

/**
 * Judges a list of several items by the lists of one. Where an item is refused alone and in company it is the item that is
 * refused; and which members of an enumeration go together may hang on the entity (silence `endpoint.auth-types.combination`).
 */
export async function judgeSeveral(subject: Subject, edge: Boundary): Promise<Judged[]> {
  const { context, operation, request, assumed } = subject;
  const items = valueAt(edge.value, edge.pointer) as readonly unknown[];
  const send = (list: readonly unknown[], of: RequestCase = request): Promise<Exchange> => {
    const value = pointerSet(transplant(of.body?.value, edge.value, edge.pointer), edge.pointer, [...list]);
    return context.send(withJson(of, value));
  };
  const together = await send(items);
  const alone: Exchange[] = [];
  for (const item of items) {
    if (isAccepted(together) && alone.some(isAccepted)) break;
    alone.push(await send([item]));
  }
  const [single = together] = alone;
  const lists: readonly (readonly [string, Exchange, readonly unknown[]])[] = [
    [edge.label, together, items],
    ['one item', single, items.slice(0, 1)],
  ];
  const refused = [isRefused(together), alone.every(isRefused)];
  let excuse: Excuse;
  if (assumed) excuse = 'schema-assumed';
  else if (refused[0] && alone.some(isRefused)) excuse = 'own-rules';
  else if (refused[0] && (await takesAnother(subject, edge, items, send))) excuse = 'own-rules';
  const judged: Judged[] = [];
  for (const [label, exchange, list] of lists) {
    // An item that is refused alone says nothing, as long as another one is taken.
    if (exchange === single && isRefused(single) && !refused[1]) continue;
    const lost = isRefused(exchange) ? await controlLost(context, request, () => send(list)) : undefined;
    const judgement: Judgement = lost ?? (await judgeTaken(context, operation, exchange, excuse));
    judged.push({ judgement, evidence: { label: `${edge.pointer}: ${label}`, exchange, case: list } });
  }
  const isTaken = isAccepted(together) || alone.some(isAccepted);
  if (edge.pointer !== '' && isTaken && !assumed && mayBeEmpty(subject, edge)) {
    const exchange = await send([]);
    const gone = isRefused(exchange) ? await controlLost(context, request, () => send([])) : undefined;
    const judgement = gone ?? (await judgeTaken(context, operation, exchange));
    judged.push({ judgement, evidence: { label: `${edge.pointer}: no item`, exchange, case: [] } });
  }
  return judged;
}

/** True where the schema that its owner vouches for asks for no item. */
function mayBeEmpty({ operation, request }: Subject, { pointer }: Boundary): boolean {
  const schema = memberSchema(operation, pointer, request.body?.value);
  return schema !== undefined && complaints(schema, []).length === 0;
}

/** True where the items are members of an enumeration, of which some others are taken together, or too few types were asked. */
async function takesAnother(
  { context, operation, request }: Subject,
  { pointer }: Boundary,
  items: readonly unknown[],
  send: (list: readonly unknown[], of?: RequestCase) => Promise<Exchange>,
): Promise<boolean> {
  const schema = memberSchema(operation, pointer, request.body?.value);
  const members = enumOf(schema ?? true);
  const pairs = members.flatMap((one, at) => members.slice(at + 1).map((other) => [one, other]));
  const tried = await ifAvailable(attempt(context.session, operation));
  const types = await onOtherTypes(context.session, operation, tried?.fixture);
  const served = types.filter(({ accepted }) => accepted);
  const others = served.map((one) => one.request);
  for (const of of [request, ...others]) {
    for (const pair of [items, ...pairs.slice(0, MOST_PAIRS), ...(members.length > 1 ? [members] : [])]) {
      if (isAccepted(await send(pair, of))) return true;
    }
  }
  const known = typesOf([...served, ...(tried === undefined ? [] : [tried])]);
  // How many there may be of what is no word of a few could hang on a type, where there are types; on more than two, hardly.
  if (members.length === 0) return known.size === 1 || served.length < types.length;
  return !(areAllListed(context.contract, operation.entity, known) ?? others.length >= ENOUGH_OTHERS);
}
