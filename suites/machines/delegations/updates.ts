/** An endpoint and its configuration are updated without a word about delegations: the mode stays as it is (contract 3.3, 4.9). */
import { type RequestCase, withParameter } from '../../../generators/index.ts';
import {
  type Contract,
  claimed,
  type Exchange,
  enumOf,
  type Mode,
  modePlace,
  type Operation,
  shownMode,
} from '../../../spec/index.ts';
import type { Fixture } from '../../../target/types.ts';
import { type Check, type CheckContext, inconclusive, tryFor } from '../../engine/index.ts';
import { answerOf, fail, observed, PASS, unshown } from '../../judges/index.ts';
import { delegationPlaces, lostDelegations } from '../../lifecycles/delegations.ts';
import { firstOf } from '../../lifecycles/valid-update.ts';
import { type Tried, tryOn } from '../../requests/control.ts';
import { type Look, type Observer, observerOf, seenBy } from '../../subject/read.ts';
import { another, fixturesFor, MOST_TRIED } from '../../subject/search.ts';
import { inHand } from '../../subject/subject.ts';

const MODE_KEPT = 'delegation-mode.updates';
const WANTED = { kind: 'endpoint', effect: 'modify' } as const;
const MODES: readonly Mode[] = ['global', 'custom'];

/** The parameter of an endpoint's update that is about delegations. */
const DELEGATIONS = 'orgDelegations';

/** Updates an endpoint in either mode, and looks at the mode before and after. */
export const updatesCheck: Check = {
  id: MODE_KEPT,
  title: 'An update that says nothing of delegations leaves those of an endpoint, and their mode',
  requirements: [MODE_KEPT],
  effect: 'modify',
  run: async (context) => {
    if (modePlace(context.contract)?.standing !== 'claimed') {
      const open = observed({ what: 'unclaimed', silence: 'endpoint.delegation-mode.read' });
      return context.record(MODE_KEPT, open, { label: 'the delegation mode' });
    }
    // Before anything can be lost.
    await delegationPlaces(context);
    const told = MODES.filter((mode) =>
      fixturesFor(context.session, WANTED).some(({ traits }) => traits['mode'] === mode),
    );
    for (const mode of told.length === 0 ? [undefined] : told) {
      for (const update of updatesOf(context.contract)) await recordMode(context, update, mode);
    }
  },
};

/** Part of the time in which changes show. */
const MOMENT = 0.125;

/** A configuration knows no delegations; of an endpoint it must be said that what an update leaves out stays. */
function updatesOf(contract: Contract): Operation[] {
  const keeps = claimed(contract, 'endpoint.update.omitted-parameters') === 'kept';
  return ['endpoint.config.update', ...(keeps ? ['endpoint.update'] : [])].map((id) => contract.operation(id));
}

/**
 * An endpoint of which the profile says that it is in a mode, or says nothing, and what it shows. One that was in custom mode before
 * others had to do with it is brought there again: of one in global mode an update has no delegations to take away.
 */
async function endpointIn(
  context: CheckContext,
  mode: Mode | undefined,
  tried: readonly Fixture[],
): Promise<{ readonly found: Fixture; readonly observer: Observer; readonly before: Look }> {
  const { contract, session } = context;
  const found = await another(session, WANTED, tried, ({ traits }) => traits['mode'] === mode);
  const observer = observerOf(context.send, session, contract.operation('endpoint.read'), found);
  const isCustom = ({ value }: Look): boolean => shownMode(modePlace(contract), value) === 'custom';
  const before = await observer.look();
  if (mode !== 'custom' || isCustom(before)) return { found, observer, before };
  await tryOn(inHand(session, contract.operation('endpoint.delegations.update'), found));
  return { found, observer, before: await observer.until('the mode shows', isCustom) };
}

