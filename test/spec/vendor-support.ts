/** Writes OpenAPI documents as a vendor would and reads the contract under them. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { applyOverlays, type BuiltInDialect, DialectError, loadDialect } from '../../spec/dialect.ts';
import { describeVendor } from '../../spec/dialects/openapi/vendor.ts';
import { readDocuments } from '../../spec/documents.ts';
import { loadContract } from '../../spec/load.ts';
import { dereference, standalone } from '../../spec/standalone.ts';
import type { Contract, JsonSchema } from '../../spec/types.ts';

export type Json = Record<string, unknown>;

/** What a vendor's document says. */
export interface Described {
  readonly answers: Readonly<Record<string, unknown>>;
  readonly notices: readonly string[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** A named schema that stands alone. */
  schema(name: string): Json;
  /** What is said at one place of the contract's document only. */
  at(target: string): JsonSchema;
}

/** A folder for the documents of one test file. */
export class Shelf {
  readonly folder = mkdtempSync(join(tmpdir(), 'certconform-vendor-'));

  write(name: string, content: string | Buffer | object): string {
    const file = join(this.folder, name);
    const isText = typeof content === 'string' || Buffer.isBuffer(content);
    writeFileSync(file, isText ? content : JSON.stringify(content));
    return file;
  }

  /** The contract under a vendor's document and nothing else that is stated. */
  async contract(document: string | Buffer | object, more: Json = {}): Promise<Contract> {
    const openapi = this.write('vendor.json', document);
    return loadContract({ validate: false, dialect: { openapi, ...more } });
  }

  /** What is taken from a vendor's document, before anything is put on it. */
  async described(document: string | Buffer | object, name = 'vendor.json'): Promise<Described> {
    const { overlays, answers, notices } = await describeVendor(this.write(name, document));
    const actions = overlays.flatMap((overlay) => overlay.actions);
    const schemas = (actions[0]?.update ?? {}) as Record<string, JsonSchema>;
    return {
      answers,
      notices,
      schemas,
      schema: (wanted) => standalone(schemas[wanted] ?? false, schemas) as Json,
      at: (target) =>
        standalone((actions.find((one) => one.target === target)?.update ?? false) as JsonSchema, schemas),
    };
  }

  /** What is wrong with a vendor's document. */
  async fault(document: string | Buffer | object): Promise<DialectError> {
    const error = await this.described(document).catch((caught: unknown) => caught);
    if (error instanceof DialectError) return error;
    throw new Error(`A DialectError was expected, not ${String(error)}.`);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The contract's document as a vendor of this dialect would publish it: no word of this suite's own in it. */
export async function publishedDocument(dialect: BuiltInDialect): Promise<Json> {
  const { overlays } = await loadDialect(dialect);
  return withoutExtensions(await applyOverlays((await readDocuments()).admin, overlays.admin)) as Json;
}

function withoutExtensions(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtensions);
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([key]) => !key.startsWith('x-'));
  return Object.fromEntries(kept.map(([key, child]) => [key, withoutExtensions(child)]));
}

/** A document with some operations: `{ 'put /api/person/v2/{id}': operation }`. */
export function documentOf(operations: Readonly<Record<string, Json>>, more: Json = {}): Json {
  const paths: Record<string, Json> = {};
  for (const [name, operation] of Object.entries(operations)) {
    const [method = '', path = ''] = name.split(' ');
    paths[path] = { ...paths[path], [method]: { responses: {}, ...operation } };
  }
  return { openapi: '3.1.0', info: { title: 'A service', version: '1' }, paths, ...more };
}

/** The same in OpenAPI 3.0. */
export function document30(operations: Readonly<Record<string, Json>>, schemas: Json = {}): Json {
  return documentOf(operations, { openapi: '3.0.3', components: { schemas } });
}

export function taking(schema: object, media = 'application/json'): Json {
  return { requestBody: { content: { [media]: { schema } } } };
}

export function answering(schema: object, status = '200', media = 'application/json'): Json {
  return { responses: { [status]: { description: '', content: { [media]: { schema } } } } };
}

export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** The JSON schema of a request body. */
export function bodySchema(contract: Contract, operation: string): Json {
  return dereference(contract.operation(operation).body?.contents[0]?.schema ?? true) as Json;
}

/** The schema of the first documented answer. */
export function answerSchema(contract: Contract, operation: string): Json {
  return dereference(contract.operation(operation).success[0]?.contents[0]?.schema ?? true) as Json;
}

/** Whether a schema accepts a value. */
export function accepts(schema: JsonSchema, value: unknown): boolean {
  const ajv = new Ajv2020({ strict: false });
  (formats as unknown as (instance: Ajv2020) => void)(ajv);
  return ajv.validate(schema as object, value);
}
