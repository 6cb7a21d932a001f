/** Updates of entities of other types: what a server keeps of one of them it may lose of another (contract 4.9). */
import { permits } from '../../spec/vocabulary.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext } from '../engine/check.ts';
import { ifAvailable } from '../engine/unavailable.ts';
import { MOST } from '../requests/other-types.ts';
import { typeOf } from '../requests/sorts.ts';
import type { Written } from './update-judges.ts';
import { apart, changesFor, takeSubject, type UpdateSubject } from './update-subject.ts';
import { backOf, writeLarge, writeRoundTrips } from './values.ts';
import { writeTogether } from './writing.ts';

/** Updates of one of them, should some of its members be refused. */
const MOST_SENT = 3;

/**
 * One touch on the texts of one fixture of each type that the one in hand is not of; and, where it may be used up, all values
 * of the members that no earlier one has: `done` is what was written to those in hand, the second of which may be used up as well.
 */
export async function writeOnOtherTypes(
  context: CheckContext,
  [{ operation, fixture }, spare]: readonly [UpdateSubject, UpdateSubject],
  done: readonly Written[],
): Promise<Written[]> {
  const own = typeOf(fixture);
  if (own === undefined) return [];
  const fixtures = context.session.target
    .fixtures()
    .filter(({ kind, allow }) => kind === operation.entity && permits(allow, 'modify'));
  const types = new Set(fixtures.map(typeOf));
  // Of what type the one is that was written most to is left to the profile.
  if (typeOf(spare.fixture) === own) types.delete(own);
  types.delete(undefined);
  const found: Written[] = [];
  for (const type of [...types].slice(0, MOST + 1)) {
    const isOfType = (one: Fixture): boolean => typeOf(one) === type;
    const isSpare = (one: Fixture): boolean => isOfType(one) && one.allow === 'destroy';
    const disposable = fixtures.some(isSpare)
      ? await ifAvailable(takeSubject(context, operation, 'modify', isSpare))
      : undefined;
    const subject = disposable ?? (await ifAvailable(takeSubject(context, operation, 'modify', isOfType)));
    // Why none of them takes an update is not shown; that it finds them is judged elsewhere.
    if (subject === undefined) continue;
    const shown = (await subject.observer?.look())?.value;
    const changes = changesFor(context, subject, shown, { turn: 1, omit: apart(context, subject) });
    const written = await writeTogether(context, subject, changes, MOST_SENT);
    if (subject.disposable) written.push(...(await writeOwnMembers(context, subject, [...done, ...found])));
    found.push(...written.map((one) => ({ ...one, ...(type === undefined ? {} : { when: type }) })));
  }
  return found;
}

/** Members that only entities of this type have: each given another value, that taken back, and values that are easily lost. */
async function writeOwnMembers(
  context: CheckContext,
  subject: UpdateSubject,
  done: readonly Written[],
): Promise<Written[]> {
  const large = await writeLarge(context, subject, done);
  const back = await writeTogether(context, subject, backOf(large), MOST_SENT);
  return [...large, ...back, ...(await writeRoundTrips(context, subject, done))];
}
