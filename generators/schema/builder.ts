import { isObject } from '../../spec/json.ts';
import type { Alphabet } from '../automaton/alphabet.ts';
import { openChoice } from './alternatives.ts';
import { arrayRecipe } from './array.ts';
import { type Conjunction, flatten, isList, keyOf, keyword } from './conjunction.ts';
import type { Node, SchemaDocument } from './document.ts';
import { UnsatisfiableSchemaError, UnsupportedSchemaError } from './errors.ts';
import { canonical, type JsonType, typeOf } from './json.ts';
import { numberRecipe } from './number.ts';
import { objectRecipe } from './object.ts';
import { type Edge, filtered, fromDomain, once, oneOf, type Recipe } from './recipe.ts';
import { stringRecipe } from './string.ts';
import { typesOf } from './types.ts';

/** How often a place of the schema may stand inside itself in a generated value. */
const DEEPEST = 3;

/** Keywords that the construction serves only in part, so that the values of their place are checked. */
const CHECKED = [
  'oneOf',
  'not',
  'if',
  'contains',
  'unevaluatedItems',
  'unevaluatedProperties',
  'dependentSchemas',
  'propertyNames',
];
const UNSUPPORTED = ['$recursiveRef'];

/** Turns conjunctions of subschemas of one document into recipes. */
export class Builder {
  readonly #doc: SchemaDocument;
  readonly #alphabet: Alphabet;
  readonly #made = new Map<string, Recipe | Error>();
  readonly #open = new Map<string, number>();
  #depth = 0;

  constructor(doc: SchemaDocument, alphabet: Alphabet) {
    this.#doc = doc;
    this.#alphabet = alphabet;
  }

