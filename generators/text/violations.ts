import { isObject } from '../../spec/json.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { flatten, itemNodes } from '../schema/conjunction.ts';
import type { JsonType } from '../schema/json.ts';
import { typesOf } from '../schema/types.ts';
import { plainValue, prepare } from '../schema/valid.ts';
import { isJust, isWithin } from '../violations/clause.ts';
import type { Certainty, Violation } from '../violations/violation.ts';
import { violations } from '../violations/violations.ts';
import { brokenByText, toText, toTexts } from './reading.ts';
import { spellingsOf } from './spellings.ts';

/** A violation as it is written in a path, query or form: `old` and `new` are the texts of the broken part. */
export interface TextViolation extends Violation {
  readonly old: string;
  readonly new: string;
  /** The whole value as text; the items of an array joined by commas. */
  readonly value: string;
  /** One text per item of an array, else one. */
  readonly texts: readonly string[];
}

/**
 * The violations of a parameter that survive being written as text, with those that exist only in text: texts that are
 * no number or truth value, and spellings about which readers differ. Each, read strictly, breaks exactly one keyword;
 * a debatable one at most that.
 * @throws as `violations`.
 */
export function textViolations(schema: JsonSchema): TextViolation[] {
  const plain = plainValue(schema);
  const candidates = [...fromSpellings(schema, plain), ...fromValues(schema)];
  const found = new Map<string, TextViolation>();
  for (const candidate of candidates) {
    const { operator, keyword, pointer, texts } = candidate;
    const clauses = texts.length === 0 ? undefined : brokenByText(schema, texts);
    const intended = { keyword, pointer };
    if (!clauses || !(candidate.optional ? isWithin(clauses, intended) : isJust(clauses, intended))) continue;
    const key = `${operator} ${pointer} ${JSON.stringify(texts)}`;
    if (!found.has(key)) found.set(key, withoutMark(candidate));
  }
  return [...found.values()].sort((a, b) => rank(a) - rank(b));
}

/** `optional`: the strict reading may find nothing broken, because readers differ about what is counted. */
type Candidate = TextViolation & { readonly optional: boolean };

function withoutMark({ optional: _, ...violation }: Candidate): TextViolation {
  return violation;
}

function rank({ certainty }: { certainty: Certainty }): number {
  return ['definite', 'doubtful', 'debatable'].indexOf(certainty);
}

function fromValues(schema: JsonSchema): Candidate[] {
  return violations(schema).flatMap((violation) => {
    // A wrong type leaves no trace in a text; what can be written in its stead is among the spellings.
    if (violation.keyword === 'type' && violation.operator !== 'fraction') return [];
    if (
      violation.new === undefined ||
      isObject(violation.value) ||
      (isObject(violation.new) && !Array.isArray(violation.new))
    )
      return [];
    const texts = toTexts(violation.value);
    return [
      {
        ...violation,
        old: toText(violation.old),
        new: toText(violation.new),
        value: texts.join(','),
        texts,
        optional: violation.certainty === 'debatable',
      },
    ];
  });
}

function fromSpellings(schema: JsonSchema, plain: unknown): Candidate[] {
  const { doc } = prepare(schema);
  const whole = flatten(doc, [doc.root]);
  const list = typesOf(whole).allowed[0] === 'array';
  const nodes = list ? flatten(doc, itemNodes(doc, whole, 0)) : whole;
  const { allowed, integer } = typesOf(nodes);
  const items = list ? toTexts(Array.isArray(plain) && plain.length > 0 ? plain : [itemOf(schema)]) : [toText(plain)];
  const [first = ''] = items;
  const keyword = allowed.length < 4 && !allowed.includes('string') ? 'type' : 'enum';
  return spellingsOf(allowed as readonly JsonType[], integer, first, isListed(schema)).map(
    ({ operator, text, certainty }) => {
      const texts = [text, ...items.slice(1)];
      return {
        operator,
        keyword,
        pointer: list ? '/0' : '',
        schemaPointer: `${list ? '/items' : ''}/${keyword}`,
        old: first,
        new: text,
        value: texts.join(','),
        texts,
        certainty,
        optional: isListed(schema) && text !== '',
      };
    },
  );
}

function itemOf(schema: JsonSchema): unknown {
  const items = isObject(schema) ? schema['items'] : undefined;
  return isObject(items) ? plainValue(items) : '';
}

/** Whether one text is a list of listed values. */
function isListed(schema: JsonSchema): boolean {
  return isObject(schema) && schema['x-comma-separated'] === true;
}
