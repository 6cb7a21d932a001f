/** Updates of entities of other types: what a server keeps of one of them it may lose of another (contract 4.9). */
import { permits } from '../../spec/vocabulary.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { ifAvailable } from '../engine/unavailable.ts';
import { MOST } from '../requests/other-types.ts';
import { typeOf } from '../requests/sorts.ts';
import type { Written } from './update-judges.ts';
import { apart, changesFor, takeSubject, type UpdateSubject } from './update-subject.ts';
import { writeTogether } from './writing.ts';

/** Updates of one of them, should some of its members be refused. */
const MOST_SENT = 3;

/** One touch on the texts of one fixture of each type that the one in hand is not of. */
export async function writeOnOtherTypes(
  context: CheckContext,
  { operation, fixture }: UpdateSubject,
): Promise<Written[]> {
  const own = typeOf(fixture);
  if (own === undefined) return [];
  const fixtures = context.session.target
    .fixtures()
    .filter(({ kind, allow }) => kind === operation.entity && permits(allow, 'modify'));
  const types = new Set(fixtures.map(typeOf));
  types.delete(own);
  types.delete(undefined);
  const found: Written[] = [];
  for (const type of [...types].slice(0, MOST)) {
    const isOfType = (one: Fixture): boolean => typeOf(one) === type;
    const subject = await ifAvailable(takeSubject(context, operation, 'modify', isOfType));
    // Why none of them takes an update is not shown; that it finds them is judged elsewhere.
    if (subject === undefined) continue;
    const shown = (await subject.observer?.look())?.value;
    const changes = changesFor(context, subject, shown, { turn: 1, omit: apart(context, subject) });
    const written = await writeTogether(context, subject, changes, MOST_SENT);
    found.push(...written.map((one) => ({ ...one, ...(type === undefined ? {} : { when: type }) })));
  }
  return found;
}
