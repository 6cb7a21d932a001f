/** Texts that begin with the id of something real: a careless reader takes them for it, and finds it (contract 2.1). */
import type { TextViolation } from '../../generators/index.ts';
import { textViolationsOf } from './inputs.ts';
import type { Subject } from './parameter-cases.ts';

/** The violations of an integer's type that only a lent id shows; reads only, so that acceptance harms nothing. */
export function lentIdViolations({ operation, parameter, requirement, base }: Subject): TextViolation[] {
  if (operation.method !== 'GET' || parameter.in !== 'path' || requirement.constraint?.keyword !== 'type') return [];
  const lent = base.request.path[parameter.name];
  const made = textViolationsOf(parameter.schema).find(({ operator }) => operator === 'trailing-letters');
  if (lent === undefined || made === undefined) return [];
  const value = `${lent}abc`;
  return [{ ...made, operator: 'lent-id-and-letters', old: lent, new: value, value, texts: [value] }];
}
