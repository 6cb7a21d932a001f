/** Values that careless servers do not keep as they are: what is accepted must show just so (design: state is observed). */
import { boundaries, isFreeText, packedTexts } from '../../generators/index.ts';
import { isObject, type JsonSchema } from '../../spec/index.ts';
import { complaints } from '../judges/index.ts';
import { isChosen, longestText } from './variation.ts';

/** A value to be kept as it is. */
export interface RoundTripValue {
  readonly value: unknown;
  /** True where a server may have its own mind about a part of it: see `Variation`. */
  readonly invented?: boolean;
  /** What a text is made of, to be tried in smaller numbers where the whole is refused. */
  readonly parts?: readonly string[];
}

/** Servers may take off what is at the ends, and make one of two; what they must not is told by the judge. */
const BLANKS = ' two  words ';

/**
 * Texts that are read as something else by whoever knows no types: no value, a number, references of other notations, lines.
 * Each stands alone, since it is the whole text that is taken for it.
 */
const MISREAD = [
  'null',
  '01.50',
  '0042',
  'true',
  '2024-05-01',
  'a &amp; b &lt;i&gt; %41 \\u0041',
  'one line\nanother\tline',
];

/**
 * Texts of which each differs from the one before it in one thing alone: letter case, what follows, blanks, a letter. Who
 * compares with what is there in a careless way takes the next one for the same.
 */
const ALIKE = ['a bO', 'A Bo', 'A Bo m', 'ABo m', 'ABu m'];

/** Too great for 16 bits. */
const GREAT = 70_000;

/** Two bytes in UTF-8 and one everywhere else. */
const WIDE = 'é';

/** From here on a bounded number may be an id that has all of its 32 bits. */
const NO_QUANTITY = 2 ** 31 - 1;

/** No digits: what is a number may be taken for one. Members that are written together have letters of their own. */
const LETTERS = [...'QWRTZPSDGHJKLXVBNM'];

/** Longer than a careless server has room for, and no longer than people write. */
const LONG = 'Longest '.repeat(32).trim();

/** More than a careless server has room for. */
const WORDS = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta'];

/**
 * Values of a member that must show as they were written, by its schema: texts of the least length, of all classes, that look
 * like something else and of the greatest length, the greatest number, a fraction, lists of several items and of one. None for values from a fixed set and for names of other entities. `turn`:
 * members that are written together have texts of their own, lest one that is taken for the other is none the worse.
 */
export function roundTripValues(schema: JsonSchema | undefined, turn = 0): RoundTripValue[] {
  if (schema === undefined || typeof schema === 'boolean') return [];
  if (isChosen(schema)) return kindsOf(schema);
  const first = (values: readonly unknown[]): RoundTripValue[] =>
    values
      .filter((value) => complaints(schema, value).length === 0)
      .slice(0, 1)
      .map((value) => ({ value }));
  if (typeIs(schema, 'array')) return [...listsOf(schema).flatMap((value) => first([value])), ...textLists(schema)];
  const { minimum, maximum } = schema;
  if (typeof maximum === 'number' && maximum < NO_QUANTITY)
    return [
      ...first([maximum]),
      ...(typeIs(schema, 'number') ? first([maximum - 0.5]) : []),
      // Zero last: a careless server takes it for none given, and what was there before stays.
      ...(typeof minimum === 'number' ? first([0, minimum]) : []),
    ];
  // Of what may be the number of anything, the least one is the likeliest to be something.
  if (typeIs(schema, 'integer') && typeof minimum === 'number') return first([minimum]);
  // What has a form of its own may be refused or rewritten for reasons of that form.
  if (!isFreeText(schema)) return [];
  const packed = packedTexts(schema).map(({ parts }) => turned(parts, turn));
  const longest = longestText(schema);
  // The shortest comes first: what is too short to be touched would be left alone by all that follows.
  return [
    ...first([shortestText(schema, turn)]),
    ...packed,
    ...[BLANKS, ...MISREAD, ...alike(turn)].flatMap((value) => first([value])),
    ...(longest === undefined ? [] : [{ value: longest }, ...first([WIDE.repeat([...longest].length)])]),
  ];
}

