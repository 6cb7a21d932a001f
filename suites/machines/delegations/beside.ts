/** Steps on endpoints that stand next to one in the other mode: that one stays in it, the step lasts, and the configuration is as it was (contract 3.3, 4.9). */
import { claimed, type Exchange, type Mode, valueAt } from '../../../spec/index.ts';
import type { Fixture, Lease, WireRequest } from '../../../target/types.ts';
import type { CheckContext, Judgement } from '../../engine/index.ts';
import { fail, isAccepted, PASS, sameValue, warn } from '../../judges/index.ts';
import { onEachSide } from '../../lifecycles/nearest.ts';
import type { Look } from '../../subject/read.ts';
import { stillReadbacks } from '../../subject/returned.ts';
import { fixturesFor, isOrdinary } from '../../subject/search.ts';
import { configurationOf, isShownByContent, modeOf, type Seen } from './shown.ts';
import { judgeWitness } from './witnesses.ts';

/** What a step showed beside its own cell of the table. */
export interface Beside {
  readonly label: string;
  readonly judgement: Judgement;
  readonly exchange: Exchange;
}

/** The steps, as requests to an endpoint; `empty` where the owner says that a PUT of no ids is accepted. */
export interface Steps {
  put(fixture: Fixture): WireRequest;
  remove(fixture: Fixture): WireRequest;
  empty?(fixture: Fixture): WireRequest;
}

/** Pairs that are tried on one side until one can be had: another request may have reached them before. */
const MOST_PAIRS = 6;

/** Part of the time in which changes show. */
const MOMENT = 0.125;

/** What a server undoes in the background is mostly undone within a second, in milliseconds. */
const LASTING_MS = 1000;

/**
 * A PUT for an endpoint in custom mode whose neighbour is in global mode; a PUT and a DELETE for one in global mode whose neighbour
 * is in custom mode: only there it shows that the neighbour is reached. On each side, on such as may be used up, and that are held
 * as their neighbours are.
 */
export async function besideOthers(
  context: CheckContext,
  walked: readonly Fixture[],
  steps: Steps,
): Promise<readonly Beside[]> {
  if (context.depth === 'quick') return [];
  const { session } = context;
  const all = fixturesFor(session, { kind: 'endpoint', effect: 'destroy' }).filter((one) => !walked.includes(one));
  const found: Beside[] = [];
  for (const mode of ['custom', 'global'] as const) {
    const other: Mode = mode === 'custom' ? 'global' : 'custom';
    for (const side of [0, 1] as const) {
      const pairs = all.flatMap((one) => {
        const next = onEachSide(session, one)[side][0];
        const fits = one.traits['mode'] === mode && next?.traits['mode'] === other && next.allow === 'destroy';
        return fits && isOrdinary(one) ? [[one, next] as const] : [];
      });
      for (const pair of pairs.slice(0, MOST_PAIRS)) {
        const sent = side === 1 ? misnaming(context, steps, pair[1]) : steps;
        const own = await besidePair(context, pair, other, sent, mode === 'global' && side === 0);
        found.push(...(own ?? []));
        if (own !== undefined) break;
      }
    }
  }
  return found;
}

/** Begins to watch the configurations of the endpoints that are walked; the function that comes back says what became of them. */
export async function watchConfigurations(
  context: CheckContext,
  walked: readonly Fixture[],
): Promise<() => Promise<Beside[]>> {
  const walks: Walk[] = [];
  for (const fixture of walked) walks.push(await walkOf(context, fixture));
  return async () => {
    const found: Beside[] = [];
    for (const walk of walks) {
      const judgement = await judgeConfiguration(walk);
      const exchange = walk.configuration?.exchange;
      const label = `configuration of endpoint ${walk.fixture.ids['id']} after all its steps`;
      if (judgement !== undefined && exchange !== undefined) found.push({ label, judgement, exchange });
    }
    return found;
  };
}

async function walkOf(context: CheckContext, fixture: Fixture): Promise<Walk> {
  const first = await configurationOf(context, fixture);
  return { context, fixture, configuration: first?.status === 200 ? first : undefined };
}

/** The steps with an unknown parameter that names the neighbour, as the path names the endpoint; as they are where nobody claims that such are ignored. */
function misnaming({ contract }: CheckContext, steps: Steps, next: Fixture): Steps {
  if (claimed(contract, 'request.unknown-parameters') !== 'ignored') return steps;
  const naming = (wire: WireRequest): WireRequest => ({ ...wire, target: `${wire.target}?id=${next.ids['id']}` });
  return { put: (one) => naming(steps.put(one)), remove: (one) => naming(steps.remove(one)) };
}

/** An endpoint that is held, and what its configuration showed last. */
interface Walk {
  readonly context: CheckContext;
  readonly fixture: Fixture;
  configuration: Look | undefined;
}

