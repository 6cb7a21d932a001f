import { isObject } from '../../spec/json.ts';
import { type Conjunction, withoutKeywords } from './conjunction.ts';
import { type Node, type SchemaDocument, virtualNode } from './document.ts';
import { negate, simpleOpposite } from './negate.ts';

/** A choice that a conjunction leaves: the value is made by one of the alternatives. */
export interface Choice {
  readonly keyword: string;
  readonly pointer: string;
  /** Each is a whole conjunction, still to be flattened; the first of a list of equals is preferred. */
  readonly alternatives: readonly (readonly Node[])[];
  /** What to use when every alternative fails because of hints that were only there to help. */
  readonly fallback: readonly (readonly Node[])[];
}

/** The first choice that is still open among `anyOf`, `oneOf`, `if`, `not` and `dependentSchemas`; undefined when none is. */
export function openChoice(doc: SchemaDocument, nodes: Conjunction): Choice | undefined {
  for (const node of nodes) {
    if (!isObject(node.schema)) continue;
    const rest = (names: readonly string[]): Node[] =>
      nodes.map((one) => (one === node ? withoutKeywords(one, names) : one));
    const choice =
      branches(doc, node, rest) ??
      conditional(doc, node, rest) ??
      negation(doc, node, rest) ??
      dependent(doc, node, rest);
    if (choice) return choice;
  }
  return undefined;
}

type Rest = (names: readonly string[]) => Node[];

function branches(doc: SchemaDocument, node: Node, rest: Rest): Choice | undefined {
  for (const keyword of ['anyOf', 'oneOf']) {
    const list = isObject(node.schema) ? node.schema[keyword] : undefined;
    if (!Array.isArray(list)) continue;
    const children = [...list.keys()].flatMap((index) => doc.child(node, keyword, index) ?? []);
    const others = rest([keyword]);
    const loose = children.map((child) => [...others, child]);
    const apart = children.map((child, index) => [
      ...others,
      child,
      ...children.flatMap((other, at) => (at === index ? [] : (simpleOpposite(doc, other) ?? []))),
    ]);
    const alternatives = keyword === 'oneOf' ? apart : loose;
    return { keyword, pointer: node.pointer, alternatives, fallback: loose };
  }
  return undefined;
}

function conditional(doc: SchemaDocument, node: Node, rest: Rest): Choice | undefined {
  const condition = doc.child(node, 'if');
  if (!condition) return undefined;
  const others = rest(['if', 'then', 'else']);
  const then = [...others, condition, ...present(doc.child(node, 'then'))];
  const otherwise = present(doc.child(node, 'else'));
  const unmet = negate(doc, condition).map((way) => [...others, way, ...otherwise]);
  return {
    keyword: 'if',
    pointer: node.pointer,
    alternatives: [then, ...unmet],
    fallback: [[...others, ...otherwise]],
  };
}

function negation(doc: SchemaDocument, node: Node, rest: Rest): Choice | undefined {
  const inner = doc.child(node, 'not');
  if (!inner) return undefined;
  // `not` with a single pattern is kept: texts are built to avoid the pattern.
  const keys = isObject(inner.schema) ? Object.keys(inner.schema).filter((name) => name !== 'type') : [];
  if (keys.length === 1 && keys[0] === 'pattern') return undefined;
  // "A number, but no integer" is what negating `integer` gave: there is nothing simpler, a check must do the rest.
  if (node.virtual && isObject(inner.schema) && inner.schema['type'] === 'integer') return undefined;
  const others = rest(['not']);
  return {
    keyword: 'not',
    pointer: node.pointer,
    alternatives: negate(doc, inner).map((way) => [...others, way]),
    fallback:
      inner.schema === true || (isObject(inner.schema) && Object.keys(inner.schema).length === 0) ? [] : [others],
  };
}

function dependent(doc: SchemaDocument, node: Node, rest: Rest): Choice | undefined {
  const map = isObject(node.schema) ? node.schema['dependentSchemas'] : undefined;
  const [name] = isObject(map) ? Object.keys(map) : [];
  if (!isObject(map) || name === undefined) return undefined;
  const remaining = Object.fromEntries(Object.entries(map).filter(([key]) => key !== name));
  const others = rest(['dependentSchemas']).map((one) =>
    one.partial && one.pointer === node.pointer && isObject(one.schema) && Object.keys(remaining).length > 0
      ? {
          ...one,
          schema: { ...one.schema, dependentSchemas: remaining },
          key: `${one.key}(${Object.keys(remaining).join()})`,
        }
      : one,
  );
  const present = [
    ...others,
    virtualNode(node, { required: [name] }),
    ...[doc.child(node, 'dependentSchemas', name)].flatMap((one) => one ?? []),
  ];
  const absent = [...others, virtualNode(node, { properties: { [name]: false } })];
  return { keyword: 'dependentSchemas', pointer: node.pointer, alternatives: [absent, present], fallback: [] };
}

function present(node: Node | undefined): Node[] {
  return node ? [node] : [];
}
