import fc from 'fast-check';
import { isObject } from '../../spec/json.ts';
import type { Alphabet } from '../automaton/alphabet.ts';
import { Language, type PatternRule } from '../automaton/language.ts';
import { type Conjunction, isList, isString, keyword, strictest } from './conjunction.ts';
import { UnsatisfiableSchemaError, UnsupportedSchemaError } from './errors.ts';
import { patternsOfFormat } from './formats.ts';
import { lengthOf } from './json.ts';
import { picker } from './random.ts';
import { type Edge, MOST_LISTED, once, type Recipe } from './recipe.ts';
import { patternOfMeaning } from './semantics.ts';

/** How many lengths above the least are tried where `maxLength` allows many or any. */
const SPREAD = 40;
/** No longer text is made, even where `maxLength` allows it. */
const LONGEST = 200_000;

/** The texts of a conjunction of string keywords, with lengths in code points. */
export interface TextSpace {
  readonly language: Language;
  readonly min: number;
  /** Undefined when no `maxLength` applies. */
  readonly max: number | undefined;
}

/**
 * The texts that satisfy `minLength`, `maxLength`, `pattern`, `format` and `x-semantic` together; other lengths than
 * those of the schema can be asked for.
 * @throws UnsupportedSchemaError for patterns that cannot be turned into an automaton of bearable size.
 */
export function textSpace(
  nodes: Conjunction,
  alphabet: Alphabet,
  lengths?: readonly [min: number, max: number],
): TextSpace {
  const lowest = Math.ceil(Math.max(0, strictest(nodes, 'minLength', 'greatest')?.value ?? 0));
  const [min, max] = lengths ?? [lowest, strictest(nodes, 'maxLength', 'least')?.value];
  const place = placeOf(nodes);
  const unsatisfiable = (reason: string) => new UnsatisfiableSchemaError(place.pointer, place.keyword, reason);
  if (max !== undefined && min > max) throw unsatisfiable('minLength is above maxLength');
  for (const rules of rulesOf(nodes)) {
    try {
      const language = languageOf(rules, alphabet);
      const limit = Math.min(max ?? min + 2_000, LONGEST);
      const shortest = language.shortest(min, Math.min(limit, min + language.size));
      if (shortest !== undefined) return { language, min: shortest, max };
    } catch (error) {
      throw new UnsupportedSchemaError(
        place.pointer,
        place.keyword,
        error instanceof Error ? error.message : String(error),
      );
    }
  }
  throw unsatisfiable('no text has such a length and form');
}

/** Recipe for the texts of a conjunction. */
export function stringRecipe(nodes: Conjunction, alphabet: Alphabet): Recipe {
  const space = textSpace(nodes, alphabet);
  const { language, min } = space;
  const lengths = language.lengths(min, Math.min(space.max ?? LONGEST, min + SPREAD, LONGEST));
  const make = ([index, seed]: readonly [number, number]): string => language.text(lengths[index] ?? min, picker(seed));
  const arbitrary = fc.tuple(fc.nat({ max: lengths.length - 1 }), fc.nat({ max: 0xffffffff })).map(make);
  const typical = lengths.find((length) => length >= 6) ?? lengths.at(-1) ?? min;
  const plain = once(() => language.text(typical, picker(7)));
  return {
    arbitrary,
    plain,
    full: plain,
    edges: once(() => [...lengthEdges(nodes, space), ...formEdges(nodes, space, plain())]),
    domain: once(() => fewTexts(space, lengths)),
  };
}

/** The greatest possible length from `min` to `max`; undefined when `max` is open or the pattern allows none near it. */
export function greatestLength(language: Language, min: number, max: number): number | undefined {
  for (let length = Math.min(max, LONGEST); length >= min; length -= 1) if (language.has(length)) return length;
  return undefined;
}

