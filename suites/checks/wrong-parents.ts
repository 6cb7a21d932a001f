/** What a nested path names below a parent that is none of its own, and the child zero of one that is there: nothing (contract 2.1, 7.1; silence entity.foreign-parent). */
import type { RequestCase } from '../../generators/index.ts';
import { counterpart, type Exchange, type Operation, permits } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, ifAvailable, type Session } from '../engine/index.ts';
import { isAccepted, isRefused, judgeRefusal } from '../judges/index.ts';
import { fixtureFor } from '../requests/choice.ts';
import { compose, pathOf, pathParameters } from '../requests/compose.ts';
import { ifAccepted } from '../requests/control.ts';
import { type Held, whereUntaken } from '../requests/untaken.ts';
import { below, isTaken, nestedNames, parentsWithOthers, parentWithoutIt, ZERO } from '../requests/wrong-parents.ts';
import { judgeNobody } from './alike-ids.ts';

/**
 * Asks for a fixture's own id below zero and less, for zero and less below its parent and, of an update, for its id below a parent of others where its
 * GET finds nothing, or below several where it has none: with a request that is accepted of it, so that nothing but the path is wrong. Deletions that name another
 * parent are told with the life of the entity.
 */
export async function judgeWrongParents(context: CheckContext, id: string, operation: Operation): Promise<void> {
  const { session, contract } = context;
  const names = nestedNames(operation);
  const own = names === undefined ? undefined : await inHand(session, operation);
  if (names === undefined || own === undefined) return;
  const on = await whereUntaken(session, own);
  const { fixture, request } = on;
  const ask = async (path: RequestCase['path'], label: string) => {
    const exchange = await context.send({ ...request, path, label });
    if (isAccepted(exchange) && operation.effect === 'destroy') await session.consume(fixture);
    return { exchange, label };
  };
  for (const name of names) {
    for (const none of nobodyAt(operation, fixture, name)) {
      if (isTaken(session, fixture, name, none)) continue;
      const label = `${name} ${none} instead of ${fixture.ids[name]}`;
      const { exchange } = await ask({ ...pathOf(operation, fixture), [name]: none }, label);
      context.record(id, judgeNobody(exchange), { label, exchange });
    }
  }
  const read = operation.method === 'PUT' ? counterpart(contract.operations, operation, 'GET') : undefined;
  if (operation.method === 'GET' || operation.effect === 'destroy') return;
  const send = (one: RequestCase): Promise<Exchange> => context.send(one);
  const other = read && (await parentWithoutIt(send, session, read, fixture));
  const parents = read === undefined ? parentsWithOthers(session, fixture, names) : [];
  for (const parent of other === undefined ? parents : [other]) {
    const wrong = below(operation, fixture, names[0], parent);
    const { exchange, label } = await ask(wrong.path, wrong.label);
    const because = other === undefined ? 'no two parents of this kind share an id' : 'its GET finds nothing there';
    const judgement = judgeRefusal(exchange, { statuses: 'any-4xx', because });
    // One parent may happen to have one of the same number: not all of them do, nor is this one then no longer as it was.
    const isOwn = async (): Promise<boolean> => on !== own && isRefused(await context.send(request));
    if (isAccepted(exchange) && parent !== parents.at(-1) && other === undefined && !(await isOwn())) continue;
    return context.record(id, judgement, { label, exchange });
  }
}

/** Zero, and where no minimum rules it out the fixture's own id with a minus: who passes over the sign finds what may be found. */
function nobodyAt(operation: Operation, { ids }: Fixture, name: string): string[] {
  const schema = pathParameters(operation).find((one) => one.name === name)?.schema;
  const isBound = typeof schema !== 'object' || schema['type'] !== 'integer' || schema['minimum'] !== undefined;
  return [ZERO, ...(isBound ? [] : [`-${ids[name]}`])];
}

/** A fixture with which the run may do what is asked, and a request that is accepted of it. */
async function inHand(session: Session, operation: Operation): Promise<Held | undefined> {
  if (!permits(session.target.facts.effect, operation.effect)) return undefined;
  if (operation.effect === 'destroy') {
    const fixture = await ifAvailable(fixtureFor(session, operation, 'guarded'));
    const label = 'a disposable entity';
    return fixture && { fixture, request: compose(operation, { path: pathOf(operation, fixture), label }) };
  }
  const tried = await ifAccepted(session, operation);
  return tried?.fixture && { fixture: tried.fixture, request: tried.request };
}
