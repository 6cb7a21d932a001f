import { type Conjunction, isString, keyword, strictest } from './conjunction.ts';

/** Ranges of the OpenAPI integer formats; 64 bits as far as a double is exact. */
export const INTEGER_FORMATS: Readonly<Record<string, readonly [min: number, max: number]>> = {
  int32: [-(2 ** 31), 2 ** 31 - 1],
  int64: [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER],
};

/** A bound of a range of numbers and the keyword that sets it. */
export interface Bound {
  readonly value: number;
  readonly exclusive: boolean;
  readonly keyword: string;
  readonly pointer: string;
}

/** The strictest bound below; undefined when there is none. */
export function lowest(nodes: Conjunction): Bound | undefined {
  return tightest(nodes, 'minimum', 'exclusiveMinimum', 'greatest', 0);
}

/** The strictest bound above; undefined when there is none. */
export function highest(nodes: Conjunction): Bound | undefined {
  return tightest(nodes, 'maximum', 'exclusiveMaximum', 'least', 1);
}

function tightest(
  nodes: Conjunction,
  inclusive: string,
  exclusive: string,
  which: 'greatest' | 'least',
  end: 0 | 1,
): Bound | undefined {
  const bounds: Bound[] = [];
  for (const [name, open] of [
    [exclusive, true],
    [inclusive, false],
  ] as const) {
    const found = strictest(nodes, name, which);
    if (found) bounds.push({ value: found.value, exclusive: open, keyword: name, pointer: found.node.pointer });
  }
  for (const { node, value } of keyword(nodes, 'format', isString)) {
    const range = INTEGER_FORMATS[value];
    if (range) bounds.push({ value: range[end], exclusive: false, keyword: 'format', pointer: node.pointer });
  }
  const sign = which === 'greatest' ? -1 : 1;
  return bounds.sort((a, b) => sign * (a.value - b.value) || Number(b.exclusive) - Number(a.exclusive))[0];
}

/** A part of a range near zero or its nearer end: where most of the values of real life are. */
export function around(min: number, max: number): { min: number; max: number } {
  const centre = clamp(0, min, max);
  return { min: Math.max(min, centre - 1000), max: Math.min(max, centre + 1000) };
}

/** The number of a range that is nearest to a value. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value));
}

/** Takes the rounding error out of a multiple of a decimal step. */
export function tidy(value: number, step: number): number {
  const text = String(step);
  const decimals = text.includes('e') ? 0 : (text.split('.')[1]?.length ?? 0);
  const rounded = decimals > 0 ? Number(value.toFixed(decimals)) : value;
  return rounded === 0 ? 0 : rounded;
}

/** The least number that is a multiple of both; one that is 0 does not count. */
export function leastCommonMultiple(a: number, b: number): number {
  if (a === 0 || b === 0) return a || b;
  const scale = 10 ** Math.max(decimalsOf(a), decimalsOf(b));
  const [x, y] = [Math.round(a * scale), Math.round(b * scale)];
  let [m, n] = [x, y];
  while (n !== 0) [m, n] = [n, m % n];
  const multiple = (x / m) * y;
  return Number.isFinite(multiple / scale) ? multiple / scale : Math.max(a, b);
}

function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1]?.length ?? 0) - Number(exponent));
}
