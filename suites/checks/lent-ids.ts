/** Texts that begin with the id of something real: a careless reader takes them for it, and finds it (contract 2.1). */
import type { TextViolation } from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { textViolationsOf } from './inputs.ts';
import type { Subject } from './parameter-cases.ts';

/**
 * The violations of an integer's type or range that only a lent id shows. Where they are accepted the valid request has only
 * been sent once more: of no deletion, that is.
 */
export function lentIdViolations({ operation, parameter, requirement, base }: Subject): TextViolation[] {
  if (operation.effect === 'destroy' || parameter.in !== 'path') return [];
  const lent = base.request.path[parameter.name];
  const keyword = requirement.constraint?.keyword;
  if (keyword === 'format') return wrapped(parameter.schema, lent);
  if (keyword !== 'type') return [];
  const made = textViolationsOf(parameter.schema).find(({ operator }) => operator === 'trailing-letters');
  if (lent === undefined || made === undefined) return [];
  const value = `${lent}abc`;
  return [{ ...made, operator: 'lent-id-and-letters', old: lent, new: value, value, texts: [value] }];
}

/** A number that 32 bits take for the lent id. */
function wrapped(schema: JsonSchema, lent: string | undefined): TextViolation[] {
  const made = textViolationsOf(schema).find(
    ({ keyword, certainty }) => keyword === 'format' && certainty === 'definite',
  );
  if (lent === undefined || !/^\d+$/.test(lent) || made === undefined) return [];
  const value = String(2n ** 32n + BigInt(lent));
  return [{ ...made, operator: 'lent-id-and-32-bits', old: lent, new: value, value, texts: [value] }];
}
