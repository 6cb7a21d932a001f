/** Longer ways through the table of 3.2: every two changes in a row, and random walks that shrink to the shortest that fails. */
import fc from 'fast-check';
import type { Check, CheckContext, Judgement } from '../../engine/check.ts';
import { isLack } from '../../engine/session.ts';
import type { TypeDriver } from './driver.ts';
import { explore } from './explore.ts';
import { judgeTrial, type TypeFacts } from './judge.ts';
import { listed } from './knowledge.ts';
import { recordTrial } from './table-check.ts';
import { accepted, type Trial } from './trial.ts';

const TWO_STEPS = 'administrator-type.two-steps';
const WALKS = 'administrator-type.walks';

/** Longest walk, and the longest time in milliseconds that walking and shrinking may take. */
const WALK = { steps: 10, limitMs: 60_000 };

/** What sequences are made of. */
interface Ground {
  readonly facts: TypeFacts;
  readonly driver: TypeDriver;
  /** Changes that hold by themselves: what fails in a sequence then fails because of the sequence. */
  readonly sound: (from: string, to: string) => boolean;
}

/** Every two changes in a row from every type; at depth quick those that begin with a listed change. */
export const typeTwoStepCheck: Check = {
  id: TWO_STEPS,
  title: 'Every change of an administrator type holds after any other change',
  requirements: [TWO_STEPS],
  effect: 'modify',
  run: async (context) => {
    const ground = await groundOf(context, TWO_STEPS);
    if (ground === undefined) return;
    const { machine } = ground.facts.knowledge;
    for (const [start, first, second] of pairsOf(machine.states)) {
      const move = listed(machine, start, first);
      const middle = move ? first : start;
      if (context.depth === 'quick' && !move) continue;
      if (!ground.sound(start, first) || !ground.sound(middle, second)) continue;
      const failed = await walk(context, ground, TWO_STEPS, start, [first, second]);
      if (failed) return;
    }
  },
};

/** Random walks (fast-check's model-based commands) from every type. */
export const typeWalkCheck: Check = {
  id: WALKS,
  title: 'Every change of an administrator type holds wherever a random walk comes to it',
  requirements: [WALKS],
  effect: 'modify',
  run: async (context) => {
    const ground = await groundOf(context, WALKS);
    if (ground === undefined) return;
    const { states } = ground.facts.knowledge.machine;
    let halted: unknown;
    const property = fc.asyncProperty(
      fc.constantFrom(...states),
      fc.commands(
        states.map((to) => fc.constant(new ChangeType(to, ground))),
        { maxCommands: WALK.steps },
      ),
      async (start, commands) => {
        if (halted !== undefined) return;
        try {
          const before = ground.driver.trials.length;
          ground.driver.begin();
          if (!(await ground.driver.bring(start, ground.sound))) {
            for (const trial of ground.driver.trials.slice(before)) mustBeSeen(ground.facts, trial);
            return;
          }
          ground.driver.begin();
          const first = ground.driver.trials.length;
          await fc.asyncModelRun(() => ({ model: { state: start }, real: ground.driver }), commands);
          const last = ground.driver.trials.slice(first).at(-1);
          if (last !== undefined) recordTrial(context, WALKS, last, { verdict: 'pass' });
        } catch (error) {
          if (error instanceof WalkFailed && error.judgement.verdict === 'fail') throw error;
          // What breaks no promise ends the walking; it must not be shrunk.
          halted = error;
        }
      },
    );
    const outcome = await fc.check(property, {
      seed: context.seed,
      numRuns: context.runs,
      interruptAfterTimeLimit: WALK.limitMs,
    });
    const end = halted ?? outcome.errorInstance;
    if (end instanceof WalkFailed) {
      const { trial, judgement } = end;
      context.record(WALKS, judgement, {
        label: `walk of ${trial.steps.length} steps, ending in ${trial.from} → ${trial.to}`,
        exchange: trial.exchange,
        ...(trial.seen === undefined ? {} : { seen: trial.seen }),
        case: trial.steps,
        steps: trial.steps,
        ...(outcome.counterexamplePath === null ? {} : { path: outcome.counterexamplePath }),
      });
    } else if (halted !== undefined) throw halted;
  },
};

