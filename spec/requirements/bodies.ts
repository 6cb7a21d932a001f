/** Requirements on request bodies: presence, form, and the schema's constraints (contract 4.1 and the dialect's schemas). */

import { type Constraint, constraintsOf, variantConstraintsOf } from '../constraints.ts';
import type { Operation, RequestBody, Requirement } from '../types.ts';
import type { Source } from '../vocabulary.ts';
import { draft, requirementOf } from './draft.ts';
import { describe } from './parameters.ts';
import { pointerSlug, slug } from './slug.ts';

/** The requirements that an operation's request body gives; none when it takes no body or a form (its fields are parameters). */
export function bodyRequirements(operation: Operation): Requirement[] {
  const body = operation.body;
  if (body === undefined || operation.interface === 'legacy') return [];
  const make = (id: string, sentence: string): Requirement => draft(operation, id, { topic: 'body', sentence });
  const found = [
    make('body.required.refuses', 'A request without its required body is refused.'),
    make('body.malformed.refuses', 'A body that is not well-formed JSON is refused.'),
    make(
      'body.top-level-type.refuses',
      `A body whose top-level type is not that of ${body.schemaName ?? 'the documented body'} is refused.`,
    ),
    make('body.spellings.accepts', 'The same body in another spelling of JSON, or sent in chunks, is accepted alike.'),
    make(
      'body.texts.survives',
      'Whatever characters the texts of a body hold, they are taken or refused and break nothing.',
    ),
  ];
  if (body.contents.some(({ mediaType }) => mediaType === 'application/xml')) {
    found.push(
      make('body.xml.accepts', 'The same body written as XML is accepted.'),
      make('body.xml-malformed.refuses', 'An XML body that is not well-formed is refused.'),
      draft(operation, 'body.xml-values.refuses', {
        topic: 'body',
        source: body.standing === 'contract' ? 'contract' : 'dialect',
        sentence: 'Values that the schema forbids are refused in XML as they are in JSON.',
      }),
    );
  }
  return [...found, ...schemaRequirements(operation, body)];
}

function schemaRequirements(operation: Operation, body: RequestBody): Requirement[] {
  const schema = body.contents.find(({ mediaType }) => mediaType === 'application/json')?.schema;
  if (schema === undefined || body.standing === 'silent') return [];
  const source: Source = body.standing === 'contract' ? 'contract' : 'dialect';
  const seen = new Set<string>();
  const found: Requirement[] = [];
  const add = (
    constraint: Constraint,
    direction: 'accepts' | 'refuses',
    suffix = '',
    level: Requirement['level'] = 'MUST',
  ): void => {
    const place = ['body', pointerSlug(constraint.pointer), constraint.keyword].filter((part) => part !== '').join('.');
    const id = `${operation.id}.${place}${suffix}.${direction}`;
    if (seen.has(id)) return;
    seen.add(id);
    const words = {
      source: constraint.keyword === 'oneOf' && constraint.pointer === '' ? 'contract' : source,
      sentence: sentenceFor(constraint, direction),
      topic: 'body-schema',
      level,
      constraint: {
        pointer: constraint.pointer,
        keyword: constraint.keyword,
        ...(suffix === '' ? {} : { value: constraint.value }),
        direction,
      },
    } as const;
    found.push(requirementOf(operation, id, words));
  };
  for (const constraint of constraintsOf(schema)) {
    if (isTopLevelType(constraint)) continue;
    if (constraint.keyword === 'enum' && Array.isArray(constraint.value)) {
      for (const member of constraint.value) add({ ...constraint, value: member }, 'accepts', `.${slug(member)}`);
    } else if ((ACCEPTABLE.has(constraint.keyword) || isTruth(constraint)) && !constraint.reference)
      add(constraint, 'accepts');
    if (refusable(constraint)) add(constraint, 'refuses');
  }
  for (const constraint of variantConstraintsOf(schema)) {
    if (BOUNDS.has(constraint.keyword) && !constraint.reference) add(constraint, 'accepts');
    // Which words a variant takes may hang on its other members, which no schema shows.
    else if (constraint.keyword === 'enum' || isTruth(constraint)) add(constraint, 'accepts', '', 'SHOULD');
    if (refusable(constraint)) add(constraint, 'refuses');
  }
  return found;
}

const BOUNDS = new Set(['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems']);
const ACCEPTABLE = new Set([...BOUNDS, 'items', 'oneOf']);

/** A truth value is one of two, as a word is one of those of its enumeration. */
function isTruth({ keyword, value }: Constraint): boolean {
  const types = Array.isArray(value) ? value.filter((one) => one !== 'null') : [value];
  return keyword === 'type' && types.length === 1 && types[0] === 'boolean';
}

/** The top-level type has a requirement of its own that also holds where the schema is not shown. */
function isTopLevelType({ keyword, pointer }: Constraint): boolean {
  return keyword === 'type' && pointer === '';
}

function refusable({ keyword, value }: Constraint): boolean {
  return keyword !== 'items' && !((keyword === 'minLength' || keyword === 'minItems') && value === 0);
}

function sentenceFor(constraint: Constraint, direction: 'accepts' | 'refuses'): string {
  const place = constraint.pointer === '' ? 'The body' : `The body member ${constraint.pointer}`;
  if (constraint.keyword === 'oneOf') {
    return direction === 'accepts'
      ? `${place} may be any one of its documented variants.`
      : `${place} must be exactly one of its documented variants.`;
  }
  if (direction === 'accepts' && constraint.keyword === 'enum') {
    const isWord = constraint.value !== undefined && !Array.isArray(constraint.value);
    return isWord
      ? `${place} accepts the value ${JSON.stringify(constraint.value)}.`
      : `${place} accepts each of its documented values.`;
  }
  if (direction === 'accepts' && isTruth(constraint)) return `${place} accepts true as well as false.`;
  if (constraint.keyword === 'items') return `${place} takes one item as well as several.`;
  const what = constraint.value === undefined ? constraint.keyword : describe(constraint);
  return direction === 'accepts'
    ? `${place} accepts values at its ${what}.`
    : `${place} refuses values that break its ${what}.`;
}
