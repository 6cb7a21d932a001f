import fc from 'fast-check';
import { BoundedFilter, representative, several } from './bounded.ts';
import { canonical } from './json.ts';

/** A value at the edge of one constraint. Of `candidates`, the first that the whole schema accepts is used. */
export interface Edge {
  readonly label: string;
  /** Instance location, relative to the value, of the constraint that is at its edge. */
  readonly pointer: string;
  readonly keyword: string;
  readonly candidates: readonly unknown[];
}

/** How to make the values of a schema. */
export interface Recipe {
  readonly arbitrary: fc.Arbitrary<unknown>;
  /** A typical value with nothing in it that need not be there. */
  readonly plain: () => unknown;
  /** A typical value with everything in it that may be there. */
  readonly full: () => unknown;
  readonly edges: () => readonly Edge[];
  /** All values, when there are only a few and they can be listed. */
  readonly domain: () => readonly unknown[] | undefined;
}

/** Most values of a domain that is listed. */
export const MOST_LISTED = 300;

/** A function that remembers its result. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** A recipe for a few values; the first is the plain one. */
export function fromDomain(domain: readonly unknown[], keyword: string): Recipe {
  return {
    arbitrary: fc.constantFrom(...domain),
    plain: () => domain[0],
    full: () => domain[0],
    edges: once(() =>
      domain.length > 1 || keyword === 'const' || keyword === 'enum'
        ? domain.map((value) => ({
            label: `${keyword} ${JSON.stringify(value)}`,
            pointer: '',
            keyword,
            candidates: [value],
          }))
        : [],
    ),
    domain: () => domain,
  };
}

/** A recipe for the values of any of several recipes; the first is the plain one. `label` names a branch in edges. */
export function oneOf(recipes: readonly Recipe[], keyword?: string): Recipe {
  const [first] = recipes;
  if (!first) throw new RangeError('no recipe');
  if (recipes.length === 1) return first;
  const branch = (recipe: Recipe, index: number): Edge[] =>
    keyword === undefined
      ? []
      : [{ label: `${keyword} branch ${index}`, pointer: '', keyword, candidates: branchValues(recipe) }];
  return {
    arbitrary: fc.oneof({ withCrossShrink: true }, ...recipes.map((recipe) => recipe.arbitrary)),
    plain: first.plain,
    full: first.full,
    edges: once(() => recipes.flatMap((recipe, index) => [...branch(recipe, index), ...recipe.edges()])),
    domain: once(() => unite(recipes)),
  };
}

/** Values of a branch, of which the first that no other branch accepts too can be used. */
function branchValues(recipe: Recipe): unknown[] {
  return [recipe.plain(), recipe.full(), ...several(recipe.arbitrary, 20)];
}

/** A recipe that keeps only accepted values and gives up after a bounded search. */
export function filtered(
  recipe: Recipe,
  accepts: (value: unknown) => boolean,
  place: { readonly pointer: string; readonly keyword: string },
): Recipe {
  const arbitrary = new BoundedFilter(recipe.arbitrary, accepts, place);
  const pick = (preferred: () => unknown) => () => {
    const value = preferred();
    return accepts(value) ? value : representative(arbitrary);
  };
  return {
    arbitrary,
    plain: once(pick(recipe.plain)),
    full: once(pick(recipe.full)),
    edges: recipe.edges,
    domain: once(() => recipe.domain()?.filter(accepts)),
  };
}

function unite(recipes: readonly Recipe[]): unknown[] | undefined {
  const found = new Map<string, unknown>();
  for (const recipe of recipes) {
    const domain = recipe.domain();
    if (!domain) return undefined;
    for (const value of domain) found.set(canonical(value), value);
  }
  return found.size <= MOST_LISTED ? [...found.values()] : undefined;
}
