/** Puts an entity back to what an earlier look at it showed (design rule 5: what was lent is returned as it was). */
import type { RequestCase } from '../../generators/index.ts';
import { valueAt } from '../../spec/json.ts';
import type { Operation } from '../../spec/types.ts';
import type { Fixture } from '../../target/types.ts';
import { hasItsValuesAgain, isReturned, readbacks, wholeWriteBack } from '../engine/returned.ts';
import type { Session } from '../engine/session.ts';
import { readerOf } from '../engine/snapshot.ts';
import { pointerSet } from '../judges/pointer.ts';
import { compose } from '../requests/compose.ts';
import type { Content } from '../requests/content.ts';
import { pathOf } from '../requests/control.ts';
import { toWire } from '../requests/wire.ts';
import { eyeOn, type Look } from './look.ts';

export interface WriteBackOptions {
  /** Content that every update needs besides the members that show. */
  readonly base?: Content;
  /** Pointers or `?names` of the request that must not be written. */
  readonly omit?: readonly string[];
  /** Writes null where the entity had no value, to clear what came in since. */
  readonly clear?: boolean;
}

/** The update that writes back what a look showed, as far as the dialect says where each member is written. */
export function writeBack(
  session: Session,
  operation: Operation,
  fixture: Fixture,
  shown: unknown,
  options: WriteBackOptions = {},
): RequestCase {
  let body: unknown = options.base?.body?.value ?? (operation.body === undefined ? undefined : {});
  const query = new Map<string, readonly string[]>();
  for (const [name, text] of options.base?.query ?? []) query.set(name, [...(query.get(name) ?? []), text]);
  for (const { write, read } of readbacks(session.contract, operation)) {
    if (options.omit?.includes(write)) continue;
    const value = valueAt(shown, read) ?? null;
    if (value === null && (options.clear !== true || write.startsWith('?'))) continue;
    if (write.startsWith('?')) query.set(write.slice(1), [value].flat().map(String));
    else body = pointerSet(body, write, value);
  }
  const pairs = [...query].flatMap(([name, texts]) => texts.map((text): [string, string] => [name, text]));
  return compose(operation, {
    path: pathOf(operation, fixture),
    query: pairs,
    ...(operation.body === undefined
      ? {}
      : { body: { mediaType: options.base?.body?.mediaType ?? 'application/json', value: body } }),
    label: 'as it was',
  });
}

/**
 * Writes back what `before` showed, first without and then with clearing what was not there. True when the entity reads
 * as it did then.
 */
export async function putBack(
  session: Session,
  operation: Operation,
  fixture: Fixture,
  before: Look,
  options: WriteBackOptions = {},
): Promise<boolean> {
  const reader = readerOf(session.contract, operation);
  if (reader === undefined || before.status !== 200) return false;
  const eye = eyeOn((request) => session.send(request), session, reader, fixture);
  const same = ({ value }: Look): boolean => isReturned(session, operation, before.value, value);
  const settled = (look: Look): boolean =>
    same(look) || (fixture.allow === 'destroy' && hasItsValuesAgain(session, operation, before.value, look.value));
  const places = readbacks(session.contract, operation).map(({ read }) => read);
  const cameIn = ({ value }: Look): boolean =>
    places.some((read) => (valueAt(before.value, read) ?? null) === null && (valueAt(value, read) ?? null) !== null);
  for (const clear of [false, true]) {
    const request = writeBack(session, operation, fixture, before.value, { ...options, clear });
    await session.send(toWire(request, { session }));
    // What was written, before and now, may still be on its way; what came in since does not go by waiting.
    const seen = await eye.until(`${operation.id} puts back`, (look) => settled(look) || (!clear && cameIn(look)));
    if (same(seen)) return true;
    if (!cameIn(seen)) break;
  }
  const whole = wholeWriteBack(operation, fixture, before.value);
  if (whole === undefined) return false;
  await session.restore(toWire(whole, { session }));
  return same(await eye.until(`${operation.id} puts back`, settled));
}
