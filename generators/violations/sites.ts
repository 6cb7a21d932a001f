import { isDeepStrictEqual } from 'node:util';
import { isObject, token } from '../../spec/json.ts';
import { type Conjunction, flatten, itemNodes, matches, memberNodes } from '../schema/conjunction.ts';
import type { Node, SchemaDocument } from '../schema/document.ts';
import type { JsonObject } from '../schema/json.ts';
import { type Clause, OwnClauses } from './own-clauses.ts';

/** A place in a valid value, with all subschemas that speak about it. */
export interface Site {
  /** JSON Pointer in the value. */
  readonly pointer: string;
  readonly value: unknown;
  /** The subschemas, with the branches of `anyOf`, `oneOf` and `if` that the value takes. */
  readonly nodes: Conjunction;
}

/** A branching keyword that is left aside: its branches are not looked into, and it may fail. */
export interface Aside {
  readonly pointer: string;
  readonly keyword: string;
}

/** Subschemas of a place as far as they do not hang on its value. */
interface Level {
  readonly flat: Conjunction;
  /** True when more of them speak, depending on the value. */
  readonly branching: boolean;
}

const BRANCHES = ['anyOf', 'oneOf', 'if', 'dependentSchemas'];

/** Items of an array that are looked at. */
const MOST_ITEMS = 3;

/** Knows which subschemas speak about which place of a value, and which of their own keywords a place breaks. */
export class Sites {
  readonly doc: SchemaDocument;
  readonly #own: OwnClauses;
  readonly #root: readonly Node[];
  /** What the same lists of subschemas lead to: thousands of values are read by one schema. */
  readonly #levels = new WeakMap<readonly Node[], Level>();
  readonly #taken = new Map<string, Conjunction>();
  readonly #descents = new WeakMap<Conjunction, Map<string | number, readonly Node[]>>();

  constructor(doc: SchemaDocument) {
    this.doc = doc;
    this.#own = new OwnClauses(doc);
    this.#root = [doc.root];
  }

