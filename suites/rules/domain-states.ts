/** What is done to one domain leaves the state of others, and its monitoring its own, as they were; and no state goes by itself (contract 4.10). */
import type { Contract, Exchange, Operation } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type Check, type CheckContext, ifAvailable, type Judgement } from '../engine/index.ts';
import { answerOf, fail, isAccepted, observed, PASS, unshown } from '../judges/index.ts';
import { onEachSide } from '../lifecycles/nearest.ts';
import { isReturnable } from '../requests/choice.ts';
import { tryOn } from '../requests/control.ts';
import { fixturesFor } from '../subject/search.ts';
import { inHand } from '../subject/subject.ts';
import { Hand, idOf, type Move, movesIn, WANTED } from './domain-steps.ts';

const NOTHING_ELSE = 'domain.state.nothing-else';

/** Pairs of neighbours that are asked for until one can be had. */
const MOST_PAIRS = 4;

/** Undefined where the contract has no such steps. */
export function domainStatesCheck(contract: Contract): Check | undefined {
  const moves = movesIn(contract);
  if (moves === undefined) return undefined;
  return {
    id: NOTHING_ELSE,
    title: 'The state of a domain stays as it was: a change of another one leaves it, and one of its monitoring',
    requirements: [NOTHING_ELSE],
    effect: 'modify',
    run: async (context) => {
      const claim = contract.answer('domain.same-state');
      if (claim?.standing !== 'claimed' || claim.value !== 'refused')
        return context.record(NOTHING_ELSE, observed({ what: 'open', but: 'state-unseen' }), {
          label: 'the state of a domain',
        });
      const hand = new Hand(context);
      const [one, next] = await neighboursOf(context);
      await hand.undo([one, next], moves);
      for (const move of moves) {
        await recordOther(hand, move, one, next);
        await recordOther(hand, move, next, one);
        await recordRefused(hand, move.step, one);
        await recordLasting(hand, move.step, next);
        await recordMonitoring(hand, move, [one, next]);
      }
    },
  };
}

/** A step on one domain, while the other is in the state that the step leads away from: in that it stays. */
async function recordOther(hand: Hand, move: Move, one: Fixture, other: Fixture): Promise<void> {
  const act = (): Promise<Exchange> => hand.send(move.step, one);
  const label = `domain ${idOf(other)} after ${move.step.id} of domain ${idOf(one)}`;
  await recordStays(hand, { act, label, before: move.opposite, bring: [one, other], looked: [other] });
}

/** A step that is refused because the domain is in that state leaves it there. */
function recordRefused(hand: Hand, step: Operation, domain: Fixture): Promise<void> {
  const label = `domain ${idOf(domain)} after a refused ${step.id}`;
  return recordStays(hand, { label, before: step, bring: [domain], looked: [domain] });
}

/** A state does not go by itself: what a server undoes in the background is mostly undone within a second. */
function recordLasting(hand: Hand, step: Operation, domain: Fixture): Promise<void> {
  const label = `domain ${idOf(domain)} a while after ${step.id}`;
  return recordStays(hand, { label, before: step, bring: [domain], looked: [domain], least: HALF_A_SECOND });
}

const HALF_A_SECOND = 500;

/** Monitoring is changed on one that may be used up, or can be put back; in both states. */
async function recordMonitoring(hand: Hand, move: Move, domains: readonly [Fixture, Fixture]): Promise<void> {
  const { context } = hand;
  const { session } = context;
  const monitor = context.contract.operations.find(({ id }) => id === 'domain.monitoring.update');
  if (monitor === undefined) return;
  for (const one of domains) {
    const subject = inHand(session, monitor, one);
    if (!(await isReturnable(subject))) continue;
    const act = async (): Promise<Exchange | undefined> => (await tryOn(subject))?.exchange;
    const label = `the domains ${domains.map(idOf).join(' and ')} after ${monitor.id} of domain ${idOf(one)}`;
    return recordStays(hand, { act, label, before: move.step, bring: domains, looked: domains });
  }
}

interface Trial {
  /** What is done meanwhile, beyond the refused steps by which their state is known. */
  readonly act?: () => Promise<Exchange | undefined>;
  readonly label: string;
  /** The step that leads to the state in which all are before, and is refused in it. */
  readonly before: Operation;
  readonly bring: readonly Fixture[];
  /** Those that stay in it. */
  readonly looked: readonly Fixture[];
  /** Milliseconds that go by at least before it is done, and again after it; none where this is not given. */
  readonly least?: number;
}

/** What shows once only may be a step of before that shows late: it must show again, with time for all that goes before. */
async function recordStays(hand: Hand, { act, label, before, bring, looked, least = 0 }: Trial): Promise<void> {
  const { context } = hand;
  const { session } = context;
  let judgement: Judgement | undefined;
  let exchange: Exchange | undefined;
  let seen: Exchange | undefined;
  for (const pause of [least, Math.max(least, session.target.facts.settleMs)]) {
    const isThere = await hand.bring(before, ...bring);
    if (pause > 0) await session.pause(pause);
    exchange = isThere ? await act?.() : undefined;
    if (!isThere || (act !== undefined && (exchange === undefined || !isAccepted(exchange)))) {
      judgement = undefined;
      break;
    }
    if (pause > 0) await session.pause(pause);
    judgement = PASS;
    for (const domain of looked) {
      seen = await hand.send(before, domain);
      const unanswered = answerOf(seen).judgement;
      if (unanswered !== undefined) judgement = unanswered;
      else if (!isAccepted(seen)) continue;
      else
        judgement = fail(
          `${before.id} of domain ${idOf(domain)} is refused, as before: it is in that state`,
          `status ${seen.response?.status}`,
        );
      break;
    }
    if (judgement.verdict !== 'fail') break;
  }
  const none = unshown('earlier-step', { what: 'open', but: 'steps-before' });
  context.record(NOTHING_ELSE, judgement ?? none, {
    label,
    exchange,
    ...(seen === undefined ? {} : { seen: { exchange: seen, changes: [] } }),
  });
}

/** Two domains of which the states are known, one next to the other by id. @throws Unavailable */
async function neighboursOf({ session }: CheckContext): Promise<readonly [Fixture, Fixture]> {
  const known = fixturesFor(session, WANTED).filter(
    ({ traits }) => traits['state'] === 'active' || traits['state'] === 'suspended',
  );
  const pairs = known.flatMap((one) => {
    const [, [next]] = onEachSide(session, one);
    return next !== undefined && known.includes(next) ? [[one, next] as const] : [];
  });
  // Monitoring is changed for good: best where one of them may be used up.
  const best = pairs.toSorted((a, b) => Number(mayBeUsedUp(b)) - Number(mayBeUsedUp(a)));
  for (const [one, next] of best.slice(0, MOST_PAIRS)) {
    const [first, second] = await Promise.all(
      [one, next].map((wanted) => ifAvailable(session.fixture({ ...WANTED, where: (other) => other === wanted }))),
    );
    if (first !== undefined && second !== undefined) return [first, second];
  }
  throw session.short({ ...WANTED, as: 'next to another one' });
}

function mayBeUsedUp(pair: readonly Fixture[]): boolean {
  return pair.some(({ allow }) => allow === 'destroy');
}
