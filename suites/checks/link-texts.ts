/** Link addresses without a scheme: a page would take them, the contract does not (4.9). */
import type { TextViolation } from '../../generators/index.ts';
import { textViolationsOf } from './inputs.ts';
import type { Subject } from './parameter-cases.ts';

const RELATIVE = ['/help', 'help.html', 'www.example.test/help', '//www.example.test/help'];

/** The violations of a link address's pattern by addresses that name no scheme. */
export function linkViolations({ parameter: { schema }, requirement }: Subject): TextViolation[] {
  if (requirement.constraint?.keyword !== 'pattern' || typeof schema === 'boolean') return [];
  if (schema['x-semantic'] !== 'link-address') return [];
  const pattern = new RegExp(String(schema['pattern']), 'u');
  const made = textViolationsOf(schema).find(
    ({ keyword, certainty, value }) => keyword === 'pattern' && certainty === 'definite' && typeof value === 'string',
  );
  if (made === undefined) return [];
  return RELATIVE.filter((text) => !pattern.test(text)).map((value) => ({
    ...made,
    operator: 'relative-address',
    new: value,
    value,
    texts: [value],
  }));
}