  /** @throws UnsatisfiableSchemaError @throws UnsupportedSchemaError */
  readonly build = (nodes: readonly Node[]): Recipe => {
    const flat = flatten(this.#doc, nodes);
    const key = keyOf(flat);
    const again = (this.#open.get(key) ?? 0) > 0 ? 1 : 0;
    const memo = `${this.#depth + again} ${key}`;
    const known = this.#made.get(memo);
    if (known instanceof Error) throw known;
    if (known) return known;
    if (this.#depth + again > DEEPEST) {
      throw new UnsatisfiableSchemaError(flat[0]?.pointer ?? '', '$ref', 'it contains itself without end');
    }
    this.#open.set(key, (this.#open.get(key) ?? 0) + 1);
    this.#depth += again;
    try {
      const made = this.#depth > 0 ? { ...this.#checked(flat), edges: () => [] } : this.#checked(flat);
      this.#made.set(memo, made);
      return made;
    } catch (error) {
      if (error instanceof Error) this.#made.set(memo, error);
      throw error;
    } finally {
      this.#depth -= again;
      this.#open.set(key, (this.#open.get(key) ?? 1) - 1);
    }
  };

  #checked(nodes: Conjunction): Recipe {
    for (const node of nodes) {
      if (node.schema === false) throw new UnsatisfiableSchemaError(node.pointer, 'false', 'the schema is false');
      const name = UNSUPPORTED.find((one) => isObject(node.schema) && Object.hasOwn(node.schema, one));
      if (name !== undefined)
        throw new UnsupportedSchemaError(node.pointer, name, 'the keyword is not of draft 2020-12');
    }
    const listed = this.#listed(nodes);
    if (listed) return listed;
    const recipe = this.#chosen(nodes) ?? this.#typed(nodes);
    const toCheck = nodes.find(
      (node) =>
        isObject(node.schema) && CHECKED.some((name) => isObject(node.schema) && Object.hasOwn(node.schema, name)),
    );
    if (!toCheck) return recipe;
    const name = CHECKED.find((one) => isObject(toCheck.schema) && Object.hasOwn(toCheck.schema, one)) ?? 'not';
    return filtered(recipe, (value) => this.#accepts(nodes, value), { pointer: toCheck.pointer, keyword: name });
  }

  #accepts(nodes: Conjunction, value: unknown): boolean {
    return nodes.every((node) => this.#doc.validator(node)?.(value) !== false);
  }

  /** `enum` and `const`: the listed values that everything else allows. */
  #listed(nodes: Conjunction): Recipe | undefined {
    const enums = keyword(nodes, 'enum', isList).map(({ node, value }) => ({ node, values: value, name: 'enum' }));
    const fixed = nodes.flatMap((node) =>
      isObject(node.schema) && Object.hasOwn(node.schema, 'const')
        ? [{ node, values: [node.schema['const']], name: 'const' }]
        : [],
    );
    const [first] = [...fixed, ...enums];
    if (!first) return undefined;
    const seen = new Set<string>();
    const { allowed } = typesOf(nodes);
    const values = first.values.filter((value) => {
      const key = canonical(value);
      if (seen.has(key) || !this.#accepts(nodes, value) || !allowed.includes(typeOf(value))) return false;
      seen.add(key);
      return true;
    });
    if (values.length === 0)
      throw new UnsatisfiableSchemaError(first.node.pointer, first.name, 'other keywords exclude every value');
    return typical(nodes, fromDomain(values, first.name));
  }

  #chosen(nodes: Conjunction): Recipe | undefined {
    const choice = openChoice(this.#doc, nodes);
    if (!choice) return undefined;
    const named = choice.keyword === 'not' ? undefined : choice.keyword;
    let reason: UnsatisfiableSchemaError | undefined;
    for (const alternatives of [choice.alternatives, choice.fallback]) {
      const recipes = alternatives.flatMap((alternative) => {
        try {
          return [this.build(alternative)];
        } catch (error) {
          if (!(error instanceof UnsatisfiableSchemaError)) throw error;
          reason = error;
          return [];
        }
      });
      if (recipes.length > 0) return oneOf(recipes, named);
    }
    throw reason ?? new UnsatisfiableSchemaError(choice.pointer, choice.keyword, 'it excludes every value');
  }

  #typed(nodes: Conjunction): Recipe {
    const { allowed, meant, integer } = typesOf(nodes);
    let reason: UnsatisfiableSchemaError | undefined;
    for (const types of [meant, allowed.filter((type) => !meant.includes(type))]) {
      const recipes = types.flatMap((type) => {
        try {
          return [this.#ofType(type, nodes, integer)];
        } catch (error) {
          if (!(error instanceof UnsatisfiableSchemaError)) throw error;
          reason = error;
          return [];
        }
      });
      if (recipes.length > 0) return oneOf(recipes);
    }
    throw reason ?? new UnsatisfiableSchemaError(nodes[0]?.pointer ?? '', 'type', 'no type is left');
  }

  #ofType(type: JsonType, nodes: Conjunction, integer: boolean): Recipe {
    const recipe = this.#recipeOf(type, nodes, integer);
    return type === 'boolean' || type === 'null' ? recipe : typical(nodes, recipe);
  }

  #recipeOf(type: JsonType, nodes: Conjunction, integer: boolean): Recipe {
    switch (type) {
      case 'null':
        return fromDomain([null], 'type');
      case 'boolean':
        return fromDomain([true, false], 'type');
      case 'number':
        return numberRecipe(nodes, integer);
      case 'string':
        return stringRecipe(nodes, this.#alphabet);
      case 'array':
        return arrayRecipe(this.#doc, nodes, this.build);
      case 'object':
        return objectRecipe(this.#doc, nodes, this.build, this.#alphabet);
    }
  }
}

/** Adds the plain value as the edge that shows the type, where a type is asked for. */
function typical(nodes: Conjunction, recipe: Recipe): Recipe {
  if (!nodes.some((node) => isObject(node.schema) && Object.hasOwn(node.schema, 'type'))) return recipe;
  const edge = (): Edge => ({
    label: `typical ${typeOf(recipe.plain())}`,
    pointer: '',
    keyword: 'type',
    candidates: [recipe.plain()],
  });
  return { ...recipe, edges: once(() => [edge(), ...recipe.edges()]) };
}
