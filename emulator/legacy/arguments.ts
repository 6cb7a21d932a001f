import type { Pairs } from '../decode/pairs.ts';
import type { ParameterPlan } from '../edge/parameters.ts';
import type { Policy } from '../policy.ts';

/** Values by argument name, or the condition of 7.2 that holds and the argument that it is about. */
export type ReadArguments =
  | { readonly values: ReadonlyMap<string, unknown> }
  | { readonly condition: string; readonly subject: string };

/** Reads the arguments of an action: known ones only, required ones present, values valid (contract 4.12, 4.13). */
export function readArguments(
  pairs: Pairs,
  plans: ReadonlyMap<string, ParameterPlan>,
  policy: Policy,
  ignores: (condition: string, name?: string) => boolean,
): ReadArguments {
  const values = new Map<string, unknown>();
  for (const name of pairs.keys()) {
    if (!plans.has(name) && !ignores('argument-unrecognized'))
      return { condition: 'argument-unrecognized', subject: name };
  }
  for (const plan of plans.values()) {
    const texts = pairs.get(plan.name);
    const subject = texts?.[0] === '' ? plan.name : undefined;
    if (plan.required && isMissing(texts, policy) && !ignores('argument-missing', subject)) {
      return { condition: 'argument-missing', subject: plan.name };
    }
  }
  for (const [name, texts] of pairs) {
    const plan = plans.get(name);
    if (plan === undefined || isMissing(texts, policy)) continue;
    const repeated = texts.length > 1 && policy.legacyRepeated === 'refused';
    const read = plan.read(texts.slice(0, 1));
    const invalid = repeated || texts[0] === '' || 'problem' in read;
    if (invalid && !ignores('argument-invalid', texts[0] === '' ? name : undefined))
      return { condition: 'argument-invalid', subject: name };
    values.set(name, 'problem' in read ? texts[0] : read.value);
  }
  return { values };
}

/** An empty value is a missing one where the dialect says so; otherwise it is an invalid one. */
function isMissing(texts: readonly string[] | undefined, policy: Policy): boolean {
  if (texts === undefined) return true;
  return policy.legacyEmptyValue === 'missing' && texts[0] === '';
}