/**
 * An empty list, where a list may be empty, and what it held before, and an empty text: a careless server takes them for none
 * given. `[]` for what is neither, and for a list of objects, which may not come back as it was.
 */
export function emptiedValues(schema: JsonSchema | undefined, present: unknown): RoundTripValue[] {
  if (schema === undefined || typeof schema === 'boolean') return [];
  if (isFreeText(schema) && !isChosen(schema)) return complaints(schema, '').length === 0 ? [{ value: '' }] : [];
  if (!typeIs(schema, 'array')) return [];
  const filled = Array.isArray(present) && present.length > 0 && present.every((item) => typeof item !== 'object');
  return [[], ...(filled ? [present] : [])]
    .filter((value) => complaints(schema, value).length === 0)
    .map((value) => ({ value }));
}

/** True for what holds texts under names that nobody lists. */
export function isMap(schema: JsonSchema | undefined): boolean {
  if (schema === undefined || typeof schema === 'boolean' || !typeIs(schema, 'object')) return false;
  const { properties, additionalProperties } = schema;
  return properties === undefined && isFreeText(additionalProperties as JsonSchema | undefined);
}

/**
 * What a map holds, under further names: more of them than people have, such as are of other letters, and such as are taken for a part of
 * some language. Whether a server knows names of its own only is not shown.
 */
export function keyedValues(schema: JsonSchema | undefined, present: unknown): RoundTripValue[] {
  if (!isMap(schema) || schema === undefined) return [];
  const [ordinary = [], odd = []] = [
    packedTexts({ type: 'string' }).flatMap(({ parts }) => parts),
    packedTexts({ type: 'string' }, 'odd').flatMap(({ parts }) => parts),
  ];
  const named = (names: readonly string[]): RoundTripValue => {
    const further = Object.fromEntries(names.map((name, at) => [name, `Text ${at}`]));
    return { value: { ...(typeof present === 'object' ? present : {}), ...further }, invented: true };
  };
  const letters = ordinary.filter((name) => !odd.includes(name));
  return [named(WORDS), named(letters), named(odd), named(['a.b', '$c', 'd[0]', '0', 'constructor'])].filter(
    ({ value }) => complaints(schema, value).length === 0,
  );
}

/**
 * Each word that a scalar may be, that of now last: a careless server keeps one of them as another. None where it is not known which
 * it is, as what goes with a word is only known of that one, and where there is but one other: that is written in any case.
 */
export function chosenValues(schema: JsonSchema | undefined, present: unknown): RoundTripValue[] {
  if (!isObject(schema) || !Array.isArray(schema['enum'])) return [];
  const words = (schema['enum'] as unknown[]).filter((word) => typeof word === 'string');
  const others = words.filter((word) => word !== present);
  return others.length === words.length || others.length < 2 ? [] : [...others, present].map((value) => ({ value }));
}

/** The least length that is a text at all: a single character, where no more are asked for. */
function shortestText(schema: JsonSchema & object, turn: number): string {
  const { minLength } = schema as { readonly minLength?: number };
  return (LETTERS[turn % LETTERS.length] ?? '').repeat(Math.max(1, minLength ?? 0));
}

/** The first of them begins with a capital letter and the others with a small one: no rule for capitals makes all of them one. */
function alike(turn: number): string[] {
  const letter = LETTERS[turn % LETTERS.length] ?? '';
  return ALIKE.map((rest, at) => (at === 0 ? letter : letter.toLowerCase()) + rest);
}

