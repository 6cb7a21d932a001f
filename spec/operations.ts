/** Turns an OpenAPI document (with the `x-` conventions of `spec/openapi/`) into typed operations. */

import { type Direction, directed } from './direction.ts';
import type { Document } from './documents.ts';
import { withNullsFolded } from './nullable.ts';
import { withReferences } from './references.ts';
import { dereference, standalone } from './standalone.ts';
import type {
  BodyContent,
  FixtureKind,
  InterfaceName,
  JsonSchema,
  Method,
  Operation,
  Parameter,
  RequestBody,
  ResponseHeader,
  ResponseSpec,
  Standing,
} from './types.ts';

type Node = Readonly<Record<string, unknown>>;

/** What the operations of one document are made with. */
export interface OperationSource {
  readonly interface: InterfaceName;
  /** The document after the dialect's overlays. */
  readonly document: Document;
  /** The document as the contract has it: tells which keywords the dialect added. */
  readonly core: Document;
  /** The contract's document with what the target's owner stated, and no guesses: what answers may be judged by. */
  readonly judged: Document;
  /** Names of the schemas whose content the target's owner declared. */
  readonly claimedSchemas: ReadonlySet<string>;
}

const HTTP_METHODS: readonly Lowercase<Method>[] = ['get', 'put', 'post', 'delete'];

/** The schema of an operation's JSON body; undefined where it takes none. */
export function jsonSchemaOf({ body }: Pick<Operation, 'body'>): JsonSchema | undefined {
  return body?.contents.find(({ mediaType }) => mediaType === 'application/json')?.schema;
}

/** All operations of a document in document order. */
export function operationsOf(source: OperationSource): Operation[] {
  const operations: Operation[] = [];
  for (const [path, item] of Object.entries(node(source.document['paths']))) {
    for (const method of HTTP_METHODS) {
      const raw = node(item)[method];
      if (raw !== undefined) operations.push(operation(source, path, method, node(raw)));
    }
  }
  return operations;
}

function operation(source: OperationSource, path: string, method: Lowercase<Method>, raw: Node): Operation {
  const section = text(raw['x-section']);
  const coreRaw = node(node(node(source.core['paths'])[path])[method]);
  const responses = Object.entries(node(raw['responses'])).map(([status, response]) =>
    responseSpec(source, Number(status), resolve(source.document, response)),
  );
  const body = requestBody(source, raw['requestBody']);
  const parameters = [
    ...list(raw['parameters']).map((p, i) =>
      parameter(source, resolve(source.document, p), list(coreRaw['parameters'])[i], section),
    ),
    ...formParameters(source, raw, coreRaw, section),
  ];
  return {
    id: text(raw['operationId']),
    interface: source.interface,
    area: text(list(raw['tags'])[0]),
    method: method.toUpperCase() as Method,
    path,
    section,
    summary: text(raw['summary']),
    ...(raw['x-entity'] === undefined ? {} : { entity: raw['x-entity'] as FixtureKind }),
    parameters,
    ...(body === undefined ? {} : { body }),
    success: responses.filter((response) => response.status < 400),
    errors: responses.filter((response) => response.status >= 400),
    absence: (raw['x-absence'] ?? 'none') as Operation['absence'],
    effect: (raw['x-effect'] ?? 'observe') as Operation['effect'],
    creates: raw['x-creates'] === true,
    partial: raw['x-partial'] === true,
    ...(raw['x-role'] === undefined ? {} : { role: raw['x-role'] as 'MRAO' }),
  };
}

function parameter(source: OperationSource, raw: Node, coreRaw: unknown, section: string): Parameter {
  const schema = valueSchema(source, raw['schema'] as JsonSchema);
  const core = coreRaw === undefined ? undefined : resolve(source.core, coreRaw)['schema'];
  return {
    name: text(raw['name']),
    in: raw['in'] as Parameter['in'],
    required: raw['required'] === true,
    deprecated: raw['deprecated'] === true,
    schema,
    section: text(raw['x-section'] ?? section),
    ...(raw['x-reference'] === undefined ? {} : { reference: raw['x-reference'] as FixtureKind }),
    conditional: raw['x-conditional'] === true,
    ...(raw['x-role'] === undefined ? {} : { role: text(raw['x-role']) }),
    dialectKeywords: addedKeywords(schema, core),
    silences: list(raw['x-silences']).map(text),
  };
}

/** The legacy actions take their parameters as a form: each property of the form is a parameter (4.12, 4.13). */
function formParameters(source: OperationSource, raw: Node, coreRaw: Node, section: string): Parameter[] {
  const form = formSchema(source.document, raw);
  if (form === undefined) return [];
  const coreProperties = node(formSchema(source.core, coreRaw)?.['properties'] ?? {});
  const required = list(form['required']);
  return Object.entries(node(form['properties'])).map(([name, property]) =>
    parameter(
      source,
      { ...node(property), name, in: 'form', required: required.includes(name), schema: property },
      coreProperties[name] === undefined ? undefined : { schema: coreProperties[name] },
      section,
    ),
  );
}

