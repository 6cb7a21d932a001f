/** Entities outside the profile: those that the SSL list shows, and those that the bodies of others name. */
import { isObject } from '../../spec/json.ts';
import { KINDS } from '../../spec/kinds.ts';
import type { FixtureKind } from '../../spec/types.ts';
import { certificatesIn } from '../../suites/lists/found.ts';
import type { Fixture } from '../../target/index.ts';
import { type Evidence, idsText } from './evidence.ts';
import { kindOf, wordsOf } from './guesses.ts';
import type { FixtureSuggestion, Suggested } from './suggestion.ts';

/** Of each kind so many are named: to choose from, not to list an account. */
const MOST_OF_A_KIND = 3;

type Named = Omit<Fixture, 'allow'>;

/** What the bodies name by an id, of kinds of which there is no fixture; whether it is there is not known yet. */
export function namedIn({ profile, readings }: Pick<Evidence, 'profile' | 'readings'>): Named[] {
  const stated = new Set<FixtureKind>(profile.fixtures.map(({ kind }) => kind));
  const found = new Map<string, Named>();
  const note = (kind: FixtureKind | undefined, id: unknown): void => {
    const [name, ...more] = kind === undefined ? [] : KINDS[kind].ids;
    if (kind === undefined || name === undefined || more.length > 0 || stated.has(kind) || !isId(id)) return;
    const ofKind = [...found.values()].filter((one) => one.kind === kind);
    if (ofKind.length < MOST_OF_A_KIND) found.set(`${kind} ${id}`, { kind, ids: { [name]: id }, traits: {} });
  };
  const walk = (value: unknown, about: string | undefined): void => {
    if (Array.isArray(value)) for (const item of value) walk(item, about);
    if (!isObject(value)) return;
    for (const [name, member] of Object.entries(value)) {
      const words = wordsOf(name);
      const isIdName = words.at(-1) === 'id';
      // A bare `id` is that of what holds it: `organization: { id: 5 }`.
      const named = words.length === 1 ? (about === undefined ? [] : wordsOf(about)) : words.slice(0, -1);
      if (isIdName && named.length > 0) note(kindOf(named), member);
      walk(member, name.replace(/s$/, ''));
    }
  };
  for (const { value } of readings) walk(value, undefined);
  return [...found.values()];
}

function isId(value: unknown): value is string | number {
  return typeof value === 'number'
    ? Number.isSafeInteger(value) && value >= 1
    : typeof value === 'string' && value !== '';
}

/** What could be a fixture: nothing is said of what may be done to it, so it may be looked at only. */
export function foundFrom({ contract, profile, readings, found }: Evidence): Suggested<FixtureSuggestion>[] {
  const isStated = profile.fixtures.some(({ kind }) => kind === 'ssl-certificate');
  const list = readings.find(({ operation }) => operation.id === 'ssl.list');
  const listed = isStated || list === undefined ? [] : certificatesIn(contract, list.exchange);
  const suggest =
    (because: string) =>
    ({ kind, ids }: Named): Suggested<FixtureSuggestion> => ({
      value: { kind, ids, traits: {}, stated: false },
      sure: true,
      because: `${because}; say with allow what may be done to ${kind} ${idsText({ ids })}`,
    });
  return [
    ...listed.map(suggest('the SSL list shows it')),
    ...found.map(suggest('the body of another entity names it')),
  ];
}
