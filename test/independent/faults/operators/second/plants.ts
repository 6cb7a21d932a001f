/** What the operators of the second lot have in common. */
import type { Json } from '../../../contract/types.ts';
import { answerOf } from '../../../openapi.ts';
import type { ReadingId } from '../../../readings/reading.ts';
import type { Call } from '../../../server/call.ts';
import type { Reply } from '../../../server/message.ts';
import { OPERATIONS, type Operation, route } from '../../../server/operations.ts';
import type { Entity } from '../../../server/world.ts';
import type { Operator, Place } from '../../fault.ts';
import { succeeded } from '../../hooks.ts';
import { operationPlaces, readerOf } from '../../places.ts';
import { successOf as successStatus } from '../answers/plants.ts';

/** An explicit, hard operator; `more` says what is otherwise. */
export const fault = (
  id: string,
  section: string,
  wrong: (key: string) => string,
  places: readonly Place[],
  plant: Operator['plant'],
  more: Partial<Operator> = {},
): Operator => ({ id, class: 'hard', standing: 'explicit', section, wrong, places, plant, ...more });

/** The operations of these ids, as places. */
export const at = (...ops: readonly string[]): readonly Place[] => ops.map((op) => ({ key: op, op }));

/** Each operation with each of some words; the key has both, parted by a blank. */
export const each = (places: readonly Place[], words: readonly string[]): readonly Place[] =>
  places.flatMap(({ op }) => words.map((word) => ({ key: `${op} ${word}`, op })));

/** The operation and the rest of a key that `each` made. */
export function parted(key: string): readonly [op: string, word: string] {
  const blank = key.indexOf(' ');
  return [key.slice(0, blank), key.slice(blank + 1)];
}

export const operationOf = (op: string): Operation => OPERATIONS.find(({ id }) => id === op) as Operation;

/** Updates whose effect a GET of the same path shows, the mark certificate's apart, which one reading never shows. */
export const shownUpdates = operationPlaces(
  ({ id, method, body }) =>
    method === 'PUT' && body !== undefined && id !== 'mark.update' && readerOf(id) !== undefined,
);
/** Deletions of what a GET of the same path shows. */
export const shownDeletions = operationPlaces(
  ({ id, method }) => method === 'DELETE' && readerOf(id) !== undefined && !id.includes('delegations'),
);
export const reads = operationPlaces(({ method, kind }) => method === 'GET' && kind !== undefined);
export const changes = operationPlaces(({ method }) => method !== 'GET');

/** The entity that a request names by its path, before any of it was looked at. */
export function namedBy(call: Call): Entity | undefined {
  const { kind } = operationOf(call.op);
  const ids = route(call.request.path, call.service.reading.trailingSlash)?.ids;
  return kind && ids && call.world.find(kind, ids.join('/'));
}

/** Whether an update or a deletion took hold of an entity. */
export const changed = (reply: Reply, call: Call): call is Call & { entity: Entity } =>
  succeeded(reply) && call.entity !== undefined && call.before !== undefined;

/** An operation's success where it has no body to show. */
export const bareSuccess = (op: string): Reply => ({ status: successStatus(op) });
export const bodyless = (op: string): boolean => answerOf(op) === undefined;

/** Adds a member to a JSON object. */
export const withMember = (json: Json, name: string, value: Json): Json =>
  json !== null && typeof json === 'object' && !Array.isArray(json) ? { ...json, [name]: value } : json;

export const refusal = (call: Call, why = 'planted'): Reply => call.bad(why);
export const AB: readonly ReadingId[] = ['A', 'B'];
export const AC: readonly ReadingId[] = ['A', 'C'];
