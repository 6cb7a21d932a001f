/** Longer ways through a table: every two steps in a row, and random walks that shrink to the shortest that fails. */
import fc from 'fast-check';
import { idsOf, listed } from '../../spec/machines.ts';
import type { StateMachine } from '../../spec/types.ts';
import type { Check, CheckContext, Judgement } from '../engine/check.ts';
import { have } from '../engine/unavailable.ts';
import type { Driver } from './driver.ts';
import { type Adapt, type Explored, explore } from './explore.ts';
import { hasCell, judgeWhole } from './judge.ts';
import { type Ask, isAccepted, type Step } from './model.ts';
import { recordStep } from './table-check.ts';

/** Longest walk, and the longest time in milliseconds that walking and shrinking may take. */
const WALK = { steps: 8, limitMs: 60_000 };

/** What sequences are made of. */
interface Ground<A extends Ask, T> {
  readonly driver: Driver<A, T>;
  readonly walks: readonly A[];
  readonly plain: (to: string) => A;
  /** Steps that hold by themselves: what fails in a sequence then fails because of the sequence. */
  readonly sound: (from: string, to: string) => boolean;
  readonly judge: (step: Step<A, T>) => Judgement;
}

/** Every two steps in a row from every state; at depth quick those that begin with a listed one. */
export function pairsCheck<A extends Ask, T>(machine: StateMachine, adapt: Adapt<A, T>): Check | undefined {
  const id = idsOf(machine).pairs;
  if (id === undefined) return undefined;
  const { states } = machine;
  const pairs = states.flatMap((a) => states.flatMap((b) => states.map((c) => [a, b, c] as const)));
  return {
    id,
    title: `Every step of the table of ${machine.section} holds after any other step`,
    requirements: [id],
    effect: 'modify',
    run: async (context) => {
      const ground = await groundOf(context, id, machine, adapt);
      if (ground === undefined) return;
      for (const [start, first, second] of pairs) {
        const moves = listed(machine, start, first);
        if (context.depth === 'quick' && !moves) continue;
        if (!ground.sound(start, first) || !ground.sound(moves ? first : start, second)) continue;
        if (await walkPair(context, id, ground, start, [first, second])) return;
      }
    },
  };
}

/** Random walks (fast-check's model-based commands) from every state. */
export function walkCheck<A extends Ask, T>(machine: StateMachine, adapt: Adapt<A, T>): Check {
  const id = idsOf(machine).walks;
  return {
    id,
    title: `The table of ${machine.section} holds wherever a random walk comes to it`,
    requirements: [id],
    effect: 'modify',
    run: async (context) => {
      const ground = await groundOf(context, id, machine, adapt);
      if (ground !== undefined) await walkAtRandom(context, id, ground, machine);
    },
  };
}

async function walkAtRandom<A extends Ask, T>(
  context: CheckContext,
  id: string,
  ground: Ground<A, T>,
  machine: StateMachine,
): Promise<void> {
  const { driver, walks, sound, judge } = ground;
  let halted: unknown;
  const commands = fc.commands(
    walks.map((ask) => fc.constant(new Move(ask, machine, ground))),
    { maxCommands: WALK.steps },
  );
  const property = fc.asyncProperty(fc.constantFrom(...machine.states), commands, async (start, steps) => {
    if (halted !== undefined) return;
    try {
      const before = driver.steps.length;
      driver.begin();
      if (!(await driver.bring(start, sound))) {
        for (const step of driver.steps.slice(before)) mustHold(step, judge(step));
        return;
      }
      driver.begin();
      const first = driver.steps.length;
      await fc.asyncModelRun(() => ({ model: { state: start }, real: driver }), steps);
      const last = driver.steps.slice(first).at(-1);
      if (last !== undefined) recordStep(context, id, last, { verdict: 'pass' });
    } catch (error) {
      if (error instanceof WalkFailed && error.judgement.verdict === 'fail') throw error;
      // What breaks no promise ends the walking; it must not be shrunk.
      halted = error;
    }
  });
  const outcome = await fc.check(property, {
    seed: context.seed,
    numRuns: context.runs,
    interruptAfterTimeLimit: WALK.limitMs,
  });
  const end = halted ?? outcome.errorInstance;
  if (end instanceof WalkFailed) {
    const { step, judgement } = end;
    context.record(id, judgement, {
      label: `walk of ${step.steps.length} steps, ending in ${step.from} ${step.ask.label}`,
      exchange: step.exchange,
      ...(step.seen === undefined ? {} : { seen: step.seen }),
      case: step.steps,
      steps: step.steps,
      ...(outcome.counterexamplePath === null ? {} : { path: outcome.counterexamplePath }),
    });
  } else if (halted !== undefined) throw halted;
}

