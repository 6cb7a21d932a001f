import type { ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, token, tokens } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { UnsatisfiableSchemaError, UnsupportedSchemaError } from './errors.ts';
import type { JsonObject } from './json.ts';
import { compile, compileAlone, newAjv, REFERRING, ROOT_URI } from './validator.ts';

/** A subschema at its place. Two nodes with the same `key` say the same. */
export interface Node {
  readonly schema: boolean | JsonObject;
  /** JSON Pointer in the root schema. */
  readonly pointer: string;
  /** Base URI for relative references. */
  readonly base: string;
  readonly key: string;
  /** Made up while combining others: neither it nor its children stand in the root schema. */
  readonly virtual?: boolean;
  /** A real node without some of its keywords: it cannot be validated by its pointer, though its children can. */
  readonly partial?: boolean;
  /** Its `$ref` and `allOf` have been followed: what they name stands beside it. */
  readonly expanded?: boolean;
}

const SINGLE = ['additionalProperties', 'items', 'contains', 'not', 'if', 'then', 'else', 'propertyNames'];
const SINGLE_REST = ['unevaluatedItems', 'unevaluatedProperties', 'contentSchema'];
const LISTS = ['allOf', 'anyOf', 'oneOf', 'prefixItems'];
const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas'];

/** One schema with everything that its references can name, and validators for its parts. */
export class SchemaDocument {
  readonly root: Node;
  /** False when two anchors of one dynamic name exist, so that `$dynamicRef` depends on the way that was taken. */
  readonly dynamicIsStatic: boolean;
  readonly #resources = new Map<string, Node>();
  readonly #anchors = new Map<string, Node>();
  readonly #validators = new Map<string, ValidateFunction | undefined>();
  /** A validator of its own, where references need to be told what they refer to. */
  readonly #ajv: Ajv2020 | undefined;
  readonly #referring: Node[] = [];

