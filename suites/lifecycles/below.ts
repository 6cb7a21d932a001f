/** What else the path of a deleted entity leads to: its further operations, and the entities below it (contract 7.1). */
import { counterpart } from '../../spec/requirements/lifecycles.ts';
import type { Operation } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import { liesBelow } from '../../target/fixtures/family.ts';
import type { Fixture } from '../../target/types.ts';
import type { CheckContext, Judgement } from '../engine/check.ts';
import { toWire } from '../engine/wire.ts';
import { isAccepted } from '../judges/acceptance.ts';
import { fail, PASS } from '../judges/judgement.ts';
import { answerOf } from '../judges/transport.ts';
import { pathOf } from '../requests/compose.ts';
import { ifAccepted } from '../requests/control.ts';
import { observerOf } from '../subject/read.ts';
import type { Kind } from './deletion.ts';
import { nameOf } from './sibling.ts';

/** Entities below a deleted one that are looked at. */
const MOST_BELOW = 2;

/**
 * Asks all that the path of a deleted entity leads to, and records each answer with the requirement that it is absent: whoever
 * looks only for the inner one, or keeps the parts apart, answers as if it were there.
 */
export async function recordBelow(
  context: CheckContext,
  { kind, remove, read, update, promised }: Kind,
  fixture: Fixture,
): Promise<void> {
  const { contract, session } = context;
  const name = nameOf(fixture);
  const id = promised.id('absent');
  const own = contract.operations.filter(
    (one) => one.entity === kind && one.interface === 'admin' && ![remove, read, update].includes(one),
  );
  for (const operation of own) {
    const exchange = await asked(context, operation, fixture);
    if (exchange === undefined) continue;
    const label = `${operation.method} ${operation.path} of the deleted ${name}`;
    context.record(id, judgeBelow(exchange), { label, exchange });
  }
  const below = session.target.fixtures().filter((one) => liesBelow(one, fixture));
  for (const one of below.slice(0, MOST_BELOW)) {
    const reader = contract.operations.find(
      (each) => each.entity === one.kind && counterpart(contract.operations, each, 'GET') === each,
    );
    if (reader === undefined) continue;
    const { exchange } = await observerOf(context.send, session, reader, one).until(
      'gone',
      ({ status }) => status === 404,
    );
    context.record(id, judgeBelow(exchange), { label: `${nameOf(one)} below the deleted ${name}`, exchange });
  }
}

/** A request that is accepted elsewhere; a read until it is answered as of what is gone. Undefined where none is accepted. */
async function asked(context: CheckContext, operation: Operation, fixture: Fixture): Promise<Exchange | undefined> {
  const { session } = context;
  if (operation.method === 'GET') {
    const observer = observerOf(context.send, session, operation, fixture);
    return (await observer.until('gone', ({ status }) => status === 404)).exchange;
  }
  const tried = await ifAccepted(session, operation);
  if (tried === undefined) return undefined;
  return context.send(toWire({ ...tried.request, path: pathOf(operation, fixture) }, { session }));
}

/** Only success is wrong: which of two faults is told is open (silence `request.precedence`). */
function judgeBelow(exchange: Exchange): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (!isAccepted(exchange)) return PASS;
  return fail('status 404: the entity named in the path was deleted', `status ${response.status}`);
}