/** A step of a walk that broke the table, or of which nothing can be said, so that the walk cannot go on. */
class WalkFailed extends Error {
  readonly trial: Trial;
  readonly judgement: Judgement;

  constructor(trial: Trial, judgement: Judgement) {
    super(judgement.actual ?? judgement.verdict);
    this.trial = trial;
    this.judgement = judgement;
  }
}

interface Model {
  state: string;
}

class ChangeType implements fc.AsyncCommand<Model, TypeDriver> {
  readonly #to: string;
  readonly #ground: Ground;

  constructor(to: string, ground: Ground) {
    this.#to = to;
    this.#ground = ground;
  }

  check(model: Readonly<Model>): boolean {
    return this.#ground.sound(model.state, this.#to);
  }

  async run(model: Model, driver: TypeDriver): Promise<void> {
    const trial = await driver.change(this.#to, false);
    mustBeSeen(this.#ground.facts, trial);
    if (accepted(trial) && listed(this.#ground.facts.knowledge.machine, model.state, this.#to)) model.state = this.#to;
  }

  toString(): string {
    return `to ${this.#to}`;
  }
}

/** @throws WalkFailed unless the step was answered and did as the table says. */
function mustBeSeen(facts: TypeFacts, trial: Trial): void {
  const judgement = judgeTrial(facts, trial);
  if (judgement.verdict !== 'pass' && judgement.verdict !== 'observed') throw new WalkFailed(trial, judgement);
}

/** One fixed sequence from a type. True when a step of it, or of the way to its start, failed. */
async function walk(
  context: CheckContext,
  { facts, driver, sound }: Ground,
  requirement: string,
  start: string,
  steps: readonly string[],
): Promise<boolean> {
  const from = driver.trials.length;
  driver.begin();
  if (await driver.bring(start, sound)) {
    driver.begin();
    for (const [at, to] of steps.entries()) await driver.change(to, at === steps.length - 1);
  }
  let failed = false;
  for (const trial of driver.trials.slice(from)) {
    const judgement = judgeTrial(facts, trial);
    if (judgement.verdict === 'fail') failed = true;
    // Cells that are merely observed say nothing about the sequence.
    if (judgement.verdict !== 'observed') recordTrial(context, requirement, trial, judgement);
  }
  return failed;
}

async function groundOf(context: CheckContext, requirement: string): Promise<Ground | undefined> {
  const found = await explore(context);
  const give = (reason: Judgement['reason'], cause: Judgement['cause'] = 'earlier-step'): undefined => {
    context.record(
      requirement,
      {
        verdict: 'inconclusive',
        ...(reason === undefined ? {} : { reason }),
        ...(cause === undefined ? {} : { cause }),
      },
      { label: 'the table' },
    );
  };
  if (isLack(found)) return give(found.lack, found.cause);
  const { facts, trials, walker } = found;
  const bad = new Set<string>();
  const good = new Set<string>();
  for (const trial of trials) {
    const { verdict } = judgeTrial(facts, trial);
    (verdict === 'pass' || verdict === 'observed' ? good : bad).add(`${trial.from}>${trial.to}`);
  }
  const sound = (from: string, to: string): boolean => good.has(`${from}>${to}`) && !bad.has(`${from}>${to}`);
  const { states } = facts.knowledge.machine;
  if (
    walker === undefined ||
    !states.some((from) => states.some((to) => listed(facts.knowledge.machine, from, to) && sound(from, to)))
  ) {
    return give('No single change was shown to hold, so none can be shown to hold in a sequence.');
  }
  walker.inNameOf(context.send);
  return { facts, driver: walker, sound };
}

function pairsOf(states: readonly string[]): [string, string, string][] {
  return states.flatMap((a) => states.flatMap((b) => states.map((c): [string, string, string] => [a, b, c])));
}
