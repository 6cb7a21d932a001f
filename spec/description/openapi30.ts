/** The same document in OpenAPI 3.0, whose schemas are an older and smaller language than JSON Schema 2020-12. */
import { isObject, token } from '../json.ts';
import type { Tree } from './tree.ts';

/** Keywords that 3.0 has no words for, and that cannot be said otherwise there. */
const UNKNOWN: ReadonlySet<string> = new Set([
  'patternProperties',
  'propertyNames',
  'dependentRequired',
  'dependentSchemas',
  'prefixItems',
  'contains',
  'minContains',
  'maxContains',
  'unevaluatedProperties',
  'unevaluatedItems',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);

/** Says nothing in 3.0: comments and names of JSON Schema itself. */
const IDLE: ReadonlySet<string> = new Set(['$comment', '$id', '$schema', '$anchor']);

/** What could be said, and one sentence for each thing that could not. */
export function as30(document: Tree): { readonly document: Tree; readonly leftOut: readonly string[] } {
  const conversion = new Conversion();
  const older = conversion.part(structuredClone(document), '') as Tree;
  older['openapi'] = '3.0.3';
  return { document: older, leftOut: conversion.leftOut };
}

class Conversion {
  readonly leftOut: string[] = [];

  /** Looks for schemas in what is none. */
  part(node: unknown, at: string): unknown {
    if (Array.isArray(node)) return node.map((item, index) => this.part(item, at + token(index)));
    if (!isObject(node)) return node;
    return Object.fromEntries(
      Object.entries(node).map(([key, value]) => {
        const there = at + token(key);
        if (key === 'example' || key === 'examples') return [key, value];
        if (key === 'schema') return [key, this.schema(value, there)];
        if (there === '/components/schemas') return [key, this.#map(value, there)];
        return [key, this.part(value, there)];
      }),
    );
  }

  #map(node: unknown, at: string): Tree {
    return Object.fromEntries(
      Object.entries(node as Tree).map(([name, schema]) => [name, this.schema(schema, at + token(name))]),
    );
  }

  schema(node: unknown, at: string): Tree {
    if (node === false) return { not: {} };
    if (!isObject(node)) return {};
    const { $ref, type, if: condition, then: consequence, else: otherwise, ...rest } = node;
    const own: Tree = {};
    const all: Tree[] = [];
    for (const [keyword, value] of Object.entries(rest)) this.#keyword(own, keyword, value, at);
    if (type !== undefined) Object.assign(own, this.#typed(type, own));
    if (isNullable(node)) this.#nullable(own);
    if (condition !== undefined) {
      // "If A then B" says as much as "not A, or B".
      const given = this.schema(condition, `${at}/if`);
      if (consequence !== undefined) all.push({ anyOf: [{ not: given }, this.schema(consequence, `${at}/then`)] });
      if (otherwise !== undefined) all.push({ anyOf: [given, this.schema(otherwise, `${at}/else`)] });
    }
    // Whatever stands beside a reference is not read in 3.0.
    if (typeof $ref === 'string') {
      if (all.length === 0 && Object.keys(own).length === 0) return { $ref };
      all.unshift({ $ref });
    }
    if (all.length > 0) own['allOf'] = [...((own['allOf'] ?? []) as Tree[]), ...all];
    return own;
  }

  #keyword(own: Tree, keyword: string, value: unknown, at: string): void {
    const there = at + token(keyword);
    if (IDLE.has(keyword)) return;
    if (UNKNOWN.has(keyword)) {
      this.leftOut.push(`${there}: OpenAPI 3.0 has no "${keyword}".`);
      return;
    }
    if (keyword === 'const') own['enum'] = [value];
    else if (keyword === 'examples') own['example'] = (value as unknown[])[0];
    else if (keyword === 'exclusiveMinimum' || keyword === 'exclusiveMaximum') {
      own[keyword === 'exclusiveMinimum' ? 'minimum' : 'maximum'] = value;
      own[keyword] = true;
    } else if (keyword === 'properties') own[keyword] = this.#map(value, there);
    else if (keyword === 'items' || keyword === 'not') own[keyword] = this.schema(value, there);
    else if (keyword === 'additionalProperties')
      own[keyword] = typeof value === 'boolean' ? value : this.schema(value, there);
    else if (keyword === 'allOf' || keyword === 'anyOf' || keyword === 'oneOf') {
      const parts = (value as unknown[]).filter((part) => !isNullType(part));
      own[keyword] = parts.map((part, index) => this.schema(part, there + token(index)));
    } else own[keyword] = value;
  }

  /** One type and `nullable`; several types are alternatives. */
  #typed(type: unknown, own: Tree): Tree {
    const types = [type].flat().filter((one) => one !== 'null');
    if (types.length === 1)
      return { type: types[0], ...(types[0] === 'array' && own['items'] === undefined ? { items: {} } : {}) };
    if (types.length === 0) return { type: 'string', nullable: true, enum: [null] };
    return { anyOf: types.map((one) => ({ type: one, ...(one === 'array' ? { items: {} } : {}) })) };
  }

  /** `nullable` is read only beside a type; where there is none, every alternative says it for itself. */
  #nullable(own: Tree): void {
    if (own['type'] !== undefined) {
      own['nullable'] = true;
      if (Array.isArray(own['enum']) && !own['enum'].includes(null)) own['enum'] = [...own['enum'], null];
      return;
    }
    const key = own['oneOf'] === undefined ? 'anyOf' : 'oneOf';
    own[key] = [...((own[key] ?? []) as Tree[]), { type: 'string', nullable: true, enum: [null] }];
  }
}

function isNullType(part: unknown): boolean {
  return isObject(part) && part['type'] === 'null';
}

function isNullable(node: Tree): boolean {
  const listed = Array.isArray(node['type']) && node['type'].includes('null');
  const alternatives = [...((node['anyOf'] ?? []) as unknown[]), ...((node['oneOf'] ?? []) as unknown[])];
  return listed || alternatives.some(isNullType);
}
