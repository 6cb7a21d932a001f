/** The error conditions of 7.2 as rows: what is changed of an accepted call, and with which of them it may be answered. */

import { type Contract, claimed, type Operation, promisesOf } from '../../spec/index.ts';
import type { Target } from '../../target/types.ts';
import type { Doubt } from '../judges/index.ts';
import { type Field, field, type LegacyCall, withFields } from './call.ts';
import { absentOrder } from './orders.ts';
import type { ConditionIds } from './replies.ts';

/** Stands among the conditions of a call where the contract leaves open which one is answered: no code can be expected then. */
export const ANY_CONDITION = 'any-condition';

/** A call that must be refused. */
export interface Probe extends LegacyCall {
  /** Completes the sentence for the report: why it must be refused. */
  readonly because: string;
  /** The conditions of which one must be answered. */
  readonly conditions: readonly string[];
  /** The requirement that says so, where it is one of its own. */
  readonly own?: string | undefined;
  /** Why a server may have good reason to take it all the same: then an acceptance only warns. */
  readonly doubtful?: Doubt | undefined;
  /** Finds that out; asked only where it was taken. */
  readonly doubt?: (() => Promise<Doubt | undefined>) | undefined;
}

/** A fault on top of an accepted call, whose fields it gets. */
export type Fault = (fields: readonly Field[]) => Probe;

/** A call that must be refused for its fields alone. */
export function probe(
  because: string,
  fields: readonly Field[],
  conditions: readonly string[] = [ANY_CONDITION],
  more: Partial<Probe> = {},
): Probe {
  return { because, label: because, fields, conditions, ...more };
}

/** A fault that alters the fields and nothing else: puts one in the place of another, or whatever `changed` does. */
export function fault(
  because: string,
  conditions: readonly string[],
  changed: Field | ((fields: readonly Field[]) => Field[]),
  more: Partial<Probe> = {},
): Fault {
  const alter = typeof changed === 'function' ? changed : (fields: readonly Field[]) => withFields(fields, changed);
  return (fields) => probe(because, alter(fields), conditions, more);
}

/** Requirement ids of a condition. */
export function conditionIds(contract: Contract, action: string, condition: string): Required<ConditionIds> {
  return {
    refused: promisesOf(contract, action, 'condition').id('condition', condition),
    code: promisesOf(contract, action, 'code').id('code', condition),
  };
}

/** The code that is claimed for a condition and for no other; undefined where nobody says, or several share it. */
export function ownCode(contract: Pick<Contract, 'answer'>, condition: string): number | undefined {
  const { [condition]: code, ...others } = claimed<Record<string, number>>(contract, 'legacy.codes') ?? {};
  return Object.values(others).includes(code ?? 0) ? undefined : code;
}

/** The conditions that an order number may be answered with that names no order (silence `legacy.unknown-order`). */
export function unknownOrderConditions(contract: Contract): readonly string[] {
  return [claimed<string>(contract, 'legacy.unknown-order') ?? ANY_CONDITION];
}

/** An order number that names no order of the account. */
export function unknownOrderFault(contract: Contract, target: Target): Fault {
  const number = absentOrder(target);
  const because = `orderNumber = ${number} names no order`;
  return fault(because, unknownOrderConditions(contract), field('orderNumber', number));
}

/** An order number that has no good form, so that it names no order either. */
export function badNumberFault(contract: Contract, text: string, because: string): Fault {
  return fault(because, ['argument-invalid', ...unknownOrderConditions(contract)], field('orderNumber', text));
}

/**
 * The conditions of an argument that is there without a value (silence `legacy.empty-value`): what is claimed is of required ones alone,
 * and one that is required in company of others (4.13, "conditional") may count as not given all the same.
 */
export function emptyValueConditions(contract: Contract, { parameters }: Operation, name: string): readonly string[] {
  const told = claimed(contract, 'legacy.empty-value');
  const isRequired = parameters.some((one) => one.name === name && !one.conditional);
  if (told === undefined || !isRequired) return ['argument-missing', 'argument-invalid'];
  return [told === 'missing' ? 'argument-missing' : 'argument-invalid'];
}
