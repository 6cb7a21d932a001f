/** The names that the contract does not show: methods and parameters of the DCV action, from the dialect (contract 4.13). */
import type { Contract } from '../../../spec/types.ts';
import type { Visible } from '../../judges/envelope-dcv.ts';
import { learnMethods, learnVisible } from './learn.ts';

export type Method = 'email' | 'http' | 'https' | 'cname';

/** Names with whether the target's owner vouches for them. */
export interface DcvNames {
  readonly methods: Readonly<Record<Method, string>>;
  readonly methodsDeclared: boolean;
  readonly initialOrder: string;
  readonly email: string;
  readonly emails: string;
  readonly parametersDeclared: boolean;
  /** Where the status record shows the methods, when anything says so. */
  readonly visible: Visible | undefined;
  readonly visibleDeclared: boolean;
}

/** What is known of the names; undefined when the dialect gives none. `data`: status records to learn from what is not declared. */
export function dcvNames(contract: Contract, data?: unknown): DcvNames | undefined {
  const methods = contract.answer('legacy.dcv.methods');
  const parameters = contract.answer('legacy.dcv.parameters');
  const visible = contract.answer('legacy.dcv.visible');
  if (methods === undefined || parameters === undefined) return undefined;
  const named = parameters.value as Readonly<Record<'initial-order' | 'email' | 'emails', string>>;
  const methodsDeclared = methods.standing === 'claimed';
  const learned = learnMethods(data);
  const names = {
    ...(methods.value as DcvNames['methods']),
    ...(methodsDeclared ? {} : learned?.methods),
  };
  const visibleDeclared = visible?.standing === 'claimed';
  const assumed = (visible?.value ?? undefined) as Visible | undefined;
  return {
    methods: names,
    methodsDeclared,
    initialOrder: named['initial-order'],
    email: named.email,
    emails: named.emails,
    parametersDeclared: parameters.standing === 'claimed',
    visible: visibleDeclared
      ? assumed
      : (learnVisible(data, [...Object.values(names), ...(learned?.all ?? [])]) ?? assumed),
    visibleDeclared,
  };
}

/** Why a refusal may be the fault of a name that we only assume; undefined when the owner vouches for all that was used. */
export function assumedNames(names: DcvNames, uses: 'methods' | 'parameters'): string | undefined {
  if (!names.methodsDeclared) return 'the names of the methods are assumed, not declared (legacy.dcv.methods)';
  if (uses === 'parameters' && !names.parametersDeclared)
    return 'the names of some parameters are assumed, not declared (legacy.dcv.parameters)';
  return undefined;
}
