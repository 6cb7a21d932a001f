/** The measure itself: a fault is told, no fault is not, and the draw can be repeated. */
import { describe, expect, test } from 'vitest';
import { FAULTS, faultOf } from './faults/all.ts';
import { draw } from './faults/draw.ts';
import first from './faults/drawn.json' with { type: 'json' };
import fourth from './faults/drawn-fourth.json' with { type: 'json' };
import second from './faults/drawn-second.json' with { type: 'json' };
import sixth from './faults/drawn-sixth.json' with { type: 'json' };
import third from './faults/drawn-third.json' with { type: 'json' };
import type { Fault } from './faults/fault.ts';
import { LOTS, OPERATORS } from './faults/operators/all.ts';
import { companies, hunt, judge, neighbourhood } from './hunt.ts';

const SEED = 20261123;

describe('the faults', () => {
  test('are those that the lot gives', () => {
    expect(draw(SEED, 420, LOTS.first)).toEqual(first);
    expect(draw(SEED, 150, LOTS.second)).toEqual(second);
    expect(draw(SEED, 150, LOTS.third)).toEqual(third);
    expect(draw(SEED, 125, LOTS.fourth)).toEqual(fourth);
    expect(draw(20261125, 170, LOTS.sixth)).toEqual(sixth);
  });

  test('are more than three hundred explicit ones, of both classes and all readings', () => {
    const explicit = FAULTS.filter(({ standing }) => standing === 'explicit');
    expect(explicit.length).toBeGreaterThan(300);
    expect(new Set(explicit.map(({ class: sort }) => sort))).toEqual(new Set(['plain', 'hard']));
    expect(new Set(explicit.map(({ reading }) => reading))).toEqual(new Set(['A', 'B', 'C']));
    expect(new Set(FAULTS.map(({ id }) => id)).size).toBe(FAULTS.length);
    expect(new Set(OPERATORS.map(({ id }) => id)).size).toBe(OPERATORS.length);
  });
});

describe('a hunt', () => {
  const pick = (beginning: string) =>
    FAULTS.find(({ id, reading }) => reading === 'A' && id.startsWith(beginning)) as Fault;
  const [plain, other] = [pick('absent-500@bucket.read'), pick('body-lost@person.read')];
  const asked = { only: [plain.op, other.op], seed: 1, depth: 'quick' } as const;
  const before = judge('A', {}, asked);

  test('tells plain faults, each by its own operations', async () => {
    const outcomes = await hunt([plain, other], asked, await before);
    expect(outcomes.map(({ found }) => found)).toEqual(['found', 'found']);
    for (const [n, { by }] of outcomes.entries()) {
      expect(by.every((id) => id.includes((n === 0 ? plain : other).op.split('.')[0] as string))).toBe(true);
    }
  });

  test('tells nothing where nothing is planted', async () => {
    expect(await hunt([{ ...plain, plant: {} }], asked, await before)).toMatchObject([{ found: 'missed', by: [] }]);
  });

  test('puts no two faults of one neighbourhood, nor of two readings, into one company', () => {
    const made = companies(FAULTS);
    expect(made.flat().length).toBe(FAULTS.length);
    for (const company of made) {
      expect(new Set(company.map(({ op }) => neighbourhood(op))).size).toBe(company.length);
      expect(new Set(company.map(({ reading }) => reading)).size).toBe(1);
    }
  });

  test('knows no fault of another name', () => {
    expect(faultOf('no-such-fault')).toBeUndefined();
  });
});
