/** Turns schemas of a vendor's OpenAPI 3.0 or 3.1 document into JSON Schema 2020-12 for the contract's document. */

import { token } from '../../json.ts';
import { merged } from './all-of.ts';
import { finish, loosened } from './finish.ts';
import { childrenOf, KEYWORDS, textRules } from './keywords.ts';
import type { Notices } from './notices.ts';
import { usablePattern } from './patterns.ts';
import { isNode, type Node, type VendorDocument } from './source.ts';

/** Requests leave out what is read-only, responses what is write-only; `any` keeps both. */
export type Direction = 'request' | 'response' | 'any';

type Schema = Record<string, unknown>;

const COMPONENTS = '#/components/schemas/';

/**
 * Converts schemas by their JSON Pointer. What a schema refers to is carried along under names that cannot be mistaken
 * for the contract's; circular references stay references.
 */
export class SchemaConverter {
  readonly #document: VendorDocument;
  readonly #notices: Notices;
  readonly #names = new Map<string, string>();
  readonly #helpers = new Map<string, unknown>();
  readonly #directed = new Map<string, boolean>();

  constructor(document: VendorDocument, notices: Notices) {
    this.#document = document;
    this.#notices = notices;
  }

  /** Schemas that converted ones refer to, by component name. */
  get helpers(): ReadonlyMap<string, unknown> {
    return this.#helpers;
  }

  /**
   * The schema at a pointer with its own references followed and its `allOf` folded where that is plain, so that its
   * members stand in it.
   *
   * @throws DialectError for a reference that cannot be followed, or something that is no schema.
   */
  root(pointer: string, direction: Direction): Schema | boolean {
    return this.#inlined(this.#document.at(pointer), pointer, direction, new Set());
  }

  #inlined(raw: unknown, pointer: string, direction: Direction, passed: Set<string>): Schema | boolean {
    if (!isNode(raw) || passed.has(pointer)) return this.#node(raw, pointer, direction);
    const way = new Set(passed).add(pointer);
    if (typeof raw['$ref'] === 'string') {
      const target = this.#document.resolve(pointer);
      const beside = this.#beside(raw, pointer, direction);
      const part = this.#inlined(target.value, target.pointer, direction, way);
      if (Object.keys(beside).length === 0) return part;
      return merged([part, beside]) ?? this.#node(raw, pointer, direction);
    }
    if (!Array.isArray(raw['allOf'])) return this.#node(raw, pointer, direction);
    const parts = raw['allOf'].map((part: unknown, index) =>
      this.#inlined(part, `${pointer}/allOf/${index}`, direction, way),
    );
    const { allOf: _, ...rest } = raw;
    const whole = merged([...parts, this.#keywords(rest, pointer, direction)]);
    if (whole === undefined) return this.#node(raw, pointer, direction);
    const hidden = this.#hiddenInParts(raw, pointer, direction);
    return Array.isArray(whole['required'])
      ? { ...whole, required: whole['required'].filter((name: string) => !hidden.has(name)) }
      : whole;
  }

  #node(raw: unknown, pointer: string, direction: Direction): Schema | boolean {
    if (typeof raw === 'boolean') return raw;
    // An empty value in YAML: the vendor names a member and says nothing about it.
    if (raw === null) return true;
    if (!isNode(raw)) throw this.#document.fault('A schema was expected here, a map.', pointer);
    if (typeof raw['$ref'] === 'string') {
      const reference = { $ref: COMPONENTS + this.#helper(raw['$ref'], pointer, direction) };
      const beside = this.#beside(raw, pointer, direction);
      return raw['nullable'] === true ? { anyOf: [reference, { type: 'null' }] } : { ...reference, ...beside };
    }
    if (Array.isArray(raw['allOf'])) {
      const folded = this.#folded(raw, pointer, direction);
      if (folded !== undefined) return folded;
    }
    return this.#keywords(raw, pointer, direction);
  }

  /** A nested `allOf` of one part, or of plain parts, without the `allOf`. */
  #folded(raw: Node, pointer: string, direction: Direction): Schema | undefined {
    const { allOf, nullable, ...rest } = raw;
    const parts = allOf as unknown[];
    const own = this.#keywords(rest, pointer, direction);
    const only = parts.length === 1 && Object.keys(own).every((key) => key === 'description' || key === 'deprecated');
    const child = only ? this.#node(parts[0], `${pointer}/allOf/0`, direction) : undefined;
    if (!isNode(child)) return undefined;
    return nullable === true ? { ...own, anyOf: [child, { type: 'null' }] } : { ...child, ...own };
  }

