import { tokens } from '../../spec/json.ts';
import type { JsonSchema, Operation } from '../../spec/types.ts';
import { settle } from '../edge/schemas.ts';
import type { Fault, SchemaChange } from './types.ts';

type Node = Readonly<Record<string, unknown>>;

/** The operation as the emulator serves it under faults: with constraints changed, and required things made optional. */
export function patchOperation(operation: Operation, faults: readonly Fault[]): Operation {
  let patched = operation;
  for (const { change } of faults) {
    if (change.kind === 'optional') patched = makeOptional(patched, change.parameter);
    else if (change.kind === 'schema') patched = changeSchema(patched, change);
  }
  return patched;
}

function makeOptional(operation: Operation, name: string | undefined): Operation {
  if (name === undefined) {
    return operation.body === undefined ? operation : { ...operation, body: { ...operation.body, required: false } };
  }
  const parameters = operation.parameters.map((one) => (one.name === name ? { ...one, required: false } : one));
  return { ...operation, parameters };
}

function changeSchema(operation: Operation, change: SchemaChange): Operation {
  if (change.parameter !== undefined) {
    const parameters = operation.parameters.map((one) =>
      one.name === change.parameter ? { ...one, schema: patchSchema(one.schema, change) } : one,
    );
    return { ...operation, parameters };
  }
  if (operation.body === undefined) return operation;
  const contents = operation.body.contents.map((one) => ({ ...one, schema: patchSchema(one.schema, change) }));
  return { ...operation, body: { ...operation.body, contents } };
}

/**
 * A copy of a standalone schema in which one keyword at one instance location is another. References on the way are
 * replaced by what they stand for, so that other places that use the same component stay as they are.
 */
export function patchSchema(schema: JsonSchema, change: Pick<SchemaChange, 'pointer' | 'keyword' | 'to'>): JsonSchema {
  const parts = tokens(change.pointer);
  return patch(schema, schema, parts, change);
}

function patch(
  schema: JsonSchema,
  root: JsonSchema,
  parts: readonly string[],
  change: Pick<SchemaChange, 'keyword' | 'to'>,
): JsonSchema {
  const node = settle(schema, root);
  const [part, ...rest] = parts;
  if (part === undefined) return withKeyword(node, change.keyword, change.to);
  if (change.keyword === 'required' && rest.length === 0) return withoutRequired(node, part);
  const properties = (node['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
  const child = properties[part];
  if (child !== undefined) return { ...node, properties: { ...properties, [part]: patch(child, root, rest, change) } };
  if (part === 'items' && node['items'] !== undefined) {
    return { ...node, items: patch(node['items'] as JsonSchema, root, rest, change) };
  }
  const branched = patchBranches(node, root, parts, change);
  if (branched === undefined) throw new Error(`There is no place /${parts.join('/')} in the schema to change.`);
  return branched;
}

/** Members of `anyOf` (nullable references) and `allOf` stand at the same instance location. */
function patchBranches(
  node: Node,
  root: JsonSchema,
  parts: readonly string[],
  change: Pick<SchemaChange, 'keyword' | 'to'>,
): JsonSchema | undefined {
  for (const keyword of ['anyOf', 'allOf', 'oneOf'] as const) {
    const branches = node[keyword] as readonly JsonSchema[] | undefined;
    if (branches === undefined) continue;
    const patched = branches.map((branch) => attempt(() => patch(branch, root, parts, change)) ?? branch);
    if (patched.some((branch, i) => branch !== branches[i])) return { ...node, [keyword]: patched };
  }
  return undefined;
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}

function withKeyword(node: Node, keyword: string, to: unknown): JsonSchema {
  // A meaning beside the keyword would go on refusing what the fault is to accept.
  const { [keyword]: old, 'x-semantic': _, ...rest } = node;
  if (to !== undefined) return { ...rest, [keyword]: to };
  return keyword === 'type' ? { ...rest, 'x-read-as': old } : rest;
}

function withoutRequired(node: Node, name: string): JsonSchema {
  return { ...node, required: ((node['required'] ?? []) as string[]).filter((member) => member !== name) };
}
