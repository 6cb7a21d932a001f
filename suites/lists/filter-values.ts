/** Values to filter by: those that the contract lists, those that some certificate has, and those that none can have. */
import { filterKind } from '../../spec/requirements/lists.ts';
import { dereference } from '../../spec/standalone.ts';
import type { Parameter } from '../../spec/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { type FilterMember, valuesOfMember } from './members.ts';

/** Days that nested lists are asked for. */
export const DAYS = [1, 7, 30, 90, 200];

/** Values of keys and algorithms that are common; one that nothing has is as good a filter. */
const COMMON: Readonly<Record<string, readonly string[]>> = {
  keyAlgorithm: ['RSA', 'EC'],
  keyParam: ['2048', '256'],
  keySize: ['2048', '256'],
  signatureAlgorithm: ['SHA256withRSA'],
  sslTypeId: ['1', '51'],
};

/** Values of a filter with which it ought to be accepted. */
export function valuesOf(context: CheckContext, filter: Parameter): string[] {
  switch (filterKind(filter)) {
    case 'enum':
      return membersOf(filter);
    case 'boolean':
      return ['true', 'false'];
    case 'days':
      return DAYS.map(String);
    default:
      return [...new Set([...declaredValues(context, filter), ...(COMMON[filter.name] ?? []), ...nobodys(filter)])];
  }
}

/** Values that entries show where a filter looks, by what the dialect says of it (silence ssl.list.filter-members). */
export function valuesThatShow({ contract }: CheckContext, { name }: Parameter, items: readonly unknown[]): string[] {
  const members = (contract.answer('ssl.list.filter-members')?.value ?? {}) as Readonly<Record<string, FilterMember>>;
  const member = members[name];
  return member === undefined ? [] : valuesOfMember(items, member);
}

/** Values that no certificate has: made up at length for texts, ids near the end of their range for numbers. */
export function nobodys({ schema, name }: Parameter): string[] {
  const node = dereference(schema);
  if (typeof node === 'object' && node['type'] === 'integer') return ['2147000011', '2147000012'];
  const longest = typeof node === 'object' ? Number(node['maxLength'] ?? 40) : 40;
  const hex = 'c0ffee00deadbeef0badf00d5ca1ab1edeadc0dec0ffee00deadbeef0badf00d'.slice(0, longest);
  // A server may look at the form of hashes and serial numbers before it looks for them.
  const formed = /hash|serial/i.test(name);
  return formed ? [hex, hex.split('').reverse().join('')] : ['zq-nobody-has-this'.slice(0, longest), hex.slice(0, 24)];
}

/** The values of an enumerated filter. */
export function membersOf({ schema }: Parameter): string[] {
  const node = dereference(schema);
  return typeof node === 'object' && Array.isArray(node['enum']) ? (node['enum'] as string[]) : [];
}

/** What the profile says of its certificates under the filter's name, and for organizations their ids. */
export function declaredValues(context: CheckContext, { name, reference }: Parameter): string[] {
  const fixtures = context.session.target.fixtures();
  const declared = fixtures
    .filter(({ kind, traits }) => kind === 'ssl-certificate' && traits[name] !== undefined)
    .map(({ traits }) => String(traits[name]));
  const referred = fixtures.filter(({ kind }) => kind === reference).map(({ ids }) => String(ids['id'] ?? ''));
  const own =
    name === 'orgId' ? fixtures.filter(({ kind }) => kind === 'organization').map(({ ids }) => String(ids['id'])) : [];
  return [...new Set([...declared, ...referred, ...own])].slice(0, 3);
}
