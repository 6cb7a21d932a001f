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
    const schema = schemas[name];
    const members = isNode(schema) && isNode(schema['properties']) ? Object.entries(schema['properties']) : [];
    const typed = members.filter(([, member]) => {
      const values = valuesOf(member, helpers);
      return types.every((type) => values.includes(type));
    });
    const [only] = typed;
    if (only !== undefined && typed.length === 1) answers[silence] = token(only[0]);
  }
  return answers;
}

function valuesOf(schema: unknown, helpers: ReadonlyMap<string, unknown>): readonly unknown[] {
  if (!isNode(schema)) return [];
  if (Array.isArray(schema['enum'])) return schema['enum'];
  const reference = schema['$ref'];
  const target = typeof reference === 'string' ? helpers.get(reference.split('/').pop() ?? '') : undefined;
  return isNode(target) && Array.isArray(target['enum']) ? target['enum'] : [];
}
