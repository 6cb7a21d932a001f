/** Other paths that lead to a deleted entity: under another parent, where nothing is and nothing goes, and to what stands below it (contract 7.1). */
import type { Effect, Exchange, Operation } from '../../spec/index.ts';
import { liesBelow } from '../../target/fixtures/family.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, type Judgement, type Session, toWire } from '../engine/index.ts';
import { answerOf, fail, isAccepted, PASS, unshown } from '../judges/index.ts';
import { compose, pathOf, pathParameters } from '../requests/compose.ts';
import { contentCandidates } from '../requests/content.ts';
import { ifAccepted } from '../requests/control.ts';
import { optionalWords } from '../requests/words.ts';
import { below, belowNothing, nestedNames, parentWithoutIt } from '../requests/wrong-parents.ts';
import { type Observer, observerOf } from '../subject/read.ts';
import { inHand } from '../subject/subject.ts';
import type { Kind } from './deletion.ts';
import { nameOf } from './sibling.ts';

/**
 * Names the entity below another parent, below one that does not exist and below zero, and deletes that; records under `id` whether
 * the entity still stands. Ids may count from one under each parent: of those that are there one is named under which a read finds nothing.
 */
export async function recordForeignDeletion(
  context: CheckContext,
  id: string,
  { read, remove, fixture, observer }: { read: Operation; remove: Operation; fixture: Fixture; observer: Observer },
): Promise<void> {
  const { session } = context;
  const names = nestedNames(remove);
  if (names === undefined) return;
  const other = await parentWithoutIt((request) => context.send(request), session, read, fixture);
  if (other === undefined) {
    const none = unshown('no-fixture', { what: 'none', of: 'parent-without-it', was: 'known', but: 'add-parent' });
    context.record(id, none, { label: 'another parent' });
  }
  const neighbours = other === undefined ? [] : [below(remove, fixture, names[0], other)];
  for (const { label, path } of [...neighbours, ...belowNothing(session, remove, fixture)]) {
    const exchange = await context.send(compose(remove, { path, label: id }));
    const { exchange: after } = await observer.look();
    const gone = after.response?.status === 404 || after.response?.status === 410;
    const lost = fail(
      'the entity is there after a deletion that named another parent',
      `it is gone: GET answers ${after.response?.status}`,
    );
    const judgement: Judgement = answerOf(exchange).judgement ?? answerOf(after).judgement ?? (gone ? lost : PASS);
    // What a wrong path is answered with says nothing of the entity; that it is gone its own GET says.
    context.record(id, judgement, { label, exchange: gone ? after : exchange });
    if (gone) return;
  }
}

/** True for an entity whose id no fixture of its kind has under another parent; also where the path names no parent. */
export function isAlone(session: Session, remove: Operation, { kind, ids: own }: Fixture): boolean {
  const [parent, child] = pathParameters(remove).map(({ name }) => name);
  if (parent === undefined || child === undefined) return true;
  const fixtures = session.target.fixtures().filter((one) => one.kind === kind);
  return !fixtures.some(({ ids }) => ids[parent] !== own[parent] && ids[child] === own[child]);
}

/** Entities below a deleted one that are looked at. */
const MOST_BELOW = 2;

/**
 * Asks all that the path of a deleted entity leads to, and for the entity with all that may be asked for besides, and records each answer with the requirement that it is absent: whoever
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
  const reads = read === undefined ? [] : optionalWords(read).map((pair) => [read, pair] as const);
  for (const [reader, pair] of reads) {
    const label = `the deleted ${name} with ${pair.join('=')}`;
    const exchange = await context.send(compose(reader, { path: pathOf(reader, fixture), query: [pair], label }));
    context.record(id, judgeBelow(exchange), { label, exchange });
  }
  const inside = session.target.fixtures().filter((one) => liesBelow(one, fixture));
  for (const one of inside.slice(0, MOST_BELOW)) {
    const all = contract.operations.filter((each) => each.entity === one.kind && each.path.includes('{'));
    for (const operation of all.toSorted((a, b) => RANK.indexOf(a.effect) - RANK.indexOf(b.effect))) {
      // What is no more harms nobody, but it may be that only its parent is gone.
      if (operation.effect !== 'observe' && one.allow !== 'destroy') continue;
      const exchange =
        operation.method === 'GET' ? await lookedFor(context, operation, one) : await sent(context, operation, one);
      const label = `${operation.method} ${operation.path} of ${nameOf(one)} below the deleted ${name}`;
      context.record(id, judgeBelow(exchange), { label, exchange });
    }
  }
}

/** Reads first: a deletion takes away what they would find. */
const RANK: readonly Effect[] = ['observe', 'modify', 'destroy'];

/** A request that is accepted elsewhere; a read until it is answered as of what is gone. Undefined where none is accepted. */
async function asked(context: CheckContext, operation: Operation, fixture: Fixture): Promise<Exchange | undefined> {
  const { session } = context;
  if (operation.method === 'GET') return lookedFor(context, operation, fixture);
  const tried = await ifAccepted(session, operation);
  if (tried === undefined) return undefined;
  return context.send(toWire({ ...tried.request, path: pathOf(operation, fixture) }, { session }));
}

async function lookedFor({ send, session }: CheckContext, operation: Operation, fixture: Fixture): Promise<Exchange> {
  const observer = observerOf(send, session, operation, fixture);
  return (await observer.until('gone', ({ status }) => status === 404)).exchange;
}

/** The likeliest request: another entity that takes it need not be sought, as only its success is told. */
async function sent({ send, session }: CheckContext, operation: Operation, fixture: Fixture): Promise<Exchange> {
  const [content] = await contentCandidates(inHand(session, operation, undefined));
  return send(
    toWire(compose(operation, { ...content, path: pathOf(operation, fixture), label: 'below' }), { session }),
  );
}

/** Only success is wrong: which of two faults is told is open (silence `request.precedence`). */
function judgeBelow(exchange: Exchange): Judgement {
  const { response, judgement } = answerOf(exchange);
  if (judgement !== undefined) return judgement;
  if (!isAccepted(exchange)) return PASS;
  return fail('status 404: the entity named in the path was deleted', `status ${response.status}`);
}
