/** Longer ways through a table: every two steps in a row, and random walks that shrink to the shortest that fails. */
import fc from 'fast-check';
import { idsOf, listed, type StateMachine } from '../../spec/index.ts';
import { beside, type Check, type CheckContext, type Judgement, shrunkInTime, Unavailable } from '../engine/index.ts';
import { PASS } from '../judges/index.ts';
import type { Driver } from './driver.ts';
import { type Adapt, type Explored, explore } from './explore.ts';
import { hasCell, judgeWhole } from './judge.ts';
import type { Ask, Step } from './model.ts';
import { recordStep } from './table-check.ts';

/** Longest walk; and most walks, however many cases others have: each takes a dozen requests, one after the other. */
const WALK = { steps: 7, most: 1000 };

/** A step of a sequence and what it shows. */
interface JudgedStep {
  readonly step: Step;
  readonly judgement: Judgement;
}

/** What sequences are made of. */
interface Ground {
  readonly plain: (to: string) => Ask;
  /** What random walks are made of: requests that hold by themselves. */
  readonly walks: readonly Ask[];
  /** Steps that hold by themselves: what fails in a sequence then fails because of the sequence. */
  readonly sound: (from: string, to: string) => boolean;
  readonly follow: Follow;
  /** The same on further entities. */
  readonly further: readonly { readonly follow: Follow; retire(): Promise<void> }[];
}

/** Goes to a state and sends requests in a row, those that are sound where they stand, up to the first that does not hold. */
type Follow = (start: string, asks: readonly Ask[], probe?: boolean) => Promise<readonly JudgedStep[]>;

/** Every two steps in a row from every state; at depth quick those that begin with a listed one. */
export function pairsCheck(machine: StateMachine, adapt: Adapt): Check | undefined {
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
      const { sound, plain, follow, further } = await groundOf(context, machine, adapt);
      const wanted = pairs.filter(([start, first, second]) => {
        const moves = listed(machine, start, first);
        if (context.depth === 'quick' && !moves) return false;
        return sound(start, first) && sound(moves ? first : start, second);
      });
      const all = [{ follow, retire: async () => undefined }, ...further];
      await beside(
        context,
        all.map((walker, at) => async (own) => {
          const share = wanted.filter((_pair, place) => place % all.length === at);
          for (const [start, first, second] of share) {
            const judged = await walker.follow(start, [plain(first), plain(second)], true);
            // Cells that are merely observed say nothing about the sequence.
            for (const { step, judgement } of judged)
              if (judgement.verdict !== 'observed') recordStep(own, id, step, judgement);
            if (judged.at(-1)?.judgement.verdict === 'fail') break;
          }
          await walker.retire();
        }),
      );
    },
  };
}

/** Random walks from every state. */
export function walkCheck(machine: StateMachine, adapt: Adapt): Check {
  const id = idsOf(machine).walks;
  return {
    id,
    title: `The table of ${machine.section} holds wherever a random walk comes to it`,
    requirements: [id],
    effect: 'modify',
    run: async (context) => {
      const { walks, follow } = await groundOf(context, machine, adapt);
      let failed: JudgedStep | undefined;
      // What breaks no promise ends the walking; it must not be shrunk.
      let halted: JudgedStep | undefined;
      const property = fc.asyncProperty(
        fc.constantFrom(...machine.states),
        fc.array(fc.constantFrom(...walks), { maxLength: WALK.steps }),
        shrunkInTime(async (start: string, asks: readonly Ask[]) => {
          if (halted !== undefined) return true;
          const last = (await follow(start, asks)).at(-1);
          if (last === undefined) return true;
          if (holds(last)) recordStep(context, id, last.step, PASS);
          else if (last.judgement.verdict === 'fail') failed = last;
          else halted = last;
          return last !== failed;
        }),
      );
      const { counterexamplePath } = await fc.check(property, {
        seed: context.seed,
        numRuns: Math.min(context.runs, WALK.most),
      });
      const end = halted ?? failed;
      if (end === undefined) return;
      const { from, ask, exchange, seen, steps } = end.step;
      context.record(id, end.judgement, {
        label: `walk of ${steps.length} steps, ending in ${from} ${ask.label}`,
        exchange,
        ...(seen === undefined ? {} : { seen }),
        case: steps,
        steps,
        ...(counterexamplePath === null ? {} : { path: counterexamplePath }),
      });
    },
  };
}

function holds({ judgement: { verdict } }: JudgedStep): boolean {
  return verdict === 'pass' || verdict === 'observed';
}

/** @throws Unavailable when no step was shown to hold. */
async function groundOf(context: CheckContext, machine: StateMachine, adapt: Adapt): Promise<Ground> {
  const { adapter, facts, walker, further }: Explored = await explore(context, machine, adapt);
  const judge = (step: Step): JudgedStep => {
    const kept = adapter.keeps?.(step);
    const all = [...judgeWhole(adapter, facts, step), ...(kept === undefined ? [] : [kept])];
    return { step, judgement: all.find(({ verdict }) => verdict === 'fail') ?? all[0] ?? PASS };
  };
  const good = new Set<string>();
  const bad = new Set<string>();
  for (const step of facts.steps.filter((one) => hasCell(machine, one))) {
    const judged = judge(step);
    if (holds(judged)) good.add(`${step.from}>${step.ask.to}`);
    if (judged.judgement.verdict === 'fail') bad.add(`${step.from}>${step.ask.to}`).add(step.ask.label);
  }
  const sound = (from: string, to: string): boolean => good.has(`${from}>${to}`) && !bad.has(`${from}>${to}`);
  const walks = adapter.walks().filter(({ label }) => !bad.has(label));
  if (walks.length === 0 || !machine.transitions.some(({ from, to }) => sound(from, to)))
    throw new Unavailable({ what: 'none', of: 'single-step', was: 'sound' }, 'earlier-step');
  walker.inNameOf(context.send);
  return {
    plain: (to) => adapter.plain(to),
    walks,
    sound,
    follow: followOn(walker, sound, judge),
    further: further.map((one) => {
      one.inNameOf(context.send);
      return { follow: followOn(one, sound, judge), retire: () => one.retire() };
    }),
  };
}

function followOn(walker: Driver, sound: Ground['sound'], judge: (step: Step) => JudgedStep): Follow {
  return async (start, asks, probe = false) => {
    const first = walker.steps.length;
    const found = (): JudgedStep[] => walker.steps.slice(first).map(judge);
    walker.begin();
    if (!(await walker.bring(start, sound))) return found();
    walker.begin();
    for (const [at, ask] of asks.entries()) {
      if (!sound(walker.state, ask.to ?? walker.state)) continue;
      const step = await walker.step(ask, { probe: probe && at === asks.length - 1 });
      if (step !== undefined && !holds(judge(step))) break;
    }
    return found();
  };
}
