/** How a requirement that an operation gives by being documented is put together. */
import type { Operation, Requirement } from '../types.ts';

type Words = Pick<Requirement, 'sentence' | 'topic'> &
  Partial<Pick<Requirement, 'section' | 'source' | 'level' | 'constraint'>>;

/** A requirement of an operation: a MUST of the contract in the section of the operation, where its words say nothing else. */
export function requirementOf(operation: Operation, id: string, words: Words): Requirement {
  const { section, interface: of, area } = operation;
  const usual = {
    id,
    level: 'MUST',
    source: 'contract',
    section,
    sentence: words.sentence,
    interface: of,
    area,
  } as const;
  return { ...usual, operation: operation.id, ...words };
}

/** The same, with an id that begins with that of the operation. */
export function draft(operation: Operation, suffix: string, words: Words): Requirement {
  return requirementOf(operation, `${operation.id}.${suffix}`, words);
}

/** An entity with its article: `an organization`, `an ssl location`, `A person`. */
export function withArticle(article: 'a' | 'A', entity: string): string {
  return `${article}${/^([aeiou]|ssl\b)/.test(entity) ? 'n' : ''} ${entity}`;
}
