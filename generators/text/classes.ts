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
}

/** What may be in a text, each with examples, the telling ones first: the first that fits is taken. */
const CLASSES: readonly (readonly [label: string, texts: readonly string[]])[] = [
  ['an apostrophe', ["Brian O'Neil", "O'Neil", "'"]],
  ['an ampersand', ['Smith & Sons', 'A & B', '&']],
  ['letters beyond ASCII', ['Zoë Müller', 'Zoë', 'ë']],
  ['letters beyond Latin-1', ['Łódź 東京 Αθήνα', '東京', 'Ł']],
  ['quotation marks', ['The "Old" House', '"a"', '"']],
  ['a backslash', ['C:\\new\\table', 'a\\b', '\\']],
  ['a percent sign', ['100%41 of %s', '5%41', '%']],
  ['angle brackets', ['<b>bold</b> < 3 >', '<b>', '<']],
  ['a semicolon and a comment', ["x'; -- /* */ #", 'a;--', ';']],
  ['an SQL condition', ["x' OR '1'='1", "'or'1", "'='"]],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: what a template engine would fill in
  ['braces', ['{{7*7}} ${7*7} #{a} {0}', '${7*7}', '{0}', '{']],
  ['patterns', ['*)(uid=*[(|^$.+?_', '.*[(', '*', '_']],
  ['a plus sign and slashes', ['a+b/c//d?e=f', 'a+b/', '+']],
  ['characters beyond the BMP', ['Tom 😀 𠀀', '😀', '𠀀']],
  ['right-to-left and combining characters', ['עברית عربي e\u0301', 'שע', 'ש']],
  ['blanks at both ends', ['  two  words  ', ' a ', ' ']],
  ['a word that means nothing', ['null', 'nil', '-']],
];

/** How many of the classes, from the first on, any name may have. */
const ORDINARY = 4;

/** One text of each class that a schema allows; none for texts of a form of their own, or from a set of values. */
export function classedTexts(schema: JsonSchema): ClassedText[] {
  if (!isObject(schema) || ![schema['type']].flat().includes('string')) return [];
  if (['enum', 'const', 'pattern', 'format', 'x-semantic', 'x-reference'].some((name) => name in schema)) return [];
  return CLASSES.flatMap(([label, texts], at) => {
    const text = texts.find((one) => brokenByText(schema, one).length === 0);
    return text === undefined || lengthOf(text) === 0 ? [] : [{ label, text, ordinary: at < ORDINARY }];
  });
}
