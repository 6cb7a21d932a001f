/**
 * Draws the faults by lot and writes them to `drawn.json`, or `drawn-second.json` for the second lot and so on:
 *
 *   node test/independent/faults/draw.ts [SEED] [COUNT] [LOT]
 *
 * Every operator is drawn from in turn, so that one with many places does not crowd out the others; of its places and
 * readings the lot decides. The same seed draws the same faults as long as operators and places stay.
 */
import { writeFileSync } from 'node:fs';
import { lots, oneOf } from '../lots.ts';
import type { ReadingId } from '../readings/reading.ts';
import type { Operator } from './fault.ts';
import { ALL, LOTS, type Lot, type Source } from './operators/all.ts';

export interface Drawn {
  readonly operator: string;
  readonly place: string;
  readonly reading: ReadingId;
}

/**
 * @param count how many faults at least, as far as there are places
 * @param source what is drawn from
 */
export function draw(seed: number, count: number, { operators, readings }: Source = ALL): readonly Drawn[] {
  const next = lots(seed);
  const from = <T>(all: readonly T[]): T => oneOf(all, next);
  const drawn = new Map<string, Drawn>();
  const left = new Map<Operator, string[]>(operators.map((one) => [one, one.places.map(({ key }) => key)]));
  while (drawn.size < count && [...left.values()].some((keys) => keys.length > 0)) {
    for (const [operator, keys] of left) {
      if (keys.length === 0) continue;
      const place = from(keys);
      keys.splice(keys.indexOf(place), 1);
      const reading = from(readings.filter((id) => operator.readings?.includes(id) ?? true));
      drawn.set(`${operator.id}@${place}`, { operator: operator.id, place, reading });
    }
  }
  return [...drawn.values()];
}

if (import.meta.filename === process.argv[1]) {
  const [seed = '1', count = '400', lot = 'first'] = process.argv.slice(2);
  if (!(lot in LOTS)) throw new Error(`There is no lot ${lot}; there are ${Object.keys(LOTS).join(' and ')}.`);
  const lines = draw(Number(seed), Number(count), LOTS[lot as Lot]).map((one) => `  ${JSON.stringify(one)}`);
  const file = lot === 'first' ? 'drawn.json' : `drawn-${lot}.json`;
  writeFileSync(new URL(file, import.meta.url), `[\n${lines.join(',\n')}\n]\n`);
  process.stdout.write(`${lines.length} faults drawn.\n`);
}
