/** Where updates show, as far as nobody says it: by the names that the descriptions of both have (silence `update.readback`). */
import { tokens } from './json.ts';
import { lettersOf, placesInAny } from './members.ts';
import { counterpart } from './requirements/lifecycles.ts';
import type { Answer, Operation, RequestBody, ResponseSpec } from './types.ts';

const SILENCE = 'update.readback';

/** One line of the dialect's answer `update.readback`. */
export interface Readback {
  /** Pointer in the request body, or `?name` for a query parameter. */
  readonly write: string;
  /** Pointer in the body of the matching GET. */
  readonly read: string;
}

/**
 * The answers, with a guess for each member of an update that the GET of the same path describes by the same name: where the owner
 * describes it and does not say where updates show. A guess of the base about members that the owner's description does not have, or has
 * otherwise, is none any more. Like any guess these count for nothing until a value that was written was seen there.
 */
export function withGuessedReadbacks(
  answers: ReadonlyMap<string, Answer>,
  operations: readonly Operation[],
): ReadonlyMap<string, Answer> {
  const said = answers.get(SILENCE);
  const value = Object.fromEntries(
    Object.entries((said?.value ?? {}) as Readonly<Record<string, readonly Readback[]>>).map(
      ([id, lines]) => [id, innermost(lines)] as const,
    ),
  );
  if (said?.standing === 'claimed') return new Map([...answers, [SILENCE, { value, standing: 'claimed' }]]);
  for (const update of operations.filter(({ method }) => method === 'PUT')) {
    const shown = placesOf(counterpart(operations, update, 'GET')?.success[0]);
    if (shown === undefined) continue;
    const written = placesOf(update.body);
    const isHere = ({ write, read }: Readback): boolean =>
      shown.has(read) && (write.startsWith('?') || written === undefined || written.has(write));
    const known = (value[update.id] ?? []).filter(isHere);
    const further = sameNames(update, shown, written ?? []).filter((line) =>
      known.every(({ write, read }) => write !== line.write && read !== line.read),
    );
    value[update.id] = innermost([...known, ...further]);
  }
  return Object.keys(value).length === 0 ? answers : new Map([...answers, [SILENCE, { value, standing: 'assumed' }]]);
}

/** Those of them that are about no object which others are about the members of: one update cannot write both. */
function innermost(lines: readonly Readback[]): readonly Readback[] {
  return lines.filter(({ write }) => !lines.some((other) => other.write.startsWith(`${write}/`)));
}

function sameNames(update: Operation, shown: Iterable<string>, written: Iterable<string>): Readback[] {
  const places = new Map([...shown].map((place) => [named(place), place]));
  const { path = [], query = [] } = Object.groupBy(update.parameters, (one) => one.in);
  // What the path names is no member to be changed.
  const ids = new Set(['id', ...path.map(({ name }) => named(`/${name}`))]);
  const members = [...written].map((place) => [place, named(place)] as const);
  const parameters = query.map(({ name }) => [`?${name}`, named(`/${name.replaceAll('.', '/')}`)] as const);
  return [...members, ...parameters].flatMap(([write, name]) => {
    const read = places.get(name);
    return read === undefined || ids.has(name) ? [] : [{ write, read }];
  });
}

function named(place: string): string {
  return tokens(place).map(lettersOf).join('/');
}

/** The places of a body whose owner describes its members. */
function placesOf(body: RequestBody | ResponseSpec | undefined): ReadonlySet<string> | undefined {
  const schema = body?.standing === 'claimed' ? body.contents[0]?.schema : undefined;
  const places = schema === undefined ? undefined : placesInAny(schema);
  return places?.size === 0 ? undefined : places;
}
