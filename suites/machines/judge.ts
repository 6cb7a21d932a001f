/** Judges steps by the table that they walk through (contract 3). Pure: steps in, judgements out. */
import { cellOf, cellsOf, listed, type StateMachine } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { answerOf, type Doubt, fail, inWords, observed, PASS, unshown } from '../judges/index.ts';
import { type Adapter, type Facts, isAccepted, isRefused, type ObservedState, type Step, statusOf } from './model.ts';

/** What the judges need of an adapter. */
export type Known = Pick<Adapter, 'machine' | 'asking' | 'reading' | 'excuse' | 'blindly' | 'also'>;

/** Draws the facts from steps and from what entities of declared states show. */
export function factsOf(
  { machine, asking, reading }: Pick<Known, 'machine' | 'asking' | 'reading'>,
  steps: readonly Step[],
  observed: readonly ObservedState[],
  staying?: unknown,
): Facts {
  const trials = steps.filter((step) => hasCell(machine, step));
  const moves = trials.filter((step) => isAccepted(step) && isMove(machine, step));
  const shows = moves.some(
    ({ from, ask, shownBefore, shownAfter }) => from !== ask.to && shownBefore === from && shownAfter === ask.to,
  );
  const matching = new Set(observed.filter(({ declared, shown }) => declared === shown).map(({ shown }) => shown));
  const contradicted = observed.some(({ declared, shown }) => declared !== shown);
  const proven = shows || (matching.size > 1 && !contradicted);
  const readable = reading !== undefined && (reading !== 'assumed' || proven);
  const took = trials.some(
    (step) => isAccepted(step) && step.shownBefore !== step.ask.to && step.shownAfter === step.ask.to,
  );
  return {
    machine,
    steps,
    asking,
    readable,
    writable: asking !== 'assumed' || (readable && took),
    reached: new Set(moves.flatMap(({ ask: { to } }) => to ?? [])),
    outcomes: outcomesOf(trials),
    staying,
  };
}

/** A request that the table has a say in, and lists. */
export function isMove(machine: StateMachine, { from, ask }: Pick<Step, 'from' | 'ask'>): boolean {
  return ask.to !== undefined && ask.bad !== true && listed(machine, from, ask.to);
}

/** True for a step that is judged by a cell of the table. */
export function hasCell(machine: StateMachine, step: Step): boolean {
  const { to, bad, laden } = step.ask;
  if (to === undefined || bad === true) return false;
  return laden !== true || isAccepted(step) || !listed(machine, step.from, to);
}

/**
 * Steps that were refused as the table does not list them. What a step carries besides may be why it is refused, as long as no
 * step shows that such is taken.
 */
export function refusalsOf(machine: StateMachine, steps: readonly Step[]): readonly Step[] {
  const takesMore = steps.some((step) => step.ask.laden === true && isAccepted(step));
  return steps.filter(({ from, ask, exchange }) => {
    if (!isRefused({ exchange }) || (ask.laden === true && !takesMore)) return false;
    return cellsOf(machine).some((cell) => cell.from === from && cell.to === ask.to && cell.promised === 'refused');
  });
}

