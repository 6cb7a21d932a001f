import { isObject } from '../../spec/json.ts';
import type { Alphabet } from '../automaton/alphabet.ts';
import type { Build } from './array.ts';
import { several } from './bounded.ts';
import { type Conjunction, isList, keyword, memberNodes, strictest } from './conjunction.ts';
import { type Node, type SchemaDocument, virtualNode } from './document.ts';
import { UnsatisfiableSchemaError } from './errors.ts';
import { type JsonObject, setMember } from './json.ts';
import type { Recipe } from './recipe.ts';
import { stringRecipe } from './string.ts';

/** Names of members that nothing is said about. */
const PLAIN_NAME: Node = {
  schema: { type: 'string', pattern: '^[a-z][a-zA-Z0-9]{2,7}$' },
  pointer: '',
  base: '',
  key: '!name',
  virtual: true,
};
/** Members that a random value of an open map gets at most. */
const EXTRAS = 3;

/** The members that an object may have, and how many. */
export interface Members {
  readonly members: ReadonlyMap<string, Recipe>;
  readonly required: ReadonlySet<string>;
  readonly dependent: ReadonlyMap<string, readonly string[]>;
  readonly min: number;
  readonly max: number;
}

/** What members are worked out from. */
export interface Source {
  readonly doc: SchemaDocument;
  readonly nodes: Conjunction;
  readonly build: Build;
  readonly alphabet: Alphabet;
}

/** Works out the members. @throws UnsatisfiableSchemaError when there cannot be enough of them. */
export function membersOf(source: Source): Members {
  const { doc, nodes, build } = source;
  const required = new Set(keyword(nodes, 'required', isList).flatMap(({ value }) => value.map(String)));
  const declared = keyword(nodes, 'properties', isObject).flatMap(({ value }) => Object.keys(value));
  const dependent = dependencies(nodes);
  const min = Math.max(strictest(nodes, 'minProperties', 'greatest')?.value ?? 0, required.size);
  const max = strictest(nodes, 'maxProperties', 'least')?.value ?? Number.POSITIVE_INFINITY;
  const place = { pointer: nodes[0]?.pointer ?? '', keyword: 'minProperties' };
  const members = new Map<string, Recipe>();
  const add = (name: string): void => {
    if (members.has(name) || !nameAllowed(doc, nodes, name)) {
      if (required.has(name) && !members.has(name))
        throw new UnsatisfiableSchemaError(place.pointer, 'propertyNames', `the required "${name}" is not allowed`);
      return;
    }
    try {
      members.set(name, build(memberNodes(doc, nodes, name)));
    } catch (error) {
      if (required.has(name) || !(error instanceof UnsatisfiableSchemaError)) throw error;
    }
  };
  for (const name of [...declared, ...required]) add(name);
  for (const [name, others] of dependent) for (const one of [name, ...others]) add(one);
  const map = declared.length === 0 && nodes.some(isMap);
  const wanted = Math.min(max, Math.max(min, map ? Math.max(EXTRAS, required.size) : 0));
  for (const name of members.size < wanted ? extraNames(source, wanted * 2) : []) {
    if (members.size >= wanted) break;
    add(name);
  }
  if (members.size < min || min > max)
    throw new UnsatisfiableSchemaError(place.pointer, place.keyword, 'there cannot be so many members');
  return { members, required, dependent, min, max };
}

function nameAllowed(doc: SchemaDocument, nodes: Conjunction, name: string): boolean {
  return nodes.every((node) => {
    const rule = doc.child(node, 'propertyNames');
    return !rule || rule.schema === true || (rule.schema !== false && doc.validator(rule)?.(name) !== false);
  });
}

function dependencies(nodes: Conjunction): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const { value } of keyword(nodes, 'dependentRequired', isObject)) {
    for (const [name, others] of Object.entries(value)) {
      if (Array.isArray(others)) found.set(name, [...(found.get(name) ?? []), ...others.map(String)]);
    }
  }
  return found;
}

/** Whether a schema says what members with any names are like. */
function isMap({ schema }: Node): boolean {
  const names = ['additionalProperties', 'patternProperties', 'propertyNames'];
  return isObject(schema) && names.some((name) => isObject(schema[name]));
}

/** Names for members that no keyword names: from the patterns first, then from `propertyNames`. */
function* extraNames({ doc, nodes, build, alphabet }: Source, count: number): Generator<string> {
  const rules = nodes.flatMap((node) => doc.child(node, 'propertyNames') ?? []);
  const patterns = keyword(nodes, 'patternProperties', isObject).flatMap(({ node, value }) =>
    Object.keys(value)
      .filter((pattern) => value[pattern] !== false)
      .map((pattern) => virtualNode(node, { type: 'string', pattern })),
  );
  for (const pattern of [...patterns, undefined]) {
    try {
      const recipe =
        rules.length > 0
          ? build([...rules, ...(pattern ? [pattern] : [])])
          : stringRecipe([pattern ?? PLAIN_NAME], alphabet);
      for (const name of several(recipe.arbitrary, count * 4))
        if (typeof name === 'string' && (name !== '' || pattern)) yield name;
    } catch (error) {
      if (!(error instanceof UnsatisfiableSchemaError)) throw error;
    }
  }
}

/** A choice of members made whole: required ones in, dependents in, at least `min` and, if it can be, at most `max`. */
export function complete(plan: Members, chosen: readonly string[], names: readonly string[]): string[] {
  const present = new Set(plan.required);
  const close = (name: string): string[] => {
    const reached = new Set([name]);
    for (const one of reached) for (const other of plan.dependent.get(one) ?? []) reached.add(other);
    return [...reached].filter((one) => !present.has(one));
  };
  const take = (name: string): void => {
    const more = close(name);
    if (present.size + more.length <= plan.max && more.every((one) => plan.members.has(one)))
      for (const one of more) present.add(one);
  };
  for (const name of plan.required) for (const other of close(name)) present.add(other);
  for (const name of chosen) take(name);
  for (const name of names) if (present.size < plan.min) take(name);
  return names.filter((name) => present.has(name));
}

/** An object of the named members. */
export function assemble(
  plan: Members,
  names: readonly string[],
  value: (recipe: Recipe, name: string) => unknown,
): JsonObject {
  const made: Record<string, unknown> = {};
  for (const name of names) {
    const recipe = plan.members.get(name);
    if (recipe) setMember(made, name, value(recipe, name));
  }
  return made;
}