  /** Every place of a valid value; of long arrays only the first items. */
  of(value: unknown): Site[] {
    const found: Site[] = [];
    const visit = (here: unknown, nodes: readonly Node[], pointer: string): void => {
      const active = this.#active(nodes, here, pointer, undefined);
      found.push({ pointer, value: here, nodes: active });
      for (const [name, child] of childrenOf(here))
        visit(child, this.#below(active, here, name), pointer + token(name));
    };
    visit(value, this.#root, '');
    return found;
  }

  /**
   * The clauses that a changed value breaks, read by the branches that the original took; undefined when the change
   * would make an `if` take its other branch. `original`: valid, or the changed value itself.
   */
  broken(original: unknown, changed: unknown, aside?: Aside): Clause[] | undefined {
    const found = new Map<string, Clause>();
    const isValid = original !== changed;
    let steady = true;
    const visit = (
      was: { value: unknown } | undefined,
      now: unknown,
      nodes: readonly Node[],
      pointer: string,
    ): void => {
      // What is as it was in a valid value breaks nothing.
      if (isValid && was && isDeepStrictEqual(was.value, now)) return;
      const reference = was ? was.value : now;
      const active = this.#active(nodes, reference, pointer, aside);
      if (was) steady &&= this.#sameCondition(active, was.value, now);
      for (const clause of this.#own.of(active, now, pointer)) found.set(`${clause.keyword} ${clause.pointer}`, clause);
      const before = new Map(was === undefined ? [] : childrenOf(was.value, Number.POSITIVE_INFINITY));
      for (const [name, child] of childrenOf(now, Number.POSITIVE_INFINITY)) {
        const old = before.has(name) ? { value: before.get(name) } : undefined;
        visit(old, child, this.#below(active, now, name), pointer + token(name));
      }
    };
    visit({ value: original }, changed, this.#root, '');
    return steady ? [...found.values()] : undefined;
  }

  /** How many branches of a node's `anyOf` or `oneOf` accept a value. */
  branches(node: Node, keyword: string, value: unknown): number {
    return this.#children(node, keyword).filter((child) => this.#accepts(child, value)).length;
  }

  /** The subschemas of a list keyword of a node. */
  #children(node: Node, keyword: string): Node[] {
    const list = isObject(node.schema) ? node.schema[keyword] : undefined;
    return Array.isArray(list) ? [...list.keys()].flatMap((index) => this.doc.child(node, keyword, index) ?? []) : [];
  }

  #levelOf(nodes: readonly Node[]): Level {
    let level = this.#levels.get(nodes);
    if (level === undefined) {
      const flat = flatten(this.doc, nodes);
      const branching = flat.some(({ schema }) => isObject(schema) && BRANCHES.some((name) => name in schema));
      level = { flat, branching };
      this.#levels.set(nodes, level);
    }
    return level;
  }

  #active(nodes: readonly Node[], value: unknown, pointer: string, aside: Aside | undefined): Conjunction {
    const level = this.#levelOf(nodes);
    if (!level.branching) return level.flat;
    let { flat } = level;
    const done = new Set<string>();
    for (let grown = true; grown; ) {
      grown = false;
      for (const node of flat) {
        if (done.has(node.key)) continue;
        done.add(node.key);
        const more = this.#branchesOf(node, value, aside?.pointer === pointer ? aside.keyword : undefined);
        if (more.length === 0) continue;
        flat = flatten(this.doc, [...flat, ...more]);
        grown = true;
      }
    }
    const key = flat.map((node) => node.key).join('|');
    const known = this.#taken.get(key);
    if (known === undefined) this.#taken.set(key, flat);
    return known ?? flat;
  }

  #branchesOf(node: Node, value: unknown, aside: string | undefined): Node[] {
    if (!isObject(node.schema)) return [];
    const taken: Node[] = [];
    for (const keyword of ['anyOf', 'oneOf']) {
      if (keyword !== aside)
        taken.push(...this.#children(node, keyword).filter((child) => this.#accepts(child, value)));
    }
    const condition = this.doc.child(node, 'if');
    const branch = condition && this.doc.child(node, this.#accepts(condition, value) ? 'then' : 'else');
    if (branch) taken.push(branch);
    for (const name of isObject(value) ? Object.keys(value) : []) {
      const dependent = this.doc.child(node, 'dependentSchemas', name);
      if (dependent) taken.push(dependent);
    }
    return taken;
  }

  #sameCondition(nodes: Conjunction, was: unknown, now: unknown): boolean {
    return nodes.every((node) => {
      const condition = this.doc.child(node, 'if');
      return !condition || this.#accepts(condition, was) === this.#accepts(condition, now);
    });
  }

  #accepts(node: Node, value: unknown): boolean {
    return this.doc.validator(node)?.(value) === true;
  }

  #below(nodes: Conjunction, value: unknown, name: string | number): readonly Node[] {
    let below = this.#descents.get(nodes);
    if (below === undefined) {
      below = new Map();
      this.#descents.set(nodes, below);
    }
    // Items and members have names of different types.
    let found = below.get(name);
    if (found === undefined) {
      found = Array.isArray(value)
        ? itemNodes(this.doc, nodes, Number(name))
        : memberNodes(this.doc, nodes, String(name));
      below.set(name, found);
    }
    return found;
  }
}

function childrenOf(value: unknown, most = MOST_ITEMS): [string | number, unknown][] {
  if (Array.isArray(value)) return value.slice(0, most).map((item, index): [number, unknown] => [index, item]);
  return isObject(value) ? Object.entries(value) : [];
}

const SITES = new WeakMap<SchemaDocument, Sites>();

/** The places of a document's values, made once per document. */
export function sitesOf(doc: SchemaDocument): Sites {
  const sites = SITES.get(doc) ?? new Sites(doc);
  SITES.set(doc, sites);
  return sites;
}

/** Whether a name is mentioned by the object keywords of a schema. */
export function mentions(schema: JsonObject, name: string): boolean {
  const patterns = isObject(schema['patternProperties']) ? Object.keys(schema['patternProperties']) : [];
  const declared = isObject(schema['properties']) && Object.hasOwn(schema['properties'], name);
  return declared || patterns.some((pattern) => matches(pattern, name));
}
