import { isObject } from '../../../spec/json.ts';
import { several } from '../../schema/bounded.ts';
import { isList, keyword, withoutKeywords } from '../../schema/conjunction.ts';
import type { Node, SchemaDocument } from '../../schema/document.ts';
import type { Proposal } from '../violation.ts';
import type { Context, Site } from './context.ts';

/** Values that no branch of `anyOf` or `oneOf` accepts, and values that two branches of `oneOf` accept. */
export function branchProposals(site: Site, context: Context): Proposal[] {
  return [
    ...excluded(site, context),
    ...['oneOf', 'anyOf'].flatMap((name) =>
      keyword(site.nodes, name, isList).flatMap(({ node, value: list }) => {
        const place = { keyword: name, schemaPointer: node.pointer, branching: true };
        const none = [{}, [], 'text', '', 5, -0.5, true, ...mangled(site.value)].filter(
          (one) => context.sites.branches(node, name, one) === 0,
        );
        const proposals: Proposal[] = [
          { ...place, operator: name === 'oneOf' ? 'one-of-none' : 'any-of-none', values: none },
        ];
        if (name === 'oneOf')
          proposals.push({
            ...place,
            operator: 'one-of-two',
            values: remembered(context.doc, node, 'oneOf', () => twofold(node, list.length, context)),
          });
        return proposals;
      }),
    ),
  ];
}

/** Values that the schema inside a `not` accepts. */
function excluded({ nodes }: Site, { doc, recipe }: Context): Proposal[] {
  return nodes.flatMap((node) => {
    const inner = doc.child(node, 'not');
    const made = inner && recipe([inner]);
    if (!made) return [];
    const values = remembered(doc, node, 'not', () => [made.plain(), made.full(), ...several(made.arbitrary, 5)]);
    return [{ operator: 'matches-not', keyword: 'not', schemaPointer: node.pointer, values }];
  });
}

const MADE = new WeakMap<SchemaDocument, Map<string, readonly unknown[]>>();

/** Values that depend on nothing but the node are made once per document. */
function remembered(doc: SchemaDocument, node: Node, name: string, make: () => readonly unknown[]): readonly unknown[] {
  const known = MADE.get(doc) ?? new Map<string, readonly unknown[]>();
  MADE.set(doc, known);
  const key = `${name} ${node.key}`;
  const values = known.get(key) ?? make();
  known.set(key, values);
  return values;
}

/** The value with each member taken away in turn. */
function mangled(value: unknown): unknown[] {
  if (!isObject(value)) return [];
  return Object.keys(value).map((name) => Object.fromEntries(Object.entries(value).filter(([key]) => key !== name)));
}

function twofold(node: Node, count: number, { doc, sites, recipe }: Context): unknown[] {
  const recipes = Array.from({ length: Math.min(count, 10) }, (_, index) => {
    const child = doc.child(node, 'oneOf', index);
    return child ? recipe([withoutKeywords(node, ['oneOf']), child]) : undefined;
  }).filter((one) => one !== undefined);
  const plain = recipes.flatMap((one) => [one.plain(), one.full()]);
  const merged = plain.flatMap((a) => plain.map((b) => (isObject(a) && isObject(b) ? { ...a, ...b } : undefined)));
  const twice = (value: unknown): boolean => value !== undefined && sites.branches(node, 'oneOf', value) > 1;
  const found = [...plain, ...merged].filter(twice);
  return found.length > 0
    ? found.slice(0, 4)
    : recipes
        .flatMap((one) => several(one.arbitrary, 20))
        .filter(twice)
        .slice(0, 4);
}