/** Where the contract names several kinds of values, such as the schemes of a link, one of each stands among the examples. */
function kindsOf(schema: JsonSchema & object): RoundTripValue[] {
  const { examples, 'x-semantic': semantic } = schema as { readonly [keyword: string]: unknown };
  const all = semantic === undefined || !Array.isArray(examples) ? [] : (examples as unknown[]);
  return all.filter((value) => value !== '' && complaints(schema, value).length === 0).map((value) => ({ value }));
}

function turned(parts: readonly string[], turn: number): RoundTripValue {
  const at = turn % parts.length;
  const order = [...parts.slice(at), ...parts.slice(0, at)];
  return { value: order.join(' '), parts: order };
}

/** Lists of several items that differ, and of one, twice: what keeps one of several, takes one for none, or compares their numbers, keeps the others. */
function listsOf(schema: JsonSchema & object): unknown[][] {
  const [several] = [...chosenItems(schema), ...madeItems(schema)].filter(
    (list) => complaints(schema, list).length === 0,
  );
  // The numbers at which somebody stops are few: three, one, none.
  if (several === undefined) return [];
  const three = several.length > 3 && complaints(schema, several.slice(0, 3)).length === 0 ? [several.slice(0, 3)] : [];
  return [several, ...three, several.slice(-1), several.slice(0, 1), ...furtherWords(schema)];
}

/** Words that are written together: more of them may not go together. */
const WORDS_TOGETHER = 3;

/** All words of a fixed set but the first ones, few at a time: a server may lose one of them. */
function furtherWords({ items }: { readonly [keyword: string]: unknown }): unknown[][] {
  const words = isObject(items) && Array.isArray(items['enum']) ? (items['enum'] as unknown[]) : [];
  const further = words.slice(WORDS_TOGETHER).filter((word) => word !== null);
  return further.flatMap((_, at) => (at % WORDS_TOGETHER === 0 ? [further.slice(at, at + WORDS_TOGETHER)] : []));
}

/**
 * Texts of all classes as items, and the same from the end: what becomes of the first alone, or of all but the first, shows in one
 * of the two. Only the one is tried in smaller numbers where it is refused.
 */
function textLists(schema: JsonSchema & object): RoundTripValue[] {
  const { items } = schema as { readonly items?: JsonSchema };
  if (items === undefined || !isFreeText(items)) return [];
  const longest = longestText(items) ?? LONG;
  const texts = [...packedTexts(items).flatMap(({ parts }) => parts), BLANKS, longest];
  const { maxItems = texts.length } = schema as { readonly maxItems?: number };
  const parts = texts.filter((text) => complaints(items, text).length === 0).slice(0, maxItems);
  if (complaints(schema, parts).length > 0) return [];
  return [{ value: parts, parts }, { value: parts.toReversed() }];
}

function chosenItems({ items }: { readonly [keyword: string]: unknown }): unknown[][] {
  if (typeof items !== 'object' || items === null) return [];
  const { enum: members } = items as { readonly enum?: readonly unknown[] };
  if (Array.isArray(members))
    return [members.slice(0, WORDS_TOGETHER), members.slice(0, 2)].filter(({ length }) => length > 1);
  return isChosen(items as JsonSchema) ? [] : [WORDS, WORDS.slice(0, 3), WORDS.slice(0, 2)];
}

/** Items that are no texts, as their schema has them; not those that are there already, or name something. */
function madeItems(schema: JsonSchema & object): unknown[][] {
  const { items } = schema as { readonly items?: JsonSchema };
  if (items === undefined || isChosen(items)) return [];
  return boundaries(schema).flatMap(({ keyword, pointer, value }) => {
    if (keyword !== 'items' || pointer !== '' || !Array.isArray(value)) return [];
    const [first] = value as unknown[];
    if (typeof first !== 'number') return [value];
    const many = WORDS.map((_, at) => first + at);
    return [[...many.slice(1), GREAT], many, many.slice(0, 2), value];
  });
}

function typeIs({ type }: { readonly [keyword: string]: unknown }, name: string): boolean {
  return [type].flat().includes(name);
}
