/** The measure itself: a fault is told, no fault is not, and the draw can be repeated. */
import { describe, expect, test } from 'vitest';
import { FAULTS, faultOf } from './faults/all.ts';
import { draw } from './faults/draw.ts';
import drawn from './faults/drawn.json' with { type: 'json' };
import type { Fault } from './faults/fault.ts';
import { hunt, judge } from './hunt.ts';

const SEED = 20261123;

describe('the faults', () => {
  test('are those that the lot gives', () => {
    expect(draw(SEED, 420)).toEqual(drawn);
  });

  test('are more than three hundred explicit ones, of both classes and all readings', () => {
    const explicit = FAULTS.filter(({ standing }) => standing === 'explicit');
    expect(explicit.length).toBeGreaterThan(300);
    expect(new Set(explicit.map(({ class: sort }) => sort))).toEqual(new Set(['plain', 'hard']));
    expect(new Set(explicit.map(({ reading }) => reading))).toEqual(new Set(['A', 'B', 'C']));
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
  });
});

describe('a hunt', () => {
  const fault = FAULTS.find(({ id }) => id.startsWith('absent-500@')) as Fault;
  const options = { seed: 1, full: false, sound: (only: readonly string[]) => judge(fault.reading, {}, only, 1) };

  test('tells a plain fault', async () => {
    expect(await hunt(fault, options)).toMatchObject({ found: 'found' });
  });

  test('tells nothing where nothing is planted', async () => {
    expect(await hunt({ ...fault, plant: {} }, options)).toMatchObject({ found: 'missed', by: [] });
  });

  test('knows no fault of another name', () => {
    expect(faultOf('no-such-fault')).toBeUndefined();
  });
});
