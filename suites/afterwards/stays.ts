/** What was written to is looked at once more at the end of a run, when all that was late has had its time (contract 4, 7.1). */
import { type Contract, counterpart, type Exchange, isObject, isSuccess, promisesOf } from '../../spec/index.ts';
import {
  type Check,
  type CheckContext,
  type Departed,
  type Followed,
  type Judgement,
  names,
  type Relapse,
} from '../engine/index.ts';
import { answerOf, fail, PASS, unshown } from '../judges/index.ts';
import { lookOf } from '../subject/read.ts';
import { isOrdinary } from '../subject/search.ts';
import { recordListed } from './listed.ts';
import { recordLost } from './lost.ts';
import { recordUntouched } from './untouched.ts';

/** Waited for at least: what is done in the background is mostly done within two seconds. */
const LEAST_MS = 2000;

/** Entities that are looked at again for one operation. */
const MOST_FOLLOWED = 12;

/** The check of what one operation left; undefined where nothing of it shows. */
export function staysCheck(contract: Contract, operation: string): Check | undefined {
  const id = promisesOf(contract, operation, 'stays').find();
  if (id === undefined) return undefined;
  return {
    id,
    title: `What ${operation} left is still so at the end`,
    requirements: [id],
    effect: 'observe',
    // It only looks: none of these waits for another.
    strand: id,
    run: (context) => recordStays(context, operation, id),
  };
}

async function recordStays(context: CheckContext, operation: string, id: string): Promise<void> {
  const { contract, session } = context;
  const { courses } = session.chronicle;
  const { method, path } = contract.operation(operation);
  if (method === 'DELETE') return recordGone(context, operation, id);
  if (method === 'GET') {
    await restAfter(context, session.chronicle.writtenLast());
    await recordListed(context, contract.operation(operation), id);
    return recordUntouched(context, contract.operation(operation), id);
  }
  const reader = contract.operations.find((other) => other.method === 'GET' && other.path === path);
  const followed = courses.of(contract.operation(operation)).slice(0, MOST_FOLLOWED);
  if (reader === undefined || followed.length === 0) {
    const none = unshown('earlier-step', { what: 'none', of: 'written-entity', was: 'seen' });
    return context.record(id, none, { label: 'the last look' });
  }
  await restAfter(context, Math.max(...followed.map(({ touchedAt }) => touchedAt)));
  const standing = contract.answer('update.readback')?.standing;
  const looks = followed.map(({ call }) => {
    const target = Object.values(call.ids).reduce((left, value) => left.replace(/\{[^}]+\}/, value), path);
    return context.send({ service: 'admin', method: 'GET', target });
  });
  const exchanges = await Promise.all(looks);
  for (const [at, one] of followed.entries()) {
    const exchange = exchanges[at] as Exchange;
    const label = `${reader.id} ${Object.values(one.call.ids).join('/')}`;
    const unanswered = answerOf(exchange).judgement;
    if (unanswered !== undefined) context.record(id, unanswered, { label, exchange });
    else record(context, id, one, { label, claimed: standing === 'claimed' });
  }
}

/** Waits until what came of requests up to a moment has had its time. */
async function restAfter({ session, target }: CheckContext, moment: number): Promise<void> {
  await session.pause(Math.max(0, moment + Math.max(target.settleMs, LEAST_MS) - Date.now()));
}

async function recordGone(context: CheckContext, operation: string, id: string): Promise<void> {
  const { contract, session } = context;
  const all = session.chronicle.departures
    .of(contract.operation(operation))
    .filter((one) => isOrdinaryAt(context, one));
  const unseen = all.filter(({ goneAt }) => goneAt === undefined).slice(0, MOST_FOLLOWED);
  const departed = [...unseen, ...all.filter(({ goneAt }) => goneAt !== undefined).slice(0, MOST_FOLLOWED)];
  if (departed.length === 0) {
    const none = unshown('earlier-step', { what: 'none', of: 'deletion', was: 'accepted' });
    return context.record(id, none, { label: 'the last look' });
  }
  await restAfter(context, Math.max(...departed.map(({ goneAt, doneAt }) => goneAt ?? doneAt)));
  const exchanges = await Promise.all(
    departed.map(({ path }) => context.send({ service: 'admin', method: 'GET', target: path })),
  );
  for (const [at, { call, path, goneAt }] of departed.entries()) {
    const exchange = exchanges[at] as Exchange;
    const { response, judgement } = answerOf(exchange);
    const isBack = isSuccess(response?.status);
    const expected =
      goneAt === undefined
        ? 'what was deleted, as the DELETE was answered, is gone'
        : 'what was deleted and answered 404 stays gone';
    const back = fail(expected, `its GET answers ${response?.status}`);
    // An id may be given to somebody else in time.
    const told =
      goneAt === undefined || isAsBefore(context, call, exchange) ? back : { ...back, verdict: 'warn' as const };
    context.record(id, judgement ?? (isBack ? told : PASS), { label: path, exchange });
  }
  await recordLost(context, contract.operation(operation), id);
}

/** Of the texts that an entity showed at first so many are the same, if it has not become another one: what was written to it since stands beside them. */
const SAME = 1 / 2;

/** True for what shows much of what was deleted, as far as anything is known of that. */
function isAsBefore(
  { contract, session }: CheckContext,
  { operation, ids }: Departed['call'],
  exchange: Exchange,
): boolean {
  const reader = counterpart(contract.operations, operation, 'GET');
  const before = reader === undefined ? undefined : session.chronicle.origins.of({ operation: reader, ids });
  const now = lookOf(exchange).value;
  const texts = Object.entries(isObject(before) ? before : {}).filter(
    ([, text]) => typeof text === 'string' && text !== '',
  );
  const same = texts.filter(([name, text]) => isObject(now) && now[name] === text);
  return same.length >= texts.length * SAME;
}

/** False for a location that the profile says to be no custom one: what comes of its deletion is not shown (silence location.not-custom). */
function isOrdinaryAt({ session }: CheckContext, { call }: Departed): boolean {
  const fixture = session.target.fixtures().find((one) => names(call, one));
  return fixture === undefined || isOrdinary(fixture);
}

function record(
  context: CheckContext,
  id: string,
  { relapses }: Followed,
  told: { label: string; claimed: boolean },
): void {
  const { label, claimed } = told;
  if (relapses.length === 0) context.record(id, PASS, { label });
  for (const relapse of relapses) {
    const { read, is, was, exchange } = relapse;
    if (!claimed) {
      const note = { what: 'changed', at: [read], but: 'places-assumed' } as const;
      context.observe(id, { silence: 'update.readback', value: read, note });
      continue;
    }
    const seen = { exchange, changes: [{ at: read, before: was, after: is }] };
    context.record(id, judge(relapse), { label, exchange, seen });
  }
}

function judge({ why, read, was, is }: Relapse): Judgement {
  const came = why === 'refused' ? 'which only refused updates had carried' : 'which had been overwritten before that';
  return fail(
    `${read} = ${JSON.stringify(was)}, as it was seen after the last accepted update`,
    `${read} = ${JSON.stringify(is)}, ${came}`,
  );
}
