/** What went away while this run deleted something else of its kind: a deletion is of the entity that its path names (contract 4). */
import { counterpart, KINDS, type Operation } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, type Judgement, names, type Session } from '../engine/index.ts';
import { answerOf, fail, mentions, PASS, warn } from '../judges/index.ts';
import { compose, pathOf } from '../requests/compose.ts';
import { mayHaveGoneWith } from '../subject/going-along.ts';
import { shownFirst } from '../subject/read.ts';

/** Between two looks so near to each other, in milliseconds, that it was anybody else is as good as ruled out, unless somebody is seen to delete. */
const NEAR_MS = 5000;

/** Of each kind, where somebody is gone. */
const MOST_AROUND = 10;

/** From either end of the profile; most others are looked at again by other checks. */
const LOOKED_AT = 3;

/** Records fixtures that nobody asked to delete, and that are gone since something else of their kind was deleted. */
export async function recordLost(context: CheckContext, remove: Operation, id: string): Promise<void> {
  const { contract, session, send } = context;
  const reader = counterpart(contract.operations, remove, 'GET');
  if (reader === undefined) return;
  const all = [...session.target.fixtures(), ...session.target.gone()].filter(({ kind }) => kind === remove.entity);
  const left = all.filter((one) => !session.chronicle.mayHaveDeleted(one));
  // A server that takes somebody else along takes the next one, or the first or the last.
  const ends = new Set([...left.slice(0, LOOKED_AT), ...left.slice(-LOOKED_AT)]);
  await Promise.all([...ends].map((one) => send(compose(reader, { path: pathOf(reader, one), label: 'a last look' }))));
  const lost = left.filter((one) => isLost(context, remove, reader, one));
  if (lost.length > 0) await lookForOtherLosses(context);
  for (const one of lost) {
    const exchange = await send(compose(reader, { path: pathOf(reader, one), label: 'read' }));
    const label = `the ${one.kind} ${Object.values(one.ids).join('/')}, which was not deleted`;
    context.record(id, answerOf(exchange).judgement ?? judge(context, one, exchange.response?.status), {
      label,
      exchange,
    });
  }
}

/** Looks at some of each kind: whether others are gone as well is asked for only where somebody is. */
async function lookForOtherLosses({ contract, session, send }: CheckContext): Promise<void> {
  const left = session.target.fixtures().filter((one) => !session.chronicle.mayHaveDeleted(one));
  const looks = [...Map.groupBy(left, ({ kind }) => kind)].flatMap(([kind, all]) => {
    const reader = contract.operations.find(
      ({ method, entity, path }) => method === 'GET' && entity === kind && path.endsWith('}'),
    );
    if (reader === undefined) return [];
    return all
      .slice(0, MOST_AROUND)
      .map((one) => send(compose(reader, { path: pathOf(reader, one), label: 'a look around' })));
  });
  await Promise.all(looks);
}

function judge({ session }: CheckContext, one: Fixture, status: number | undefined): Judgement {
  if (status !== 404) return PASS;
  const { seenAt = 0, goneAt = 0 } = session.chronicle.lossOf(one) ?? {};
  const isCertain = goneAt - seenAt <= NEAR_MS && !othersDelete(session);
  return (isCertain ? fail : warn)('it is there, as it was before', 'it is gone since something else was deleted');
}

/** True where something is gone that nothing this run has deleted meanwhile can have taken along: then somebody else is at work. */
function othersDelete({ chronicle, target }: Session): boolean {
  const departed = chronicle.departures.all();
  return [...target.fixtures(), ...target.gone()].some((one) => {
    const loss = chronicle.mayHaveDeleted(one) ? undefined : chronicle.lossOf(one);
    if (loss === undefined) return false;
    // With an organization may go whatever belongs to it.
    const takers = [one.kind, KINDS[one.kind].below, 'organization'];
    return !departed.some(
      ({ call, doneAt }) => takers.includes(call.operation.entity) && loss.seenAt <= doneAt && doneAt <= loss.goneAt,
    );
  });
}

/** Seen before a deletion by this operation and not after it, and nothing that was deleted has to do with it. */
function isLost({ session }: CheckContext, remove: Operation, reader: Operation, one: Fixture): boolean {
  const { chronicle } = session;
  const loss = chronicle.lossOf(one);
  const shown = shownFirst(session, reader, one);
  if (loss === undefined || shown === undefined) return false;
  if (mayHaveGoneWith(session, one, { shown, at: loss.seenAt })) return false;
  const departed = chronicle.departures.of(remove);
  const known = [...session.target.fixtures(), ...session.target.gone()];
  const isRelated = chronicle.departures.all().some(({ call }) => {
    const deleted = known.find((other) => names(call, other));
    const id = Object.values(deleted?.ids ?? call.ids).at(-1) ?? '';
    // What a deleted one lies within does not go with it.
    const isAbove = deleted !== undefined && session.target.family.goesWith(deleted, one);
    return mentions(shown, id) && !isAbove;
  });
  const isMeanwhile = departed.some(({ doneAt }) => loss.seenAt <= doneAt && doneAt <= loss.goneAt);
  return !isRelated && isMeanwhile;
}
