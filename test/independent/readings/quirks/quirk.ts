/** A quirk: one habit of a conforming server, at a point that the contract leaves open and that a reading has no word for. */
import type { Json } from '../../contract/types.ts';
import type { Call } from '../../server/call.ts';
import type { Reply } from '../../server/message.ts';
import { OPERATIONS, type Operation } from '../../server/operations.ts';
import type { Plant } from '../../server/plant.ts';

export interface Quirk {
  readonly id: string;
  /** In one line, with the section of the contract that leaves it open. */
  readonly about: string;
  /** Answers of the reading that are no longer true and that its profile must not claim. */
  readonly withdraws?: readonly string[];
  readonly plant: Plant;
}

/** A quirk that refuses what is in order otherwise: with a condition of its own, told with the status of conditions. */
export function refusing(
  id: string,
  about: string,
  when: (call: Call) => boolean,
  { withdraws = [], status }: { withdraws?: readonly string[]; status?: number } = {},
): Quirk {
  const refuses = (call: Call) =>
    when(call) ? call.bad(about.split(' (')[0] as string, status ?? call.reading.statuses.condition) : undefined;
  return { id, about, withdraws, plant: { refuses } };
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
