import fc from 'fast-check';
import type { Alphabet } from '../automaton/alphabet.ts';
import type { Build } from './array.ts';
import { several } from './bounded.ts';
import { type Conjunction, isList, isNumber, keyword, memberNodes, strictest } from './conjunction.ts';
import { type Node, type SchemaDocument, virtualNode } from './document.ts';
import { UnsatisfiableSchemaError } from './errors.ts';
import { isObject, type JsonObject, setMember, token, withMember, without } from './json.ts';
import { type Edge, once, type Recipe } from './recipe.ts';
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

interface Plan {
  readonly members: ReadonlyMap<string, Recipe>;
  readonly required: ReadonlySet<string>;
  readonly dependent: ReadonlyMap<string, readonly string[]>;
  readonly min: number;
  readonly max: number;
}

/**
 * The objects of a conjunction: declared and required members, `patternProperties`, `propertyNames`,
 * `additionalProperties`, `dependentRequired` and the numbers of members. Members that no keyword mentions are not
 * made up, unless the number of members asks for them or the object is a map (only `additionalProperties`).
 */
export function objectRecipe(doc: SchemaDocument, nodes: Conjunction, build: Build, alphabet: Alphabet): Recipe {
  const plan = planOf(doc, nodes, build, alphabet);
  const names = [...plan.members.keys()];
  const plain = once(() => assemble(plan, complete(plan, [], names), (recipe) => recipe.plain()));
  const full = once(() => assemble(plan, complete(plan, names, names), (recipe) => recipe.full()));
  return {
    arbitrary: arbitraryOf(plan, names),
    plain,
    full,
    edges: once(() => edgesOf(plan, nodes, plain() as JsonObject, full() as JsonObject)),
    domain: () => (names.length === 0 ? [{}] : undefined),
  };
}

function planOf(doc: SchemaDocument, nodes: Conjunction, build: Build, alphabet: Alphabet): Plan {
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
  const map =
    declared.length === 0 &&
    nodes.some(
      (node) =>
        isObject(node.schema) &&
        (isObject(node.schema['additionalProperties']) ||
          isObject(node.schema['patternProperties']) ||
          isObject(node.schema['propertyNames'])),
    );
  const wanted = Math.min(max, Math.max(min, map ? Math.max(EXTRAS, required.size) : 0));
  for (const name of members.size < wanted ? extraNames(nodes, alphabet, wanted * 2) : []) {
    if (members.size >= wanted) break;
    add(name);
  }
  if (members.size < min || min > max)
    throw new UnsatisfiableSchemaError(place.pointer, place.keyword, 'there cannot be so many members');
  return { members, required, dependent, min, max };

  /** Names for members that no keyword names: from the patterns first, then from `propertyNames`. */
  function* extraNames(from: Conjunction, letters: Alphabet, count: number): Generator<string> {
    const rules = from.flatMap((node) => doc.child(node, 'propertyNames') ?? []);
    const patterns = keyword(from, 'patternProperties', isObject).flatMap(({ node, value }) =>
      Object.keys(value)
        .filter((pattern) => value[pattern] !== false)
        .map((pattern) => virtualNode(node, { type: 'string', pattern })),
    );
    for (const pattern of [...patterns, undefined]) {
      try {
        const recipe =
          rules.length > 0
            ? build([...rules, ...(pattern ? [pattern] : [])])
            : stringRecipe([pattern ?? PLAIN_NAME], letters);
        for (const name of several(recipe.arbitrary, count * 4))
          if (typeof name === 'string' && (name !== '' || pattern)) yield name;
      } catch (error) {
        if (!(error instanceof UnsatisfiableSchemaError)) throw error;
      }
    }
  }
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

/** A choice of members made whole: required ones in, dependents in, at least `min` and, if it can be, at most `max`. */
function complete(plan: Plan, chosen: readonly string[], names: readonly string[]): string[] {
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

function assemble(plan: Plan, names: readonly string[], value: (recipe: Recipe, name: string) => unknown): JsonObject {
  const made: Record<string, unknown> = {};
  for (const name of names) {
    const recipe = plan.members.get(name);
    if (recipe) setMember(made, name, value(recipe, name));
  }
  return made;
}

function arbitraryOf(plan: Plan, names: readonly string[]): fc.Arbitrary<unknown> {
  const free = plan.dependent.size === 0 && plan.min <= plan.required.size && plan.max >= names.length;
  const optional = names.filter((name) => !plan.required.has(name));
  const values = [...plan.members.values()].map((recipe) => recipe.arbitrary);
  if (free) {
    const absent = Symbol('absent');
    const maybe = names.map((name, index) => {
      const value = values[index] ?? fc.constant(undefined);
      return plan.required.has(name) ? value : fc.option(value, { nil: absent, freq: 2 });
    });
    return fc.tuple(...maybe).map((parts) => {
      const made: Record<string, unknown> = {};
      for (const [index, name] of names.entries()) if (parts[index] !== absent) setMember(made, name, parts[index]);
      return made;
    });
  }
  return fc
    .tuple(fc.subarray(optional), fc.tuple(...values))
    .map(([chosen, parts]) => assemble(plan, complete(plan, chosen, names), (_, name) => parts[names.indexOf(name)]));
}

function edgesOf(plan: Plan, nodes: Conjunction, plain: JsonObject, full: JsonObject): Edge[] {
  const edges: Edge[] = [];
  const names = Object.keys(full);
  const optional = names.filter((name) => !plan.required.has(name));
  edges.push({ label: 'only required members', pointer: '', keyword: 'required', candidates: [plain] });
  if (optional.length > 0) edges.push({ label: 'all members', pointer: '', keyword: 'properties', candidates: [full] });
  for (const name of optional.length > 1 ? optional : []) {
    edges.push({
      label: `without ${name}`,
      pointer: token(name),
      keyword: 'required',
      candidates: [without(full, name)],
    });
  }
  for (const [name, bound] of [
    ['minProperties', plan.min],
    ['maxProperties', plan.max],
  ] as const) {
    if (keyword(nodes, name, isNumber).length === 0 || bound > plan.members.size) continue;
    const chosen = complete(plan, optional.slice(0, bound - plan.required.size), [...plan.members.keys()]);
    edges.push({
      label: `${name} ${bound}`,
      pointer: '',
      keyword: name,
      candidates: [assemble(plan, chosen, (recipe) => recipe.plain())],
    });
  }
  for (const [name, recipe] of plan.members) {
    for (const edge of recipe.edges()) {
      const candidates = edge.candidates
        .slice(0, 2)
        .flatMap((value) => [withMember(full, name, value), withMember(plain, name, value)]);
      edges.push({ ...edge, pointer: token(name) + edge.pointer, candidates });
    }
  }
  return edges;
}
