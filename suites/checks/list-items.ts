/** What is wrong with an item of a list is wrong wherever the item stands (contract 4.9: "each >= 1", "values ..."). */
import { plainValue, type TextViolation, toText, withParameter } from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { isAccepted } from '../judges/acceptance.ts';
import { referenceId } from '../requests/content.ts';
import type { Subject } from './parameter-cases.ts';

/** Operators that spell a good item wrongly: of one that exists, the spelling alone is wrong. */
const MISSPELT: ReadonlySet<string> = new Set(['fraction', 'trailing-letters', 'double-sign', 'two-numbers']);

/** The definite violations of a single item once more as the second and as the first of two, the other one being good. */
export async function besideGood(
  context: CheckContext,
  subject: Subject,
  made: readonly TextViolation[],
): Promise<TextViolation[]> {
  const own = made.filter(
    ({ pointer, texts, certainty }) => pointer === '/0' && texts.length === 1 && certainty === 'definite',
  );
  const items = itemsOf(subject.parameter.schema);
  if (own.length === 0 || items === undefined) return [];
  const good = await goodItem(context, subject, items);
  if (good === undefined) return [];
  return own.flatMap((violation) => {
    const item = MISSPELT.has(violation.operator) ? violation.new.replace(violation.old, good) : violation.new;
    const at = (place: 0 | 1): TextViolation => {
      const texts = place === 0 ? [item, good] : [good, item];
      return { ...violation, pointer: `/${place}`, old: good, new: item, value: texts.join(','), texts };
    };
    return [at(1), at(0)];
  });
}

/**
 * An item that nothing is wrong with: a fixture's id where items name entities, which is not tried alone, as it would
 * change what the entity is tied to; else the first value that is seen to be accepted (design rule 3).
 */
async function goodItem(
  context: CheckContext,
  { parameter, base }: Subject,
  items: Readonly<Record<string, unknown>>,
): Promise<string | undefined> {
  if (parameter.reference !== undefined) {
    const id = await referenceId(context.session, parameter.reference);
    return id === undefined ? undefined : String(id);
  }
  const values = Array.isArray(items['enum']) ? (items['enum'] as unknown[]) : [plainValue(items)];
  for (const text of values.map(toText)) {
    const request = withParameter(base.request, parameter.name, [text]);
    if (isAccepted(await context.send(request))) return text;
  }
  return undefined;
}

function itemsOf(schema: JsonSchema): Readonly<Record<string, unknown>> | undefined {
  const items = typeof schema === 'object' ? (schema['items'] as JsonSchema | undefined) : undefined;
  return typeof items === 'object' ? items : undefined;
}
