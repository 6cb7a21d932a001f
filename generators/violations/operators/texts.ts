import { Language, type PatternRule } from '../../automaton/language.ts';
import { type Conjunction, isList, isString, keyword, regex, strictest } from '../../schema/conjunction.ts';
import { UnsatisfiableSchemaError, UnsupportedSchemaError } from '../../schema/errors.ts';
import { malformedOf } from '../../schema/formats.ts';
import { lengthOf } from '../../schema/json.ts';
import { picker } from '../../schema/random.ts';
import { greatestLength, textSpace } from '../../schema/string.ts';
import type { Proposal } from '../violation.ts';
import type { Context, Site } from './context.ts';

/** By how many characters a text is too long by much: enough to be no oversight, not enough to be refused for its size. */
const MUCH = 100;

/** Texts up to this length still fit into a request line twice. */
const TWICE = 1024;

/** Texts of wrong length, form, format and meaning. */
export function textProposals(site: Site, context: Context): Proposal[] {
  if (typeof site.value !== 'string') return [];
  return [
    ...tooShort(site.nodes, context),
    ...tooLong(site.nodes, context, site.value),
    ...wrongForm(site.nodes, context, site.value),
    ...wrongFormat(site.nodes),
    ...wrongMeaning(site.nodes, site.value),
  ];
}

function tooShort(nodes: Conjunction, { pick }: Context): Proposal[] {
  const bound = strictest(nodes, 'minLength', 'greatest');
  if (!bound || bound.value < 1) return [];
  const place = { keyword: 'minLength', schemaPointer: bound.node.pointer };
  const just = textsOf(nodes, bound.value - 1, bound.value - 1, pick);
  const much = bound.value > 1 ? textsOf(nodes, 0, Math.floor(bound.value / 2), pick) : [];
  return [
    { ...place, operator: 'too-short', values: just },
    { ...place, operator: 'too-short-by-much', values: much },
  ];
}

function tooLong(nodes: Conjunction, { pick }: Context, value: string): Proposal[] {
  const bound = strictest(nodes, 'maxLength', 'least');
  if (!bound) return [];
  const place = { keyword: 'maxLength', schemaPointer: bound.node.pointer };
  const max = bound.value;
  const far = Math.max(max + MUCH, max > TWICE ? 0 : 2 * max + 1);
  const filler = 'a'.repeat(Math.max(0, max - 1));
  return [
    { ...place, operator: 'too-long-by-one', values: textsOf(nodes, max + 1, max + 8, pick) },
    // Begins with a whole valid one, for whoever reads no further.
    { ...place, operator: 'too-long-behind-a-valid-one', values: lengthOf(value) === max ? [`${value}${value}`] : [] },
    { ...place, operator: 'too-long-by-much', values: textsOf(nodes, far, far + 8, pick) },
    // Valid by code points; too long for whoever counts UTF-16 units or bytes.
    {
      ...place,
      operator: 'astral-at-max-length',
      certainty: 'debatable',
      values: max > 0 ? [`${filler}\u{1F600}`] : [],
    },
    { ...place, operator: 'accent-at-max-length', certainty: 'debatable', values: max > 0 ? [`${filler}\u00e9`] : [] },
  ];
}

/** Texts of all other constraints with a length from `min` to `max`, the nearest first. */
function textsOf(nodes: Conjunction, min: number, max: number, pick: (n: number) => number): string[] {
  try {
    const { language, min: shortest } = textSpace(nodes, 'plain', [min, max]);
    const length = max > min + 8 ? greatestLength(language, min, max) : shortest;
    return length === undefined ? [] : [language.text(length, picker(1 + pick(1_000_000)))];
  } catch (error) {
    if (
      error instanceof UnsatisfiableSchemaError ||
      error instanceof UnsupportedSchemaError ||
      error instanceof RangeError
    )
      return [];
    throw error;
  }
}

