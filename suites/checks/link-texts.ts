/** Link addresses without a scheme, and with schemes that only look like listed ones: the contract takes neither (4.9). */
import type { TextViolation } from '../../generators/index.ts';
import { textViolationsOf } from './inputs.ts';
import type { Subject } from './parameter-cases.ts';

const RELATIVE = ['/help', 'help.html', 'www.example.test/help', '//www.example.test/help'];

/** Other schemes that begin or end as listed ones do, and those that a browser knows besides. */
const OTHER_SCHEMES = ['sftp', 'shttp', 'httpss', 'ws', 'wss', 'ldap', 'file'];

/** The violations of a link address's pattern by addresses that name no scheme, or another one. */
export function linkViolations({ parameter: { schema }, requirement }: Subject): TextViolation[] {
  if (requirement.constraint?.keyword !== 'pattern' || typeof schema === 'boolean') return [];
  if (schema['x-semantic'] !== 'link-address') return [];
  const pattern = new RegExp(String(schema['pattern']), 'u');
  const made = textViolationsOf(schema).find(
    ({ keyword, certainty, value }) => keyword === 'pattern' && certainty === 'definite' && typeof value === 'string',
  );
  if (made === undefined) return [];
  const broken = (operator: string, texts: readonly string[]): TextViolation[] =>
    texts
      .filter((text) => !pattern.test(text))
      .map((value) => ({ ...made, operator, new: value, value, texts: [value] }));
  return [
    ...broken('relative-address', RELATIVE),
    ...broken(
      'other-scheme',
      OTHER_SCHEMES.map((scheme) => `${scheme}://www.example.test/help`),
    ),
  ];
}
