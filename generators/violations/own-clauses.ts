import type { ValidateFunction } from 'ajv';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { isObject, token, tokens } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import type { Conjunction } from '../schema/conjunction.ts';
import type { Node, SchemaDocument } from '../schema/document.ts';
import type { JsonObject } from '../schema/json.ts';
import { compile, compileAlone, newAjv } from '../schema/validator.ts';

/** A clause that a value breaks: a keyword, and the instance location that it complains about. */
export interface Clause {
  readonly keyword: string;
  readonly pointer: string;
}

const NONE: readonly Clause[] = [];

/** Judges single nodes by their own keywords, without what stands below or beside them. */
export class OwnClauses {
  readonly #doc: SchemaDocument;
  readonly #shallow = new Map<string, ValidateFunction>();
  #ajv: Ajv2020 | undefined;

  constructor(doc: SchemaDocument) {
    this.#doc = doc;
  }

  /** The clauses that a value at a place breaks of all nodes that speak about it. */
  of(nodes: Conjunction, value: unknown, pointer: string): readonly Clause[] {
    let broken: Clause[] | undefined;
    for (const node of nodes) {
      if (node.schema !== false && (!isObject(node.schema) || this.#shallowOf(node, node.schema)(value))) continue;
      broken ??= [];
      broken.push(...this.#clausesOf(node, pointer));
    }
    return broken ?? NONE;
  }

  /** What a node complains about that has just refused a value. */
  #clausesOf(node: Node, pointer: string): Clause[] {
    if (!isObject(node.schema)) return [{ keyword: holderOf(node), pointer }];
    const { errors } = this.#shallowOf(node, node.schema);
    return (errors ?? []).flatMap(({ keyword, instancePath, params, schemaPath }) => {
      // Errors inside `contains`, `not` or `propertyNames` belong to that keyword, which complains itself.
      if (!schemaPath.startsWith('#/')) return [];
      if (keyword === 'required' || keyword === 'dependentRequired') {
        return [{ keyword, pointer: pointer + instancePath + token(String(params['missingProperty'])) }];
      }
      if (keyword === 'additionalProperties') {
        return [{ keyword, pointer: pointer + instancePath + token(String(params['additionalProperty'])) }];
      }
      return [{ keyword, pointer: pointer + instancePath }];
    });
  }

  /** A validator for the node's own keywords: what lies below and beside it is looked at on its own. */
  #shallowOf(node: Node, schema: JsonObject): ValidateFunction {
    const known = this.#shallow.get(node.key);
    if (known) return known;
    const own: Record<string, unknown> = {};
    for (const name of OWN) if (Object.hasOwn(schema, name)) own[name] = schema[name];
    let refers = false;
    for (const name of ['contains', 'not', 'propertyNames']) {
      if (!this.#doc.child(node, name)) continue;
      own[name] = { $ref: `${this.#doc.root.base}#${encodeURI(`${node.pointer}/${name}`)}` };
      refers = true;
    }
    if (schema['additionalProperties'] === false) {
      own['additionalProperties'] = false;
      own['properties'] = allowAll(schema['properties']);
      own['patternProperties'] = allowAll(schema['patternProperties']);
    }
    const validate = refers ? compile(this.#referring(), own) : compileAlone(own as JsonSchema);
    this.#shallow.set(node.key, validate);
    return validate;
  }

  /** A validator that knows the document, for keywords that refer to subschemas of it. */
  #referring(): Ajv2020 {
    if (this.#ajv !== undefined) return this.#ajv;
    const { root } = this.#doc;
    this.#ajv = newAjv();
    if (isObject(root.schema)) this.#ajv.addSchema({ ...root.schema, $id: root.base });
    return this.#ajv;
  }
}

const OWN = [
  'type',
  'enum',
  'const',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'x-semantic',
  'minItems',
  'maxItems',
  'uniqueItems',
  'minContains',
  'maxContains',
  'required',
  'minProperties',
  'maxProperties',
  'dependentRequired',
];

/** The keyword that holds a node, e.g. `properties` for `/properties/name`. */
function holderOf({ pointer }: Node): string {
  const path = tokens(pointer);
  const last = path.at(-1) ?? 'false';
  return path.length > 1 && NAMED.includes(path.at(-2) ?? '') ? (path.at(-2) ?? last) : last;
}

const NAMED = [
  'properties',
  'patternProperties',
  'prefixItems',
  'dependentSchemas',
  'allOf',
  'anyOf',
  'oneOf',
  '$defs',
];

function allowAll(map: unknown): JsonObject {
  return Object.fromEntries(Object.keys(isObject(map) ? map : {}).map((name) => [name, true]));
}