async function recordMode(context: CheckContext, update: Operation, mode: Mode | undefined): Promise<void> {
  const { contract, session } = context;
  const label = `${update.id} of an endpoint${mode === undefined ? '' : ` in ${mode} mode`}`;
  const refusing: Fixture[] = [];
  let tried: Tried | undefined;
  let was: Mode | undefined;
  let endpoint: Awaited<ReturnType<typeof endpointIn>> | undefined;
  // Which updates an endpoint takes may hang on its type.
  while (tried?.accepted !== true && refusing.length < MOST_TRIED) {
    const { found, missing } = await tryFor(endpointIn(context, mode, refusing));
    if (found === undefined && endpoint === undefined)
      return context.record(MODE_KEPT, inconclusive(missing), { label });
    if (found === undefined) break;
    endpoint = found;
    was = shownMode(modePlace(contract), found.before.value);
    tried = await tryOn(inHand(session, update, found.found));
    refusing.push(found.found);
  }
  if (endpoint === undefined || was === undefined || tried?.accepted !== true) {
    const [of, fate] = was === undefined ? (['mode', 'shown'] as const) : (['update', 'accepted'] as const);
    return context.record(MODE_KEPT, unshown('earlier-step', { what: 'none', of, was: fate }), { label });
  }
  const { observer, before } = endpoint;
  const silent = withParameter(tried.request, DELEGATIONS, undefined);
  const isSilent = !tried.request.query.some(([name]) => name === DELEGATIONS);
  const seen = { mode: was, label, before, observer };
  if (isSilent && (!(await recordKept(context, seen, tried.exchange)) || context.depth === 'quick')) return;
  // What was left alone by the first may be taken away by the next; and what its owner's example speaks of delegations stands after it.
  const told = isSilent ? seen : await toldBy(context, observer, label);
  if (told === undefined) return;
  for (const [name, requests] of [['once more', [silent]] as const, ...choosing(silent)]) {
    const update = await firstOf((request) => context.send(request), requests);
    if (update?.accepted !== true) continue;
    if (!(await recordKept(context, { ...told, label: `${label}, ${name}` }, update.exchange))) return;
  }
}

/** The request with each parameter besides that takes words of a few, once with each of them: what chooses may choose too much. */
function choosing(request: RequestCase): (readonly [name: string, requests: readonly RequestCase[]])[] {
  return request.operation.parameters
    .filter(({ name, in: place }) => place === 'query' && !request.query.some(([given]) => given === name))
    .map(({ name, schema }): [string, RequestCase[]] => [
      `with ${name}`,
      enumOf(schema).map((word) => withParameter(request, name, [String(word)])),
    ]);
}

/** What an endpoint shows after an update that speaks of delegations, when that has had its time to show; undefined where it shows no mode. */
async function toldBy(context: CheckContext, observer: Observer, label: string): Promise<Seen | undefined> {
  await observer.rest();
  const before = await observer.look();
  const mode = shownMode(modePlace(context.contract), before.value);
  return mode === undefined ? undefined : { mode, label, before, observer };
}

interface Seen {
  readonly mode: Mode;
  readonly label: string;
  readonly before: Look;
  readonly observer: Pick<Observer, 'look'>;
}

/** Looks at the mode, and the delegations, after an update; true where they were kept. */
async function recordKept(
  context: CheckContext,
  { mode: was, label, before, observer }: Seen,
  exchange: Exchange,
): Promise<boolean> {
  const { contract, session } = context;
  // What a server does besides it may do a moment later.
  await session.pause(session.target.facts.settleMs * MOMENT);
  const after = await observer.look();
  const is = shownMode(modePlace(contract), after.value);
  const [lost] = await lostDelegations(context, before, after);
  const kept =
    lost === undefined ? PASS : fail(`it stays delegated to organization ${lost}`, 'that does not show any more');
  const judgement =
    answerOf(after.exchange).judgement ??
    (is === was ? kept : fail(`the mode stays ${was}`, `it is ${is ?? 'not to be told'}`));
  context.record(MODE_KEPT, judgement, { label, exchange, seen: seenBy(before, after) });
  return judgement.verdict === 'pass';
}
