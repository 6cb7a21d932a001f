/** Where updates show, as far as nobody says it: by the names that the descriptions of both have (silence `update.readback`). */
import { tokens } from './json.ts';
import { lettersOf, placesInAny } from './members.ts';
import { counterpart } from './requirements/lifecycles.ts';
import type { Answer, JsonSchema, Operation, RequestBody, ResponseSpec } from './types.ts';

const SILENCE = 'update.readback';

/** One line of the answer. */
interface Line {
  readonly write: string;
  readonly read: string;
}

/**
 * The answers, with a guess for each member of an update that the GET of the same path describes by the same name: where the owner
 * describes it and does not say where updates show. Like any guess it counts for nothing until a value that was written was seen there.
 */
export function withSameNames(
  answers: ReadonlyMap<string, Answer>,
  operations: readonly Operation[],
): ReadonlyMap<string, Answer> {
  const said = answers.get(SILENCE);
  if (said?.standing === 'claimed') return answers;
  const value = { ...(said?.value as Readonly<Record<string, readonly Line[]>> | undefined) };
  for (const update of operations.filter(({ method }) => method === 'PUT')) {
    const known = value[update.id] ?? [];
    const lines = sameNames(operations, update).filter(({ write, read }) =>
      known.every((one) => one.write !== write && one.read !== read),
    );
    if (lines.length > 0) value[update.id] = [...known, ...lines];
  }
  return Object.keys(value).length === 0 ? answers : new Map([...answers, [SILENCE, { value, standing: 'assumed' }]]);
}

function sameNames(operations: readonly Operation[], update: Operation): Line[] {
  const shown = described(counterpart(operations, update, 'GET')?.success[0]);
  if (shown === undefined) return [];
  const places = new Map([...placesInAny(shown)].map((place) => [named(place), place]));
  const { path = [], query = [] } = Object.groupBy(update.parameters, (one) => one.in);
  // What the path names is no member to be changed.
  const ids = new Set(['id', ...path.map(({ name }) => named(`/${name}`))]);
  const members = [...placesInAny(described(update.body) ?? false)].map((place) => [place, named(place)] as const);
  const parameters = query.map(({ name }) => [`?${name}`, named(`/${name.replaceAll('.', '/')}`)] as const);
  return [...members, ...parameters].flatMap(([write, name]) => {
    const read = places.get(name);
    return read === undefined || ids.has(name) ? [] : [{ write, read }];
  });
}

function named(place: string): string {
  return tokens(place).map(lettersOf).join('/');
}

/** The schema of a body whose owner describes it. */
function described(body: RequestBody | ResponseSpec | undefined): JsonSchema | undefined {
  return body?.standing === 'claimed' ? body.contents[0]?.schema : undefined;
}