function lengthEdges(nodes: Conjunction, { language, min, max }: TextSpace): Edge[] {
  const edges: Edge[] = [];
  const texts = (length: number): string[] => [3, 5, 11].map((seed) => language.text(length, picker(seed)));
  const explicit = keyword(nodes, 'minLength', (value): value is number => typeof value === 'number').length > 0;
  if (explicit)
    edges.push({
      label: min === 0 ? 'empty text' : `minLength ${min}`,
      pointer: '',
      keyword: 'minLength',
      candidates: texts(min),
    });
  if (explicit && min === 0 && (max ?? 1) > 0 && language.has(1))
    edges.push({ label: 'one character', pointer: '', keyword: 'minLength', candidates: texts(1) });
  const longest = max === undefined ? undefined : greatestLength(language, min, max);
  if (longest !== undefined) {
    edges.push({ label: `maxLength ${longest}`, pointer: '', keyword: 'maxLength', candidates: texts(longest) });
  }
  return edges;
}

/** Texts that show a pattern or format from several sides: the schema's own examples, else texts of several lengths. */
function formEdges(nodes: Conjunction, { language, min }: TextSpace, plain: string): Edge[] {
  const name = ['pattern', 'format', 'x-semantic'].find((one) => keyword(nodes, one, isString).length > 0);
  if (name === undefined) return [];
  const examples = keyword(nodes, 'examples', isList).flatMap(({ value }) => value.filter(isString));
  if (examples.length > 0) {
    return examples.map((text) => ({
      label: `example ${JSON.stringify(text)}`,
      pointer: '',
      keyword: name,
      candidates: [text],
    }));
  }
  const shortest = language.text(min, picker(5));
  const other = language.text(language.shortest(plain.length + 1, plain.length + 8) ?? lengthOf(plain), picker(23));
  return [...new Set([plain, shortest, other])].map((text) => ({
    label: `${name} ${JSON.stringify(text)}`,
    pointer: '',
    keyword: name,
    candidates: [text],
  }));
}

/** Lists the texts when the space holds only the empty text or a handful: what small unique arrays need to know. */
function fewTexts({ language, min, max }: TextSpace, lengths: readonly number[]): string[] | undefined {
  if (max === undefined || max > min + SPREAD || language.size > 400) return undefined;
  const texts = new Set<string>();
  for (const length of lengths) {
    for (let seed = 0; seed < MOST_LISTED * 2; seed += 1) texts.add(language.text(length, picker(seed)));
    if (texts.size > MOST_LISTED / 3) return undefined;
  }
  return [...texts];
}

/** The sets of patterns to try in turn: format and meaning as patterns first, then without them (and a check later). */
function rulesOf(nodes: Conjunction): PatternRule[][] {
  const own: PatternRule[] = keyword(nodes, 'pattern', isString).map(({ value }) => ({ pattern: value }));
  for (const { value } of keyword(nodes, 'not', isObject)) {
    const names = Object.keys(value).filter((name) => name !== 'type' || value['type'] !== 'string');
    if (names.length === 1 && isString(value['pattern'])) own.push({ pattern: value['pattern'], negated: true });
  }
  const meanings = keyword(nodes, 'x-semantic', isString).flatMap(({ value }) => {
    const pattern = patternOfMeaning(value);
    return pattern === undefined ? [] : [{ pattern }];
  });
  const formats = keyword(nodes, 'format', isString).map(({ value }) => patternsOfFormat(value));
  const tries = [0, 1].map((choice) =>
    formats.flatMap((patterns) => {
      const pattern = patterns[choice] ?? patterns[0];
      return pattern === undefined ? [] : [{ pattern }];
    }),
  );
  return [...tries.map((format) => [...own, ...meanings, ...format]), [...own, ...meanings], own];
}

const LANGUAGES = new Map<string, Language>();

function languageOf(rules: readonly PatternRule[], alphabet: Alphabet): Language {
  const key = JSON.stringify([alphabet, rules]);
  let made = LANGUAGES.get(key);
  if (!made) {
    made = new Language(rules, alphabet);
    if (LANGUAGES.size > 500) LANGUAGES.clear();
    LANGUAGES.set(key, made);
  }
  return made;
}

function placeOf(nodes: Conjunction): { pointer: string; keyword: string } {
  for (const name of ['pattern', 'format', 'minLength', 'maxLength']) {
    const [found] = nodes.filter((node) => isObject(node.schema) && Object.hasOwn(node.schema, name));
    if (found) return { pointer: found.pointer, keyword: name };
  }
  return { pointer: nodes[0]?.pointer ?? '', keyword: 'type' };
}