function outcomesOf(steps: readonly Step[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const torn = new Set<string>();
  for (const step of steps) {
    if (answerOf(step.exchange).judgement !== undefined) continue;
    const cell = `${step.from}>${step.ask.to}`;
    if (found.has(cell) && found.get(cell) !== isAccepted(step)) torn.add(cell);
    found.set(cell, isAccepted(step));
  }
  for (const cell of torn) found.delete(cell);
  return found;
}

/** The judgement of one step by its cell of the table. */
export function judgeStep(known: Known, facts: Facts, step: Step): Judgement {
  const { judgement } = answerOf(step.exchange);
  if (judgement !== undefined) return judgement;
  const { promised } = cellOf(facts.machine, step.from, step.ask.to ?? step.from);
  if (!isAccepted(step) && !isRefused(step)) {
    const expected = {
      listed: 'a success',
      refused: 'a refusal (any 4xx)',
      staying: 'success or any 4xx',
      open: 'success or any 4xx',
    };
    return fail(expected[promised], `status ${statusOf(step)}`);
  }
  if (step.unseen !== undefined) return step.unseen;
  if (promised === 'listed') return judgeListed(known, facts, step);
  if (promised === 'refused') return judgeRefused(facts, step);
  return judgeOpen(known, facts, step);
}

/** All that a step shows: whether it did as the table says, and what else it must have done. */
export function judgeWhole(known: Known, facts: Facts, step: Step): Judgement[] {
  return [judgeStep(known, facts, step), ...(isAccepted(step) ? (known.also?.(step) ?? []) : [])];
}

function judgeListed(known: Known, facts: Facts, step: Step): Judgement {
  const { readable, writable, machine, asking } = facts;
  const { to } = step.ask;
  const expected = `${machine.trait} ${step.from} ${step.ask.label} is accepted, and ${to} shows`;
  if (isRefused(step)) return known.excuse(facts, step) ?? fail(expected, `refused with status ${statusOf(step)}`);
  if (readable) {
    if (step.shownAfter === to) return PASS;
    if (writable) return fail(expected, `accepted, and then ${shown(step.shownAfter)} shows`);
    return unproven(machine, step, 'change-unseen');
  }
  const blindly = known.blindly?.(facts, step);
  if (blindly !== undefined) return blindly;
  // What a refused step must carry may be only assumed: then it says nothing of the state.
  const isGuess = step.inferred?.accepted === false && known.excuse(facts, step) !== undefined;
  if (asking === 'assumed' || isGuess) return unproven(machine, step, 'state-unseen');
  const state = inferredState(facts, step);
  if (state === undefined || state === to) return PASS;
  return fail(expected, `accepted, but it then behaves as ${state}: ${step.inferred?.how ?? ''}`);
}

function judgeRefused(facts: Facts, step: Step): Judgement {
  const { readable, writable, reached, asking, machine } = facts;
  const { to } = step.ask;
  const expected = `a refusal (any 4xx) that changes nothing: ${step.from} may not become ${to}`;
  const moved = (readable ? step.shownAfter : inferredState(facts, step)) === to;
  if (isAccepted(step)) {
    if (writable || (moved && readable)) {
      const effect = moved ? ', and the change took effect' : '';
      return fail(expected, `accepted with status ${statusOf(step)}${effect}`);
    }
    return unproven(machine, step, 'change-unseen');
  }
  const changed = judgeUnchanged(step, expected);
  if (changed?.verdict === 'fail') return changed;
  if (moved && asking !== 'assumed') return fail(expected, `refused, yet applied: ${step.inferred?.how ?? ''}`);
  if (to === undefined || !reached.has(to))
    return unshown('control-refused', { what: 'answered', status: statusOf(step), but: 'no-control' });
  return changed;
}

/** A refused request leaves the entity as it was. */
export function judgeUnchanged(step: Step, expected: string): Judgement {
  if (step.changed === undefined)
    return unshown('dialect-silent', { what: 'answered', status: statusOf(step), but: 'unread' });
  if (step.changed.length === 0) return PASS;
  return fail(expected, `refused with status ${statusOf(step)}, yet changed: ${inWords(step.changed)}`);
}

/** What the table leaves open may go either way, but a refusal changes nothing, and the state that is asked for again stays. */
function judgeOpen(known: Known, facts: Facts, step: Step): Judgement {
  const { machine, readable, staying, asking } = facts;
  const { from, ask } = step;
  const outcome = isAccepted(step) ? 'accepted' : 'refused';
  const stays = ask.to === from;
  const kept = isAccepted(step) ? !stays || !readable || step.shownAfter === from : (step.changed ?? []).length === 0;
  if (!kept) {
    const actual = `${outcome} with status ${statusOf(step)}, and afterwards it is not as it was`;
    return fail(`the ${machine.trait} stays ${from}`, actual);
  }
  const judged = stays && staying !== undefined && asking !== 'assumed' && known.excuse(facts, step) === undefined;
  if (judged && staying !== outcome) return fail(`${staying}, as declared`, `${outcome} with ${statusOf(step)}`);
  return observed({ what: 'answered', of: `${from} ${ask.label}`, status: statusOf(step) });
}

/**
 * The state that the step after another gives away. It is read off what this target itself answers to that step, not off the
 * table: where one cell is wrong, no other must be blamed for it.
 */
function inferredState({ outcomes, machine }: Facts, { from, ask: { to }, inferred }: Step): string | undefined {
  const { probe, accepted: outcome } = inferred ?? {};
  if (probe === undefined || to === undefined) return undefined;
  const fits = (state: string): boolean =>
    (outcomes.get(`${state}>${probe}`) ?? listed(machine, state, probe)) === outcome;
  if (fits(from) === fits(to)) return undefined;
  return fits(to) ? to : from;
}

/** An accepted step of which only answers of the dialect could tell what came of it. */
function unproven({ shown: read, written }: StateMachine, step: Step, but: Doubt): Judgement {
  const answer = [read, written].filter((place) => place !== undefined && !place.startsWith('/'));
  return unshown('dialect-silent', { what: 'answered', status: statusOf(step), but, answer });
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
