/** Judges PUTs of delegations in custom mode, which update them (contract 4.9). Pure. */
import type { Answer } from '../../../spec/index.ts';
import type { Judgement } from '../../engine/index.ts';
import { fail, observed, PASS, unshown } from '../../judges/index.ts';
import { isAccepted } from '../model.ts';
import { INVISIBLE, type ModeStep, type Organization, putsOf } from './judge.ts';

/** A PUT of one organization right after the PUT of another one, in custom mode. */
export function isSecondPut({ from, ask: { organizations = [] }, told: { former = [] } }: ModeStep): boolean {
  return from === 'custom' && organizations.length === 1 && former.length === 1 && former[0] !== organizations[0];
}

/** Whether a later PUT adds to the delegations or replaces them; `step` put others than the one before it. */
export function judgeSecondPut(
  answer: Answer | undefined,
  readable: boolean,
  step: ModeStep,
): Judgement & { seen?: string } {
  if (step.unseen !== undefined) return step.unseen;
  const { visible, former = [] } = step.told;
  const [latter] = step.ask.organizations ?? [];
  if (!isAccepted(step) || visible === undefined || latter === undefined) return INVISIBLE;
  if (readable && step.shownBefore !== 'custom') return unshown('earlier-step', { what: 'open', but: 'steps-before' });
  const stays = former.some((id) => visible.includes(id));
  const seen = !visible.includes(latter) ? 'neither' : stays ? 'adds' : 'replaces';
  if (seen === 'neither') {
    const expected = `the organization ${latter} shows`;
    return { verdict: readable ? 'fail' : 'warn', expected, actual: 'it does not show', seen };
  }
  if (answer?.standing !== 'claimed') return { ...observed({ what: 'shown', of: 'a second PUT', value: seen }), seen };
  if (answer.value === seen) return { verdict: 'pass', seen };
  return { verdict: 'fail', expected: `a second PUT ${String(answer.value)}, as declared`, actual: `it ${seen}`, seen };
}

/**
 * Judges the accepted PUTs in custom mode: what they put shows, as far as it was seen to show when it was put alone from global mode; and
 * where the owner says what becomes of the former ones, they stay or go. One that shows beside another one may belong to it.
 */
export function judgeUpdates(
  answer: Answer | undefined,
  readable: boolean,
  steps: readonly ModeStep[],
): (readonly [ModeStep, Judgement])[] {
  const alone = putsOf(steps).filter(
    ({ from, unseen, ask }) => from === 'global' && unseen === undefined && ask.organizations?.length === 1,
  );
  const beside = new Map(alone.map(({ ask, told: { visible = [] } }) => [ask.organizations?.[0], visible]));
  const shows = (id: Organization): boolean => beside.get(id)?.includes(id) === true;
  return putsOf(steps).flatMap((step): (readonly [ModeStep, Judgement])[] => {
    const { from, unseen, shownBefore, told } = step;
    const { visible, former = [] } = told;
    const put = step.ask.organizations ?? [];
    if (from !== 'custom' || unseen !== undefined || visible === undefined || put.length === 0) return [];
    if (readable && shownBefore !== 'custom') return [];
    const missing = put.filter((id) => shows(id) && !visible.includes(id));
    const expected = `the organizations ${put.join(', ')} show after the update`;
    const incomplete: Judgement = {
      verdict: readable ? 'fail' : 'warn',
      expected,
      actual: `${missing.join(', ')} does not`,
    };
    if (missing.length > 0) return [[step, incomplete]];
    if (answer?.standing !== 'claimed') return [];
    const others = former.filter((id) => shows(id) && !put.includes(id));
    const apart = others.filter((id) => put.every((one) => shows(one) && beside.get(one)?.includes(id) === false));
    const wrong = apart.filter((id) => visible.includes(id) !== (answer.value === 'adds'));
    if (wrong.length === 0) return apart.length === 0 ? [] : [[step, PASS]];
    const fate = answer.value === 'adds' ? 'does not show any more' : 'still shows';
    return [[step, fail(`the update ${String(answer.value)}, as declared`, `${wrong.join(', ')} ${fate}`)]];
  });
}
