/** Requirements on parameters: one per constraint and direction (contract section 4 tables, section 8). */

import { type Constraint, constraintsOf } from '../constraints.ts';
import type { Operation, Parameter, Requirement } from '../types.ts';
import { draft } from './draft.ts';
import { pointerSlug, slug } from './slug.ts';

/** The requirements that an operation's parameters give. */
export function parameterRequirements(operation: Operation): Requirement[] {
  return operation.parameters.flatMap((parameter) => [
    ...presence(operation, parameter),
    ...constraintsOf(parameter.schema).flatMap((constraint) => directions(operation, parameter, constraint)),
  ]);
}

function presence(operation: Operation, parameter: Parameter): Requirement[] {
  if (parameter.in === 'path') return [];
  const found: Requirement[] = [];
  if (parameter.required && parameter.in === 'query') {
    found.push(
      requirement(
        operation,
        parameter,
        { pointer: '', keyword: 'required', value: true, reference: false },
        'refuses',
        {
          id: 'required.refuses',
          sentence: `A request without the required parameter ${parameter.name} is refused.`,
        },
      ),
    );
  }
  if (parameter.in === 'query' && parameter.reference === undefined) {
    found.push(
      requirement(operation, parameter, { pointer: '', keyword: 'valid', value: true, reference: false }, 'accepts', {
        id: 'valid.accepts',
        sentence: `Any value of ${parameter.name} within its documented constraints is accepted.`,
      }),
    );
  }
  return found;
}

/** Which sides of a constraint a request can show; the others would be requirements that no one can ever judge. */
function directions(operation: Operation, parameter: Parameter, constraint: Constraint): Requirement[] {
  const { keyword, value } = constraint;
  const found: Requirement[] = [];
  if (keyword === 'enum' && Array.isArray(value)) {
    for (const member of value) {
      found.push(
        requirement(operation, parameter, { ...constraint, value: member }, 'accepts', {
          id: `${keywordId(constraint)}.${slug(member)}.accepts`,
          sentence: `${parameter.name} accepts the documented value ${JSON.stringify(member)}.`,
        }),
      );
    }
  }
  if (canAccept(operation, parameter, constraint)) {
    found.push(
      requirement(operation, parameter, constraint, 'accepts', {
        id: `${keywordId(constraint)}.accepts`,
        sentence:
          keyword === 'items'
            ? `${parameter.name} accepts several items together, each of which it accepts alone.`
            : `${parameter.name} accepts values at its documented ${describe(constraint)}.`,
      }),
    );
  }
  if (canRefuse(parameter, constraint)) {
    found.push(
      requirement(operation, parameter, constraint, 'refuses', {
        id: `${keywordId(constraint)}.refuses`,
        sentence: `${parameter.name} refuses values that break its documented ${describe(constraint)}.`,
      }),
    );
  }
  return found;
}

function canAccept(operation: Operation, parameter: Parameter, { keyword, reference }: Constraint): boolean {
  // What can be named is there: several of what is accepted alone.
  if (keyword === 'items') return parameter.in === 'query' && parameter.reference !== undefined;
  if (parameter.reference !== undefined || reference) return false;
  if (parameter.in === 'form') {
    // Domains, methods and addresses must be those of an order, so nobody can make one of just the permitted length. Of a
    // login or an order number that does not exist, the answer tells whether its length was permitted; lists can be padded.
    const list = parameter.silences.includes('legacy.dcv.list-constraints');
    return keyword === 'maxLength' && (parameter.required || list);
  }
  if (parameter.in === 'path') {
    // Only a read may be aimed at an id of our choosing: a write could hit an entity that is no fixture.
    return keyword === 'format' || (keyword === 'minimum' && operation.effect === 'observe');
  }
  return ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'].includes(keyword);
}

function canRefuse(parameter: Parameter, { keyword, pointer, value }: Constraint): boolean {
  switch (keyword) {
    case 'type':
      return value !== 'string' && value !== 'array';
    case 'minLength':
      return typeof value === 'number' && value > 0;
    case 'minItems':
      // An empty array cannot be written in a query: no items is the same as no parameter.
      return parameter.in !== 'query';
    case 'oneOf':
    case 'items':
      return false;
    default:
      return !(parameter.in === 'path' && keyword === 'uniqueItems') && pointer !== undefined;
  }
}

function keywordId({ pointer, keyword }: Constraint): string {
  const place = pointerSlug(pointer);
  return place === '' ? keyword : `${place}.${keyword}`;
}

/** A constraint in words: `maximum (200)`. */
export function describe({ keyword, value }: Constraint): string {
  if (keyword === 'enum') return 'set of values';
  if (keyword === 'pattern') return 'pattern';
  if (keyword === 'required' || keyword === 'uniqueItems') return keyword === 'required' ? 'presence' : 'uniqueness';
  return `${keyword} (${String(value)})`;
}

function requirement(
  operation: Operation,
  parameter: Parameter,
  constraint: Constraint,
  direction: 'accepts' | 'refuses',
  words: { id: string; sentence: string },
): Requirement {
  const where = parameter.in === 'path' ? `path.${parameter.name}` : parameter.name;
  return draft(operation, `${where}.${words.id}`, {
    source:
      parameter.dialectKeywords.includes(constraint.keyword) || parameter.role !== undefined ? 'dialect' : 'contract',
    section: parameter.section,
    sentence: words.sentence,
    topic: 'parameter',
    constraint: {
      parameter: parameter.name,
      pointer: constraint.pointer,
      keyword: constraint.keyword,
      ...(constraint.keyword === 'enum' && direction === 'accepts' ? { value: constraint.value } : {}),
      direction,
    },
  });
}
