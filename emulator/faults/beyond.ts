import type { Contract, Operation } from '../../spec/types.ts';
import type { Fault } from './types.ts';

/** The switch of an operation that also reaches what another customer has. */
export const BEYOND = 'beyond';

/** Operations that serve what belongs to another customer. */
export function beyondFaults({ id, entity, parameters }: Operation, { operations }: Contract): Fault[] {
  if (entity === undefined || parameters.every(({ in: place }) => place !== 'path')) return [];
  // Whose a validation is that was changed, nothing shows: each customer may have numbers of its own.
  if (entity === 'validation' && operations.every((one) => one.entity !== entity || one.method !== 'GET')) return [];
  return [
    {
      id: `${id}.other-customer`,
      family: 'other-customer',
      operation: id,
      breaks: `${id} reaches what belongs to another customer.`,
      hint: { operation: id, topic: 'other-customer' },
      change: { kind: 'switch', name: BEYOND },
    },
  ];
}
