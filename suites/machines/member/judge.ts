/** Judges what steps do to the members beside the one that is the state (contract 4.5). Pure. */
import type { Judgement } from '../../engine/check.ts';
import { inWords } from '../../judges/difference.ts';
import { fail, observed, PASS } from '../../judges/judgement.ts';
import { answerOf } from '../../judges/transport.ts';
import { judgeWritten } from '../../lifecycles/update-judges.ts';
import { type Facts, isAccepted, type Step, statusOf } from '../model.ts';
import type { MemberAsk, MemberTold } from './adapter.ts';

export type MemberStep = Step<MemberAsk, MemberTold>;

/** The members that an accepted step does not mention are what they were; undefined where it tells nothing of that. */
export function judgeKept({ told: { lost }, from, ask }: MemberStep, isClaimed: boolean): Judgement | undefined {
  if (lost === undefined) return undefined;
  if (lost.length === 0) return PASS;
  const actual = `changed with it: ${inWords(lost)}`;
  if (!isClaimed) return observed(`By ${from} ${ask.label} also ${actual}.`);
  return fail('members that the update does not mention stay as they were', actual);
}

/** The members that come with an accepted step show, as they do without it; undefined where none came. */
export function judgeWith(step: MemberStep, isClaimed: boolean): Judgement | undefined {
  const { exchange, from, ask } = step;
  const judged = (step.told.written ?? []).flatMap(
    (one) => judgeWritten({ ...one, before: undefined, exchange }, 'claimed', new Set()) ?? [],
  );
  const worst = ['fail', 'warn', 'pass'].flatMap((verdict) => judged.filter((one) => one.verdict === verdict))[0];
  if (worst?.verdict !== 'fail' || isClaimed) return worst;
  return observed(`By ${from} ${ask.label}: ${worst.expected}, but ${worst.actual}.`);
}

/** A state that an update leaves out stays as it is; undefined for a step that names one. */
export function judgeLeftOut(
  { readable, machine }: Pick<Facts, 'readable' | 'machine'>,
  step: MemberStep,
): Judgement | undefined {
  if (step.ask.to !== undefined) return undefined;
  const { judgement } = answerOf(step.exchange);
  if (judgement !== undefined) return judgement;
  if (step.unseen !== undefined) return step.unseen;
  // A refusal is judged where members are left out one by one.
  if (!isAccepted(step)) return observed(`An update without it is answered with ${statusOf(step)}.`);
  if (!readable) return observed(`Nothing shows the ${machine.trait}.`);
  if (step.shownAfter === step.from) return PASS;
  const expected = `the ${machine.trait} stays ${step.from} when an update leaves it out`;
  return fail(expected, `it shows ${JSON.stringify(step.shownAfter) ?? 'nothing'}`);
}
