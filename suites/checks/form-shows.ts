/** Whether a change that is written in another form shows, where the dialect says that one in plain JSON does (contract 4.1, 4.7). */
import { type RequestCase, withBody } from '../../generators/index.ts';
import { valueAt } from '../../spec/json.ts';
import type { Fixture, WireRequest } from '../../target/types.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { type Excuse, isAccepted } from '../judges/acceptance.ts';
import { differences } from '../judges/difference.ts';
import { fail, observed, PASS } from '../judges/judgement.ts';
import { pointerSet } from '../judges/pointer.ts';
import { memberSchema } from '../lifecycles/member-schema.ts';
import { smallChange } from '../lifecycles/variation.ts';
import { type Look, type Observer, observerOf, readerOf } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';

/** What was accepted in another form. */
export interface Taken {
  /** The form in words: `XML`. */
  readonly form: string;
  /** The request as JSON. */
  readonly request: RequestCase;
  readonly fixture: Fixture;
  /** Another request of the operation, written like the one that was accepted. */
  readonly write: (request: RequestCase) => WireRequest;
  /** Why a server might not understand what it accepted. */
  readonly excuse: Excuse;
}

/** Members that are changed until one is accepted: a server may have rules for some of them. */
const MOST_MEMBERS = 4;

/** Changes a text in the other form, and plainly should it not show: only what shows then is lost by the form. Puts it back. */
export async function judgeFormShows(context: CheckContext, id: string, taken: Taken): Promise<void> {
  const { contract, session } = context;
  const { form, request, fixture, write } = taken;
  const { operation } = request;
  const reader = readerOf(contract, operation);
  if (reader === undefined || contract.answer('update.readback')?.standing !== 'claimed') return;
  const observer = observerOf(context.send, session, reader, fixture);
  const { value: before } = await observer.look();
  const as = (pointer: string, value: unknown): RequestCase =>
    withBody(request, { mediaType: 'application/json', value: pointerSet(request.body?.value, pointer, value) });
  let tries = 0;
  for (const { write: pointer, read } of readbacks(contract, operation)) {
    const present = valueAt(before, read);
    if (typeof present !== 'string' || !pointer.startsWith('/') || tries >= MOST_MEMBERS) continue;
    const changed = smallChange(memberSchema(operation, pointer, request.body?.value), present, 0);
    if (changed === undefined) continue;
    tries += 1;
    const exchange = await context.send(write(as(pointer, changed)));
    if (!isAccepted(exchange)) continue;
    const judgement = await judge(observer, read, changed, taken, () => context.send(as(pointer, changed)));
    await session.restore(as(pointer, present));
    await observer.until(`${operation.id} puts back`, shows(read, present));
    if (judgement === undefined) continue;
    return context.record(id, judgement, {
      label: `${pointer} changed by ${form}`,
      exchange,
      case: { [pointer]: changed },
    });
  }
}

/** Undefined when the change does not show by JSON either. */
async function judge(
  observer: Observer,
  read: string,
  changed: unknown,
  { form, excuse }: Taken,
  plainly: () => Promise<unknown>,
): Promise<Judgement | undefined> {
  const done = shows(read, changed);
  const seen = await observer.until(`a change by ${form} shows`, done);
  if (done(seen)) return PASS;
  await plainly();
  if (!done(await observer.until('a plain change shows', done)) || seen.status !== 200) return undefined;
  if (excuse !== undefined) {
    return observed(`Accepted, but what it changes does not show; ${excuse}.`);
  }
  return fail(
    `${JSON.stringify(changed)} shows at ${read} after the update by ${form}, as it does after a plain one`,
    `accepted, yet ${JSON.stringify(valueAt(seen.value, read))} shows`,
  );
}

function shows(read: string, value: unknown): (look: Look) => boolean {
  return (look) => differences(valueAt(look.value, read), value).length === 0;
}
