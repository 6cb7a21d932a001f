/** A parameter that only some types of entity take is judged on one that takes it (contract 4.7: "for EV validations only"). */
import { plainValue, type RequestCase, serialize, toTexts, wireProof, withParameter } from '../../generators/index.ts';
import type { Operation, Parameter } from '../../spec/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { withOpenBody } from '../engine/wire.ts';
import { isAccepted } from '../judges/acceptance.ts';
import type { Base } from '../requests/base.ts';
import { excuseFor } from '../requests/excuses.ts';
import { kindsOf, lengthBound } from './lengths.ts';
import { wireStyle } from './parameter-cases.ts';

/** Length of a text that is neither short nor long. */
const MIDDLING = 24;

/** The base on an entity that accepts some value of the parameter; the base itself where none does, or no rule of the server's own can refuse it. */
export async function fittingBase(
  context: CheckContext,
  operation: Operation,
  parameter: Parameter,
  base: Base,
): Promise<Base> {
  const { in: place, required, reference, schema } = parameter;
  if (place !== 'query' || required || reference !== undefined || base.renew !== undefined) return base;
  const plain = toTexts(plainValue(schema));
  if (excuseFor(context, operation, parameter, plain.join(',')) === undefined) return base;
  const longest = lengthBound(schema, 'maxLength');
  const kinds = longest === undefined ? [] : kindsOf(base.request, Math.min(longest, MIDDLING)).map((text) => [text]);
  const takes = async (request: RequestCase): Promise<boolean> => {
    for (const texts of [plain, ...kinds]) {
      const changed = withParameter(request, parameter.name, texts);
      if (!wireProof(withOpenBody(operation), serialize(changed, wireStyle(context))).ok) continue;
      if (isAccepted(await context.send(changed))) return true;
    }
    return false;
  };
  if (await takes(base.request)) return base;
  for (const request of await base.twins()) if (await takes(request)) return { ...base, request };
  return base;
}
