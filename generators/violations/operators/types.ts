import { keyword } from '../../schema/conjunction.ts';
import type { JsonType } from '../../schema/json.ts';
import { typesOf } from '../../schema/types.ts';
import type { Certainty, Proposal } from '../violation.ts';
import type { Context, Site } from './context.ts';

interface Wrong {
  readonly value: unknown;
  readonly type: JsonType;
  readonly operator?: string;
  readonly certainty?: Certainty;
}

/**
 * Many a mapper takes the number of a word for the word, unasked. That of the word that is there leads to nothing that may be
 * refused for itself.
 */
function ordinal(words: readonly unknown[], value: unknown): Wrong {
  return { value: Math.max(0, words.indexOf(value)), type: 'number', operator: 'ordinal', certainty: 'doubtful' };
}

/**
 * Values of each JSON type that is not allowed. A text that spells the value, an empty one for a number or a truth value, a number
 * for a text or a truth value, and a truth value for a number are what lenient mappers turn into the right type unasked: they
 * are doubtful. One value for a list of it is debatable, and so is null, which many read as "absent". Lists and objects for scalars
 * are definite.
 */
export function typeProposals(site: Site, _context: Context): Proposal[] {
  const asked = keyword(site.nodes, 'type', (value): value is unknown => value !== undefined)[0];
  if (!asked) return [];
  const { allowed } = typesOf(site.nodes);
  const place = { keyword: 'type', schemaPointer: asked.node.pointer };
  const [words] = keyword(site.nodes, 'enum', (value): value is unknown[] => Array.isArray(value));
  return wrongFor(site.value, allowed)
    .map((wrong) => (words !== undefined && wrong.type === 'number' ? ordinal(words.value, site.value) : wrong))
    .filter(({ type }) => !allowed.includes(type))
    .map(({ value, type, operator, certainty }) => ({
      ...place,
      operator: operator ?? `wrong-type-${type}`,
      values: [value],
      certainty: certainty ?? 'definite',
    }));
}

function wrongFor(value: unknown, allowed: readonly JsonType[]): Wrong[] {
  const none: Wrong = { value: null, type: 'null', operator: 'null-where-not-nullable', certainty: 'debatable' };
  const coercible = (wrong: unknown, type: JsonType): Wrong => ({
    value: wrong,
    type,
    operator: 'coercible-type',
    certainty: 'doubtful',
  });
  // A list of the value itself is what a reader that unwraps lists takes for it.
  const isScalar = ['number', 'string', 'boolean'].includes(typeof value);
  const list: Wrong = { value: [isScalar ? value : 'text'], type: 'array' };
  const object: Wrong = { value: { unexpected: true }, type: 'object' };
  const text: Wrong = { value: 'text', type: 'string' };
  const truth: Wrong = { value: true, type: 'boolean' };
  const number: Wrong = { value: 5, type: 'number' };
  switch (typeof value) {
    case 'number':
      return [
        text,
        { ...truth, certainty: 'doubtful' },
        list,
        object,
        coercible(String(value), 'string'),
        coercible('', 'string'),
        none,
      ];
    case 'string':
      return [list, object, coercible(5, 'number'), coercible(true, 'boolean'), none];
    case 'boolean':
      return [
        { ...text, value: 'maybe' },
        { ...number, value: 25, certainty: 'doubtful' },
        list,
        object,
        coercible(String(value), 'string'),
        coercible(value ? 1 : 0, 'number'),
        coercible('', 'string'),
        none,
      ];
    default:
      break;
  }
  if (value === null) return allowed.includes('string') ? [list, object] : [text, list, object];
  if (!Array.isArray(value)) return [text, number, truth, { ...list, value: [] }, none];
  const empty: Wrong = { ...text, value: '', operator: 'empty-text-for-list' };
  const [first] = value as unknown[];
  const single: Wrong[] =
    first === undefined
      ? []
      : [{ value: first, type: scalarType(first), operator: 'single-for-list', certainty: 'debatable' }];
  return [text, empty, number, truth, object, ...single, none];
}

function scalarType(value: unknown): JsonType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value === 'object' ? 'object' : (typeof value as JsonType);
}