  /**
   * @param schema a standalone schema: every reference stays inside it.
   * @throws UnsupportedSchemaError when a reference leads outside or the validator cannot work with the schema.
   */
  constructor(schema: JsonSchema) {
    this.root = makeNode(schema, '', baseOf(schema, ROOT_URI));
    this.#resources.set(ROOT_URI, this.root);
    const dynamic = new Map<string, number>();
    this.#index(this.root, dynamic);
    for (const node of this.#referring) this.resolve(node, String((node.schema as JsonObject)['$ref']), '$ref');
    this.dynamicIsStatic = [...dynamic.values()].every((count) => count < 2);
    try {
      if (isObject(schema) && REFERRING.test(JSON.stringify(schema))) {
        this.#ajv = newAjv();
        this.#ajv.addSchema({ ...schema, $id: this.root.base });
        this.#validators.set('', compile(this.#ajv, { $ref: this.root.base }));
      } else this.#validators.set('', compileAlone(schema));
    } catch (error) {
      throw uncheckable(schema, error);
    }
  }

  /** Whether the whole schema accepts the value. */
  accepts(value: unknown): boolean {
    return this.validator(this.root)?.(value) === true;
  }

  /** The validator of one place of the schema; undefined for virtual nodes and places that cannot be compiled alone. */
  validator(node: Node): ValidateFunction | undefined {
    if (node.virtual || node.partial) return undefined;
    if (!this.#validators.has(node.pointer)) {
      let made: ValidateFunction | undefined;
      try {
        made =
          this.#ajv === undefined
            ? compileAlone(node.schema as JsonSchema)
            : compile(this.#ajv, { $ref: `${this.root.base.split('#')[0]}#${uriPointer(node.pointer)}` });
      } catch {
        made = undefined;
      }
      this.#validators.set(node.pointer, made);
    }
    return this.#validators.get(node.pointer);
  }

  /** The subschema below a node, at a keyword and perhaps a member or index of it. */
  child(node: Node, keyword: string, name?: string | number): Node | undefined {
    if (!isObject(node.schema)) return undefined;
    const holder = node.schema[keyword];
    const found = name === undefined ? holder : memberOf(holder, name);
    if (typeof found !== 'boolean' && !isObject(found)) return undefined;
    const pointer = node.pointer + token(keyword) + (name === undefined ? '' : token(name));
    const made = makeNode(found, pointer, baseOf(found, node.base));
    return node.virtual ? { ...made, virtual: true, key: `${pointer}!${JSON.stringify(found)}` } : made;
  }

  /** The node that a `$ref` or `$dynamicRef` names. @throws UnsupportedSchemaError when it lies outside. */
  resolve(node: Node, reference: string, keyword: string): Node {
    const [uri = '', fragment = ''] = absolute(reference, node.base).split('#');
    const resource = this.#resources.get(uri);
    if (resource && (fragment === '' || fragment.startsWith('/'))) {
      const target = this.#walk(resource, decodeURIComponent(fragment));
      if (target) return target;
    }
    const anchored = this.#anchors.get(`${uri}#${fragment}`);
    if (anchored) return anchored;
    throw new UnsupportedSchemaError(node.pointer, keyword, `"${reference}" names nothing inside the schema`);
  }

  #walk(from: Node, pointer: string): Node | undefined {
    let { schema, base } = from as { schema: unknown; base: string };
    for (const part of tokens(pointer)) {
      schema = memberOf(schema, part);
      base = baseOf(schema, base);
    }
    if (typeof schema !== 'boolean' && !isObject(schema)) return undefined;
    return makeNode(schema, from.pointer + pointer, base);
  }

  #index(node: Node, dynamic: Map<string, number>): void {
    const { schema } = node;
    if (!isObject(schema)) return;
    if (typeof schema['$id'] === 'string') this.#resources.set(node.base, node);
    if (typeof schema['$ref'] === 'string') this.#referring.push(node);
    for (const keyword of ['$anchor', '$dynamicAnchor']) {
      const name = schema[keyword];
      if (typeof name !== 'string') continue;
      this.#anchors.set(`${node.base}#${name}`, node);
      if (keyword === '$dynamicAnchor') dynamic.set(name, (dynamic.get(name) ?? 0) + 1);
    }
    for (const keyword of [...SINGLE, ...SINGLE_REST]) this.#visit(node, dynamic, keyword);
    for (const keyword of LISTS) {
      const list = schema[keyword];
      if (Array.isArray(list)) for (const index of list.keys()) this.#visit(node, dynamic, keyword, index);
    }
    for (const keyword of MAPS) {
      const map = schema[keyword];
      if (isObject(map)) for (const name of Object.keys(map)) this.#visit(node, dynamic, keyword, name);
    }
  }

  #visit(node: Node, dynamic: Map<string, number>, keyword: string, name?: string | number): void {
    const child = this.child(node, keyword, name);
    if (child) this.#index(child, dynamic);
  }
}

/** A node for a schema that was made up, at the place of the one it came from. */
export function virtualNode(from: Node, schema: boolean | JsonObject): Node {
  const key = `${from.pointer}!${JSON.stringify(schema)}`;
  return { schema, pointer: from.pointer, base: from.base, key, virtual: true };
}

/** What the validator cannot compile cannot be checked, and what cannot be checked is not generated. */
function uncheckable(schema: JsonSchema, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (isObject(schema) && Array.isArray(schema['enum']) && schema['enum'].length === 0) {
    return new UnsatisfiableSchemaError('', 'enum', 'the list is empty');
  }
  const name = ['$dynamicRef', 'enum'].find((keyword) => message.includes(keyword)) ?? '$ref';
  return new UnsupportedSchemaError('', name, `the validator refuses the schema (${message})`);
}

function makeNode(schema: boolean | JsonObject, pointer: string, base: string): Node {
  return { schema, pointer, base, key: pointer };
}

function memberOf(holder: unknown, name: string | number): unknown {
  if (Array.isArray(holder)) return holder[Number(name)];
  return isObject(holder) && Object.hasOwn(holder, String(name)) ? holder[String(name)] : undefined;
}

function baseOf(schema: unknown, base: string): string {
  const id = isObject(schema) ? schema['$id'] : undefined;
  return typeof id === 'string' ? (absolute(id, base).split('#')[0] ?? base) : base;
}

function absolute(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return `${base}#${reference.replace(/^#/, '')}`;
  }
}

function uriPointer(pointer: string): string {
  return encodeURI(pointer).replaceAll('#', '%23').replaceAll('?', '%3F');
}
