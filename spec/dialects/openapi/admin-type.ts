/** Where the type of an administrator stands (contract 3.2, 4.5), told by its values. */

import { token } from '../../json.ts';
import { isNode } from './source.ts';

/** Silences about the type's place, by the schema that answers them. */
const PLACES: Readonly<Record<string, string>> = {
  CreateAndUpdateClientAdminRequest: 'admin.type.write',
  ClientAdminDetailsResponse: 'admin.type.read',
};

/**
 * Answers to `admin.type.write` and `admin.type.read` out of the vendor's schemas: the one member that enumerates all
 * types of the contract. No answer where no member does, or more than one.
 *
 * @param types the administrator types of the contract.
 */
export function typeAnswers(
  schemas: Readonly<Record<string, unknown>>,
  types: readonly string[],
  helpers: ReadonlyMap<string, unknown>,
): Record<string, string> {
  const answers: Record<string, string> = {};
  for (const [name, silence] of Object.entries(PLACES)) {
    const typed = membersOf(schemas[name], helpers).filter(([, member]) => {
      const values = valuesOf(member, helpers);
      return types.every((type) => values.includes(type));
    });
    const [only] = typed;
    if (only !== undefined && typed.length === 1) answers[silence] = only[0];
  }
  return answers;
}

/** Objects within objects that are looked into; a schema may hold itself. */
const DEEPEST_PLACE = 4;

/** All members of an object and of the objects in it, each with its JSON Pointer. */
function membersOf(schema: unknown, helpers: ReadonlyMap<string, unknown>, at = '', depth = 0): [string, unknown][] {
  const node = resolved(schema, helpers);
  if (!isNode(node) || !isNode(node['properties']) || depth > DEEPEST_PLACE) return [];
  return Object.entries(node['properties']).flatMap(([name, member]) => {
    const pointer = `${at}${token(name)}`;
    return [[pointer, member] as [string, unknown], ...membersOf(member, helpers, pointer, depth + 1)];
  });
}

function valuesOf(schema: unknown, helpers: ReadonlyMap<string, unknown>): readonly unknown[] {
  const node = resolved(schema, helpers);
  return isNode(node) && Array.isArray(node['enum']) ? node['enum'] : [];
}

function resolved(schema: unknown, helpers: ReadonlyMap<string, unknown>): unknown {
  const reference = isNode(schema) ? schema['$ref'] : undefined;
  return typeof reference === 'string' ? helpers.get(reference.split('/').pop() ?? '') : schema;
}
