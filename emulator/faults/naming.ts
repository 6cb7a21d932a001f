import { ownIdOf } from '../../spec/own-id.ts';
import type { Contract, Operation } from '../../spec/types.ts';
import type { Fault, Given } from './types.ts';

/** Answers that name another entity than the one that was asked for, always or of some entities only (contract 4, by the dialect's schema). */
export function namingFaults(operation: Operation, contract: Contract): Fault[] {
  const own = ownIdOf(contract.operations, operation);
  if (own === undefined) return [];
  const make = (suffix: string, of: string, given?: Given): Fault => ({
    id: `${operation.id}.own-id.${suffix}`,
    family: 'success-schema',
    operation: operation.id,
    breaks: `${operation.id} names another entity ${of}.`,
    hint: { operation: operation.id, topic: 'answers' },
    change: { kind: 'answer', to: 'success', edit: { next: own.member }, ...(given === undefined ? {} : { given }) },
  });
  const always = make('other', 'than it was asked for');
  if ('body' in own.asked) return [always];
  return [always, make('some-other', 'than it was asked for where ids are odd', { ids: 'odd' })];
}
