/** Writes changes to an entity and looks what shows afterwards. */

import { valueAt } from '../../spec/json.ts';
import type { CheckContext } from '../engine/check.ts';
import { differences } from '../judges/difference.ts';
import { answerOf } from '../judges/transport.ts';
import { toWire } from '../requests/wire.ts';
import { seenBy } from './look.ts';
import type { Written } from './update-judges.ts';
import { type Change, type UpdateSubject, withChange } from './update-subject.ts';

/** Some changes in one update; where that is refused, each in its own. */
export async function writeTogether(
  context: CheckContext,
  subject: UpdateSubject,
  changes: readonly Change[],
  mostSingly = changes.length,
): Promise<Written[]> {
  if (changes.length === 0) return [];
  const together = await write(context, subject, changes);
  if (together !== undefined || changes.length === 1) return together ?? [];
  const found: Written[] = [];
  for (const change of changes.slice(0, mostSingly)) found.push(...((await write(context, subject, [change])) ?? []));
  return found;
}

/** Something to be sent right before an update, once the entity was looked at. */
interface Prelude {
  readonly when: string;
  readonly send?: () => Promise<unknown>;
}

/** Undefined when the update was refused: then nothing follows about what shows. */
export async function write(
  context: CheckContext,
  subject: UpdateSubject,
  changes: readonly Change[],
  prelude?: Prelude,
): Promise<Written[] | undefined> {
  const { eye } = subject;
  if (eye === undefined) return undefined;
  const before = await eye.look();
  await prelude?.send?.();
  const request = changes.reduce(withChange, subject.valid.request);
  const exchange = await context.send(toWire(request, { session: context.session }));
  const status = exchange.response?.status ?? 0;
  if (status < 200 || status >= 300) return undefined;
  const shows = (value: unknown): boolean =>
    changes.every((change) => differences(valueAt(value, change.read), change.value).length === 0);
  const after = await eye.until(`${subject.operation.id} shows`, (look) => shows(look.value));
  const unseen = answerOf(after.exchange).judgement;
  return changes.map((change) => ({
    ...change,
    ...(prelude === undefined ? {} : { when: prelude.when }),
    before: valueAt(before.value, change.read),
    shown: valueAt(after.value, change.read),
    exchange,
    seen: seenBy(before, after, [change.read]),
    ...(unseen === undefined ? {} : { unseen }),
  }));
}
