/** Members without a value, as many clients send them. */
import { isObject } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { propertiesOf, type SchemaNode, settle } from './schemas.ts';

/**
 * A body without the members that are null though their schema does not take it: they count as left out (silence
 * `request.null-members`). A member that must be given is missing then.
 *
 * @param root the standalone schema that `schema` is a part of.
 */
export function withoutNulls(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  if (Array.isArray(value)) {
    const items = (settle(schema, root)['items'] ?? true) as JsonSchema;
    return value.map((item) => withoutNulls(item, items, root));
  }
  if (!isObject(value)) return value;
  const known = propertiesOf(schema, root);
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) => {
      const own = known.get(name);
      if (own === undefined) return [[name, member]];
      if (member === null) return takesNull(own, root) ? [[name, member]] : [];
      return [[name, withoutNulls(member, own, root)]];
    }),
  );
}

function takesNull(schema: SchemaNode, root: JsonSchema): boolean {
  const branches = [schema['anyOf'], schema['oneOf']].flat().filter((branch) => branch !== undefined);
  if (branches.some((branch) => takesNull(settle(branch as JsonSchema, root), root))) return true;
  const { type } = schema;
  return type === undefined ? branches.length === 0 : [type].flat().includes('null');
}
