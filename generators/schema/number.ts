import fc from 'fast-check';
import { BoundedFilter } from './bounded.ts';
import { type Conjunction, isNumber, keyword } from './conjunction.ts';
import { UnsatisfiableSchemaError } from './errors.ts';
import { around, type Bound, clamp, highest, leastCommonMultiple, lowest, tidy } from './number-range.ts';
import { type Edge, fromDomain, MOST_LISTED, once, type Recipe } from './recipe.ts';

/** The numbers that satisfy `minimum`, `maximum`, their exclusive forms, `multipleOf` and integer formats. */
export function numberRecipe(nodes: Conjunction, integer: boolean): Recipe {
  const low = lowest(nodes);
  const high = highest(nodes);
  const steps = keyword(nodes, 'multipleOf', isNumber);
  const divisors = steps.map((one) => one.value);
  const step = divisors.reduce(leastCommonMultiple, integer ? 1 : 0);
  const place = {
    pointer: steps[0]?.node.pointer ?? low?.pointer ?? high?.pointer ?? '',
    keyword: low?.keyword ?? high?.keyword ?? 'multipleOf',
  };
  return step > 0 ? stepped(step, low, high, divisors, place) : continuous(low, high, place);
}

function stepped(
  step: number,
  low: Bound | undefined,
  high: Bound | undefined,
  divisors: readonly number[],
  place: Place,
): Recipe {
  const limit = Math.max(1, Math.floor(Number.MAX_SAFE_INTEGER / Math.max(1, step)));
  let first = low ? Math.ceil(low.value / step) : -limit;
  let last = high ? Math.floor(high.value / step) : limit;
  if (low && (low.exclusive ? first * step <= low.value : first * step < low.value)) first += 1;
  if (high && (high.exclusive ? last * step >= high.value : last * step > high.value)) last -= 1;
  first = Math.max(first, Number.MIN_SAFE_INTEGER);
  last = Math.min(last, Number.MAX_SAFE_INTEGER);
  if (first > last)
    throw new UnsatisfiableSchemaError(place.pointer, place.keyword, 'no number lies between the bounds');
  const at = (index: number): number => tidy(index * step, step);
  const exact = (value: number): boolean => divisors.every((divisor) => Number.isInteger(value / divisor));
  if (last - first < MOST_LISTED) {
    const domain = Array.from({ length: last - first + 1 }, (_, index) => at(first + index)).filter(exact);
    if (domain.length === 0)
      throw new UnsatisfiableSchemaError(place.pointer, place.keyword, 'no number is a multiple');
    const middle = domain[Math.floor((domain.length - 1) / 2)];
    const whole = divisors.length === 0 || domain.length === last - first + 1;
    const listed = fromDomain(
      domain.toSorted((a, b) => Math.abs(a) - Math.abs(b)),
      'range',
    );
    return {
      ...listed,
      arbitrary: whole ? fc.integer({ min: first, max: last }).map(at) : listed.arbitrary,
      plain: () => middle,
      full: () => middle,
      edges: once(() => boundEdges(at(first), at(last), step, low, high)),
    };
  }
  const indices = fc.oneof(
    { weight: 3, arbitrary: fc.integer(around(first, last)) },
    { weight: 2, arbitrary: fc.integer(usual(first, last, low, high)) },
  );
  const arbitrary = indices.map(at, (value) => Math.round(Number(value) / step));
  const plain = at(clamp(divisors.length > 0 ? 2 : 12, first, last));
  return {
    arbitrary: divisors.length === 0 || Number.isInteger(step) ? arbitrary : new BoundedFilter(arbitrary, exact, place),
    plain: () => plain,
    full: () => plain,
    domain: () => undefined,
    edges: once(() => boundEdges(at(first), at(last), step, low, high)),
  };
}

