/** How often a session looks for what it waits for. */
import { expect, test } from 'vitest';
import { Patience } from '../../../suites/engine/patience.ts';

/** Something that tells how often it was looked at. */
function counter(): { look: () => Promise<number>; looks: () => number } {
  let count = 0;
  return { look: async () => ++count, looks: () => count };
}

const WHOLE = 5;
const SHORTENED = 3;

/** How often something is looked at that shows from the n-th look on. */
async function looksFor(patience: Patience, place: string, nth: number): Promise<number> {
  const thing = counter();
  await patience.until(place, thing.look, (seen) => seen >= nth);
  return thing.looks();
}

test('what shows at once is looked at once', async () => {
  expect(await looksFor(new Patience(20), 'a', 1)).toBe(1);
});

test('what shows with the last look is still seen', async () => {
  const patience = new Patience(20);
  expect(await patience.until('a', counter().look, (seen) => seen >= WHOLE)).toBe(WHOLE);
});

test('what never shows is waited for in full twice, then shortly, and elsewhere in full again', async () => {
  const patience = new Patience(20);
  const looks: number[] = [];
  for (const place of ['a', 'a', 'a', 'b']) looks.push(await looksFor(patience, place, Number.POSITIVE_INFINITY));
  expect(looks).toEqual([WHOLE, WHOLE, SHORTENED, WHOLE]);
});

test('a place that was once seen to be slow is waited for in full ever after', async () => {
  const patience = new Patience(20);
  await looksFor(patience, 'a', 2);
  const looks: number[] = [];
  for (let n = 0; n < 4; n += 1) looks.push(await looksFor(patience, 'a', Number.POSITIVE_INFINITY));
  expect(looks).toEqual([WHOLE, WHOLE, WHOLE, WHOLE]);
});

test('what is to show nothing is waited for as long as changes took there, and elsewhere not at all', async () => {
  const pauses: number[] = [];
  const patience = new Patience(100, async (ms) => pauses.push(ms));
  await looksFor(patience, 'a', 3);
  const took = pauses.splice(0).reduce((sum, ms) => sum + ms, 0);
  await patience.settle('a');
  await patience.settle('b');
  expect(pauses).toEqual([took]);
});

test('what had part of its time is waited for as long as is left, and what had all of it is looked at once', async () => {
  const pauses: number[] = [];
  const patience = new Patience(1000, async (ms) => pauses.push(ms));
  const never = counter();
  await patience.until('a', never.look, () => false, 250);
  expect(pauses).toEqual([290, 500]);
  await patience.until('a', never.look, () => false, 1000);
  expect(pauses).toHaveLength(2);
});

test('what a rest never changed is rested for twice, and ever after where one rest did', async () => {
  const pauses: number[] = [];
  const patience = new Patience(100, async (ms) => pauses.push(ms));
  const rest = (place: string, seen: string | undefined) => patience.rested(place, 200, async () => seen);
  for (let n = 0; n < 4; n += 1) expect(await rest('a', undefined)).toBeUndefined();
  expect(pauses).toEqual([200, 200]);
  expect(await rest('b', 'free')).toBe('free');
  for (let n = 0; n < 4; n += 1) await rest('b', undefined);
  expect(pauses.length).toBe(7);
});
