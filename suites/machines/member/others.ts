/** The members beside the one that is the state: a refused step must not touch them, an allowed one may leave them out (4.5). */
import { type Contract, claimed, idsOf, type Operation, type Readback, valueAt } from '../../../spec/index.ts';
import type { CheckContext, Judgement } from '../../engine/index.ts';
import { answerOf, fail, inWords, observed, PASS, pointerSet, sameValue, unshown } from '../../judges/index.ts';
import { smallChange } from '../../lifecycles/variation.ts';
import { formedPlaces, judgeWritten, type Written } from '../../lifecycles/written.ts';
import { memberSchema } from '../../requests/member-schema.ts';
import { readbacks } from '../../subject/returned.ts';
import { type Exploration, type Facts, isAccepted, type Step, statusOf } from '../model.ts';
import { recordStep } from '../table-check.ts';
import type { MemberAsk, MemberTold } from './adapter.ts';

/** Other than the turns of the update checks, so that nobody takes one change for the other. */
const TURN = 1;

/** A member that was written, and what shows of it. */
export type Shown = Pick<Written, 'write' | 'read' | 'value' | 'shown'> & Partial<Pick<Written, 'before'>>;

/** Changes of the other members, and what of them shows. */
export interface Touched {
  readonly body: object;
  readonly written: readonly Omit<Shown, 'shown'>[];
}

/** What is known of the other members, over all entities that a check has in hand. */
export class OtherMembers {
  readonly #update: Operation;
  readonly places: readonly Readback[];
  /** Places that hold a value for entities in a state. */
  readonly #usual = new Map<string, Set<string>>();

  /** @param except the member that is the state, and those that go with it. */
  constructor(contract: Contract, update: Operation, except: ReadonlySet<string>) {
    this.#update = update;
    this.places = readbacks(contract, update).filter(
      ({ write }) => !write.startsWith('?') && !except.has(write) && !except.has(`/${write.split('/')[1]}`),
    );
  }

  /** Notes what an entity in a state shows. */
  note(state: string, value: unknown): void {
    const usual = this.#usual.get(state) ?? new Set();
    for (const read of this.#valued(value)) usual.add(read);
    this.#usual.set(state, usual);
  }

  /**
   * A body in which each text is touched and each boolean turned round, so that it shows if a refused update is applied all the
   * same, and steps are taken from either; undefined without any.
   */
  touched(value: unknown): Touched | undefined {
    let body: unknown = {};
    const written: Omit<Shown, 'shown'>[] = [];
    for (const { write, read } of this.places) {
      const is = valueAt(value, read);
      const other = typeof is === 'boolean' ? !is : smallChange(memberSchema(this.#update, write, {}), is, TURN);
      if (typeof other !== 'string' && typeof other !== 'boolean') continue;
      body = pointerSet(body, write, other);
      written.push({ write, read, value: other, before: is });
    }
    return written.length === 0 ? undefined : { body: body as object, written };
  }

  /** What was written of the members that entities in a state have, against what shows. */
  shownIn(state: string, { written }: Touched, value: unknown): Shown[] {
    return written
      .filter(({ read }) => this.#usual.get(state)?.has(read) === true)
      .map((one) => ({ ...one, shown: valueAt(value, one.read) }));
  }

  /**
   * Texts and booleans that a change of the state has changed, and lists that it has emptied, although entities in the new one
   * have such; undefined where there is none that could be lost. `isMoving`: of places that change by themselves. Which items of a list go with a state is not shown.
   */
  lost(
    state: string,
    before: unknown,
    after: unknown,
    isMoving: (place: string) => boolean = () => false,
  ): string[] | undefined {
    const isUsual = (read: string): boolean => this.#usual.get(state)?.has(read) === true;
    const usual = this.#valued(before).filter((read) => isUsual(read) && !isMoving(read));
    if (usual.length === 0) return undefined;
    return usual.filter((read) => isLost(valueAt(before, read), valueAt(after, read)));
  }

  /** Places that hold a text, a boolean or a list with something in it. */
  #valued(value: unknown): string[] {
    return this.places.map(({ read }) => read).filter((read) => isValue(valueAt(value, read)));
  }
}

function isValue(shown: unknown): boolean {
  if (Array.isArray(shown)) return shown.length > 0;
  return typeof shown === 'boolean' || (typeof shown === 'string' && shown !== '');
}

function isLost(before: unknown, after: unknown): boolean {
  return Array.isArray(before) ? !isValue(after) : !sameValue(before, after);
}

export type MemberStep = Step<MemberAsk, MemberTold>;

/** The members that an accepted step does not mention are what they were; undefined where it tells nothing of that. */
export function judgeKept({ told: { lost }, from, ask }: MemberStep, isClaimed: boolean): Judgement | undefined {
  if (lost === undefined) return undefined;
  if (lost.length === 0) return PASS;
  if (!isClaimed) return observed({ what: 'changed', of: `${from} ${ask.label}`, at: lost });
  return fail('members that the update does not mention stay as they were', `changed with it: ${inWords(lost)}`);
}

/** The members that come with an accepted step show, as they do without it; undefined where none came. */
export function judgeWith(step: MemberStep, isClaimed: boolean): Judgement | undefined {
  const { exchange, from, ask } = step;
  const written = (step.told.written ?? []).map((one): Written => ({ before: undefined, ...one, exchange }));
  const formed = formedPlaces(written);
  const judged = written.flatMap((one) => judgeWritten(one, 'claimed', new Set(), formed) ?? []);
  const worst = ['fail', 'warn', 'pass'].flatMap((verdict) => judged.filter((one) => one.verdict === verdict))[0];
  if (worst?.verdict !== 'fail' || isClaimed) return worst;
  const { expected, actual } = worst;
  return observed({ what: 'differs', of: `${from} ${ask.label}`, expected, actual });
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
  if (!isAccepted(step)) return observed({ what: 'answered', status: statusOf(step) });
  if (!readable) return observed({ what: 'open', but: 'state-unseen' });
  if (step.shownAfter === step.from) return PASS;
  const expected = `the ${machine.trait} stays ${step.from} when an update leaves it out`;
  return fail(expected, `it shows ${JSON.stringify(step.shownAfter) ?? 'nothing'}`);
}

/** What steps do to the members beside the state: to those that they leave out, to those that they come with, and no step at all. */
export function recordMembers(context: CheckContext, { facts }: Exploration<MemberAsk, MemberTold>): void {
  const { members } = idsOf(facts.machine);
  if (members === undefined) return;
  const isClaimed = claimed(context.contract, 'update.readback') !== undefined;
  const about = [
    [members.kept, (step: MemberStep) => judgeKept(step, isClaimed)],
    [members.written, (step: MemberStep) => judgeWith(step, isClaimed)],
    [members.leftOut, (step: MemberStep) => judgeLeftOut(facts, step)],
  ] as const;
  for (const [id, judge] of about) {
    const judged = facts.steps.map((step) => [step, judge(step)] as const);
    for (const [step, judgement] of judged) if (judgement !== undefined) recordStep(context, id, step, judgement);
    if (judged.some(([, judgement]) => judgement !== undefined)) continue;
    const none = unshown('earlier-step', { what: 'none', of: 'step-with-texts', was: 'accepted' });
    context.record(id, none, { label: 'other members' });
  }
}
