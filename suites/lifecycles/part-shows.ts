/** Members of an entity that a GET of a part of it shows: the settings of an endpoint that its update names `config.…` (contract 4.9). */
import { counterpart, lettersOf, pointerOf, type Readback } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { observerOf } from '../subject/read.ts';
import { queryNamesOf } from '../subject/restore.ts';
import { readbacks } from '../subject/returned.ts';
import { wholeOf } from './neighbours.ts';
import { lastName } from './parents.ts';
import type { UpdateSubject } from './update-subject.ts';
import { writeRoundTrips } from './values.ts';
import { confirmedPlaces, placeOf, type Written } from './written.ts';

/** What was written to members of a part, and places of which it is known that they show it. */
export interface WrittenParts {
  readonly written: readonly Written[];
  readonly confirmed: ReadonlySet<string>;
}

/** From so many members on that show with the part, those that its own update shows there do so as well. */
const ENOUGH = 2;

/**
 * Writes values that are easily lost to members of a part. Nobody says that they show with the part after this update as well, by the same
 * name in whatever spelling: what is seen to arrive there once does, and where several do, so does all that the part's own update shows there. Nothing of an
 * entity that must be put back.
 */
export async function writeParts(context: CheckContext, subject: UpdateSubject): Promise<WrittenParts> {
  const { contract, send, session, depth } = context;
  const { operation, observer, fixture, disposable } = subject;
  const found: Written[] = [];
  const told: Readback[] = [];
  const named = observer === undefined || !disposable || depth === 'quick' ? [] : queryNamesOf(operation);
  for (const update of named.length === 0 ? [] : contract.operations) {
    const reader = update.method === 'PUT' ? counterpart(contract.operations, update, 'GET') : undefined;
    if (reader === undefined || wholeOf(contract, reader) !== observer?.reader) continue;
    const known = new Set(readbacks(contract, operation).map(({ write }) => write));
    const shown = readbacks(contract, update);
    const places = named
      .filter(({ name }) => !known.has(`?${name}`))
      .map(({ name, member }): Readback => {
        const own = shown.find(({ write }) => lettersOf(lastName(write)) === lettersOf(member));
        return { write: `?${name}`, read: own?.read ?? pointerOf(member) };
      });
    told.push(...places.filter(({ read }) => shown.some((one) => one.read === read)));
    const part = observerOf(send, session, reader, fixture);
    if (places.length === 0 || (await part.look()).status !== 200) continue;
    found.push(...(await writeRoundTrips(context, { ...subject, observer: part, places })));
  }
  const seen = confirmedPlaces(found);
  return { written: found, confirmed: new Set([...seen, ...(seen.size >= ENOUGH ? told.map(placeOf) : [])]) };
}
