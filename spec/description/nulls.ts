/** Members without a value and members that nobody knows (silences of 2.1), written into the schemas. */
import { isObject } from '../json.ts';
import type { Answers } from './answers.ts';
import { referencesFrom } from './reachable.ts';
import { operationsIn, partsOf, type Tree, within } from './tree.ts';

/**
 * Lets members that may be left out be null where the dialect says that they may, and closes the objects of requests in
 * which it refuses unknown members. A schema of both directions takes what either of them allows. Changes the document.
 */
export function foldNulls(document: Tree, answers: Answers): void {
  const schemas = within(document, 'components', 'schemas');
  const operations = operationsIn(document).filter(({ operation }) => operation['security'] === undefined);
  const asked = namesFrom(
    operations.map(({ operation }) => operation['requestBody']),
    document,
  );
  const answered = namesFrom(
    operations.map(({ operation }) => operation['responses']),
    document,
  );
  for (const name of Object.keys(schemas)) {
    const schema = schemas[name];
    if (!isObject(schema)) continue;
    const mayBeNull =
      (asked.has(name) && answers.get('request.null-members') === 'absent') ||
      (answered.has(name) && answers.get('response.null-members') === 'null' && name !== 'NotFoundBody');
    if (mayBeNull) for (const part of partsOf(schema)) letNull(part);
    const closed = asked.has(name) && !answered.has(name) && answers.get('request.unknown-members') === 'refused';
    if (closed) for (const part of partsOf(schema)) close(part);
  }
}

function namesFrom(parts: readonly unknown[], document: Tree): ReadonlySet<string> {
  return new Set(
    [...referencesFrom(parts, document)].map((reference) => reference.slice(reference.lastIndexOf('/') + 1)),
  );
}

function letNull(schema: Tree): void {
  if (!isObject(schema['properties'])) return;
  const required = (schema['required'] ?? []) as readonly string[];
  for (const [name, member] of Object.entries(schema['properties']))
    if (!required.includes(name) && isObject(member)) schema['properties'][name] = orNull(member);
}

/** A schema that takes null besides what it takes. */
function orNull(schema: Tree): Tree {
  const { type } = schema;
  const types = [type].flat();
  if (types.includes('null')) return schema;
  if (type !== undefined && schema['enum'] === undefined && schema['const'] === undefined)
    return { ...schema, type: [...types, 'null'] };
  if (type === undefined && schema['$ref'] === undefined && schema['enum'] === undefined) return schema;
  const { description, deprecated, ...rest } = schema;
  const kept = {
    ...(description === undefined ? {} : { description }),
    ...(deprecated === undefined ? {} : { deprecated }),
  };
  return { ...kept, anyOf: [rest, { type: 'null' }] };
}

const COMPOSED = ['allOf', 'anyOf', 'oneOf', '$ref', 'additionalProperties', 'unevaluatedProperties', 'if'];

/** Objects that are put together of several schemas stay open: each part would refuse the members of the others. */
function close(schema: Tree): void {
  if (!isObject(schema['properties']) || COMPOSED.some((keyword) => schema[keyword] !== undefined)) return;
  schema['additionalProperties'] = false;
}
