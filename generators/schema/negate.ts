import { isObject } from '../../spec/json.ts';
import { flatten } from './conjunction.ts';
import { type Node, type SchemaDocument, virtualNode } from './document.ts';
import { JSON_TYPES, type JsonObject } from './json.ts';

/** Keywords whose opposite is another keyword with another number. */
const OPPOSITE: Readonly<Record<string, (value: number) => JsonObject>> = {
  minimum: (value) => ({ type: 'number', exclusiveMaximum: value }),
  maximum: (value) => ({ type: 'number', exclusiveMinimum: value }),
  exclusiveMinimum: (value) => ({ type: 'number', maximum: value }),
  exclusiveMaximum: (value) => ({ type: 'number', minimum: value }),
  minLength: (value) => ({ type: 'string', maxLength: value - 1 }),
  maxLength: (value) => ({ type: 'string', minLength: value + 1 }),
  minItems: (value) => ({ type: 'array', maxItems: value - 1 }),
  maxItems: (value) => ({ type: 'array', minItems: value + 1 }),
  minProperties: (value) => ({ type: 'object', maxProperties: value - 1 }),
  maxProperties: (value) => ({ type: 'object', minProperties: value + 1 }),
};

/**
 * Ways to break a schema, as schemas to build values from: each value of the schema's complement is in one of them, and
 * where a keyword has no constructive opposite, the schema is left as a `not` that a check must enforce.
 * An empty list means that the schema cannot be broken.
 */
export function negate(doc: SchemaDocument, node: Node): Node[] {
  if (node.schema === false) return [virtualNode(node, true)];
  return flatten(doc, [node]).flatMap((part) => {
    if (!isObject(part.schema)) return [virtualNode(part, true)];
    const { schema } = part;
    return Object.keys(schema).flatMap((name) =>
      opposites(name, schema[name], schema).map((one) => virtualNode(part, one)),
    );
  });
}

/** The single way to break a schema, when there is just one and it needs no check. */
export function simpleOpposite(doc: SchemaDocument, node: Node): Node | undefined {
  const ways = negate(doc, node);
  const [only] = ways;
  return ways.length === 1 && only && isObject(only.schema) && only.schema['not'] === undefined ? only : undefined;
}

function opposites(name: string, value: unknown, schema: JsonObject): (JsonObject | boolean)[] {
  const opposite = OPPOSITE[name];
  if (opposite) return typeof value === 'number' ? [opposite(value)] : [];
  switch (name) {
    case 'type': {
      const types = [value].flat();
      const others = JSON_TYPES.filter(
        (type) => !types.includes(type) && !(type === 'number' && types.includes('integer')),
      );
      const fraction =
        types.includes('integer') && !types.includes('number') ? [{ type: 'number', not: { type: 'integer' } }] : [];
      return [...(others.length > 0 ? [{ type: others }] : []), ...fraction];
    }
    case 'required':
      return [value].flat().map((member) => ({ type: 'object', properties: { [String(member)]: false } }));
    case 'pattern':
      return [{ type: 'string', not: { pattern: value } }];
    case 'enum':
    case 'const':
    case 'multipleOf':
    case 'format':
    case 'uniqueItems':
    case 'contains':
    case 'propertyNames':
    case 'dependentRequired':
    case 'dependentSchemas':
    case 'x-semantic':
    case 'patternProperties':
    case 'prefixItems':
    case 'anyOf':
    case 'oneOf':
    case 'unevaluatedItems':
    case 'unevaluatedProperties':
      return [typeHint(name)];
    case 'if':
      return [true];
    case 'not':
      return isObject(value) || typeof value === 'boolean' ? [value] : [];
    case 'items':
      return [{ type: 'array', minItems: 1 }];
    case 'additionalProperties':
      return value === true
        ? []
        : [
            {
              type: 'object',
              minProperties: Object.keys(isObject(schema['properties']) ? schema['properties'] : {}).length + 1,
            },
          ];
    case 'properties':
      return Object.entries(isObject(value) ? value : {}).map(([member, rule]) => ({
        type: 'object',
        required: [member],
        properties: { [member]: rule === false ? true : { not: rule } },
      }));
    default:
      return [];
  }
}

/** Only the type to which a keyword applies: values of other types cannot break it. */
function typeHint(name: string): JsonObject | boolean {
  if (name === 'unevaluatedProperties') return { type: 'object', minProperties: 1 };
  if (/Items|contains|prefix/.test(name)) return { type: 'array', minItems: 1 };
  if (/ropert|dependent/.test(name)) return { type: 'object' };
  if (name === 'multipleOf') return { type: 'number' };
  return true;
}
