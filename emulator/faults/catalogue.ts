import type { Contract } from '../../spec/types.ts';
import { beyondFaults } from './beyond.ts';
import { constraintFaults } from './constraints.ts';
import { conversationFaults } from './conversation.ts';
import { declaredFaults } from './declared.ts';
import { formFaults } from './forms.ts';
import { givenFaults } from './given.ts';
import { legacyFaults, servedActions } from './legacy.ts';
import { listFaults } from './lists.ts';
import { modelFaults } from './model/faults.ts';
import { namingFaults } from './naming.ts';
import { numberFaults } from './numbers.ts';
import { pathFaults } from './paths.ts';
import { presenceFaults } from './presence.ts';
import { rareFaults } from './rare.ts';
import { spellingFaults } from './spellings.ts';
import { stateFaults } from './states.ts';
import { textFaults } from './texts.ts';
import type { Fault } from './types.ts';

/**
 * All single faults that the emulator can show for a contract, in a stable order with unique ids: those of constraints,
 * answers and credentials are derived from the contract's operations, the others are written per rule.
 */
export function catalogue(contract: Contract): Fault[] {
  const admin = contract.operations.filter((operation) => operation.interface === 'admin');
  const legacy = servedActions(contract);
  return [
    ...admin.flatMap((operation) => [
      ...constraintFaults(operation),
      ...presenceFaults(operation),
      ...conversationFaults(operation),
      ...namingFaults(operation, contract),
      ...declaredFaults(operation, contract),
      ...beyondFaults(operation, contract),
      ...givenFaults(operation),
      ...formFaults(operation),
      ...pathFaults(operation),
      ...rareFaults(operation),
      ...numberFaults(operation),
      ...spellingFaults(operation),
      ...textFaults(operation),
    ]),
    ...listFaults(contract),
    ...stateFaults(contract),
    ...legacy.flatMap((operation) => [...constraintFaults(operation), ...presenceFaults(operation)]),
    ...legacyFaults(contract, legacy),
    ...modelFaults(contract),
  ];
}
