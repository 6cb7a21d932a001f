/** A value that the contract describes in two ways that exclude each other: a server may follow either, but one it must (contract 4.7). */
import { plainValue, type RequestCase, toTexts, withParameter } from '../../generators/index.ts';
import type { Operation, Parameter } from '../../spec/index.ts';
import type { CheckContext, Judgement } from '../engine/index.ts';
import { isAccepted, observed } from '../judges/index.ts';
import type { Base } from '../requests/base.ts';

/** How a day is written as the other form, by that form's name (`x-documented-format`). */
const FORMS: Readonly<Record<string, readonly ((text: string) => string)[]>> = {
  'date-time': [(day) => `${day}T00:00:00Z`, (day) => `${day}T00:00:00.000+00:00`],
};

/**
 * What the other documented form says of a refused text: that it is the one that is taken; that neither is, although the
 * entity takes other parameters of the same part (`refused`); undefined where nothing follows.
 */
export async function judgeOtherForm(
  context: CheckContext,
  { operation, parameter, base }: { operation: Operation; parameter: Parameter; base: Base },
  [text = '']: readonly string[],
): Promise<Judgement | 'refused' | undefined> {
  const { schema, name } = parameter;
  const forms = typeof schema === 'object' ? FORMS[String(schema['x-documented-format'])] : undefined;
  if (forms === undefined) return undefined;
  const takes = async (request: RequestCase): Promise<boolean> => isAccepted(await context.send(request));
  const written = [text, ...forms.map((write) => write(text))];
  for (const other of written.slice(1)) {
    if (await takes(withParameter(base.request, name, other)))
      return observed({ what: 'shown', of: 'taken in the other form that the contract names', value: other });
  }
  for (const sibling of siblingsOf(operation, parameter)) {
    const beside = withParameter(base.request, sibling.name, toTexts(plainValue(sibling.schema)));
    if (!(await takes(beside))) continue;
    for (const one of written) if (await takes(withParameter(beside, name, one))) return undefined;
    return 'refused';
  }
  return undefined;
}

/** Most parameters beside which a refused one is tried. */
const MOST_BESIDE = 2;

/** Free texts of the same part of the entity, for the same entities only. */
function siblingsOf({ parameters }: Operation, { name, silences }: Parameter): Parameter[] {
  const part = name.slice(0, name.lastIndexOf('.') + 1);
  return parameters
    .filter((other) => other.name !== name && other.name.startsWith(part) && part !== '')
    .filter((other) => other.silences.join() !== '' && other.silences.every((one) => silences.includes(one)))
    .slice(0, MOST_BESIDE);
}
