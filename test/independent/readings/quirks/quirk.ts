/** A quirk: one habit of a conforming server, at a point that the contract leaves open and that a reading has no word for. */

import type { BodyName } from '../../contract/bodies.ts';
import type { Json } from '../../contract/types.ts';
import type { Call } from '../../server/call.ts';
import type { Sockets } from '../../server/http.ts';
import type { Incoming, Reply } from '../../server/message.ts';
import { OPERATIONS, type Operation } from '../../server/operations.ts';
import type { Plant } from '../../server/plant.ts';
import type { Reading } from '../reading.ts';

export interface Quirk {
  readonly id: string;
  /** In one line, with the section of the contract that leaves it open. */
  readonly about: string;
  /** Answers of the reading that are no longer true and that its profile must not claim. */
  readonly withdraws?: readonly string[];
  /** Other answers that are true instead. */
  readonly claims?: (reading: Reading) => Readonly<Record<string, unknown>>;
  /** Members that its answers do not show as they were written, by schema. */
  readonly hides?: readonly (readonly [BodyName, string])[];
  /** Its OpenAPI document would claim too much. */
  readonly undescribed?: true;
  /** What is made of a request before anything looks at it. */
  readonly turn?: (request: Incoming) => Incoming;
  readonly sockets?: Sockets;
  readonly plant: Plant;
}

/** A quirk that refuses what is in order otherwise: with a condition of its own, told with the status of conditions. */
export function refusing(
  id: string,
  about: string,
  when: (call: Call) => boolean,
  { status, ...more }: Partial<Omit<Quirk, 'plant'>> & { status?: number } = {},
): Quirk {
  const refuses = (call: Call) =>
    when(call) ? call.bad(about.split(' (')[0] as string, status ?? call.reading.statuses.condition) : undefined;
  return { id, about, ...more, plant: { refuses } };
}

/** A quirk that says a success, or any answer, in another way. */
export const saying = (
  id: string,
  about: string,
  late: (call: Call, reply: Reply) => Reply,
  withdraws: readonly string[] = [],
): Quirk => ({ id, about, withdraws, plant: { late } });

export const operationOf = (call: Call): Operation | undefined => OPERATIONS.find(({ id }) => id === call.op);

/** Whether the entity of the path has an even number: a simple lot of those that a condition concerns. */
export const isEven = (call: Call): boolean => Number(call.there.fields['id']) % 2 === 0;

export const isObject = (value: Json | undefined): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const isLegacy = (call: Call): boolean => call.op.startsWith('legacy.');

export const withHeaders = (reply: Reply, headers: Readonly<Record<string, string>>): Reply => ({
  ...reply,
  headers: { ...reply.headers, ...headers },
});
