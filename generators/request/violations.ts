import { isObject } from '../../spec/json.ts';
import { textViolations } from '../text/violations.ts';
import { violations } from '../violations/violations.ts';
import { withBody, withParameter } from './edit.ts';
import { serialize } from './serialize.ts';
import type { ArrayStyle, PlacedViolation, RequestCase } from './types.ts';
import { wireProof } from './wire-proof.ts';

/** Requests with one violation each, and how many more there were that did not survive being written. */
export interface RequestViolations {
  readonly cases: readonly RequestCase[];
  /** Violations that, re-read from the wire, were something else or nothing. */
  readonly lost: number;
}

/**
 * Every violation of an operation, placed one at a time into a valid request: each constraint of each parameter, each
 * required parameter left out, each constraint of a JSON body, and the body left out. Only what survives the wire is
 * returned. `conditional` parameters are never left out: their absence alone breaks nothing.
 * @throws as `violations`.
 */
export function requestViolations(
  valid: RequestCase,
  options: { readonly arrayStyle?: ArrayStyle } = {},
): RequestViolations {
  const candidates = [...inParameters(valid), ...absences(valid), ...inBody(valid)];
  const cases = candidates.filter((one) => wireProof(one.operation, serialize(one, options), one.violation).ok);
  return { cases, lost: candidates.length - cases.length };
}

function inParameters(valid: RequestCase): RequestCase[] {
  return valid.operation.parameters.flatMap((parameter) =>
    textViolations(parameter.schema).map((violation) =>
      placed(withParameter(valid, parameter.name, violation.texts), {
        ...violation,
        where: parameter.in,
        parameter: parameter.name,
      }),
    ),
  );
}

function absences(valid: RequestCase): RequestCase[] {
  const missing = {
    operator: 'missing-required',
    keyword: 'required',
    pointer: '',
    old: undefined,
    new: undefined,
    certainty: 'definite',
  } as const;
  const parameters = valid.operation.parameters.filter((one) => one.required && !one.conditional && one.in !== 'path');
  const cases = parameters.map((one) =>
    placed(withParameter(valid, one.name, undefined), { ...missing, where: one.in, parameter: one.name }),
  );
  const json = valid.operation.body?.required && valid.body?.mediaType === 'application/json';
  return json ? [...cases, placed(withBody(valid, undefined), { ...missing, where: 'body' })] : cases;
}

function inBody(valid: RequestCase): RequestCase[] {
  const content = valid.operation.body?.contents.find(({ mediaType }) => mediaType === 'application/json');
  if (!content || !isObject(content.schema) || valid.body?.mediaType !== 'application/json') return [];
  return violations(content.schema).map((violation) =>
    placed(withBody(valid, { mediaType: 'application/json', value: violation.value }), { ...violation, where: 'body' }),
  );
}

function placed(request: RequestCase, violation: PlacedViolation & { readonly value?: unknown }): RequestCase {
  const { operator, keyword, pointer, old, certainty, where, parameter } = violation;
  const label = `${parameter ?? where}${pointer}: ${operator}`;
  return {
    ...request,
    label,
    violation: {
      operator,
      keyword,
      pointer,
      old,
      new: violation.new,
      certainty,
      where,
      ...(parameter === undefined ? {} : { parameter }),
    },
  };
}