  /** What stands beside a `$ref`: nothing in 3.0, where it is ignored; keywords like all others in 3.1. */
  #beside(raw: Node, pointer: string, direction: Direction): Schema {
    const { $ref: _ref, nullable: _nullable, ...rest } = raw;
    return this.#document.is30 ? {} : this.#keywords(rest, pointer, direction, false);
  }

  #keywords(raw: Node, pointer: string, direction: Direction, complete = true): Schema {
    const from = this.#as2020(raw);
    const result: Schema = {};
    const hidden = this.#hidden(raw, pointer, direction);
    for (const [keyword, value] of Object.entries(from)) {
      const known = KEYWORDS[keyword];
      if (known === undefined || !Object.hasOwn(KEYWORDS, keyword)) continue;
      if (!known.fits(value)) {
        if (value !== null && !(Array.isArray(value) && value.length === 0))
          this.#notices.add(`"${keyword}" is left out: it should be ${known.wanted}.`, pointer + token(keyword));
        continue;
      }
      const at = pointer + token(keyword);
      if (known.kind === 'plain') result[keyword] = Array.isArray(value) ? [...new Set(value)] : value;
      else if (known.kind === 'schema') result[keyword] = this.#node(value, at, direction);
      else {
        const children = childrenOf(value, known.kind)
          .filter(([name]) => keyword !== 'properties' || !hidden.has(name ?? ''))
          .map(([name, child]) => [name, this.#node(child, at + token(name ?? ''), direction)] as const);
        result[keyword] = known.kind === 'schemas' ? children.map(([, child]) => child) : Object.fromEntries(children);
      }
    }
    const required = result['required'] as string[] | undefined;
    if (required !== undefined) result['required'] = required.filter((name) => !hidden.has(name));
    const schema = this.#checked(loosened(raw, result), pointer);
    return finish(schema, raw['nullable'] === true, complete);
  }

  /** Keywords that mean the same in 2020-12 under another name or form. */
  #as2020(raw: Node): Schema {
    const copy: Schema = { ...raw };
    for (const [bound, exclusive] of [
      ['minimum', 'exclusiveMinimum'],
      ['maximum', 'exclusiveMaximum'],
    ] as const) {
      if (typeof raw[exclusive] !== 'boolean') continue;
      delete copy[exclusive];
      if (raw[exclusive] && raw[bound] !== undefined) {
        copy[exclusive] = raw[bound];
        delete copy[bound];
      }
    }
    if (raw['example'] !== undefined && raw['example'] !== null && raw['examples'] === undefined)
      copy['examples'] = [raw['example']];
    if (this.#document.is30) delete copy['const'];
    return copy;
  }

  /** The schema without rules that no validator could use. */
  #checked(schema: Schema, pointer: string): Schema {
    const { format, pattern, ...rest } = schema;
    const rules = textRules(format, pattern);
    if (typeof rules['pattern'] === 'string') {
      const usable = usablePattern(rules['pattern']);
      if (usable !== undefined) rules['pattern'] = usable;
      else {
        this.#notices.add(
          `"pattern" is left out: it is not a regular expression of JSON Schema.`,
          `${pointer}/pattern`,
        );
        delete rules['pattern'];
      }
    }
    return { ...rest, ...rules };
  }

  /** Names of the members that this direction leaves out. */
  #hidden(raw: Node, pointer: string, direction: Direction): ReadonlySet<string> {
    if (direction === 'any' || !isNode(raw['properties'])) return new Set();
    const mark = direction === 'request' ? 'readOnly' : 'writeOnly';
    const names = Object.entries(raw['properties']).filter(([name, child]) => {
      if (!isNode(child)) return false;
      if (child[mark] === true) return true;
      return typeof child['$ref'] === 'string' && this.#isMarked(`${pointer}/properties${token(name)}`, mark);
    });
    return new Set(names.map(([name]) => name));
  }

  /** A member that one part hides may be required by another. */
  #hiddenInParts(raw: Node, pointer: string, direction: Direction): ReadonlySet<string> {
    const names = (raw['allOf'] as unknown[]).flatMap((_, index) => {
      const part = this.#document.resolve(`${pointer}/allOf/${index}`);
      return [...this.#hidden(part.value, part.pointer, direction)];
    });
    return new Set([...names, ...this.#hidden(raw, pointer, direction)]);
  }

  #isMarked(pointer: string, mark: string): boolean {
    return this.#document.resolve(pointer).value[mark] === true;
  }

  /** The component that stands for what a reference names; converted when it is first met. */
  #helper(reference: string, pointer: string, direction: Direction): string {
    const { pointer: target, value } = this.#document.resolve(this.#document.target(reference, `${pointer}/$ref`));
    const side = this.#isDirected(target) ? `.${direction}` : '';
    const key = target + side;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.#freeName(target, side);
    this.#names.set(key, name);
    this.#helpers.set(name, true);
    this.#helpers.set(name, this.#inlined(value, target, direction, new Set()));
    return name;
  }

  #freeName(target: string, side: string): string {
    const own = /^\/components\/schemas\/([^/]+)$/.exec(target)?.[1] ?? target.slice(1);
    const base = `vendor.${own.replace(/[^A-Za-z0-9_-]+/g, '_')}${side}`;
    const taken = new Set(this.#names.values());
    let name = base;
    for (let n = 2; taken.has(name); n++) name = `${base}_${n}`;
    return name;
  }

  /** True when something read-only or write-only can be reached, so that requests and responses differ. */
  #isDirected(pointer: string): boolean {
    const known = this.#directed.get(pointer);
    if (known !== undefined) return known;
    const seen = new Set<string>();
    const search = (value: unknown, at: string, named = false): boolean => {
      if (value === null || typeof value !== 'object') return false;
      const node = value as Node;
      if (named) return Object.entries(node).some(([name, child]) => search(child, at + token(name)));
      if (node['readOnly'] === true || node['writeOnly'] === true) return true;
      if (typeof node['$ref'] === 'string') {
        const target = this.#document.target(node['$ref'], `${at}/$ref`);
        if (!seen.has(target)) {
          seen.add(target);
          if (search(this.#document.at(target), target)) return true;
        }
      }
      return Object.entries(node).some(
        ([key, child]) => !EXEMPLARY.has(key) && search(child, at + token(key), KEYWORDS[key]?.kind === 'schema-map'),
      );
    };
    const found = search(this.#document.at(pointer), pointer);
    this.#directed.set(pointer, found);
    return found;
  }
}

/** Members that hold values, not schemas: what looks like a reference in them is none. */
const EXEMPLARY = new Set(['example', 'examples', 'default', 'enum', 'const', 'discriminator']);
