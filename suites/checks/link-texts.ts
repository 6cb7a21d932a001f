/** Link addresses without a scheme, and with schemes that only look like listed ones: the contract takes neither (4.9). */
import type { ClassedText, TextViolation } from '../../generators/index.ts';
import type { JsonSchema } from '../../spec/types.ts';
import { textViolationsOf } from './inputs.ts';
import type { Subject } from './parameter-cases.ts';

const RELATIVE = ['/help', 'help.html', 'www.example.test/help', '//www.example.test/help'];

/** Other schemes that begin or end as listed ones do, and those that a browser knows besides. */
const OTHER_SCHEMES = ['sftp', 'shttp', 'httpss', 'ws', 'wss', 'ldap', 'file'];

/** Addresses with all that may stand in one (RFC 3986), and with what stands there only when nobody encoded it. */
const ODD = [
  "https://www.example.test/a'b--c;d/*e",
  "https://www.example.test/?q=%27%20OR%20'1'='1&x=$(y)!@,+~_#a",
  'https://www.example.test/%F0%9F%98%80/%7B0%7D/%3Cb%3E/%00%25',
  'https://www.example.test/é漢😀"\\<b>{0}`^|%',
];

/** Odd texts that are link addresses all the same: a server may refuse them, and must not break on them. */
export function oddLinks(schema: JsonSchema): Pick<ClassedText, 'label' | 'text'>[] {
  if (typeof schema === 'boolean' || schema['x-semantic'] !== 'link-address') return [];
  return ODD.map((text) => ({ label: 'an odd address', text }));
}

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
