import { isObject } from '../../spec/json.ts';
import { type Conjunction, isString, keyword } from './conjunction.ts';
import type { JsonType } from './json.ts';
import { INTEGER_FORMATS } from './number-range.ts';

/** Keywords that speak about values of one type only. */
const SPEAKS_OF: readonly (readonly [JsonType, readonly string[]])[] = [
  [
    'object',
    [
      'properties',
      'required',
      'additionalProperties',
      'patternProperties',
      'propertyNames',
      'minProperties',
      'maxProperties',
      'dependentRequired',
      'unevaluatedProperties',
    ],
  ],
  ['array', ['items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems', 'unevaluatedItems']],
  ['string', ['minLength', 'maxLength', 'pattern', 'x-semantic']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
];

/** Preferred order where nothing else decides. */
const ORDER: readonly JsonType[] = ['string', 'number', 'object', 'array', 'boolean', 'null'];

/** The types that a conjunction allows, the preferred first, and whether its numbers must be integers. */
export interface Types {
  readonly allowed: readonly JsonType[];
  readonly integer: boolean;
  /** Those of `allowed` that the keywords speak of; all when they speak of none. */
  readonly meant: readonly JsonType[];
}

/** Intersects `type` over the nodes. */
export function typesOf(nodes: Conjunction): Types {
  const lists = keyword(
    nodes,
    'type',
    (value): value is string | string[] => isString(value) || Array.isArray(value),
  ).map(({ value }) => [value].flat());
  const [first = []] = lists;
  const preferred = [...new Set(first.map((type) => (type === 'integer' ? 'number' : (type as JsonType))))];
  const candidates =
    lists.length > 0
      ? [...preferred.filter((type) => type !== 'null'), ...preferred.filter((type) => type === 'null')]
      : ORDER;
  const allowed = candidates.filter((type) =>
    lists.every((list) => list.includes(type) || (type === 'number' && list.includes('integer'))),
  );
  const integer = lists.some((list) => list.includes('integer') && !list.includes('number'));
  const implied = lists.length > 0 ? [] : allowed.filter((type) => impliedBy(nodes, type));
  return { allowed, integer, meant: implied.length > 0 ? implied : allowed };
}

function impliedBy(nodes: Conjunction, type: JsonType): boolean {
  const names = SPEAKS_OF.find(([of]) => of === type)?.[1] ?? [];
  if (
    nodes.some(
      (node) =>
        isObject(node.schema) && names.some((name) => isObject(node.schema) && Object.hasOwn(node.schema, name)),
    )
  )
    return true;
  const formats = keyword(nodes, 'format', isString).map(({ value }) => value);
  const numeric = (format: string): boolean => format in INTEGER_FORMATS || format === 'float' || format === 'double';
  return (
    (type === 'string' && formats.some((format) => !numeric(format))) || (type === 'number' && formats.some(numeric))
  );
}
