/** Judges attempted type changes against the table of 3.2. Pure: trials in, judgements out. */
import type { Judgement } from '../../engine/check.ts';
import { inWords } from '../../judges/difference.ts';
import { answerOf } from '../../judges/transport.ts';
import { judgeWritten } from '../../lifecycles/update-judges.ts';
import { listed, type TypeKnowledge } from './knowledge.ts';
import { accepted, type LeftOut, refused, type Sighting, statusOf, type Trial } from './trial.ts';

/** What all trials together show of the dialect's answers: on what a single one may lean. */
export interface TypeFacts {
  readonly knowledge: TypeKnowledge;
  /** The read place is declared by the target's owner, or was seen to show types. */
  readonly readable: boolean;
  /** The write place is declared, or a change through it was seen to show. */
  readonly writable: boolean;
  /** Types that some administrator was seen to take on: their bodies are good. */
  readonly reached: ReadonlySet<string>;
  /** Outcome of each change, `from>to`, as this target was seen to answer it; contradictory ones are left out. */
  readonly outcomes: ReadonlyMap<string, boolean>;
}

/** Draws the facts from trials and from what fixtures of declared types show. */
export function factsOf(knowledge: TypeKnowledge, trials: readonly Trial[], sightings: readonly Sighting[]): TypeFacts {
  const moves = trials.filter((trial) => accepted(trial) && listed(knowledge.machine, trial.from, trial.to));
  const seen = moves.some(({ from, to, shownBefore, shownAfter }) => shownBefore === from && shownAfter === to);
  const matching = new Set(sightings.filter(({ declared, shown }) => declared === shown).map(({ shown }) => shown));
  const contradicted = sightings.some(({ declared, shown }) => declared !== shown);
  const shown = seen || (matching.size > 1 && !contradicted);
  const readable = knowledge.read !== undefined && (knowledge.read.standing === 'claimed' || shown);
  const took = trials.some(
    (trial) => accepted(trial) && trial.shownBefore !== trial.to && trial.shownAfter === trial.to,
  );
  return {
    knowledge,
    readable,
    writable: knowledge.write.standing === 'claimed' || (readable && took),
    reached: new Set(moves.map(({ to }) => to)),
    outcomes: outcomesOf(trials),
  };
}

function outcomesOf(trials: readonly Trial[]): Map<string, boolean> {
  const found = new Map<string, boolean>();
  const torn = new Set<string>();
  for (const trial of trials) {
    if (answerOf(trial.exchange).judgement !== undefined) continue;
    const cell = `${trial.from}>${trial.to}`;
    if (found.has(cell) && found.get(cell) !== accepted(trial)) torn.add(cell);
    found.set(cell, accepted(trial));
  }
  for (const cell of torn) found.delete(cell);
  return found;
}

/**
 * The type that the step after a change gives away. It is read off what this target itself answers to that step, not off the
 * table: where one cell is wrong, no other must be blamed for it.
 */
function inferredState({ outcomes, knowledge }: TypeFacts, { from, to, inferred }: Trial): string | undefined {
  const { probe, accepted: outcome } = inferred ?? {};
  if (probe === undefined) return undefined;
  const fits = (type: string): boolean =>
    (outcomes.get(`${type}>${probe}`) ?? listed(knowledge.machine, type, probe)) === outcome;
  if (fits(from) === fits(to)) return undefined;
  return fits(to) ? to : from;
}

/** The judgement of one trial, by the kind of its cell. */
export function judgeTrial(facts: TypeFacts, trial: Trial): Judgement {
  const { judgement } = answerOf(trial.exchange);
  if (judgement !== undefined) return judgement;
  const status = statusOf(trial);
  const same = trial.from === trial.to;
  const allowed = !same && listed(facts.knowledge.machine, trial.from, trial.to);
  if (status >= 500 || (!accepted(trial) && !refused(trial))) {
    const expected = same ? 'success or any 4xx' : allowed ? 'a success' : 'a refusal (any 4xx)';
    return { verdict: 'fail', expected, actual: `status ${status}` };
  }
  if (trial.unseen !== undefined) return trial.unseen;
  if (same) return judgeSame(facts, trial);
  return allowed ? judgeAllowed(facts, trial) : judgeRefused(facts, trial);
}

/** The members that an allowed change does not mention are what they were (4.5); undefined where the trial tells nothing of that. */
export function judgeKept({ lost, from, to }: Trial, claimed: boolean): Judgement | undefined {
  if (lost === undefined) return undefined;
  if (lost.length === 0) return { verdict: 'pass' };
  const actual = `changed with the type: ${inWords(lost)}`;
  if (!claimed) return { verdict: 'observed', reason: `By the change from ${from} to ${to} also ${actual}.` };
  return { verdict: 'fail', expected: 'members that the update does not mention stay as they were', actual };
}

/** The members that come with an allowed change show, as they do without it; undefined where none came. */
export function judgeWith({ written, exchange, from, to }: Trial, claimed: boolean): Judgement | undefined {
  const judged = (written ?? []).flatMap((one) => {
    const judgement = judgeWritten({ ...one, before: undefined, exchange }, 'claimed', new Set());
    return judgement === undefined ? [] : [judgement];
  });
  const worst = ['fail', 'warn', 'pass'].flatMap((verdict) => judged.filter((one) => one.verdict === verdict))[0];
  if (worst?.verdict !== 'fail' || claimed) return worst;
  return {
    verdict: 'observed',
    reason: `By the change from ${from} to ${to}: ${worst.expected}, but ${worst.actual}.`,
  };
}

