/** Fixtures, absent ids and examples of a profile. */

import { KINDS } from '../../spec/kinds.ts';
import { nearest } from '../../spec/nearest.ts';
import type { FixtureKind } from '../../spec/types.ts';
import type { Effect } from '../../spec/vocabulary.ts';
import type { Fixture } from '../types.ts';
import { type Context, type Raw, refuse } from './context.ts';
import { Secret } from './secret.ts';
import type { Path } from './source.ts';
import type { Profile } from './types.ts';

type Ids = Readonly<Record<string, string | number>>;

/** Writes short forms out. Passwords of logins go into `logins`; placeholders stand in their places. */
export function readFixtures(raw: Raw, logins: Map<string, Secret>, context: Context): Fixture[] {
  const fixtures: Fixture[] = [];
  for (const [kind, list] of Object.entries(raw) as [FixtureKind, unknown[]][]) {
    list.forEach((item, index) => {
      const long = typeof item === 'object' && item !== null ? (item as Raw) : { ids: item };
      const path = typeof item === 'object' ? ['fixtures', kind, index, 'ids'] : ['fixtures', kind, index];
      fixtures.push({
        kind,
        ids:
          kind === 'login'
            ? hidePassword(long['ids'], index, path, logins, context)
            : readIds(kind, long['ids'], path, context),
        traits: readTraits(kind, (long['traits'] ?? {}) as Raw),
        allow: (long['allow'] as Effect | undefined) ?? 'observe',
        ...(long['foreign'] === true ? { foreign: true } : {}),
      });
    });
  }
  return fixtures;
}

/**
 * A list is told as its items with a space between, a mapping as `name=value` pairs. What a filter finds a certificate by is one
 * value: the only one of a list, and nothing where there are several, as the others might find another one by the same.
 */
function readTraits(kind: FixtureKind, raw: Raw): Fixture['traits'] {
  const words = (value: object): string =>
    Array.isArray(value)
      ? value.map(String).join(' ')
      : Object.entries(value)
          .map(([name, one]) => `${name}=${String(one)}`)
          .join(' ');
  const isOpen = (value: unknown): boolean => kind === 'ssl-certificate' && Array.isArray(value) && value.length !== 1;
  return Object.fromEntries(
    Object.entries(raw)
      .filter(([, value]) => !isOpen(value))
      .map(([name, value]) => [name, typeof value === 'object' && value !== null ? words(value) : (value as Scalar)]),
  );
}

/** The password of a login stays behind; a placeholder stands for it. */
function hidePassword(raw: unknown, index: number, path: Path, logins: Map<string, Secret>, context: Context): Ids {
  const ids = readIds('login', raw, path, context);
  const placeholder = `login.${index}.password`;
  logins.set(placeholder, new Secret(String(ids['loginPassword'])));
  return { loginName: String(ids['loginName']), loginPassword: `{{${placeholder}}}` };
}

/** Ids that do not exist, by kind. */
export function readAbsent(raw: Raw, context: Context): Profile['absent'] {
  return Object.fromEntries(
    (Object.entries(raw) as [FixtureKind, unknown][]).map(([kind, ids]) => [
      kind,
      readIds(kind, ids, ['absent', kind], context),
    ]),
  );
}

function readIds(kind: FixtureKind, raw: unknown, path: Path, context: Context): Ids {
  const names = KINDS[kind].ids;
  const [only] = names;
  const wanted = `{ ${names.map((name) => `${name}: ...`).join(', ')} }`;
  if (typeof raw !== 'object' || raw === null) {
    if (names.length === 1 && only !== undefined) return { [only]: raw as string | number };
    return refuse(context, path, `a fixture of kind ${kind} has ${names.length} identifiers; write ids: ${wanted}`);
  }
  const given = Object.keys(raw);
  const unknown = given.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    const near = nearest(unknown, names);
    const hint = near === undefined ? `write ids: ${wanted}` : `did you mean "${near}"`;
    return refuse(context, [...path, unknown], `a fixture of kind ${kind} has no identifier "${unknown}"; ${hint}`);
  }
  const missing = names.find((name) => !given.includes(name));
  if (missing !== undefined) {
    return refuse(context, path, `a fixture of kind ${kind} needs the identifier "${missing}"; write ids: ${wanted}`);
  }
  // In the order of the path, from the outside to the entity itself, however the profile sorts them.
  return Object.fromEntries(names.map((name) => [name, (raw as Ids)[name] ?? ''])) as Ids;
}

type Scalar = string | number | boolean;

/** Valid requests by operation id. */
export function readExamples(raw: Raw): Profile['examples'] {
  const text = (value: Scalar | readonly Scalar[]): string | readonly string[] =>
    Array.isArray(value) ? value.map(String) : String(value);
  return Object.fromEntries(
    (Object.entries(raw) as [string, { query?: Record<string, Scalar | Scalar[]>; body?: unknown }][]).map(
      ([id, example]) => [
        id,
        {
          ...(example.query === undefined
            ? {}
            : { query: Object.fromEntries(Object.entries(example.query).map(([name, value]) => [name, text(value)])) }),
          ...(example.body === undefined ? {} : { body: example.body }),
        },
      ],
    ),
  );
}
