/** The faults that were drawn, each with what plants it. */

import type { ReadingId } from '../readings/reading.ts';
import type { Drawn } from './draw.ts';
import drawn from './drawn.json' with { type: 'json' };
import { type Fault, homeOf, type Operator } from './fault.ts';
import { OPERATORS } from './operators/all.ts';
import { KEEPING } from './operators/kept.ts';

/**
 * Nobody sees what reading B keeps of an update of a mark certificate, which it never shows; no contract and no description says
 * which schemes the addresses of a configuration have, or whether filters pass over letter case.
 */
const hidden = (operator: Operator, op: string, reading: string): boolean =>
  (reading === 'B' && op === 'mark.update' && KEEPING.includes(operator)) ||
  (operator.id === 'any-scheme' && op === 'endpoint.config.update') ||
  operator.id === 'filter-any-case';

function made({ operator: id, place: key, reading }: { operator: string; place: string; reading: string }): Fault {
  const operator = OPERATORS.find((one) => one.id === id);
  const place = operator?.places.find((one) => one.key === key);
  if (!operator || !place) throw new Error(`drawn.json names ${id} at ${key}, which is not there: draw again.`);
  const { area, section } = homeOf(place.op);
  return {
    id: `${id}@${key}`,
    op: place.op,
    wrong: operator.wrong(key),
    section: operator.section ?? section,
    class: operator.class,
    standing: hidden(operator, place.op, reading) ? 'debatable' : operator.standing,
    areas: [area, ...(operator.also ?? [])],
    reading: reading as ReadingId,
    plant: operator.plant(key),
  };
}

/** The faults of another draw. */
export const faultsOf = (lot: readonly Drawn[]): readonly Fault[] => lot.map(made);

export const FAULTS: readonly Fault[] = drawn.map(made);

export const faultOf = (id: string): Fault | undefined => FAULTS.find((fault) => fault.id === id);
