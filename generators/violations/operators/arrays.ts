import { several } from '../../schema/bounded.ts';
import { isTrue, itemNodes, keyword, strictest } from '../../schema/conjunction.ts';
import { canonical } from '../../schema/json.ts';
import type { Proposal } from '../violation.ts';
import type { Context, Site } from './context.ts';

/** A longer array than this is not made to break `maxItems`. */
const LONGEST = 2_000;

/** Arrays with too few, too many and equal items. */
export function arrayProposals(site: Site, context: Context): Proposal[] {
  if (!Array.isArray(site.value)) return [];
  const items: readonly unknown[] = site.value;
  return [
    ...tooFew(site, items, context),
    ...tooMany(site, items, context),
    ...duplicates(site, items, context),
    ...withoutContained(site, items),
    ...beyond(site, items),
  ];
}

function tooFew(site: Site, items: readonly unknown[], context: Context): Proposal[] {
  const bound = strictest(site.nodes, 'minItems', 'greatest');
  if (!bound || bound.value < 1) return [];
  const place = { keyword: 'minItems', schemaPointer: bound.node.pointer };
  const just = filled(site, items, bound.value - 1, context);
  return [
    { ...place, operator: bound.value === 1 ? 'empty-array' : 'too-few-items', values: just ? [just] : [] },
    { ...place, operator: 'empty-array', values: bound.value > 1 ? [[]] : [] },
  ];
}

function tooMany(site: Site, items: readonly unknown[], context: Context): Proposal[] {
  const bound = strictest(site.nodes, 'maxItems', 'least');
  if (!bound || bound.value >= LONGEST) return [];
  const more = filled(site, items, bound.value + 1, context);
  return [
    { operator: 'too-many-items', keyword: 'maxItems', schemaPointer: bound.node.pointer, values: more ? [more] : [] },
  ];
}

function duplicates(site: Site, items: readonly unknown[], context: Context): Proposal[] {
  const [unique] = keyword(site.nodes, 'uniqueItems', isTrue);
  if (!unique) return [];
  const start = items.length > 0 ? items : (filled(site, items, 1, context) ?? []);
  if (start.length === 0) return [];
  const twice = start[context.pick(start.length)];
  const place = { operator: 'duplicate-items', keyword: 'uniqueItems', schemaPointer: unique.node.pointer };
  return [
    {
      ...place,
      values: [
        [...start, twice],
        [...start.slice(0, -1), start[0]],
        [start[0], start[0]],
      ],
    },
  ];
}

/** Arrays from which nothing that `contains` asks for is left. */
function withoutContained(site: Site, items: readonly unknown[]): Proposal[] {
  return keyword(site.nodes, 'contains', (value): value is unknown => value !== undefined).map(({ node }) => ({
    operator: 'contains-none',
    keyword: 'contains',
    schemaPointer: node.pointer,
    values: [[], ...items.map((_, index) => items.filter((_item, at) => at !== index)), items.slice(0, -1)],
  }));
}

/** Arrays with an item where none is allowed. */
function beyond({ nodes }: Site, items: readonly unknown[]): Proposal[] {
  const closed = keyword(nodes, 'items', (rule): rule is false => rule === false);
  const rest = keyword(nodes, 'unevaluatedItems', (rule): rule is false => rule === false);
  const longer = [...items, 'text'];
  return [
    ...closed.map(({ node }) => ({
      operator: 'item-beyond-prefix',
      keyword: 'items',
      schemaPointer: node.pointer,
      member: String(items.length),
      values: [longer],
    })),
    ...rest.map(({ node }) => ({
      operator: 'unevaluated-item',
      keyword: 'unevaluatedItems',
      schemaPointer: node.pointer,
      branching: true,
      values: [longer, [...longer, 'text', 'text']],
    })),
  ];
}

/** The array cut or filled up to a length; unique items stay unique. Undefined when there are not enough. */
function filled(
  site: Site,
  items: readonly unknown[],
  length: number,
  { doc, recipe }: Context,
): unknown[] | undefined {
  const made = items.slice(0, length);
  if (made.length === length) return made;
  const unique = keyword(site.nodes, 'uniqueItems', isTrue).length > 0;
  const seen = new Set(made.map(canonical));
  for (let index = made.length; index < length; index += 1) {
    const source = recipe(itemNodes(doc, site.nodes, index));
    if (!source) return undefined;
    const pool = unique ? (source.domain() ?? several(source.arbitrary, (length + 10) * 4)) : [source.plain()];
    const next = pool.find((value) => !unique || !seen.has(canonical(value)));
    if (next === undefined) return undefined;
    seen.add(canonical(next));
    made.push(next);
  }
  return made;
}
