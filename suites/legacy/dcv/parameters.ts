/** Which derived requirements of the DCV action are about which part that a parameter plays. */
import type { Contract, Requirement } from '../../../spec/types.ts';
import { DCV } from '../action.ts';

/** Names of the parameters that play a part whose name the contract hides. */
export function roleOf(contract: Contract, role: 'initial-order' | 'email' | 'emails'): string | undefined {
  return contract.operation(DCV).parameters.find((parameter) => parameter.role === role)?.name;
}

/** The requirements that values of these parameters are refused, or accepted. */
export function requirementsOf(
  contract: Contract,
  direction: 'accepts' | 'refuses',
  ...parameters: readonly (string | undefined)[]
): Requirement[] {
  return contract.requirements.filter(
    ({ operation, constraint }) =>
      operation === DCV &&
      constraint?.direction === direction &&
      constraint.parameter !== undefined &&
      parameters.includes(constraint.parameter),
  );
}
