import fc from 'fast-check';
import { token } from '../../spec/json.ts';
import type { Alphabet } from '../automaton/alphabet.ts';
import type { Build } from './array.ts';
import { type Conjunction, isNumber, keyword } from './conjunction.ts';
import type { SchemaDocument } from './document.ts';
import { type JsonObject, setMember, withMember, without } from './json.ts';
import { assemble, complete, type Members, membersOf } from './object-members.ts';
import { type Edge, once, type Recipe } from './recipe.ts';

/**
 * The objects of a conjunction: declared and required members, `patternProperties`, `propertyNames`,
 * `additionalProperties`, `dependentRequired` and the numbers of members. Members that no keyword mentions are not
 * made up, unless the number of members asks for them or the object is a map (only `additionalProperties`).
 */
export function objectRecipe(doc: SchemaDocument, nodes: Conjunction, build: Build, alphabet: Alphabet): Recipe {
  const plan = membersOf({ doc, nodes, build, alphabet });
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

function arbitraryOf(plan: Members, names: readonly string[]): fc.Arbitrary<unknown> {
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

function edgesOf(plan: Members, nodes: Conjunction, plain: JsonObject, full: JsonObject): Edge[] {
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
