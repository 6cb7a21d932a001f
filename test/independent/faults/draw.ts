/**
 * Draws the faults by lot and writes them to `drawn.json`:
 *
 *   node test/independent/faults/draw.ts [SEED] [COUNT]
 *
 * Every operator is drawn from in turn, so that one with many places does not crowd out the others; of its places and
 * readings the lot decides. The same seed draws the same faults as long as operators and places stay.
 */
import { writeFileSync } from 'node:fs';
import { lots, oneOf } from '../lots.ts';
import type { ReadingId } from '../readings/reading.ts';
import type { Operator } from './fault.ts';
import { OPERATORS } from './operators/all.ts';

export interface Drawn {
  readonly operator: string;
  readonly place: string;
  readonly reading: ReadingId;
}

/** Three of five faults go to reading A, which checks most. */
const READINGS: readonly ReadingId[] = ['A', 'A', 'A', 'B', 'C'];

/** @param count how many faults at least, as far as there are places */
export function draw(seed: number, count: number): readonly Drawn[] {
  const next = lots(seed);
  const from = <T>(all: readonly T[]): T => oneOf(all, next);
  const drawn = new Map<string, Drawn>();
  const left = new Map<Operator, string[]>(OPERATORS.map((one) => [one, one.places.map(({ key }) => key)]));
  while (drawn.size < count && [...left.values()].some((keys) => keys.length > 0)) {
    for (const [operator, keys] of left) {
      if (keys.length === 0) continue;
      const place = from(keys);
      keys.splice(keys.indexOf(place), 1);
      const reading = from(READINGS.filter((id) => operator.readings?.includes(id) ?? true));
      drawn.set(`${operator.id}@${place}`, { operator: operator.id, place, reading });
    }
  }
  return [...drawn.values()];
}

if (import.meta.filename === process.argv[1]) {
  const [seed = '1', count = '400'] = process.argv.slice(2);
  const lines = draw(Number(seed), Number(count)).map((one) => `  ${JSON.stringify(one)}`);
  writeFileSync(new URL('drawn.json', import.meta.url), `[\n${lines.join(',\n')}\n]\n`);
  process.stdout.write(`${lines.length} faults drawn.\n`);
}
