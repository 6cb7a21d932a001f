import { type Conjunction, isNumber, isString, keyword, strictest } from '../../schema/conjunction.ts';
import { typesOf } from '../../schema/types.ts';
import type { Proposal } from '../violation.ts';
import type { Context, Site } from './context.ts';

/** Numbers beside each bound, off each grid, and outside the integer formats. */
export function numberProposals(site: Site, { pick }: Context): Proposal[] {
  const { nodes, value } = site;
  if (typeof value !== 'number') return [];
  const step = stepOf(nodes);
  const far = 1 + pick(1000);
  return [
    ...beside(nodes, 'minimum', 'greatest', -1, step, far, -value),
    ...beside(nodes, 'exclusiveMinimum', 'greatest', -1, step, far),
    ...minusOne(nodes),
    ...beside(nodes, 'maximum', 'least', 1, step, far),
    ...beside(nodes, 'exclusiveMaximum', 'least', 1, step, far),
    ...offGrid(nodes, value, step),
    ...fraction(nodes, value),
    ...overflow(nodes),
    ...wrapped(nodes, value),
  ];
}

/** Beyond the greatest number, and just the valid one for whoever keeps 32 bits of it. */
function wrapped(nodes: Conjunction, value: number): Proposal[] {
  const bound = strictest(nodes, 'maximum', 'least');
  if (!bound || !typesOf(nodes).integer || bound.value >= 2 ** 31) return [];
  const place = { keyword: 'maximum', schemaPointer: bound.node.pointer };
  return [{ ...place, operator: 'wrapped-above-maximum', values: [2 ** 32 + value] }];
}

/** What programs take for none, for all, or for the last one. */
function minusOne(nodes: Conjunction): Proposal[] {
  const bound = strictest(nodes, 'minimum', 'greatest');
  if (!bound || bound.value <= 0) return [];
  return [{ operator: 'minus-one', keyword: 'minimum', schemaPointer: bound.node.pointer, values: [-1] }];
}

function beside(
  nodes: Conjunction,
  name: string,
  which: 'greatest' | 'least',
  sign: 1 | -1,
  step: number,
  far: number,
  /** Valid but for its sign: for whoever passes over that. */
  negated?: number,
): Proposal[] {
  const bound = strictest(nodes, name, which);
  if (!bound) return [];
  const side = sign < 0 ? 'below-minimum' : 'above-maximum';
  const grid = sign < 0 ? Math.ceil(bound.value / step) : Math.floor(bound.value / step);
  const first = name.startsWith('exclusive') && grid * step === bound.value ? 0 : sign;
  const at = (distance: number): number => (grid + distance * sign) * step + 0;
  const place = { keyword: name, schemaPointer: bound.node.pointer };
  return [
    { ...place, operator: side, values: [first === 0 ? grid * step + 0 : at(1), bound.value + sign * step] },
    {
      ...place,
      operator: sign < 0 ? 'far-below' : 'far-above',
      values: [...(negated === undefined || negated >= 0 ? [] : [negated]), at(999 + far), at(1000), at(100), at(10)],
    },
  ];
}

function offGrid(nodes: Conjunction, value: number, step: number): Proposal[] {
  return keyword(nodes, 'multipleOf', isNumber).map(({ node, value: divisor }) => ({
    operator: 'off-grid',
    keyword: 'multipleOf',
    schemaPointer: node.pointer,
    values: [value + 1, value - 1, value + divisor / 2, value - divisor / 2, value + step / 4],
  }));
}

function fraction(nodes: Conjunction, value: number): Proposal[] {
  const { integer } = typesOf(nodes);
  const node = keyword(nodes, 'type', (type): type is unknown => [type].flat().includes('integer'))[0]?.node;
  if (!integer || !node) return [];
  return [{ operator: 'fraction', keyword: 'type', schemaPointer: node.pointer, values: [value + 0.5, value - 0.5] }];
}

function overflow(nodes: Conjunction): Proposal[] {
  return keyword(nodes, 'format', isString).flatMap(({ node, value: format }) => {
    const place = { keyword: 'format', schemaPointer: node.pointer };
    const wide = [{ ...place, operator: 'int64-overflow', values: [2 ** 63, -(2 ** 63) - 4096] }];
    if (format === 'int64') return wide;
    if (format !== 'int32') return [];
    return [
      { ...place, operator: 'int32-overflow', values: [2 ** 31, -(2 ** 31) - 1] },
      { ...place, operator: 'int32-underflow', values: [-(2 ** 31) - 1] },
      { ...place, operator: 'int32-wrap', values: [2 ** 32 + 1] },
      ...wide,
    ];
  });
}

function stepOf(nodes: Conjunction): number {
  const [first] = keyword(nodes, 'multipleOf', isNumber);
  const whole = typesOf(nodes).integer;
  if (!first) return 1;
  return whole && !Number.isInteger(first.value) ? 1 : first.value;
}
