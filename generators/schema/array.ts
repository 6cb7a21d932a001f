import fc from 'fast-check';
import { isObject, token } from '../../spec/json.ts';
import { several } from './bounded.ts';
import { type Conjunction, isNumber, isTrue, itemNodes, keyword, strictest } from './conjunction.ts';
import type { Node, SchemaDocument } from './document.ts';
import { UnsatisfiableSchemaError } from './errors.ts';
import { canonical } from './json.ts';
import { type Edge, once, type Recipe } from './recipe.ts';

/** Builds the recipe of a part of the value. */
export type Build = (nodes: readonly Node[]) => Recipe;

/** Items beyond the least number in random values. */
const SPREAD = 4;
/** Longest array made for an edge. */
const LONGEST = 1_000;
/** Numbers of items at which careless servers stop, beyond two. */
const FURTHER = [3, 6];

interface Plan {
  readonly min: number;
  readonly max: number;
  /** Whether `maxItems` is what limits the length. */
  readonly limited: boolean;
  readonly unique: boolean;
  /** Recipe for the item at an index. */
  readonly item: (index: number) => Recipe;
  /** Items that `contains` asks for, at the end of the array. */
  readonly contained: readonly Recipe[];
}

/** The arrays of a conjunction: `minItems`, `maxItems`, `uniqueItems`, `prefixItems`, `items`, `contains`. */
export function arrayRecipe(doc: SchemaDocument, nodes: Conjunction, build: Build): Recipe {
  const plan = planOf(doc, nodes, build);
  const plain = once(() => sized(plan, Math.max(plan.min, plan.contained.length), false));
  const full = once(() =>
    sized(plan, Math.min(plan.max, Math.max(plan.min, plan.contained.length, prefixLength(nodes), 1)), true),
  );
  return {
    arbitrary: arbitraryOf(plan, prefixLength(nodes)),
    plain,
    full,
    edges: once(() => edgesOf(plan, nodes)),
    domain: () => (plan.max === 0 ? [[]] : undefined),
  };
}

function planOf(doc: SchemaDocument, nodes: Conjunction, build: Build): Plan {
  const lowest = strictest(nodes, 'minItems', 'greatest');
  const highest = strictest(nodes, 'maxItems', 'least');
  const unique = keyword(nodes, 'uniqueItems', isTrue);
  const contained = containedItems(doc, nodes, build);
  const min = Math.max(lowest?.value ?? 0, contained.length);
  let max = highest?.value ?? Number.POSITIVE_INFINITY;
  const place = {
    pointer: lowest?.node.pointer ?? highest?.node.pointer ?? nodes[0]?.pointer ?? '',
    keyword: 'minItems',
  };
  const made = new Map<number, Recipe>();
  const prefix = prefixLength(nodes);
  const item = (index: number): Recipe => {
    const slot = Math.min(index, prefix);
    const known = made.get(slot) ?? build(itemNodes(doc, nodes, slot));
    made.set(slot, known);
    return known;
  };
  // An index whose item is impossible ends the array before it.
  for (let index = 0; index <= prefix && index < max; index += 1) {
    try {
      item(index);
    } catch (error) {
      if (!(error instanceof UnsatisfiableSchemaError)) throw error;
      if (index < min) throw error;
      max = Math.min(max, index);
    }
  }
  const domain = unique.length > 0 && prefix === 0 && max > 0 ? item(0).domain() : undefined;
  if (domain) max = Math.min(max, domain.length);
  if (min > max) {
    throw new UnsatisfiableSchemaError(
      place.pointer,
      domain ? 'uniqueItems' : place.keyword,
      'there cannot be so many items',
    );
  }
  return { min, max, limited: highest?.value === max, unique: unique.length > 0, item, contained };
}

function containedItems(doc: SchemaDocument, nodes: Conjunction, build: Build): Recipe[] {
  return nodes.flatMap((node) => {
    const contains = doc.child(node, 'contains');
    if (!contains || !isObject(node.schema)) return [];
    const least = isNumber(node.schema['minContains']) ? node.schema['minContains'] : 1;
    if (least < 1) return [];
    const recipe = build([...itemNodes(doc, nodes, prefixLength(nodes)), contains]);
    return Array.from({ length: least }, () => recipe);
  });
}

function prefixLength(nodes: Conjunction): number {
  return Math.max(0, ...keyword(nodes, 'prefixItems', Array.isArray).map(({ value }) => value.length));
}