/** Undefined where the two cannot be had, or are not in these modes. `patient`: looks whether each step lasts. */
async function besidePair(
  context: CheckContext,
  [one, next]: readonly [Fixture, Fixture],
  its: Mode,
  { put, remove, empty }: Steps,
  patient: boolean,
): Promise<Beside[] | undefined> {
  const leases: Lease[] = [];
  try {
    for (const wanted of [one, next]) {
      const where = (other: Fixture): boolean => other === wanted;
      const lease = await context.session.lease({ kind: 'endpoint', effect: 'destroy', where });
      if (!('fixture' in lease)) return undefined;
      leases.push(lease);
    }
    const before = await modeOf(context, next);
    if (before.mode !== its) return undefined;
    const walk = await walkOf(context, one);
    if ((await modeOf(context, one)).mode === its) return undefined;
    const found: Beside[] = [];
    if (its === 'custom' && patient && empty !== undefined) found.push(...(await putNothing(walk, empty(one))));
    found.push(...(await stepTo('custom', walk, put(one), patient)));
    if (its === 'custom') found.push(...(await stepTo('global', walk, remove(one), patient)));
    // What was done to it may show later than what was done to the other one.
    await context.session.pause(context.session.target.facts.settleMs * MOMENT);
    const { mode: after, exchange } = await modeOf(context, next);
    const witness = { id: String(next.ids['id']), before: before.mode, after, exchange };
    return [...found, { label: `endpoint ${witness.id}`, judgement: judgeWitness(witness, true), exchange }];
  } finally {
    for (const lease of leases) await lease.release();
  }
}

/** A step that leads to a mode; that it does is judged by the table. `patient`: looks again when it has had its time. */
async function stepTo(to: Mode, walk: Walk, wire: WireRequest, patient: boolean): Promise<Beside[]> {
  const { context, fixture } = walk;
  const { session } = context;
  const exchange = await context.send(wire);
  if (!isAccepted(exchange)) return [];
  const id = String(fixture.ids['id']);
  const label = `endpoint ${id} after ${wire.method}`;
  const found: Beside[] = [];
  const before = await untilMode(walk, to);
  if (before === to && patient) {
    await session.pause(Math.max(LASTING_MS, session.target.facts.settleMs));
    const later = await modeOf(context, fixture);
    // What is not answered in time shows nothing.
    const judgement = judgeWitness({ id, before, after: later.mode, exchange: later.exchange }, true);
    found.push({ label: `${label}, a while later`, judgement, exchange });
  }
  const judgement = await judgeConfiguration(walk);
  return judgement === undefined ? found : [...found, { label: `configuration of ${label}`, judgement, exchange }];
}

/**
 * A PUT of no ids is a PUT, and leads to custom mode (3.3); where the mode shows by what there is of the delegations, it cannot
 * show, and one may as well take no delegations for none.
 */
async function putNothing(walk: Walk, wire: WireRequest): Promise<Beside[]> {
  const { context, fixture } = walk;
  const exchange = await context.send(wire);
  if (!isAccepted(exchange)) return [];
  const seen = await untilMode(walk, 'custom');
  if (seen === undefined || isShownByContent(context)) return [];
  const actual = `${seen} mode after one of no organization`;
  const judgement = seen === 'custom' ? PASS : warn('custom mode after an accepted PUT', actual);
  return [{ label: `endpoint ${fixture.ids['id']} after a PUT of no organization`, judgement, exchange }];
}

async function untilMode({ context, fixture }: Walk, mode: Mode): Promise<Mode | undefined> {
  const look = (): Promise<Seen> => modeOf(context, fixture);
  return (await context.session.patience.until(`beside: ${mode}`, look, (seen) => seen.mode === mode)).mode;
}

/** What of the configuration shows, by what the owner says, and is not what it was; undefined where nothing can be told. */
async function judgeConfiguration(walk: Walk): Promise<Judgement | undefined> {
  const { context, fixture, configuration: before } = walk;
  const { contract, session } = context;
  if (before === undefined) return undefined;
  const update = contract.operation('endpoint.config.update');
  const lost = (now: Look | undefined): string[] => {
    if (now?.status !== 200) return now?.status === 404 ? [''] : [];
    const places = stillReadbacks(context, update).map(({ read }) => read);
    return places.filter((place) => {
      const [was, is] = [before, now].map(({ value }) => valueAt(value, place) ?? null);
      return was !== null && was !== '' && !sameValue(was, is);
    });
  };
  let now = await configurationOf(context, fixture);
  if (lost(now).length > 0) {
    // Whoever is changing it at this moment is answered by then.
    await session.pause(session.target.facts.settleMs);
    now = await configurationOf(context, fixture);
  }
  const [place] = lost(now);
  if (place === undefined) return now?.status === 200 ? PASS : undefined;
  walk.configuration = now?.status === 200 ? now : undefined;
  if (place === '') return fail('the configuration is there, as before the step', 'its GET answers 404');
  const expected = `the configuration shows ${place} = ${JSON.stringify(valueAt(before.value, place))}, as before the step`;
  return fail(expected, `it shows ${JSON.stringify(valueAt(now?.value, place)) ?? 'nothing'}`);
}
