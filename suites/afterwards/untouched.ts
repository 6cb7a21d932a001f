/** A fixture that a run never wrote to is at its end as it was at its beginning (contract 4, design rule 11): whatever was done to others. */
import { counterpart, type Depth, type Operation, valueAt } from '../../spec/index.ts';
import { liesBelow } from '../../target/fixtures/family.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, type Judgement, toWire } from '../engine/index.ts';
import { answerOf, differences, excerpt, fail, isEmpty, observed, PASS, warn } from '../judges/index.ts';
import { compose, pathOf, pathParameters } from '../requests/compose.ts';
import { mayHaveGoneWith } from '../subject/going-along.ts';
import { type Look, lookOf, shownFirst } from '../subject/read.ts';
import { isClaimed, stillReadbacks } from '../subject/returned.ts';

/** Entities of a kind that are looked at. */
const MOST_UNTOUCHED: Readonly<Record<Depth, number>> = { quick: 2, standard: 10, deep: 200 };

/** Looks at some that nothing was asked of but to be shown, and records how they differ from what they showed first. */
export async function recordUntouched(context: CheckContext, reader: Operation, id: string): Promise<void> {
  const { session } = context;
  const known = untouchedBy(context, reader);
  const ways = known.map((fixture) =>
    toWire(compose(reader, { path: pathOf(reader, fixture), label: id }), { session }),
  );
  const looks = (await Promise.all(ways.map((wire) => context.send(wire)))).map(lookOf);
  let isRested = false;
  for (const [at, fixture] of known.entries()) {
    const before = shownFirst(session, reader, fixture);
    const [wire, first] = [ways[at], looks[at]];
    if (before === undefined || wire === undefined || first === undefined) continue;
    const label = `${fixture.kind} ${Object.values(fixture.ids).join('/')}`;
    let look = first;
    let judgement = judge(context, reader, { fixture, before, look });
    if (judgement.verdict !== 'pass') {
      // Whoever is changing it at this moment puts it back, or is answered by then.
      if (!isRested) await session.pause(session.target.facts.settleMs);
      isRested = true;
      look = lookOf(await context.send(wire));
      judgement = judge(context, reader, { fixture, before, look });
    }
    context.record(id, judgement, { label, exchange: look.exchange });
  }
  if (known.length > 0) return;
  context.record(id, observed({ what: 'none', of: 'untouched-entity', was: 'known' }), { label: 'the last look' });
}

/** Those first that may be looked at only, from both ends of the profile and, by seed, from between. */
function untouchedBy({ session, depth, seed }: CheckContext, reader: Operation): readonly Fixture[] {
  const { chronicle, target } = session;
  const all = target.fixtures();
  const isLeft = (one: Fixture): boolean => chronicle.changedAt(one) === undefined && !chronicle.mayHaveDeleted(one);
  const named = new Set(pathParameters(reader).map(({ name }) => name));
  const left = all.filter(
    (one) =>
      one.kind === reader.entity &&
      Object.keys(one.ids).every((name) => named.has(name)) &&
      isLeft(one) &&
      all.every((other) => !liesBelow(other, one) || isLeft(other)) &&
      shownFirst({ chronicle }, reader, one) !== undefined,
  );
  const kept = left.filter(({ allow }) => allow === 'observe');
  const turned = [kept, left].flatMap((all) => {
    const turn = Math.abs(seed) % Math.max(1, all.length);
    return [...all.slice(turn), ...all.slice(0, turn)];
  });
  return [...new Set([...kept.slice(0, 1), ...kept.slice(-1), ...turned])].slice(0, MOST_UNTOUCHED[depth]);
}

interface Looks {
  readonly fixture: Fixture;
  /** What the first look has shown. */
  readonly before: unknown;
  readonly look: Look;
}

/** Only what this run has written to another entity can be nobody else's doing; all else warns, where nobody may change the entity. */
function judge(context: CheckContext, reader: Operation, { fixture, before, look }: Looks): Judgement {
  const { exchange, status, value } = look;
  const unanswered = answerOf(exchange).judgement;
  if (unanswered !== undefined) return unanswered;
  const isKept = fixture.allow === 'observe';
  const expected = 'it is as it was at the beginning: nothing was asked to change it';
  const open = (actual: string): Judgement => observed({ what: 'differs', actual, but: 'others-at-work' });
  const others = (actual: string): Judgement => (isKept ? warn(expected, actual) : open(actual));
  if (status !== 200) {
    const actual = `its GET answers ${status}`;
    if (status === 404 && mayHaveGoneWith(context.session, fixture, { shown: before })) return open(actual);
    // What may be changed nobody else takes away either.
    return fixture.allow === 'destroy' ? others(actual) : warn(expected, actual);
  }
  const [changed] = placesOf(context, reader).filter(
    (at) =>
      !(isEmpty(valueAt(before, at)) && isEmpty(valueAt(value, at))) &&
      differences({ is: valueAt(before, at) }, { is: valueAt(value, at) }).length > 0,
  );
  if (changed === undefined) return PASS;
  const is = valueAt(value, changed);
  const actual = `${changed} shows ${excerpt(JSON.stringify(is) ?? 'nothing')}, and ${excerpt(JSON.stringify(valueAt(before, changed)) ?? 'nothing')} before`;
  const update = counterpart(context.contract.operations, reader, 'PUT') ?? reader;
  const call = { operation: update, ids: pathOf(reader, fixture) };
  const isOurs = context.session.chronicle.courses.hasStrayed(call, changed, value);
  if (!isOurs) return others(actual);
  return isKept ? fail(expected, `${actual}: what this run wrote to another entity`) : warn(expected, actual);
}

/** What somebody says to show what updates write: counters and moments of change are none of it. */
function placesOf(context: CheckContext, reader: Operation): readonly string[] {
  const { contract } = context;
  const update = counterpart(contract.operations, reader, 'PUT');
  return update === undefined || !isClaimed(contract) ? [] : stillReadbacks(context, update).map(({ read }) => read);
}