/** A step of a walk that broke the table, or of which nothing can be said, so that the walk cannot go on. */
class WalkFailed extends Error {
  readonly step: Step;
  readonly judgement: Judgement;

  constructor(step: Step, judgement: Judgement) {
    super(judgement.actual ?? judgement.verdict);
    this.step = step;
    this.judgement = judgement;
  }
}

/** @throws WalkFailed unless the step was answered and did as the table says. */
function mustHold(step: Step, judgement: Judgement): void {
  if (judgement.verdict !== 'pass' && judgement.verdict !== 'observed') throw new WalkFailed(step, judgement);
}

interface Model {
  state: string;
}

class Move<A extends Ask, T> implements fc.AsyncCommand<Model, Driver<A, T>> {
  readonly #ask: A;
  readonly #machine: StateMachine;
  readonly #ground: Ground<A, T>;

  constructor(ask: A, machine: StateMachine, ground: Ground<A, T>) {
    this.#ask = ask;
    this.#machine = machine;
    this.#ground = ground;
  }

  check({ state }: Readonly<Model>): boolean {
    return this.#ground.sound(state, this.#ask.to ?? state);
  }

  async run(model: Model, driver: Driver<A, T>): Promise<void> {
    const step = await driver.step(this.#ask);
    if (step === undefined) return;
    mustHold(step, this.#ground.judge(step));
    const to = this.#ask.to ?? model.state;
    if (isAccepted(step) && listed(this.#machine, model.state, to)) model.state = to;
  }

  toString(): string {
    return this.#ask.label;
  }
}

/** One fixed sequence from a state. True when a step of it, or of the way to its start, failed. */
async function walkPair<A extends Ask, T>(
  context: CheckContext,
  id: string,
  { driver, sound, judge, plain }: Ground<A, T>,
  start: string,
  states: readonly string[],
): Promise<boolean> {
  const from = driver.steps.length;
  driver.begin();
  if (await driver.bring(start, sound)) {
    driver.begin();
    for (const [at, to] of states.entries()) await driver.step(plain(to), { probe: at === states.length - 1 });
  }
  let failed = false;
  for (const step of driver.steps.slice(from)) {
    const judgement = judge(step);
    failed ||= judgement.verdict === 'fail';
    // Cells that are merely observed say nothing about the sequence.
    if (judgement.verdict !== 'observed') recordStep(context, id, step, judgement);
  }
  return failed;
}

async function groundOf<A extends Ask, T>(
  context: CheckContext,
  id: string,
  machine: StateMachine,
  adapt: Adapt<A, T>,
): Promise<Ground<A, T> | undefined> {
  const { adapter, facts, walker }: Explored<A, T> = have(await explore(context, machine, adapt));
  const judge = (step: Step<A, T>): Judgement => worst(judgeWhole(adapter, facts, step));
  const good = new Set<string>();
  const bad = new Set<string>();
  const badAsks = new Set<string>();
  for (const step of facts.steps.filter((one) => hasCell(machine, one))) {
    const { verdict } = judge(step);
    if (verdict === 'pass' || verdict === 'observed') good.add(`${step.from}>${step.ask.to}`);
    if (verdict !== 'fail') continue;
    bad.add(`${step.from}>${step.ask.to}`);
    badAsks.add(step.ask.label);
  }
  const sound = (from: string, to: string): boolean => good.has(`${from}>${to}`) && !bad.has(`${from}>${to}`);
  if (walker === undefined || !machine.transitions.some(({ from, to }) => sound(from, to))) {
    const reason = 'No single step was shown to hold, so none can be shown to hold in a sequence.';
    context.record(id, { verdict: 'inconclusive', cause: 'earlier-step', reason }, { label: 'the table' });
    return undefined;
  }
  walker.inNameOf(context.send);
  const walks = adapter.walks().filter(({ label }) => !badAsks.has(label));
  return { driver: walker, walks, plain: (to) => adapter.plain(to), sound, judge };
}

/** The judgement that decides: a failure before whatever shows nothing. */
function worst(judgements: readonly Judgement[]): Judgement {
  const [first] = judgements;
  const failed = judgements.find(({ verdict }) => verdict === 'fail');
  return failed ?? first ?? { verdict: 'pass' };
}
