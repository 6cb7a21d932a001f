/** Requirements about what is not there: absent entities, those under another parent, those of another customer (contract 7.1). */
import type { Operation, Requirement } from '../types.ts';
import { draft } from './draft.ts';

function notFound(operation: Operation): Requirement {
  return draft(operation, 'absent.status', {
    topic: 'absence',
    section: '7.1',
    sentence: 'An entity that does not exist is answered with 404.',
  });
}

/** What is answered for an entity that does not exist. */
export function absence(operation: Operation): Requirement[] {
  switch (operation.absence) {
    case 'documented':
      return [
        notFound(operation),
        draft(operation, 'absent.body', {
          topic: 'absence',
          section: '7.1',
          sentence: 'The 404 answer is JSON with an error code and an error description.',
        }),
      ];
    case 'entity-body':
      return [
        notFound(operation),
        draft(operation, 'absent.body', {
          topic: 'absence',
          sentence: `The 404 answer is a JSON ${operation.success[0]?.schemaName ?? 'object'}.`,
        }),
      ];
    case 'silent':
      return [
        draft(operation, 'absent.no-server-error', {
          topic: 'absence',
          section: '4.1',
          sentence: 'What answers for an entity that does not exist is not shown; it is no server error.',
        }),
        draft(operation, 'absent.status', {
          topic: 'absence',
          source: 'dialect',
          sentence: 'An entity that does not exist is answered with the status that the dialect says.',
        }),
      ];
    default:
      return [];
  }
}

/** An account is one customer's (contract 1); who belongs to which one, the target's owner says. */
export function otherCustomer(operation: Operation): Requirement[] {
  return [
    draft(operation, 'other-customer', {
      topic: 'other-customer',
      section: '1',
      sentence: 'What belongs to one customer is not there for the administrators of another.',
    }),
  ];
}

/** Reads only: of a write nobody can tell what it would hit. */
export function foreign(operation: Operation): Requirement[] {
  const parents = operation.parameters.filter((parameter) => parameter.in === 'path').slice(0, -1);
  if (operation.method !== 'GET' || parents.length === 0) return [];
  return [
    draft(operation, 'absent.foreign', {
      topic: 'absence',
      section: '7.1',
      sentence: `What stands under another ${parents[0]?.name ?? 'parent'} than the path names is not served.`,
    }),
  ];
}
