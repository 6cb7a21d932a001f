/** What the operators on single values have in common. */
import { INSTALL_STATUSES, RENEWAL_STATUSES, STATUSES } from '../../../contract/parameters.ts';
import { QUERY } from '../../places.ts';
import { free, keyed, texts } from '../values/plants.ts';

export const dates = keyed(texts.filter(({ member }) => member.type.form === 'date'));
/** The countries of the contract: those of bodies are this server's own. */
export const countries = texts.filter(({ member, key }) => member.type.form === 'country' && key.includes('?'));
export const links = texts.filter(({ member, key }) => member.type.form === 'address' && key.includes('?'));
export const withWords = (places: readonly { key: string; op: string }[], all: readonly string[]) =>
  places.flatMap(({ key, op }) => all.map((word) => ({ key: `${key} ${word}`, op })));
export const contact = /contact|email|phone|uri/i;
export const written = free.filter(
  ({ key, member }) => key.includes('?') && !contact.test(key) && (member.type.max ?? 32) >= 8,
);
export const optional = QUERY.filter(({ member, op }) => !member.need && /^(endpoint|validation|admin)/.test(op));
export const EVER: Readonly<Record<string, readonly string[]>> = {
  'ssl.list?status': ['Pending', 'Active', ...INSTALL_STATUSES, ...RENEWAL_STATUSES],
  'ssl.list?installStatus': ['None', ...STATUSES, ...RENEWAL_STATUSES],
  'ssl.list?renewalStatus': ['In progress', ...STATUSES, ...INSTALL_STATUSES],
  'ssl.list?requestedVia': ['CMP', 'Manual', 'API'],
  'endpoint.update?endpointType': ['REST_API', 'ACME', 'SCEP', 'EST', 'CS_WEB_FORM'],
  'validation.revalidate?organizationDetails.evDetails.registrationAgency.businessCategory': [
    'Individual',
    'Government',
  ],
  'admin.update/type': ['TEMPLATE', 'IDP_TEMPLATE', 'MRAO'],
};
export const LINKS: Readonly<Record<string, RegExp>> = {
  port: /^https?:\/\/[^/]+:\d+/,
  query: /^https?:\/\/.*\?/,
  fragment: /#/,
  mail: /^mailto:[^?]+\?/,
  numbers: /^https?:\/\/(\d+\.){3}\d+/,
  escape: /%[0-9A-F]{2}/i,
};
export const SIGNS = ["'", '-', '/', ',', '(', '&', '.', 'é', '7'] as const;
export const DAYS: Readonly<Record<string, RegExp>> = {
  'leap-day': /-02-29$/,
  'before-1970': /^(1[0-8]\d\d|19[0-6]\d)-/,
  'last-of-year': /-12-31$/,
  'before-1900': /^1[0-8]\d\d-/,
};
