/** Other paths that lead to a deleted entity: under another parent, where nothing is and nothing goes, and to what stands below it (contract 7.1). */
import { counterpart, type Exchange, isClientError, type Operation } from '../../spec/index.ts';
import { liesBelow } from '../../target/fixtures/family.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, type Judgement, type Session, toWire } from '../engine/index.ts';
import { answerOf, fail, isAccepted, PASS, unshown } from '../judges/index.ts';
import { compose, pathOf, pathParameters } from '../requests/compose.ts';
import { ifAccepted } from '../requests/control.ts';
import { lookOf, type Observer, observerOf } from '../subject/read.ts';
import type { Kind } from './deletion.ts';
import { nameOf } from './sibling.ts';

/** Parents that are tried for one under which a read finds nothing. */
const MOST_PARENTS = 3;

/**
 * Names the entity under the parent of another fixture and deletes that; records under `id` whether the entity still stands.
 * Ids may count from one under each parent: it is only asked for where a read under that parent finds nothing.
 */
export async function recordForeignDeletion(
  context: CheckContext,
  id: string,
  { read, remove, fixture, observer }: { read: Operation; remove: Operation; fixture: Fixture; observer: Observer },
): Promise<void> {
  const [parent, child] = pathParameters(remove).map(({ name }) => name);
  const { session } = context;
  if (parent === undefined || child === undefined) return;
  const others = parentsOfOthers(session, fixture, [parent, child]);
  const crossed = (operation: Operation, other: string): ReturnType<typeof toWire> => {
    const path = { ...pathOf(operation, fixture), [parent]: other };
    return toWire(compose(operation, { path, label: id }), { session });
  };
  let other: string | undefined;
  for (const candidate of others.slice(0, MOST_PARENTS)) {
    if (!findsNothing(await context.send(crossed(read, candidate)))) continue;
    other = candidate;
    break;
  }
  if (other === undefined) {
    const none = unshown('no-fixture', { what: 'none', of: 'parent-without-it', was: 'known', but: 'add-parent' });
    return context.record(id, none, { label: 'another parent' });
  }
  const exchange = await context.send(crossed(remove, other));
  const label = `${parent} ${other} instead of ${fixture.ids[parent]}`;
  const { exchange: after } = await observer.look();
  const unseen = answerOf(exchange).judgement ?? answerOf(after).judgement;
  const gone = after.response?.status === 404 || after.response?.status === 410;
  const judgement: Judgement =
    unseen ??
    (gone
      ? fail(
          'the entity is there after a deletion that named another parent',
          `it is gone: GET answers ${after.response?.status}`,
        )
      : PASS);
  context.record(id, judgement, { label, exchange });
}

type Names = readonly [parent: string, child: string];

/** The parents of other fixtures, first those under which the id of this one names no fixture. */
function parentsOfOthers(session: Session, { kind, ids: own }: Fixture, [parent, child]: Names): string[] {
  const others = session.target.fixtures().filter(({ kind: its, ids }) => its === kind && ids[parent] !== own[parent]);
  const taken = new Set(others.filter(({ ids }) => ids[child] === own[child]).map(({ ids }) => String(ids[parent])));
  const parents = [...new Set(others.map(({ ids }) => String(ids[parent])))];
  return parents.toSorted((a, b) => Number(taken.has(a)) - Number(taken.has(b)));
}

/** True for an entity whose id no fixture of its kind has under another parent; also where the path names no parent. */
export function isAlone(session: Session, remove: Operation, { kind, ids: own }: Fixture): boolean {
  const [parent, child] = pathParameters(remove).map(({ name }) => name);
  if (parent === undefined || child === undefined) return true;
  const fixtures = session.target.fixtures().filter((one) => one.kind === kind);
  return !fixtures.some(({ ids }) => ids[parent] !== own[parent] && ids[child] === own[child]);
}

/** Nothing is there, rather than that the target was too busy to say so. */
function findsNothing(exchange: Exchange): boolean {
  const { status } = lookOf(exchange);
  return answerOf(exchange).judgement === undefined && isClientError(status);
}

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
