/** The faults that were drawn, each with what plants it. */

import type { ReadingId } from '../readings/reading.ts';
import type { Drawn } from './draw.ts';
import first from './drawn.json' with { type: 'json' };
import fifth from './drawn-fifth.json' with { type: 'json' };
import fourth from './drawn-fourth.json' with { type: 'json' };
import second from './drawn-second.json' with { type: 'json' };
import sixth from './drawn-sixth.json' with { type: 'json' };
import third from './drawn-third.json' with { type: 'json' };
import { type Fault, homeOf, type Operator, type Place } from './fault.ts';
import { type Lot, OPERATORS } from './operators/all.ts';
import { KEEPING_FURTHER } from './operators/fourth/all.ts';
import { KEEPING } from './operators/kept.ts';
import { KEEPING_TOO } from './operators/second/all.ts';
import { COMPARISONS } from './operators/second/comparisons.ts';
import { ITEMS } from './operators/sixth/items.ts';
import { SWITCHES } from './operators/sixth/switches.ts';
import { KEEPING_AGAIN } from './operators/third/all.ts';
import { readerOf } from './places.ts';

/**
 * Nobody sees what reading B keeps of an update of a mark certificate, which it never shows; no contract and no description says
 * which schemes the addresses of a configuration have, whether filters pass over letter case, or how those compare whose member
 * no entry shows; booleans of queries may be spelled in further ways; and without a login name the login fails as well. A certificate
 * with several locations may have several install statuses; other roles may be asked for elsewhere (5); what a POST of another
 * method's name does is open; only of administrators it is said that members may be left out (4.5), all of them included; and what
 * no GET shows may be changed in the place of another one.
 */
const hidden = (operator: Operator, place: Place, reading: string): boolean =>
  (reading === 'B' &&
    place.op === 'mark.update' &&
    [...KEEPING, ...KEEPING_TOO, ...KEEPING_AGAIN, ...KEEPING_FURTHER, ...ITEMS, ...SWITCHES].includes(operator)) ||
  (reading === 'B' && operator.id === 'includes-old' && place.op === 'mark.read') ||
  (operator.id === 'any-scheme' && place.op === 'endpoint.config.update') ||
  (operator.id === 'one-for-true' && place.op === 'ssl.list') ||
  (operator.id === 'legacy-missing-as-failed-login' && !place.key.endsWith('orderNumber')) ||
  (operator.id === 'filter-next-word-too' && place.key.includes('installStatus')) ||
  operator.id === 'role-asked-elsewhere' ||
  operator.id === 'override-obeyed' ||
  (operator.id === 'empty-object-refused' && place.op !== 'admin.update') ||
  (operator.id === 'parameter-names-entity' && readerOf(place.op) === undefined) ||
  (COMPARISONS.includes(operator) && /issuer|vendor/.test(place.key)) ||
  operator.id === 'filter-any-case';

function made({ operator: id, place: key, reading }: { operator: string; place: string; reading: string }): Fault {
  const operator = OPERATORS.find((one) => one.id === id);
  const place = operator?.places.find((one) => one.key === key);
  if (!operator || !place) throw new Error(`A drawn file names ${id} at ${key}, which is not there: draw again.`);
  const { area, section } = homeOf(place.op);
  return {
    id: `${id}@${key}`,
    op: place.op,
    wrong: operator.wrong(key),
    section: operator.section ?? section,
    class: operator.class,
    standing: hidden(operator, place, reading) ? 'debatable' : operator.standing,
    areas: [area, ...(operator.also ?? [])],
    reading: reading as ReadingId,
    plant: operator.plant(key),
  };
}

/** The faults of another draw. */
export const faultsOf = (lot: readonly Drawn[]): readonly Fault[] => lot.map(made);

/** The kept lots. */
export const DRAWN: Readonly<Record<Lot, readonly Fault[]>> = {
  first: first.map(made),
  second: second.map(made),
  third: third.map(made),
  fourth: fourth.map(made),
  fifth: fifth.map(made),
  sixth: sixth.map(made),
};
export const FAULTS: readonly Fault[] = Object.values(DRAWN).flat();

export const faultOf = (id: string): Fault | undefined => FAULTS.find((fault) => fault.id === id);
