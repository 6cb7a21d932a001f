import { isObject } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { lengthOf } from '../schema/json.ts';
import { brokenByText } from './reading.ts';

/** A valid text with something in it that careless code takes for a part of its own language. */
export interface ClassedText {
  readonly label: string;
  readonly text: string;
  /** Names of people, companies and places are written so: no rule for a name may refuse it. */
  readonly ordinary: boolean;
  /** No part of a packed text: with others beside it, it is another one. */
  readonly alone: boolean;
}

/** A class: its name, whole texts of it, those that show most first (the first that fits is taken), and what is the least of it. */
type Class = readonly [label: string, texts: readonly string[], least?: string];

const CLASSES: readonly Class[] = [
  ['an apostrophe', ["Brian O'Neil", "O'Neil", "'"], "O'N"],
  ['an ampersand', ['Smith & Sons', 'A & B', '&'], 'a&B'],
  ['letters beyond ASCII', ['Zoë Müller é ñ ç ß å Ø Æ', 'Zoë é ü ñ', 'Zoë é', 'é'], 'Zoë é ü ñ'],
  ['letters beyond Latin-1', ['Łódź 東京 漢字 Αθήνα Москва', '東京 漢 Ł Я', '漢Ł', '漢'], 'Łó 漢京 Αθ Я'],
  // In a line of an address, the name of a firm, a sentence.
  ['plain punctuation', ['No. 7 (rear), c/o A-B: x', 'A-b (c), d/e: f.', '(a),b/c:-.', ',:', ','], '(a),b/c:-.'],
  ['quotation marks', ['The "Old" House', '"a"', '"'], '"a"'],
  ['a backslash', ['C:\\new\\table', 'a\\b', '\\'], 'a\\b'],
  ['a percent sign', ['100%41 of %s', '5%41', '%'], '5%41'],
  ['angle brackets', ['<b>bold</b> < 3 >', '<b>', '<'], '<b>'],
  ['a semicolon and a comment', ["x'; -- /* */ #", 'a;--', ';'], 'a;-- #'],
  ['an SQL condition', ["x' OR '1'='1", "'or'1", "'='"], "' OR 1"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template engine would fill in
  ['braces', ['{{7*7}} ${7*7} #{a} {0}', '${7*7}', '{0}', '{'], '${7}'],
  ['patterns', ['*)(uid=*[(|^$.+?_~!@', '.*[(', '*', '_'], '*)[(|^$?_~!@'],
  ['a plus sign and slashes', ['a+b/c//d?e=f', 'a+b/', '+'], 'a+b/?='],
  ['characters beyond the BMP', ['Tom 😀 𠀀', '😀', '𠀀'], '😀𠀀'],
  ['right-to-left and combining characters', ['שלום عربي e\u0301', 'שעe\u0301', 'ש'], 'שעر e\u0301'],
  ['blanks at both ends', ['  two  words  ', ' a ', ' ']],
  ['a word that means nothing', ['null', 'nil', '-']],
];

/** How many of the classes, from the first on, any name or sentence may have. */
const ORDINARY = 5;

/** One text of each class that a schema allows; none for texts of a form of their own, or from a set of values. */
export function classedTexts(schema: JsonSchema): ClassedText[] {
  if (!isFreeText(schema)) return [];
  return CLASSES.flatMap(([label, texts, least], at) => {
    const text = texts.find((one) => surelyFits(schema, one));
    return text === undefined || lengthOf(text) === 0
      ? []
      : [{ label, text, ordinary: at < ORDINARY, alone: least === undefined }];
  });
}

/** Several classes in one text, for where a loss shows which of them it is. */
export interface PackedText {
  readonly text: string;
  /** What it is made of. */
  readonly parts: readonly string[];
}

/**
 * Texts that hold all classes between them, or all but the ordinary ones, as few as the schema's greatest length permits; none
 * as for `classedTexts`.
 */
export function packedTexts(schema: JsonSchema, which: 'all' | 'odd' = 'all'): PackedText[] {
  if (!isFreeText(schema)) return [];
  const packs: string[][] = [];
  for (const least of CLASSES.slice(which === 'odd' ? ORDINARY : 0).flatMap(([, , part]) => part ?? [])) {
    if (!fits(schema, least)) continue;
    const pack = packs.find((parts) => fits(schema, join([...parts, least])));
    if (pack === undefined) packs.push([least]);
    else pack.push(least);
  }
  return packs.map((parts) => ({ text: join(parts), parts }));
}

/** The two halves of a packed text; none of what has a single part. */
export function unpacked({ parts }: PackedText): PackedText[] {
  const middle = Math.ceil(parts.length / 2);
  const halves = parts.length < 2 ? [] : [parts.slice(0, middle), parts.slice(middle)];
  return halves.map((half) => ({ text: join(half), parts: half }));
}

function join(parts: readonly string[]): string {
  return parts.join(' ');
}

/** True for a text without a form of its own that is not from a set of values either. */
export function isFreeText(schema: JsonSchema | undefined): boolean {
  if (!isObject(schema) || ![schema['type']].flat().includes('string')) return false;
  return ['enum', 'const', 'pattern', 'format', 'x-semantic', 'x-reference'].every((name) => !(name in schema));
}

function fits(schema: JsonSchema, text: string): boolean {
  return brokenByText(schema, text).length === 0;
}

/** In whatever unit lengths are counted (silence request.text-length): bytes are the most. */
function surelyFits(schema: JsonSchema, text: string): boolean {
  return fits(schema, text) && fits(schema, 'a'.repeat(Buffer.byteLength(text)));
}
