import type { Operation } from '../../spec/types.ts';
import type { Edit, Fault, FaultFamily, Given } from './types.ts';

/**
 * Answers that are as documented for most requests, and otherwise for some entities of the kind, or where a list is empty
 * (contract 4, 7.1).
 */
export function rareFaults(operation: Operation): Fault[] {
  const [success] = operation.success;
  const make = (family: FaultFamily, suffix: string, breaks: string, edit: Edit, given: Given): Fault => ({
    id: `${operation.id}.rare.${suffix}`,
    family,
    operation: operation.id,
    breaks: `${operation.id} ${breaks}.`,
    hint: { operation: operation.id, topic: 'answers' },
    change: { kind: 'answer', to: 'success', edit, given },
  });
  if (success === undefined) return [];
  if (!operation.path.includes('{')) {
    const empty = { answer: '[]' } as const;
    return success.headers.flatMap(({ name }) => [
      make(
        'success-header',
        `empty.${name}`,
        `leaves ${name} out of an empty list`,
        { header: name, to: undefined },
        empty,
      ),
      make(
        'success-body',
        'empty.content-type',
        'calls an empty list plain text',
        { contentType: 'text/plain' },
        empty,
      ),
    ]);
  }
  const some = { ids: 'odd' } as const;
  if (success.body === 'none' && success.status !== 204)
    return [make('success-body', 'some.body-added', 'sends a body for entities of odd ids', { body: 'object' }, some)];
  if (success.body !== 'some') return [];
  return [
    make(
      'success-body',
      'some.content-type',
      'calls the JSON of odd ids plain text',
      { contentType: 'text/plain' },
      some,
    ),
    make(
      'success-schema',
      'some.member-type',
      'sends a member of a wrong type for odd ids',
      { body: 'wrong-type' },
      some,
    ),
  ];
}
