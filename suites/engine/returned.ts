/** Whether an entity is again as it was, and the last way to make it so: its own GET body written back (design rule 5). */
import { isDeepStrictEqual } from 'node:util';
import { type RequestCase, withBody } from '../../generators/index.ts';
import { valueAt } from '../../spec/json.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import type { Fixture } from '../../target/types.ts';
import { differences } from '../judges/difference.ts';
import { compose } from '../requests/compose.ts';
import { pathOf } from '../requests/control.ts';
import type { Session } from './session.ts';

/** One line of the dialect's answer `update.readback`. */
export interface Readback {
  /** Pointer in the request body, or `?name` for a query parameter. */
  readonly write: string;
  /** Pointer in the body of the matching GET. */
  readonly read: string;
}

/** What the dialect says of where an update's members show. */
export function readbacks(contract: Contract, operation: Operation): readonly Readback[] {
  const answer = contract.answer('update.readback')?.value as Record<string, readonly Readback[]> | undefined;
  return answer?.[operation.id] ?? [];
}

/**
 * True when `now` is what `before` was: in the members that the dialect says to show an update, and in all that the
 * owner's example may have changed besides. Where nothing is known of the members, in all that a server does not keep by itself.
 */
export function isReturned(session: Session, operation: Operation, before: unknown, now: unknown): boolean {
  const places = readbacks(session.contract, operation).map(({ read }) => read);
  const example = session.target.facts.examples[operation.id];
  const written = new Set(leaves([example?.body, example?.query]));
  return differences(before, now).every((pointer) => {
    const [was, is] = [at(before, pointer), at(now, pointer)];
    if (was === is) return true;
    if (places.some((place) => touches(place, pointer))) return false;
    if (places.length > 0 && example === undefined) return true;
    if (leaves(is).some((leaf) => written.has(leaf))) return false;
    return places.length > 0 ? is !== null : isOwnRecord(was, is);
  });
}

/**
 * True when all members that had a value, as far as the dialect says where they show, have it again. Of an entity that was
 * lent to be used up no more is waited for: what came in since may be impossible to clear, and nobody will miss it.
 */
export function hasItsValuesAgain(session: Session, operation: Operation, before: unknown, now: unknown): boolean {
  const places = readbacks(session.contract, operation).map(({ read }) => read);
  return (
    places.length > 0 &&
    places.every((place) => at(before, place) === null || isDeepStrictEqual(at(before, place), at(now, place)))
  );
}

/** The update that writes an entity's whole GET body back; undefined where the operation takes no JSON object. */
export function wholeWriteBack(operation: Operation, fixture: Fixture, shown: unknown): RequestCase | undefined {
  const json = operation.body?.contents.some(({ mediaType }) => mediaType === 'application/json') === true;
  if (!json || typeof shown !== 'object' || shown === null || Array.isArray(shown)) return undefined;
  const bare = compose(operation, { path: pathOf(operation, fixture), label: WHOLE });
  return withBody(bare, { mediaType: 'application/json', value: shown });
}

/** Label of the request that writes back all that a GET shows. */
export const WHOLE = 'the entity as it reads, written back';

/** One of two pointers lies at or below the other. */
function touches(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** A moment or a counter that a server keeps by itself. */
function isOwnRecord(was: unknown, is: unknown): boolean {
  if (typeof was === 'number' && typeof is === 'number') return is > was && is - was <= FEW;
  return typeof was === 'string' && typeof is === 'string' && MOMENT.test(was) && MOMENT.test(is);
}

/** More changes than one check makes to one entity are not counted so. */
const FEW = 1000;

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

/** The value at a place, null where there is none: many servers show the one for the other. */
function at(value: unknown, pointer: string): unknown {
  return valueAt(value, pointer) ?? null;
}

function leaves(value: unknown): unknown[] {
  if (value === undefined || value === null) return [];
  return typeof value === 'object' ? Object.values(value).flatMap(leaves) : [value];
}