function wrongForm(nodes: Conjunction, { pick }: Context, valid: string): Proposal[] {
  const patterns = keyword(nodes, 'pattern', isString);
  const dates = keyword(nodes, 'x-semantic', isString).some(({ value }) => value === 'past-date');
  return patterns.flatMap(({ node, value: pattern }) => {
    const place = { operator: 'pattern-broken', keyword: 'pattern', schemaPointer: node.pointer };
    const others = patterns.filter((one) => one.value !== pattern).map((one): PatternRule => ({ pattern: one.value }));
    const max = strictest(nodes, 'maxLength', 'least')?.value ?? 40;
    const min = Math.max(1, strictest(nodes, 'minLength', 'greatest')?.value ?? 0);
    const values = outside(pattern, others, min, Math.min(max, min + 12), pick);
    const loose = dates ? ['2020-01-05T00:00:00Z', '2020-1-5', '20200105'] : [];
    const given = keyword([node], 'x-counterexamples', isList).flatMap(({ value }) => value.filter(isString));
    const breaks = (text: string): boolean =>
      !regex(pattern).test(text) && others.every((one) => regex(one.pattern).test(text));
    // A date without its last digit, or without its zone, is one in another form.
    const [front, behind] = dates ? [[], []] : [[valid.slice(1)], [valid.slice(0, -1)]];
    return [
      { ...place, values },
      // For whoever looks at a part of the text alone.
      { ...place, operator: 'pattern-broken-in-front', values: [`x${valid}`, ...front].filter(breaks) },
      { ...place, operator: 'pattern-broken-behind', values: [`${valid}x`, ...behind].filter(breaks) },
      ...given.map((text): Proposal => ({ ...place, values: [text] })),
      ...loose.map(
        (text): Proposal => ({ ...place, operator: 'date-in-another-form', certainty: 'debatable', values: [text] }),
      ),
    ];
  });
}

/** Texts in which the pattern is not found, though the other patterns are. */
function outside(
  pattern: string,
  others: readonly PatternRule[],
  min: number,
  max: number,
  pick: (n: number) => number,
): string[] {
  try {
    const language = new Language([{ pattern, negated: true }, ...others], 'plain');
    const lengths = language.lengths(min, max);
    const length = lengths[Math.min(lengths.length - 1, 5)];
    if (length === undefined) return [];
    const texts = [0, 1, 2, 3].map((turn) => language.text(length, picker(1 + turn + pick(1_000_000))));
    return texts.filter((text) => !regex(pattern).test(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof RangeError) return [];
    throw error;
  }
}

function wrongFormat(nodes: Conjunction): Proposal[] {
  return keyword(nodes, 'format', isString).flatMap(({ node, value: format }) =>
    malformedOf(format).map(
      ({ text, debatable }): Proposal => ({
        operator: 'malformed-format',
        keyword: 'format',
        schemaPointer: node.pointer,
        values: [text],
        certainty: debatable ? 'debatable' : 'definite',
      }),
    ),
  );
}

/** What a meaning excludes is only debatable, except a date that the calendar does not know. */
function wrongMeaning(nodes: Conjunction, value: string): Proposal[] {
  return keyword(nodes, 'x-semantic', isString).flatMap(({ node, value: semantic }): Proposal[] => {
    const place = { keyword: 'x-semantic', schemaPointer: node.pointer, certainty: 'debatable' as const };
    if (semantic === 'iso-3166-1-alpha-2') {
      return [
        { ...place, operator: 'unassigned-code', certainty: 'doubtful', values: ['WW'] },
        { ...place, operator: 'code-left-to-users', values: ['ZZ'] },
        { ...place, operator: 'lower-case-code', values: [value.toLowerCase()] },
        { ...place, operator: 'digits-for-code', values: ['12'] },
      ];
    }
    if (semantic !== 'past-date') return [];
    const rest = lengthOf(value) > 10 ? value.slice(10) : '';
    return [
      { ...place, operator: 'future-date', values: [`2999-01-05${rest}`] },
      { ...place, operator: 'impossible-date', certainty: 'definite', values: [`2020-13-45${rest}`] },
      { ...place, operator: 'impossible-date', certainty: 'definite', values: [`2019-02-30${rest}`] },
      { ...place, operator: 'leap-day-of-another-year', certainty: 'definite', values: [`2019-02-29${rest}`] },
      // A century is no leap year, but for every fourth.
      { ...place, operator: 'leap-day-of-a-century', certainty: 'definite', values: [`1900-02-29${rest}`] },
    ];
  });
}