function continuous(low: Bound | undefined, high: Bound | undefined, place: Place): Recipe {
  const min = low?.value ?? -1e9;
  const max = high?.value ?? Math.max(1e9, min + 1e9);
  const from = low ? min : Math.min(min, max - 1e9);
  const inside = (value: number): boolean =>
    (low === undefined || (low.exclusive ? value > low.value : value >= low.value)) &&
    (high === undefined || (high.exclusive ? value < high.value : value <= high.value));
  if (from > max || (from === max && !inside(from))) {
    throw new UnsatisfiableSchemaError(place.pointer, place.keyword, 'no number lies between the bounds');
  }
  const whole = around(Math.ceil(from), Math.floor(max));
  const options: fc.WeightedArbitrary<number>[] = [];
  // Between close bounds any double may be needed; else hundredths do, which print in a few digits.
  if (max - from < 1) {
    const doubles = fc.double({ min: from, max, noNaN: true, noDefaultInfinity: true });
    options.push({ weight: 1, arbitrary: doubles.map((value) => plainDigits(value, inside)) });
  } else {
    const hundredths = around(Math.ceil(from * 100), Math.floor(max * 100));
    options.push({ weight: 2, arbitrary: fc.integer(hundredths).map((value) => value / 100) });
  }
  if (whole.min <= whole.max) options.unshift({ weight: 3, arbitrary: fc.integer(whole) });
  const middle = [clamp(12, whole.min, whole.max), from + (max - from) / 2, from, max].find(inside) ?? from;
  return {
    arbitrary: new BoundedFilter(fc.oneof({ withCrossShrink: true }, ...options), inside, place),
    plain: () => middle,
    full: () => middle,
    domain: () => undefined,
    edges: once(() => continuousEdges(low, high, inside)),
  };
}

/** A number that prints in a few plain digits where the value allows it. */
function plainDigits(value: number, inside: (value: number) => boolean): number {
  const short = Number(value.toFixed(4)) + 0;
  return inside(short) ? short : value + 0;
}

interface Place {
  readonly pointer: string;
  readonly keyword: string;
}

function continuousEdges(low: Bound | undefined, high: Bound | undefined, inside: (n: number) => boolean): Edge[] {
  const edges: Edge[] = [];
  for (const [bound, sign] of [
    [low, 1],
    [high, -1],
  ] as const) {
    if (!bound || bound.keyword === 'format') continue;
    const near = [0.5, 1 / 1024].map((gap) => bound.value + sign * gap).find(inside);
    const value = bound.exclusive ? near : bound.value;
    if (value !== undefined) edges.push(edge(`${bound.keyword} ${bound.value}`, bound.keyword, value));
  }
  return edges;
}

function boundEdges(
  first: number,
  last: number,
  step: number,
  low: Bound | undefined,
  high: Bound | undefined,
): Edge[] {
  const edges: Edge[] = [];
  if (low)
    edges.push(edge(low.keyword === 'format' ? 'format lowest' : `${low.keyword} ${low.value}`, low.keyword, first));
  if (low && first + step <= last)
    edges.push(edge(`${low.keyword} next inside`, low.keyword, tidy(first + step, step)));
  if (high && last - step > first + step)
    edges.push(edge(`${high.keyword} next inside`, high.keyword, tidy(last - step, step)));
  if (high)
    edges.push(
      edge(high.keyword === 'format' ? 'format highest' : `${high.keyword} ${high.value}`, high.keyword, last),
    );
  if (step !== 1) edges.push(edge(`multipleOf ${step}`, 'multipleOf', clamp(step, first, last)));
  return edges;
}

function edge(label: string, name: string, value: number): Edge {
  return { label, pointer: '', keyword: name, candidates: [value] };
}

/** Unbounded ends are drawn in at 32 bits: no document promises more, and many consumers hold no more. */
function usual(
  first: number,
  last: number,
  low: Bound | undefined,
  high: Bound | undefined,
): { min: number; max: number } {
  const min = low ? first : Math.max(first, -(2 ** 31));
  const max = high ? last : Math.min(last, 2 ** 31 - 1);
  return min <= max ? { min, max } : { min: first, max: last };
}
