import { picker } from '../schema/random.ts';

/** One input dimension of a combination test and its values. */
export interface Factor {
  readonly name: string;
  readonly levels: readonly string[];
}

/** A choice of one level for every factor. */
export type Row = Readonly<Record<string, string>>;

/** How many rows are drafted for each that is kept: more makes the array smaller and slower to find. */
const DRAFTS = 40;

/**
 * A covering array of strength 2: rows in which every two levels of every two factors occur together. Greedy, after
 * the AETG scheme: of several drafts, each built level by level for the most new pairs, the best becomes the next row.
 * The same factors and seed give the same rows. A factor without levels is left out; a single factor gives its levels.
 */
export function pairwise(factors: readonly Factor[], seed = 1): Row[] {
  const used = factors.filter(({ levels }) => levels.length > 0);
  const [first] = used;
  if (!first) return [];
  if (used.length === 1) return first.levels.map((level) => ({ [first.name]: level }));
  const open = new OpenPairs(used);
  const pick = picker((seed >>> 0) + 1);
  const rows: Row[] = [];
  while (open.size > 0) {
    let best: readonly number[] = [];
    let gain = -1;
    for (let draft = 0; draft < DRAFTS; draft += 1) {
      const row = drafted(used, open, pick);
      const covered = open.count(row);
      if (covered > gain) [best, gain] = [row, covered];
    }
    open.close(best);
    rows.push(Object.fromEntries(used.map(({ name, levels }, factor) => [name, levels[best[factor] ?? 0] ?? ''])));
  }
  return rows;
}

/** Pairs of levels that no row covers, as `factor=level & factor=level`; empty for a covering array. */
export function uncoveredPairs(factors: readonly Factor[], rows: readonly Row[]): string[] {
  const missing: string[] = [];
  for (const [at, a] of factors.entries()) {
    for (const b of factors.slice(at + 1)) {
      for (const x of a.levels) {
        for (const y of b.levels) {
          if (!rows.some((row) => row[a.name] === x && row[b.name] === y))
            missing.push(`${a.name}=${x} & ${b.name}=${y}`);
        }
      }
    }
  }
  return missing;
}

/** The pairs of levels that no row covers yet. */
class OpenPairs {
  size = 0;
  readonly #offsets: readonly number[];
  readonly #levels: number;
  readonly #open: Uint8Array;
  /** Open pairs by level: where a draft begins. */
  readonly #left: number[];

  constructor(factors: readonly Factor[]) {
    let levels = 0;
    this.#offsets = factors.map(({ levels: { length } }) => {
      levels += length;
      return levels - length;
    });
    this.#levels = levels;
    this.#open = new Uint8Array(levels * levels);
    this.#left = Array.from({ length: levels }, () => 0);
    const every = factors.map(({ levels: { length } }) => Array.from({ length }, (_, level) => level));
    for (const [a, as] of every.entries()) {
      for (const [b, bs] of every.entries()) {
        if (a === b) continue;
        for (const x of as) {
          for (const y of bs) {
            this.#open[this.id(a, x) * levels + this.id(b, y)] = 1;
            this.#left[this.id(a, x)] = (this.#left[this.id(a, x)] ?? 0) + 1;
            this.size += 0.5;
          }
        }
      }
    }
  }

  id(factor: number, level: number): number {
    return (this.#offsets[factor] ?? 0) + level;
  }

  isOpen(a: number, x: number, b: number, y: number): boolean {
    return this.#open[this.id(a, x) * this.#levels + this.id(b, y)] === 1;
  }

  /** Open pairs that a level takes part in. */
  left(factor: number, level: number): number {
    return this.#left[this.id(factor, level)] ?? 0;
  }

  /** Open pairs that a row would cover. */
  count(row: readonly number[]): number {
    let covered = 0;
    for (const [a, x] of row.entries()) {
      for (let b = a + 1; b < row.length; b += 1) if (this.isOpen(a, x, b, row[b] ?? 0)) covered += 1;
    }
    return covered;
  }

  /** Marks the pairs of a row as covered. */
  close(row: readonly number[]): void {
    for (const [a, x] of row.entries()) {
      for (const [b, y] of row.entries()) {
        if (a === b || !this.isOpen(a, x, b, y)) continue;
        this.#open[this.id(a, x) * this.#levels + this.id(b, y)] = 0;
        this.#left[this.id(a, x)] = this.left(a, x) - 1;
        this.size -= 0.5;
      }
    }
  }
}

/** A row that starts with the level that has the most open pairs and adds, factor by factor, what covers the most. */
function drafted(factors: readonly Factor[], open: OpenPairs, pick: (alternatives: number) => number): number[] {
  const row: number[] = factors.map(() => -1);
  const order = shuffled(factors.length, pick);
  const start = bestOf(
    factors.flatMap(({ levels }, factor) => levels.map((_, level) => ({ factor, level }))),
    ({ factor, level }) => open.left(factor, level),
    pick,
  );
  row[start.factor] = start.level;
  const chosen = [start.factor];
  for (const factor of order) {
    if (factor === start.factor) continue;
    const levels = (factors[factor]?.levels ?? []).map((_, level) => level);
    row[factor] = bestOf(
      levels,
      (level) => chosen.filter((other) => open.isOpen(factor, level, other, row[other] ?? 0)).length,
      pick,
    );
    chosen.push(factor);
  }
  return row;
}

/** One of the best, by chance where several are. */
function bestOf<T>(options: readonly T[], worth: (option: T) => number, pick: (alternatives: number) => number): T {
  let best: T[] = [];
  let most = Number.NEGATIVE_INFINITY;
  for (const option of options) {
    const value = worth(option);
    if (value > most) [best, most] = [[option], value];
    else if (value === most) best.push(option);
  }
  return best[pick(best.length)] as T;
}

function shuffled(length: number, pick: (alternatives: number) => number): number[] {
  const order = Array.from({ length }, (_, index) => index);
  for (let at = length - 1; at > 0; at -= 1) {
    const other = pick(at + 1);
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}
