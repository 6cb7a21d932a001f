/** The update that gives an administrator another type (contract 3.2, 4.5). */
import type { Fixture, JournalEntry, WireRequest } from '../../../target/types.ts';
import type { Session } from '../../engine/session.ts';
import { pointerSet } from '../../judges/pointer.ts';
import type { Look } from '../../lifecycles/look.ts';
import { writeBack } from '../../lifecycles/put-back.ts';
import { compose } from '../../requests/compose.ts';
import { pathOf } from '../../requests/control.ts';
import { toWire } from '../../requests/wire.ts';
import type { TypeKnowledge } from './knowledge.ts';

/** Which content an update carries: the wanted type alone, or all that the administrator shows besides, as it is or touched. */
export type Form = 'bare' | 'full' | { readonly touched: object };

/** The request that asks for the type `to`, or that leaves the type out; `shown` is what the administrator's GET shows now. */
export function typeRequest(
  session: Session,
  { update, write, companions }: TypeKnowledge,
  fixture: Fixture,
  { to, form, shown }: { readonly to: string | undefined; readonly form: Form; readonly shown: unknown },
): WireRequest {
  const rest =
    typeof form === 'object'
      ? form.touched
      : form === 'full'
        ? writeBack(session, update, fixture, shown).body?.value
        : undefined;
  const value = to === undefined ? rest : pointerSet({ ...(rest as object), ...companions[to] }, write.pointer, to);
  const request = compose(update, {
    path: pathOf(update, fixture),
    body: { mediaType: 'application/json', value },
    label: to === undefined ? 'no type' : `type ${to}`,
  });
  return toWire(request, { session });
}

/** What the journal must know to bring an administrator home: the steps `back`, then its other members as `origin` showed them. */
export function restoration(
  session: Session,
  { update, reader, write }: TypeKnowledge,
  fixture: Fixture,
  { back, origin }: { readonly back: readonly WireRequest[]; readonly origin: Look },
): Pick<JournalEntry, 'restore' | 'verify' | 'before'> {
  const values = writeBack(session, update, fixture, origin.value, { omit: [write.pointer] });
  return {
    restore: [...back, toWire(values, { session })],
    verify: toWire(compose(reader, { path: pathOf(reader, fixture), label: 'verify' })),
    before: origin.exchange.response?.body ?? '',
  };
}
