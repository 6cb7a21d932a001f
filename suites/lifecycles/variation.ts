/** Other values for a member of an entity: near to the present one where they must be put back, any valid one where not. */
import { isDeepStrictEqual } from 'node:util';
import { fullValue, plainValue } from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/index.ts';
import { boundariesOf } from '../checks/inputs.ts';
import { complaints, isEmpty } from '../judges/index.ts';

/** Shorter texts are mostly codes with rules of their own: a country, a language, a flag. */
const SHORTEST = 4;

/** Texts beyond this length say little about how names are kept. */
const LONGEST = 4096;

/** For a text that is empty. */
const SOMETHING = 'Something';

/** Added to texts; each turn of one change has its own, so that two changes in a row differ. */
const MARKS: readonly (readonly string[])[] = [
  ['x', '1', 'a'],
  ['q', '7', 'b'],
  ['z', '3', 'c'],
];

/**
 * A text, or a value with a text in it, changed by one character in a way that most rules for texts let pass (an e-mail
 * address stays one). Undefined where there is no free text or no such change is valid. `turn` gives different changes.
 */
export function smallChange(schema: JsonSchema | undefined, present: unknown, turn: number): unknown {
  if (schema !== undefined && isChosen(schema)) return undefined;
  for (const changed of variants(present, MARKS[turn % MARKS.length] ?? [])) {
    if (schema === undefined || complaints(schema, changed).length === 0) return changed;
  }
  return undefined;
}

/** What a value for a member was made of. */
export interface Variation {
  readonly value: unknown;
  /** True when a number in it was made up, which may be taken for the id of something that does not exist. */
  readonly invented: boolean;
}

/**
 * Other valid values of any kind, the likeliest first: for entities that need not be put back to the letter. `siblings`:
 * what other entities of the kind have at this place.
 */
export function largeChanges(
  schema: JsonSchema | undefined,
  present: unknown,
  turn: number,
  siblings: readonly unknown[],
): Variation[] {
  const small = smallChange(schema, present, turn);
  const known = [
    ...(small === undefined ? [] : [small]),
    ...(typeof present === 'boolean' ? [!present] : []),
    ...siblings,
    // Nothing at all stands in many places, some of what is there in few.
    ...(Array.isArray(present) && present.length > 1 ? [present.slice(0, -1)] : []),
    ...(present === '' ? [SOMETHING] : []),
  ].filter((value) => !saysNothing(value) && !isDeepStrictEqual(value, present ?? null));
  if (schema === undefined || typeof schema === 'boolean') return known.map((value) => ({ value, invented: false }));
  const made = [
    ...(Array.isArray(schema['enum']) ? (schema['enum'] as unknown[]) : []),
    ...attempt(() => [fullValue(schema), plainValue(schema)]),
    ...attempt(() => boundariesOf(schema).map(({ value }) => value)),
  ];
  const seen = new Set([JSON.stringify(present ?? null)]);
  const fresh = (value: unknown): boolean => {
    if (saysNothing(value)) return false;
    const text = JSON.stringify(value);
    // Whether a list may hold something twice, and what becomes of it then, is not shown.
    if (seen.has(text) || repeats(value) || complaints(schema, value).length > 0) return false;
    seen.add(text);
    return true;
  };
  const variations = [
    ...known.filter(fresh).map((value) => ({ value, invented: false })),
    ...made
      .filter(fresh)
      .map((value) => ({ value, invented: /\d/.test(JSON.stringify(value).replace(/"(?:[^"\\]|\\.)*"/g, '')) })),
  ];
  // What holds no number that was made up says more, and so does what holds anything at all.
  const rank = ({ value, invented }: Variation): number => (invented ? 2 : Number(isEmpty(value) || value === ''));
  return variations.sort((a, b) => rank(a) - rank(b));
}

/**
 * The longest valid value of a free text, which a careless server cuts; undefined for what is no free text of bounded length.
 * What has a form of its own may be refused or rewritten for reasons of that form.
 */
export function longestText(schema: JsonSchema | undefined): string | undefined {
  if (schema === undefined || typeof schema === 'boolean' || isChosen(schema)) return undefined;
  const { maxLength, pattern, format } = schema;
  if (typeof maxLength !== 'number' || maxLength > LONGEST || pattern !== undefined || format !== undefined)
    return undefined;
  const text = 'Longest '
    .repeat(Math.ceil(maxLength / 8))
    .slice(0, maxLength)
    .replace(/ $/, 'x');
  return complaints(schema, text).length === 0 ? text : undefined;
}

/** True for null, and what has one in it: whether it clears a member, or leaves it as it was, is not shown (silence `request.null-members`). */
function saysNothing(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).some(saysNothing);
}

function repeats(value: unknown): boolean {
  if (!Array.isArray(value)) return false;
  return new Set(value.map((item) => JSON.stringify(item))).size < value.length;
}

/** Values from a fixed set, and names of other entities, are not free text. */
export function isChosen(schema: JsonSchema): boolean {
  if (typeof schema === 'boolean') return false;
  return ['enum', 'const', 'x-reference', 'x-semantic'].some((keyword) => schema[keyword] !== undefined);
}

/** True for what may choose what else an entity has: a word of few, a flag, and any scalar of which nobody says what it may be. */
export function isSwitch(schema: JsonSchema | undefined, value: unknown): boolean {
  if (typeof value === 'boolean') return true;
  return schema === undefined || typeof schema === 'boolean' ? typeof value !== 'object' : isChosen(schema);
}

function variants(present: unknown, marks: readonly string[]): unknown[] {
  if (typeof present === 'string') {
    if ([...present].length < SHORTEST) return [];
    return marks
      .flatMap((mark) => [`${mark}${present}`, `${present}${mark}`, `${mark}${present.slice(1)}`])
      .filter((text) => text !== present);
  }
  if (present === null || typeof present !== 'object') return [];
  for (const [name, value] of Object.entries(present)) {
    const changed = variants(value, marks);
    if (changed.length === 0) continue;
    return changed.map((one) =>
      Array.isArray(present)
        ? present.map((item: unknown, at) => (String(at) === name ? one : item))
        : { ...present, [name]: one },
    );
  }
  return [];
}

/** A schema without any value that can be found has no other value either. */
function attempt(make: () => readonly unknown[]): readonly unknown[] {
  try {
    return make();
  } catch {
    return [];
  }
}
