/** A deletion under another parent than the entity's: nothing there, so nothing goes (contract 7.1). */
import type { Operation } from '../../spec/types.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { answerOf } from '../judges/transport.ts';
import { pathParameters } from '../requests/absent.ts';
import { compose } from '../requests/compose.ts';
import { pathOf } from '../requests/control.ts';
import { toWire } from '../requests/wire.ts';
import { type Eye, lookOf } from './look.ts';

/**
 * Names the entity under the parent of another lent one and deletes that; records under `id` whether the entity still stands.
 * Ids may count from one under each parent: it is only asked for where a read under that parent finds nothing.
 */
export async function recordForeignDeletion(
  context: CheckContext,
  id: string,
  { read, remove, fixture, eye }: { read: Operation; remove: Operation; fixture: Fixture; eye: Eye },
): Promise<void> {
  const [parent] = pathParameters(remove).map(({ name }) => name);
  const { session } = context;
  const give = (reason: string): void =>
    context.record(id, { verdict: 'inconclusive', cause: 'no-fixture', reason }, { label: 'another parent' });
  if (parent === undefined) return;
  const others = session.target
    .fixtures()
    .filter(({ kind, ids }) => kind === fixture.kind && ids[parent] !== fixture.ids[parent]);
  const [other] = others;
  if (other === undefined)
    return give(`Two entities of kind ${fixture.kind} with different ${parent} are needed; lend another.`);
  const crossed = (operation: Operation): ReturnType<typeof toWire> => {
    const path = { ...pathOf(operation, fixture), [parent]: String(other.ids[parent]) };
    return toWire(compose(operation, { path, label: id }), { session });
  };
  const { status } = lookOf(await context.send(crossed(read)));
  if (status < 400 || status >= 500)
    return give(`A read under another ${parent} is answered with ${status}, so nothing may be deleted there.`);
  const exchange = await context.send(crossed(remove));
  const label = `${parent} ${other.ids[parent]} instead of ${fixture.ids[parent]}`;
  const { exchange: after } = await eye.look();
  const unseen = answerOf(exchange).judgement ?? answerOf(after).judgement;
  const gone = after.response?.status === 404 || after.response?.status === 410;
  const judgement: Judgement =
    unseen ??
    (gone
      ? {
          verdict: 'fail',
          expected: 'the entity is there after a deletion that named another parent',
          actual: `it is gone: GET answers ${after.response?.status}`,
        }
      : { verdict: 'pass' });
  context.record(id, judgement, { label, exchange });
}
