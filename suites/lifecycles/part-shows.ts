/** Members of an entity that a GET of a part of it shows: the settings of an endpoint that its update names `config.…` (contract 4.9). */
import { counterpart, type Readback } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import { observerOf } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';
import { wholeOf } from './neighbours.ts';
import { lastName } from './parents.ts';
import type { UpdateSubject } from './update-subject.ts';
import { writeRoundTrips } from './values.ts';
import type { Written } from './written.ts';

/**
 * Writes values that are easily lost where the update of a part says that they show, by members of the same name. Nobody says that they
 * show there after this update as well: what is seen to arrive there once does. Nothing of an entity that must be put back.
 */
export async function writeParts(context: CheckContext, subject: UpdateSubject): Promise<Written[]> {
  const { contract, send, session, depth } = context;
  const { operation, observer, fixture, disposable } = subject;
  if (observer === undefined || !disposable || depth === 'quick') return [];
  const found: Written[] = [];
  for (const update of contract.operations) {
    const reader = update.method === 'PUT' ? counterpart(contract.operations, update, 'GET') : undefined;
    if (reader === undefined || wholeOf(contract, reader) !== observer.reader) continue;
    const known = new Set(readbacks(contract, operation).map(({ write }) => write));
    const places = operation.parameters.flatMap(({ name, in: place }): Readback[] => {
      const write = `?${name}`;
      if (place !== 'query' || !name.includes('.') || known.has(write)) return [];
      return readbacks(contract, update)
        .filter((one) => lastName(one.write) === lastName(write))
        .map(({ read }) => ({ write, read }));
    });
    const part = observerOf(send, session, reader, fixture);
    if (places.length === 0 || (await part.look()).status !== 200) continue;
    found.push(...(await writeRoundTrips(context, { ...subject, observer: part, places })));
  }
  return found;
}
