import type { Constraint } from '../../spec/constraints.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { type SchemaNode, settle } from '../edge/schemas.ts';
import { compileSchema } from '../validate/schema.ts';

/** Beginnings that a pattern may ask for, and characters that it may allow. */
const STARTS = ['', 'http://', '0x'];
const CHARACTERS = ['a', 'A', '1', '-', ' '];
const FAR = [-2_147_483_649, 2_147_483_648, -1, 0, 1.5];
const ODD_TEXTS = ['', 'x', '!', 'no-such-value', '2024-13-45', '\u{1F600}'];

/**
 * True when some probe value gets another verdict from the changed schema: a constraint that another one overrides
 * makes no difference, and a fault in it could never be seen.
 *
 * @param stricter whether the change refuses what was accepted, or the other way round.
 * @param parameter whether the value travels as text: then wrong types are texts too, and nothing is not a list.
 */
export function changesVerdict(
  schema: JsonSchema,
  changed: JsonSchema,
  constraint: Constraint,
  stricter: boolean,
  parameter: boolean,
): boolean {
  const { pointer, keyword } = constraint;
  if (keyword === 'required' || keyword === 'oneOf') return !parameter;
  if (parameter && keyword === 'type' && travelsAsText(nodeAt(schema, pointer))) return false;
  const before = compileSchema(withRoot(nodeAt(schema, pointer), schema));
  const after = compileSchema(withRoot(nodeAt(changed, pointer), changed));
  const [accepts, refuses] = stricter ? [before, after] : [after, before];
  return probes(constraint, parameter).some((probe) => accepts(probe) === undefined && refuses(probe) !== undefined);
}

function probes({ keyword, value }: Constraint, parameter: boolean): unknown[] {
  switch (keyword) {
    case 'minLength':
    case 'maxLength': {
      const lengths = [-1, 0, 1].map((by) => (value as number) + by);
      return lengths.filter((length) => length >= (parameter ? 1 : 0)).flatMap(texts);
    }
    case 'minItems':
    case 'maxItems': {
      const counts = [-1, 0, 1].map((by) => (value as number) + by);
      return counts.filter((count) => count >= (parameter ? 1 : 0)).flatMap(lists);
    }
    case 'uniqueItems':
      return [...lists(2).map((list) => [list[0], list[0]]), [1, 1], ['a', 'a'], [{}, {}]];
    case 'enum':
      return [...(value as unknown[]), ...ODD_TEXTS, 0];
    case 'type':
      return parameter ? ODD_TEXTS : [...ODD_TEXTS, 1, 1.5, true, false, null, [], {}];
    case 'format':
    case 'pattern':
    case 'const':
      return [...ODD_TEXTS, ...FAR];
    default:
      return [-1, 0, 1].map((by) => (value as number) + by);
  }
}

function texts(length: number): string[] {
  return STARTS.flatMap((start) => CHARACTERS.map((character) => start.padEnd(length, character))).filter(
    (t) => t.length === length,
  );
}

/** Lists of so many different items, of several types so that some suit the schema of the items. */
function lists(count: number): unknown[][] {
  const numbers = Array.from({ length: count }, (_, i) => i + 1);
  return [numbers, numbers.map((n) => `item ${n}`), numbers.map((n) => ({ address: `host${n}` })), repeated(count)];
}

function repeated(count: number): string[] {
  return ['EMAIL_CONFIRMATION', 'IDP', 'SECRET_ID'].slice(0, count);
}

function travelsAsText(node: SchemaNode): boolean {
  return node['type'] === 'string' || node['type'] === 'array';
}

/** The schema at an instance location as in `spec/constraints.ts`. */
function nodeAt(schema: JsonSchema, pointer: string): SchemaNode {
  let node = settle(schema, schema);
  for (const part of pointer.split('/').slice(1)) {
    const properties = (node['properties'] ?? {}) as Readonly<Record<string, JsonSchema>>;
    node = settle((properties[part] ?? node['items'] ?? true) as JsonSchema, schema);
  }
  return node;
}

function withRoot(node: SchemaNode, root: JsonSchema): JsonSchema {
  return typeof root === 'boolean' || root['$defs'] === undefined ? node : { ...node, $defs: root['$defs'] };
}
