/** A neighbour of a kind that nothing reads: that it lives shows by an update which it takes before and after (contract 7.1). */
import type { Operation } from '../../spec/types.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { toWire } from '../requests/wire.ts';
import { lookOf } from './look.ts';
import { nearest } from './neighbours.ts';
import { type ValidUpdate, validUpdate } from './valid-update.ts';

interface Sibling extends ValidUpdate {
  readonly name: string;
  release(): Promise<void>;
}

/** Where nothing can be read, a neighbour is alive when an update of it is accepted; a disposable one, as it cannot be put back. */
export async function livingSibling(
  context: CheckContext,
  update: Operation,
  fixture: Fixture,
): Promise<Sibling | undefined> {
  const [near] = nearest(context.session, fixture).filter(({ allow }) => allow === 'destroy');
  if (near === undefined) return undefined;
  const lease = await context.session.lease({
    kind: fixture.kind,
    effect: 'destroy',
    where: (one) => one.allow === 'destroy',
  });
  if (!('fixture' in lease)) return undefined;
  context.session.onClose(() => lease.release());
  const tried = await validUpdate(context.send, context.session, update, lease.fixture);
  if (tried?.accepted !== true) {
    await lease.release();
    return undefined;
  }
  const name = nameOf(lease.fixture);
  return { ...tried, name, release: () => lease.release() };
}

/** Records under `id` whether it still takes the update, after the deletion of `victim`. */
export async function recordSibling(
  context: CheckContext,
  id: string,
  sibling: Sibling,
  victim: string,
): Promise<void> {
  const exchange = await context.send(toWire(sibling.request, { session: context.session }));
  const { status } = lookOf(exchange);
  const judgement: Judgement =
    status >= 200 && status < 300
      ? { verdict: 'pass' }
      : status >= 400 && status < 500 && status !== 429
        ? {
            verdict: 'fail',
            expected: `the ${sibling.name} still stands`,
            actual: `an update of it, accepted before, answers ${status}`,
          }
        : {
            verdict: 'inconclusive',
            cause: 'connection',
            reason: `An update of the ${sibling.name} answers ${status}.`,
          };
  const label = `${sibling.name} after the deletion of ${victim}`;
  context.record(id, judgement, { label, exchange });
}

/** An entity in words: its kind and its ids. */
export function nameOf({ kind, ids }: Fixture): string {
  return `${kind.replaceAll('-', ' ')} ${Object.values(ids).join('/')}`;
}
