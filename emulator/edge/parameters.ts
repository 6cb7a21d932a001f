import type { JsonSchema, Parameter } from '../../spec/types.ts';
import type { Pairs } from '../decode/pairs.ts';
import { MISFIT, readScalar } from '../decode/scalar.ts';
import { carelessly } from '../faults/numbers.ts';
import type { Policy } from '../policy.ts';
import { compileSchema, type Violation } from '../validate/schema.ts';
import { furtherRules, otherSpelling, withOtherReadings } from './parameter-readings.ts';
import { type SchemaNode, settle, typeOf } from './schemas.ts';

/** How to read one parameter: compiled once from the contract. */
export interface ParameterPlan {
  readonly name: string;
  readonly required: boolean;
  /** Reads the texts that came under the name. */
  read(texts: readonly string[]): { readonly value: unknown } | { readonly problem: string };
}

/** Compiles a path, query or form parameter. `required` and the schema may differ from the contract's under a fault. */
export function planParameter(parameter: Parameter, policy: Policy): ParameterPlan {
  const { name, required } = parameter;
  const schema = settle(parameter.schema, parameter.schema);
  const type = typeOf(schema);
  const validate = compileSchema(withOtherReadings(parameter, schema, policy));
  const further = furtherRules(parameter, schema, policy);
  const judge = (value: unknown) => {
    const violation = validate(value) ?? further(value);
    return violation === undefined ? { value } : problem(name, violation);
  };
  if (type === 'array') {
    const items = settle((schema['items'] ?? true) as JsonSchema, parameter.schema);
    return { name, required, read: (texts) => judge(split(texts, policy).map((text) => scalar(text, items, policy))) };
  }
  if (schema['x-comma-separated'] === true) {
    return { name, required, read: (texts) => list(name, texts[0] ?? '', validate, policy) };
  }
  return {
    name,
    required,
    read: (texts) => {
      if (texts.length > 1 && policy.repeatedParameters === 'refused')
        return { problem: `${name} is given more than once.` };
      const text = (policy.repeatedParameters === 'last' ? texts.at(-1) : texts[0]) ?? '';
      return judge(scalar(text, schema, policy));
    },
  };
}

/** The value of all parameters in the query, or the first problem. */
export function readQuery(
  pairs: Pairs,
  plans: ReadonlyMap<string, ParameterPlan>,
  policy: Policy,
): { readonly values: Record<string, unknown> } | { readonly problem: string } {
  const values: Record<string, unknown> = {};
  for (const [name, texts] of pairs) {
    const plan = plans.get(name);
    if (plan === undefined) {
      if (policy.unknownParameters === 'refused') return { problem: `${name} is not a parameter of this operation.` };
      continue;
    }
    if (isAbsent(plan, texts, policy)) continue;
    const read = plan.read(texts);
    if ('problem' in read) return read;
    values[name] = read.value;
  }
  for (const plan of plans.values()) {
    if (plan.required && values[plan.name] === undefined) return { problem: `${plan.name} is required.` };
  }
  return { values };
}

/** `size=` may mean that there is no size; a required text keeps its empty value. */
function isAbsent(plan: ParameterPlan, texts: readonly string[], policy: Policy): boolean {
  return !plan.required && policy.emptyValue === 'absent' && texts.every((text) => text === '');
}

function split(texts: readonly string[], policy: Policy): readonly string[] {
  return policy.arrayStyle === 'comma' ? texts.flatMap((text) => text.split(',')) : texts;
}

/** A text that does not fit its type stays a text, and the schema's `type` refuses it. */
function scalar(text: string, schema: SchemaNode, policy: Policy): unknown {
  const type = typeOf(schema);
  const value = readScalar(otherSpelling(carelessly(text, schema), schema, policy), type);
  return value === MISFIT ? text : value;
}

function list(name: string, text: string, validate: (value: unknown) => Violation | undefined, policy: Policy) {
  const loose = policy.otherwise('client.includes.form');
  const parts = loose ? text.split(',').flatMap((part) => part.trim() || []) : text.split(',');
  for (const part of parts) {
    const violation = validate(part);
    if (violation !== undefined) return problem(name, violation);
  }
  return { value: parts };
}

function problem(name: string, violation: Violation): { problem: string } {
  return { problem: `${name}${violation.pointer} does not meet ${violation.keyword}.` };
}
