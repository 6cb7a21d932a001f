/** Values to filter by: those that the contract lists, those that no certificate can have, and those that facts of a profile say to keep or drop one (contract 4.2). */
import { isDeepStrictEqual } from 'node:util';
import { dereference, enumOf, filterKind, hasOneValue, type Parameter, valueAt } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/index.ts';
import { distinguishingPairs, type FilterMember, type NumberPair, nearMisses, valuesOfMember } from './members.ts';

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
export function valuesThatShow(context: CheckContext, { name }: Parameter, items: readonly unknown[]): string[] {
  const answer = context.contract.answer('ssl.list.filter-members')?.value;
  const member = (answer as Readonly<Record<string, FilterMember>> | undefined)?.[name];
  return member === undefined ? [] : valuesOfMember(lasting(context, items), member);
}

/**
 * Entries that no check changes, to choose from: what others have just written depends on timing, and the same seed asks for the
 * same (design rule 7). All where there is none, or where nobody says which member is the id.
 */
export function lasting({ contract, session }: CheckContext, items: readonly unknown[]): readonly unknown[] {
  const pointer = contract.answer('ssl.list.identity')?.value;
  if (typeof pointer !== 'string') return items;
  const own = session.target.fixtures().filter(({ kind, allow }) => kind === 'ssl-certificate' && allow !== 'observe');
  const changing = new Set(own.map(({ ids }) => String(ids['sslId'])));
  const others = items.filter((item) => !changing.has(String(valueAt(item, pointer))));
  return others.length > 0 ? others : items;
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
  return enumOf(schema).map(String);
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

/** A value of a filter, and whether a certificate is listed for it. */
interface Expectation {
  readonly value: string;
  readonly kept: boolean;
}

/** The same of one certificate. */
export interface Fact extends Expectation {
  readonly fixture: Fixture;
  /** The value that it is declared to have: it is no evidence against another one unless the filter finds it by this. */
  readonly instead?: string;
  /** Nothing says that the value is anybody's, so a server may refuse it. */
  readonly made?: true;
}

/** Expired certificates that are looked for. */
const PAST = 2;

/** Certificates whose texts are asked for with another character. */
const MISSED = 2;

/** Words of one enumeration that are tried against others. */
const WORDS = 4;

/** The most days that a filter may be asked for (contract 4.2). */
export const MOST_DAYS = 200;

/** Filter values that must keep or drop a certificate, by what is declared of it alone. */
export function expectations(filter: Parameter, { traits }: Fixture): Expectation[] {
  const declared = traits[filter.name];
  if (declared === undefined) return [];
  if (filterKind(filter) !== 'days') {
    const other =
      filterKind(filter) === 'boolean'
        ? [{ value: String(declared !== true && declared !== 'true'), kept: false }]
        : [];
    return [{ value: String(declared), kept: true }, ...other];
  }
  // How a day is counted is open, so a day on either side is left out.
  const days = Number(declared);
  return [
    { value: String(Math.min(MOST_DAYS, Math.floor(days) - 2)), kept: false },
    { value: String(Math.ceil(days) + 2), kept: true },
  ].filter(({ value }) => Number(value) >= 1 && Number(value) <= MOST_DAYS);
}

/** Words that a careless reader takes for no value at all, and then finds everything. */
const LIKE_NONE = ['null', 'all'];

/**
 * Texts that differ in one character from what a certificate is declared to have, and words that are taken for none: however texts
 * are compared, neither contains the other, so it is not listed for them.
 */
export function missesOf(filter: Parameter, own: readonly Fixture[]): Fact[] {
  if (filterKind(filter) !== 'text' || filter.deprecated) return [];
  return own.slice(0, MISSED).flatMap((fixture) => {
    const instead = String(fixture.traits[filter.name]);
    const apart = LIKE_NONE.filter((word) => !contain(instead.toLowerCase(), word));
    return [...nearMisses(instead), ...apart].map(
      (value): Fact => ({ fixture, value, kept: false, instead, made: true }),
    );
  });
}

/** True when one of two texts is within the other. */
function contain(one: string, other: string): boolean {
  return one.includes(other) || other.includes(one);
}

/** The most days that can be asked for, where a certificate is declared to have expired: those count from now on. */
export function pastExpiry(filter: Parameter, own: readonly Fixture[]): Fact[] {
  const node = dereference(filter.schema);
  if (filter.name !== 'expiresIn' || typeof node !== 'object') return [];
  const value = String(node['maximum']);
  // As for days to come, a day on either side is left out.
  const past = own.filter(({ traits }) => Number(traits[filter.name]) <= -2);
  return past.slice(0, PAST).map((fixture) => ({ fixture, value, kept: false }));
}

/**
 * Values that must drop a certificate because it is declared to have another: of integers and enumerations only, since
 * how texts are compared is open. @param organizations as the profile states them, with their level.
 */
export function contrasts(filter: Parameter, own: readonly Fixture[], organizations: readonly Fixture[]): Fact[] {
  if (!hasOneValue(filter)) return [];
  if (filterKind(filter) === 'enum') return wordContrasts(filter, own);
  if (filterKind(filter) !== 'number') return [];
  const byNumber = new Map(own.map((fixture) => [integer(fixture.traits[filter.name]), fixture]));
  const numbers = [...byNumber.keys()].filter((number) => number !== undefined);
  const apart = distinguishingPairs(numbers, leastOf(filter), ({ asked, had }) =>
    filter.name === 'orgId' ? !mayContain(organizations, asked, had) : true,
  );
  const departments = filter.name === 'orgId' ? departmentPairs(organizations, numbers) : [];
  const isKnown = (pair: NumberPair): boolean => apart.some((one) => isDeepStrictEqual(one, pair));
  return [...apart, ...departments.filter((pair) => !isKnown(pair))].map(({ asked, had }) => ({
    fixture: byNumber.get(had) as Fixture,
    value: String(asked),
    kept: false,
    instead: String(had),
    ...(byNumber.has(asked) ? {} : { made: true as const }),
  }));
}

/** Departments that are asked for, and certificates of others of which each is looked for among theirs. */
const DEPARTMENTS = 8;

/** A department has no certificates but its own: none of what it belongs to, nor of another one of its name. */
function departmentPairs(organizations: readonly Fixture[], numbers: readonly number[]): NumberPair[] {
  const departments = organizations.filter(({ traits }) => traits['level'] === 'department');
  const asked = departments.map(({ ids }) => Number(ids['id'])).filter(Number.isSafeInteger);
  return asked
    .slice(0, DEPARTMENTS)
    .flatMap((one) => numbers.slice(0, DEPARTMENTS).map((had): NumberPair => ({ asked: one, had })))
    .filter((pair) => pair.asked !== pair.had);
}

/** Each declared value against another one, or against any other one of the enumeration. */
function wordContrasts(filter: Parameter, own: readonly Fixture[]): Fact[] {
  const members = membersOf(filter);
  const byWord = new Map(own.map((fixture) => [String(fixture.traits[filter.name]), fixture]));
  return [...byWord].slice(0, WORDS).flatMap(([word, fixture]): Fact[] => {
    // What is no word of the contract may be another spelling of one.
    if (!members.includes(word)) return [];
    const value = [...byWord.keys(), ...members].find((other) => other !== word && members.includes(other));
    return value === undefined ? [] : [{ fixture, value, kept: false, instead: word }];
  });
}

/**
 * True unless the levels exclude it: that an organization is asked for may mean its departments, too, which the contract
 * leaves open. A department contains none, and an organization is in none.
 */
function mayContain(organizations: readonly Fixture[], whole: number, part: number): boolean {
  const level = (id: number): unknown => organizations.find(({ ids }) => Number(ids['id']) === id)?.traits['level'];
  return level(whole) !== 'department' && level(part) !== 'organization';
}

function leastOf({ schema }: Parameter): number {
  const node = dereference(schema);
  return typeof node === 'object' ? Math.max(1, Number(node['minimum'] ?? 1)) : 1;
}

function integer(trait: unknown): number | undefined {
  return /^[1-9]\d*$/.test(String(trait)) ? Number(trait) : undefined;
}
