/** A domain is suspended and activated as often as one likes, and its monitoring changed in either state (contract 4.10). */
import { type Contract, type Exchange, isObject, token } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import type { Check, Judgement } from '../engine/index.ts';
import { answerOf, fail, isAccepted, PASS, unshown } from '../judges/index.ts';
import { withChange } from '../lifecycles/changes.ts';
import { isReturnable } from '../requests/choice.ts';
import { tryOn } from '../requests/control.ts';
import { findFixture } from '../subject/search.ts';
import { inHand } from '../subject/subject.ts';
import { Hand, idOf, type Move, movesIn, WANTED } from './domain-steps.ts';

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
      const states = ['active', 'suspended'];
      const known = (one: Fixture): boolean => states.includes(String(one.traits['state']));
      // Monitoring is changed for good: best where it may be.
      const spare = await findFixture(context.session, WANTED, [(one) => known(one) && one.allow === 'destroy']);
      const domain = spare ?? (await context.session.fixture({ ...WANTED, where: known }));
      await hand.undo([domain], moves);
      const [suspending, activating] = moves;
      const [away, home] = domain.traits['state'] === 'suspended' ? [activating, suspending] : [suspending, activating];
      const steps = Array.from({ length: TIMES }, () => [away, home]).flat();
      for (const [at, move] of steps.entries()) {
        const { exchange, judgement } = await take(hand, move, domain, at >= 2);
        const label = `${move.step.id} of domain ${idOf(domain)}, round ${Math.floor(at / 2) + 1}`;
        context.record(ROUNDS, judgement, { label, exchange });
        if (judgement.verdict !== 'pass') return;
        if (at < 2) await monitor(hand, domain);
      }
    },
  };
}

/**
 * A step that is refused is taken once more, after its opposite: somebody else may have been faster. `proven`: both steps were accepted
 * before; what is refused the first time may be so for reasons of its own.
 */
async function take(
  hand: Hand,
  { step, opposite }: Move,
  domain: Fixture,
  proven: boolean,
): Promise<{ readonly exchange: Exchange; readonly judgement: Judgement }> {
  const first = await hand.send(step, domain);
  if (isAccepted(first)) return { exchange: first, judgement: PASS };
  const back = await hand.send(opposite, domain);
  const exchange = await hand.send(step, domain);
  if (isAccepted(exchange)) return { exchange, judgement: PASS };
  const answered = answerOf(exchange).judgement;
  const isOwed = proven && isAccepted(back);
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