function formSchema(document: Document, raw: Node): Node | undefined {
  if (raw['requestBody'] === undefined) return undefined;
  const media = node(resolve(document, raw['requestBody'])['content'])['application/x-www-form-urlencoded'];
  return media === undefined ? undefined : resolve(document, node(media)['schema']);
}

function requestBody(source: OperationSource, raw: unknown): RequestBody | undefined {
  if (raw === undefined) return undefined;
  const body = resolve(source.document, raw);
  const contents = bodyContents(source.document, body['content'], 'request');
  const name = schemaName(body['content']);
  return {
    required: body['required'] === true,
    contents,
    ...(name === undefined ? {} : { schemaName: name }),
    standing: standing(source, body['content']),
  };
}

function responseSpec(source: OperationSource, status: number, raw: Node): ResponseSpec {
  // Guesses may be looked at (standing `assumed`), but must not hide in what passes for the contract's own.
  const guessed = standing(source, raw['content']) === 'assumed';
  const contents = bodyContents(guessed ? source.document : source.judged, raw['content'], 'response');
  const name = schemaName(raw['content']);
  const headers: ResponseHeader[] = Object.entries(node(raw['headers'] ?? {})).map(([header, value]) => ({
    name: header,
    schema: standalone(node(value)['schema'] as JsonSchema, components(source.document)),
    required: node(value)['required'] === true,
  }));
  return {
    status,
    body: contents.length > 0 ? 'some' : raw['x-body'] === 'open' ? 'open' : 'none',
    contents,
    ...(name === undefined ? {} : { schemaName: name }),
    standing: standing(source, raw['content']),
    headers,
  };
}

function bodyContents(document: Document, raw: unknown, direction: Direction): BodyContent[] {
  return Object.entries(node(raw ?? {})).map(([mediaType, media]) => ({
    mediaType,
    schema: directed(
      withReferences(withNullsFolded(standalone(node(media)['schema'] as JsonSchema, components(document)))),
      direction,
    ),
  }));
}

/** Equal schemas become one object, so that whoever compiles or walks schemas does it once for all of them. */
const shared = new Map<string, JsonSchema>();

function valueSchema(source: OperationSource, schema: JsonSchema): JsonSchema {
  const own = dereference(standalone(schema, components(source.document)));
  const text = JSON.stringify(own);
  const known = shared.get(text);
  if (known === undefined) shared.set(text, own);
  return known ?? own;
}

/** The component that a body is, or lists: `SslInfo`, and `SSLIdentity` for an array of it. */
function schemaName(content: unknown): string | undefined {
  return references(content)[0];
}

function references(content: unknown): string[] {
  const first = Object.values(node(content ?? {}))[0];
  if (first === undefined) return [];
  const schema = node(node(first)['schema']);
  const candidates = [schema, node(schema['items'] ?? {}), ...list(schema['oneOf']).map(node)];
  return candidates.flatMap((s) => (typeof s['$ref'] === 'string' ? [s['$ref'].split('/').pop() as string] : []));
}

/** Who vouches for the content of a body's named schemas; a schema without names is the contract's own. */
function standing(source: OperationSource, content: unknown): Standing {
  const names = references(content).filter((name) => isSilent(components(source.core)[name]));
  if (names.length === 0) return 'contract';
  if (names.every((name) => source.claimedSchemas.has(name))) return 'claimed';
  return names.every((name) => isSilent(components(source.document)[name])) ? 'silent' : 'assumed';
}

/** A schema that says nothing: only annotations. */
function isSilent(schema: JsonSchema | undefined): boolean {
  if (schema === undefined || typeof schema === 'boolean') return schema !== false;
  return Object.keys(schema).every((key) => key === 'description' || key === 'title' || key.startsWith('x-'));
}

function addedKeywords(schema: JsonSchema, core: unknown): string[] {
  if (typeof schema === 'boolean') return [];
  const known = new Set(Object.keys(core === undefined || typeof core === 'boolean' ? {} : node(core)));
  return Object.keys(schema).filter(
    (keyword) => !known.has(keyword) && !keyword.startsWith('x-') && keyword !== '$defs',
  );
}

function components(document: Document): Readonly<Record<string, JsonSchema>> {
  return node(node(document['components'] ?? {})['schemas'] ?? {}) as Readonly<Record<string, JsonSchema>>;
}

/** Follows a `$ref` into `components` (parameters, responses, request bodies, schemas). */
function resolve(document: Document, raw: unknown): Node {
  const value = node(raw);
  if (typeof value['$ref'] !== 'string') return value;
  let current: unknown = document;
  for (const part of value['$ref'].slice(2).split('/')) current = node(current)[part];
  return node(current);
}

function node(value: unknown): Node {
  if (value === null || typeof value !== 'object')
    throw new Error(`An object was expected, not ${JSON.stringify(value)}.`);
  return value as Node;
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : String(value ?? '');
}
