/** A domain is suspended and activated as often as one likes, and its monitoring changed in either state (contract 4.10). */
import { type Contract, type Exchange, isObject, token } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type Check, type CheckContext, type Judgement, tryFor } from '../engine/index.ts';
import { answerOf, fail, isAccepted, PASS, unshown } from '../judges/index.ts';
import { withChange } from '../lifecycles/changes.ts';
import { isReturnable } from '../requests/choice.ts';
import { tryOn } from '../requests/control.ts';
import { another, findFixture, MOST_TRIED } from '../subject/search.ts';
import { inHand } from '../subject/subject.ts';
import { Hand, idOf, type Move, type Moves, movesIn, WANTED } from './domain-steps.ts';

const ROUNDS = 'domain.state.rounds';

/** So often it goes there and back: what counts to three, or keeps the last few, does so by then. */
const TIMES = 3;

/** Undefined where the contract has no such steps. */
export function domainRoundsCheck(contract: Contract): Check | undefined {
  const moves = movesIn(contract);
  if (moves === undefined) return undefined;
  return {
    id: ROUNDS,
    title: 'A domain is suspended and activated again as often as one likes',
    requirements: [ROUNDS],
    effect: 'modify',
    run: async (context) => {
      const hand = new Hand(context);
      const tried: Fixture[] = [];
      while (tried.length < MOST_TRIED) {
        const { found: domain, missing } = await tryFor(domainFor(context, tried));
        if (domain === undefined && tried.length === 0) throw missing;
        if (domain === undefined) break;
        tried.push(domain);
        await hand.undo([domain], moves);
        if (await recordRounds(hand, domain, moves)) return;
      }
      context.record(ROUNDS, unshown('earlier-step', { what: 'open', but: 'steps-before' }), {
        label: 'the first step',
      });
    },
  };
}

/** One of which the state is known. Monitoring is changed for good: best where it may be. @throws Unavailable for none */
async function domainFor({ session }: CheckContext, tried: readonly Fixture[]): Promise<Fixture> {
  const known = ({ traits }: Fixture): boolean => ['active', 'suspended'].includes(String(traits['state']));
  const fresh = (one: Fixture): boolean => known(one) && !tried.includes(one);
  const spare = await findFixture(session, WANTED, [(one) => fresh(one) && one.allow === 'destroy']);
  return spare ?? another(session, WANTED, tried, fresh);
}

/** There and back; false for a domain that is not there. */
async function recordRounds(hand: Hand, domain: Fixture, [suspending, activating]: Moves): Promise<boolean> {
  const [away, home] = domain.traits['state'] === 'suspended' ? [activating, suspending] : [suspending, activating];
  const steps = Array.from({ length: TIMES }, () => [away, home]).flat();
  for (const [at, move] of steps.entries()) {
    const { exchange, judgement } = await take(hand, move, domain, at);
    if (at === 0 && exchange.response?.status === NOT_FOUND) return false;
    const label = `${move.step.id} of domain ${idOf(domain)}, round ${Math.floor(at / 2) + 1}`;
    hand.context.record(ROUNDS, judgement, { label, exchange });
    if (judgement.verdict !== 'pass') break;
    if (at < 2) await monitor(hand, domain);
  }
  return true;
}

const NOT_FOUND = 404;

/**
 * A step that is refused is taken once more, after its opposite: somebody else may have been faster. `taken`: so many
 * were accepted before, each after the other; what is refused the first time may be so for reasons of its own.
 */
async function take(
  hand: Hand,
  { step, opposite }: Move,
  domain: Fixture,
  taken: number,
): Promise<{ readonly exchange: Exchange; readonly judgement: Judgement }> {
  const first = await hand.send(step, domain);
  if (isAccepted(first)) return { exchange: first, judgement: PASS };
  const back = await hand.send(opposite, domain);
  const exchange = await hand.send(step, domain);
  if (isAccepted(exchange)) return { exchange, judgement: PASS };
  const answered = answerOf(exchange).judgement;
  const isGone = [first, back, exchange].every(({ response }) => response?.status === NOT_FOUND);
  if (taken > 0 && isGone)
    return {
      exchange,
      judgement: fail('the domain is there, as right before: no operation deletes one', `status ${NOT_FOUND}`),
    };
  const isOwed = taken >= 2 && isAccepted(back);
  const expected = `it is accepted, as ${opposite.id} was right before, and as both were in the round before`;
  const judgement = isOwed
    ? fail(expected, `status ${exchange.response?.status}`)
    : unshown('earlier-step', { what: 'open', but: 'steps-before' });
  return { exchange, judgement: answered ?? judgement };
}

/** Each of its switches on and off, while the domain is in this state: of what is accepted the answers are judged with all others. */
async function monitor({ context }: Hand, domain: Fixture): Promise<void> {
  const operation = context.contract.operations.find(({ id }) => id === 'domain.monitoring.update');
  if (operation === undefined) return;
  const subject = inHand(context.session, operation, domain);
  if (!(await isReturnable(subject))) return;
  const control = await tryOn(subject);
  if (control?.accepted !== true || !isObject(control.request.body?.value)) return;
  for (const [name, value] of Object.entries(control.request.body.value))
    if (typeof value === 'boolean')
      await context.send(withChange(control.request, { write: token(name), value: !value }));
  await context.send(control.request);
}
