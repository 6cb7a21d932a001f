/** The organizations of an endpoint PUT may switch its delegation mode (silence `endpoint.update.delegations`): it is switched back. */
import type { Operation } from '../../spec/types.ts';
import type { Fixture } from '../../target/types.ts';
import type { Session } from '../engine/session.ts';
import { pathParameters } from './absent.ts';
import { compose } from './compose.ts';
import { homeOf } from './way-back.ts';
import { toWire } from './wire.ts';

const SWITCHES = 'endpoint.update';
const ENTERS = 'endpoint.delegations.update';

/**
 * Sees to it that an endpoint in global mode is so again when the session closes. Whether it still is need not be known: a
 * server that never left the mode may accept or refuse to leave it (silence `endpoint.delegations.delete-in-global`). Of an
 * endpoint whose mode is not known, nothing says which one to leave it in.
 */
export function keepMode(session: Session, operation: Operation, fixture: Fixture): Promise<void> {
  if (operation.id !== SWITCHES) return Promise.resolve();
  return session.once(`mode:${JSON.stringify(fixture.ids)}`, async () => {
    const leave = await homeOf(session, session.contract.operation(ENTERS), fixture);
    if (leave === undefined) return;
    const path = Object.fromEntries(pathParameters(leave).map(({ name }) => [name, String(fixture.ids[name] ?? '')]));
    const request = toWire(compose(leave, { path, label: 'back to global mode' }), { session });
    const { journal } = session.target;
    const id = await journal.begin({ fixture, check: session.group.id, restore: [request] });
    session.onClose(async () => {
      await session.restore(request);
      await journal.done(id);
    });
  });
}