/** A type that an update leaves out stays as it is (4.5). */
export function judgeLeftOut({ readable }: Pick<TypeFacts, 'readable'>, left: LeftOut): Judgement {
  const { judgement } = answerOf(left.exchange);
  if (judgement !== undefined) return judgement;
  if (left.unseen !== undefined) return left.unseen;
  // A refusal is judged where members are left out one by one.
  if (!accepted(left))
    return { verdict: 'observed', reason: `An update without the type is answered with ${statusOf(left)}.` };
  if (!readable) return { verdict: 'observed', reason: 'Nothing shows the type.' };
  if (left.shown === left.from) return { verdict: 'pass' };
  const expected = `the type stays ${left.from} when an update leaves it out`;
  return { verdict: 'fail', expected, actual: `it shows ${shown(left.shown)}` };
}

function judgeAllowed(facts: TypeFacts, trial: Trial): Judgement {
  const { knowledge, readable, writable } = facts;
  const expected = `the change from ${trial.from} to ${trial.to} is accepted and shows`;
  if (refused(trial)) {
    if (knowledge.write.standing === 'claimed' && knowledge.companionsStanding === 'claimed') {
      return { verdict: 'fail', expected, actual: `refused with status ${statusOf(trial)}` };
    }
    return unknown(
      `Refused with ${statusOf(trial)}, but what such an update must carry is only assumed; answer admin.type.write and admin.type.companions in the profile.`,
    );
  }
  if (readable) {
    if (trial.shownAfter === trial.to) return { verdict: 'pass' };
    if (writable) {
      return { verdict: 'fail', expected, actual: `accepted, and the type still shows as ${shown(trial.shownAfter)}` };
    }
    return unknown(`Accepted, but the change does not show; ${WRITE_UNPROVEN}`);
  }
  const state = inferredState(facts, trial);
  if (knowledge.write.standing !== 'claimed') return unknown(`Accepted, but nothing shows the type. ${READ_UNPROVEN}`);
  if (state === undefined || state === trial.to) return { verdict: 'pass' };
  return {
    verdict: 'fail',
    expected,
    actual: `accepted, but it then behaves as ${state}: ${trial.inferred?.how ?? ''}`,
  };
}

function judgeRefused(facts: TypeFacts, trial: Trial): Judgement {
  const { readable, writable, reached, knowledge } = facts;
  const expected = `a refusal (any 4xx) that changes nothing: ${trial.from} may not become ${trial.to}`;
  const moved = readable ? trial.shownAfter === trial.to : inferredState(facts, trial) === trial.to;
  if (accepted(trial)) {
    const provenMove = readable ? moved : moved && knowledge.write.standing === 'claimed';
    if (provenMove || writable) {
      const effect = moved ? ', and the change took effect' : '';
      return { verdict: 'fail', expected, actual: `accepted with status ${statusOf(trial)}${effect}` };
    }
    return unknown(`Accepted with ${statusOf(trial)} and without effect; ${WRITE_UNPROVEN}`);
  }
  if (trial.changed !== undefined && trial.changed.length > 0) {
    return {
      verdict: 'fail',
      expected,
      actual: `refused with status ${statusOf(trial)}, yet changed: ${inWords(trial.changed)}`,
    };
  }
  if (moved && knowledge.write.standing === 'claimed') {
    return { verdict: 'fail', expected, actual: `refused, yet applied: ${trial.inferred?.how ?? ''}` };
  }
  if (!reached.has(trial.to)) {
    return unknown(
      `Refused with ${statusOf(trial)}, but no listed change to ${trial.to} was accepted either, so the body may be the reason.`,
      'control-refused',
    );
  }
  if (trial.changed === undefined) return unknown('Refused, but the administrator could not be read afterwards.');
  return { verdict: 'pass' };
}

function judgeSame(facts: TypeFacts, trial: Trial): Judgement {
  const { sameType } = facts.knowledge;
  const outcome = accepted(trial) ? 'accepted' : 'refused';
  const kept = accepted(trial)
    ? !facts.readable || trial.shownAfter === trial.from
    : trial.changed === undefined || trial.changed.length === 0;
  if (!kept) {
    return {
      verdict: 'fail',
      expected: `the type stays ${trial.from}`,
      actual: `${outcome} with status ${statusOf(trial)}, and afterwards it is not as it was`,
    };
  }
  if (
    sameType?.standing === 'claimed' &&
    facts.knowledge.companionsStanding === 'claimed' &&
    sameType.value !== outcome
  ) {
    return {
      verdict: 'fail',
      expected: `${String(sameType.value)}, as declared`,
      actual: `${outcome} with ${statusOf(trial)}`,
    };
  }
  return { verdict: 'observed', reason: `Naming the present type is ${outcome} with status ${statusOf(trial)}.` };
}

const WRITE_UNPROVEN =
  'that the wanted type is written there is only assumed, and no change was seen to show. Answer admin.type.write in the profile.';
const READ_UNPROVEN =
  'Where the type is read and written is only assumed. Answer admin.type.read and admin.type.write in the profile.';

function unknown(reason: string, cause: Judgement['cause'] = 'dialect-silent'): Judgement {
  return { verdict: 'inconclusive', cause, reason };
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}
