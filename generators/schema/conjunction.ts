import { isObject } from '../../spec/json.ts';
import type { Node, SchemaDocument } from './document.ts';
import { UnsupportedSchemaError } from './errors.ts';

/** Subschemas that must all hold for one value. `$ref` and `allOf` have been followed. */
export type Conjunction = readonly Node[];

/** Text that is the same for conjunctions of the same nodes. */
export function keyOf(nodes: Conjunction): string {
  return nodes
    .map((node) => node.key)
    .sort()
    .join('|');
}

/** Follows `$ref`, `$dynamicRef` and `allOf` until only plain nodes are left. Schemas that say nothing are dropped. */
export function flatten(doc: SchemaDocument, nodes: readonly Node[]): Conjunction {
  const found = new Map<string, Node>();
  const visit = (node: Node): void => {
    if (found.has(node.key)) return;
    found.set(node.key, node);
    if (!isObject(node.schema) || node.expanded) return;
    for (const keyword of ['$ref', '$dynamicRef']) {
      const reference = node.schema[keyword];
      if (typeof reference !== 'string') continue;
      if (keyword === '$dynamicRef' && !doc.dynamicIsStatic) {
        throw new UnsupportedSchemaError(node.pointer, keyword, 'its target depends on how the schema was reached');
      }
      visit(doc.resolve(node, reference, keyword));
    }
    const all = node.schema['allOf'];
    if (!Array.isArray(all)) return;
    for (const index of all.keys()) {
      const child = doc.child(node, 'allOf', index);
      if (child) visit(child);
    }
  };
  for (const node of nodes) visit(node);
  const said = [...found.values()].filter((node) => node.schema !== true && !isEmpty(node));
  return said.map((node) => (node.expanded ? node : { ...node, expanded: true }));
}

function isEmpty(node: Node): boolean {
  return isObject(node.schema) && Object.keys(node.schema).length === 0;
}

/** The values of a keyword over all nodes that have it, with the node. */
export function keyword<T>(
  nodes: Conjunction,
  name: string,
  is: (value: unknown) => value is T,
): { readonly node: Node; readonly value: T }[] {
  const found: { node: Node; value: T }[] = [];
  for (const node of nodes) {
    const value = isObject(node.schema) && Object.hasOwn(node.schema, name) ? node.schema[name] : undefined;
    if (is(value)) found.push({ node, value });
  }
  return found;
}

export const isNumber = (value: unknown): value is number => typeof value === 'number';
export const isString = (value: unknown): value is string => typeof value === 'string';
export const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
export const isTrue = (value: unknown): value is true => value === true;

/** The strictest value of a numeric keyword, with the node that has it. */
export function strictest(
  nodes: Conjunction,
  name: string,
  which: 'greatest' | 'least',
): { readonly node: Node; readonly value: number } | undefined {
  const sign = which === 'greatest' ? 1 : -1;
  return keyword(nodes, name, isNumber).sort((a, b) => sign * (b.value - a.value))[0];
}

/** What must hold for the member of an object. */
export function memberNodes(doc: SchemaDocument, nodes: Conjunction, name: string): Node[] {
  const found: Node[] = [];
  const add = (node: Node | undefined): void => {
    if (node) found.push(node);
  };
  for (const node of nodes) {
    if (!isObject(node.schema)) continue;
    const declared = doc.child(node, 'properties', name);
    add(declared);
    const patterns = Object.keys(isObject(node.schema['patternProperties']) ? node.schema['patternProperties'] : {});
    const matching = patterns.filter((pattern) => matches(pattern, name));
    for (const pattern of matching) add(doc.child(node, 'patternProperties', pattern));
    if (!declared && matching.length === 0) add(doc.child(node, 'additionalProperties'));
  }
  return found;
}

/** What must hold for the item of an array at an index. */
export function itemNodes(doc: SchemaDocument, nodes: Conjunction, index: number): Node[] {
  const found: Node[] = [];
  for (const node of nodes) {
    if (!isObject(node.schema)) continue;
    const child = doc.child(node, 'prefixItems', index) ?? doc.child(node, 'items');
    if (child) found.push(child);
  }
  return found;
}

/** The node without some of its keywords, because they are dealt with elsewhere. */
export function withoutKeywords(node: Node, names: readonly string[]): Node {
  if (!isObject(node.schema)) return node;
  const rest = Object.fromEntries(Object.entries(node.schema).filter(([name]) => !names.includes(name)));
  return { ...node, schema: rest, partial: true, key: `${node.key}-${names.join('-')}` };
}

/** Whether an unanchored ECMAScript pattern is found in the text. */
export function matches(pattern: string, text: string): boolean {
  return regex(pattern).test(text);
}

const COMPILED = new Map<string, RegExp>();

/** The pattern as a Unicode regular expression, as JSON Schema reads it. */
export function regex(pattern: string): RegExp {
  let made = COMPILED.get(pattern);
  if (!made) {
    made = new RegExp(pattern, 'u');
    COMPILED.set(pattern, made);
  }
  return made;
}
