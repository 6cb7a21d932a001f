/** Members of a body that no schema knows: of any kind, and those that the GET alone shows (silence `request.unknown-members`). */
import { withBody } from '../../../generators/index.ts';
import { dereference, isObject, token, valueAt } from '../../../spec/index.ts';
import { isAccepted, pointerSet } from '../../judges/index.ts';
import { smallChange } from '../../lifecycles/variation.ts';
import { ifAccepted } from '../../requests/control.ts';
import { memberSchema } from '../../requests/member-schema.ts';
import { observerOf, readerOf } from '../../subject/read.ts';
import { readbacks } from '../../subject/returned.ts';
import type { Probe, Seen, Trial } from './index.ts';
import { ignoredOrRefused, UNKNOWN, variant } from './requests.ts';

/** What an unknown member may hold: who passes over one has to pass over all of it. */
const OF_EACH_KIND = { number: 1, text: 'text', object: { inner: [1] }, list: [{ inner: 1 }] } as const;

export const unknownMembers: Probe = async (trial) => {
  const seen: Seen[] = [];
  for (const [kind, value] of Object.entries(OF_EACH_KIND)) {
    const made = await variant(trial, (request) =>
      isObject(request.body?.value) && request.body.raw === undefined
        ? withBody(request, { ...request.body, value: { ...request.body.value, [UNKNOWN]: value } })
        : undefined,
    );
    if (made === undefined) break;
    seen.push(await ignoredOrRefused(trial, `an unknown member, a ${kind}`, made.wire, made.base));
  }
  for (const place of await innerObjects(trial)) {
    const made = await variant(trial, (request) =>
      request.body === undefined
        ? undefined
        : withBody(request, { ...request.body, value: pointerSet(request.body.value, `${place}/${UNKNOWN}`, 1) }),
    );
    if (made !== undefined)
      // The owner may have had the members of the whole in mind.
      seen.push({
        ...(await ignoredOrRefused(trial, `an unknown member of ${place}`, made.wire, made.base)),
        debatable: true,
      });
  }
  const reached = await shownMembers(trial);
  return reached === undefined ? seen : [...seen, reached];
};

/** Objects within a body that are looked at. */
const MOST_INNER = 2;

/** Keywords by which an object may have members of any name. */
const OPEN: readonly string[] = ['additionalProperties', 'patternProperties', 'oneOf', 'anyOf', 'allOf', '$dynamicRef'];

/** Objects within the accepted body whose members their schema names. */
async function innerObjects({ context, operation }: Trial): Promise<readonly string[]> {
  const value = (await ifAccepted(context.session, operation))?.request.body?.value;
  if (operation.body?.standing === 'assumed') return [];
  return objectsIn(value)
    .filter((place) => {
      const found = memberSchema(operation, place, value);
      const schema = found === undefined ? undefined : dereference(found);
      return isObject(schema) && isObject(schema['properties']) && OPEN.every((keyword) => !(keyword in schema));
    })
    .slice(0, MOST_INNER);
}

/** Pointers of the objects that are members of objects. */
function objectsIn(value: unknown, at = ''): string[] {
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const place = `${at}${token(name)}`;
    return isObject(member) ? [place, ...objectsIn(member, place)] : [];
  });
}

/**
 * Sends other values for what the GET alone shows, by its names there, to an entity that may be used up: the schema of the request
 * does not know them either. Undefined where none can be sent, and where the request is refused, for whatever reason.
 */
async function shownMembers({ context, operation, answer }: Trial): Promise<Seen | undefined> {
  const { contract, session } = context;
  const reader = readerOf(contract, operation);
  const tried = await ifAccepted(session, operation);
  const body = tried?.request.body;
  const isIgnored = answer?.standing === 'claimed' && answer.value === 'ignored';
  if (!isIgnored || reader === undefined || tried?.fixture?.allow !== 'destroy' || !isObject(body?.value))
    return undefined;
  if (operation.effect !== 'modify' || operation.body?.standing === 'assumed') return undefined;
  const observer = observerOf(context.send, session, reader, tried.fixture);
  const { value: before } = await observer.look();
  const written = new Set(readbacks(contract, operation).map(({ read }) => read));
  const others = leavesOf(before).flatMap(({ pointer, value }): { pointer: string; value: unknown }[] => {
    const isKnown = memberSchema(operation, pointer, body.value) !== undefined || written.has(pointer);
    const other =
      typeof value === 'boolean' ? !value : typeof value === 'string' ? smallChange(true, value, 0) : undefined;
    return isKnown || other === undefined || valueAt(body.value, pointer) !== undefined
      ? []
      : [{ pointer, value: other }];
  });
  if (others.length === 0) return undefined;
  const odd = others.reduce<unknown>((whole, one) => pointerSet(whole, one.pointer, one.value), body.value);
  const exchange = await context.send(withBody(tried.request, { ...body, value: odd }));
  if (!isAccepted(exchange)) return undefined;
  const { value: after } = await observer.look();
  const kept = others.find(({ pointer, value }) => valueAt(after, pointer) === value);
  const label = `members that its GET alone shows: ${others.map(({ pointer }) => pointer).join(', ')}`;
  return { label, exchange, value: kept === undefined ? 'ignored' : `kept: ${kept.pointer}` };
}

/** Texts, numbers and booleans in objects, with their places. */
function leavesOf(value: unknown, at = ''): { pointer: string; value: unknown }[] {
  if (!isObject(value)) return at === '' || Array.isArray(value) ? [] : [{ pointer: at, value }];
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, at + token(name)));
}