function arbitraryOf(plan: Plan, prefix: number): fc.Arbitrary<unknown> {
  const { min, unique, contained } = plan;
  const max = Math.min(plan.max, Math.max(min, prefix) + SPREAD);
  if (max === 0) return fc.constant([]);
  if (prefix === 0 && contained.length === 0) {
    const recipe = plan.item(0);
    if (!unique) return fc.array(recipe.arbitrary, { minLength: min, maxLength: max });
    const domain = recipe.domain();
    if (domain) return fc.shuffledSubarray([...domain], { minLength: min, maxLength: max });
    return fc.uniqueArray(recipe.arbitrary, { minLength: min, maxLength: max, selector: canonical });
  }
  const head = Math.max(0, max - contained.length);
  const items = Array.from({ length: head }, (_, index) => plan.item(index).arbitrary);
  return fc
    .tuple(
      fc.nat({ max: head - Math.max(0, min - contained.length) }),
      fc.tuple(...items),
      fc.tuple(...contained.map((one) => one.arbitrary)),
    )
    .map(([extra, first, last]) => [...first.slice(0, Math.max(0, min - contained.length) + extra), ...last]);
}

/** An array of a length that is always the same; undefined when no unique items could be found for it. */
function sized(plan: Plan, length: number, full: boolean): unknown[] | undefined {
  const items: unknown[] = [];
  const seen = new Set<string>();
  const head = Math.max(0, length - plan.contained.length);
  for (let index = 0; index < length; index += 1) {
    const recipe = index < head ? plan.item(index) : (plan.contained[index - head] ?? plan.item(index));
    const plain = recipe.plain();
    // An object without any member fits many a schema, and hardly anybody takes it for an item.
    const first = full || canonical(plain) === '{}' ? recipe.full() : plain;
    const value = plan.unique && seen.has(canonical(first)) ? another(recipe, seen, length) : first;
    if (plan.unique && seen.has(canonical(value))) return undefined;
    seen.add(canonical(value));
    items.push(value);
  }
  return items;
}

const POOLS = new WeakMap<Recipe, unknown[]>();

function another(recipe: Recipe, seen: ReadonlySet<string>, wanted: number): unknown {
  const pool = recipe.domain() ?? POOLS.get(recipe) ?? several(recipe.arbitrary, wanted * 8 + 50);
  POOLS.set(recipe, [...pool]);
  return pool.find((value) => !seen.has(canonical(value)));
}

function edgesOf(plan: Plan, nodes: Conjunction): Edge[] {
  const edges: Edge[] = [];
  const add = (label: string, name: string, length: number, made = plan): void => {
    const candidates = [sized(made, length, false), sized(made, length, true)].filter((value) => value !== undefined);
    edges.push({ label, pointer: '', keyword: name, candidates });
  };
  const explicit = keyword(nodes, 'minItems', isNumber).length > 0;
  if (plan.min === 0) add('empty array', 'minItems', 0);
  else if (explicit) add(`minItems ${plan.min}`, 'minItems', plan.min);
  if (plan.limited && plan.max <= LONGEST) add(`maxItems ${plan.max}`, 'maxItems', plan.max);
  if (plan.max === 0) return edges;
  const several = Math.min(plan.max, Math.max(plan.min, 2), LONGEST);
  const further = prefixLength(nodes) === 0 && isFreeScalar(plan) ? FURTHER : [];
  for (const length of [several, ...further.filter((one) => one > several)]) {
    if (length <= plan.min || length >= plan.max) continue;
    // That an array may hold something twice, hardly anybody says.
    const apart = { ...plan, unique: true };
    add(`${length} items`, 'items', length, sized(apart, length, false) === undefined ? plan : apart);
  }
  const length = Math.max(1, plan.min, Math.min(prefixLength(nodes), plan.max));
  const base = sized(plan, length, false);
  if (!base) return edges;
  const slots = Math.min(length, Math.max(1, prefixLength(nodes)));
  for (let index = 0; index < slots; index += 1) {
    for (const edge of plan.item(index).edges()) edges.push(lifted(edge, base, index, plan.unique));
  }
  return edges;
}

/** True where the items are neither objects nor of a few values, which need not go together. */
function isFreeScalar({ item }: Plan): boolean {
  const one = item(0);
  return one.domain() === undefined && typeof one.plain() !== 'object';
}

/** The edge of an item as an edge of the array; the value takes the place of an equal one where items are unique. */
function lifted(edge: Edge, base: readonly unknown[], index: number, unique: boolean): Edge {
  const candidates = edge.candidates.slice(0, 2).map((value) => {
    const items = [...base];
    const same = unique ? items.findIndex((item) => canonical(item) === canonical(value)) : -1;
    if (same >= 0) items[same] = items[index];
    items[index] = value;
    return items;
  });
  return { ...edge, pointer: token(index) + edge.pointer, candidates };
}
