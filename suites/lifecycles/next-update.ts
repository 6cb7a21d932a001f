/** The first update of another entity after a deletion is kept like any other (contract 4.1, 7.1). */
import { type Exchange, type Operation, valueAt } from '../../spec/index.ts';
import type { Fixture } from '../../target/types.ts';
import { type CheckContext, inconclusive, type Judgement, tryFor, type Unavailable } from '../engine/index.ts';
import { isAccepted, observed, PASS, sameValue, unshown } from '../judges/index.ts';
import { isClaimed } from '../subject/returned.ts';
import { fixturesFor } from '../subject/search.ts';
import { apart, type Change, changesFor, withChange } from './changes.ts';
import { takeSubject, type UpdateSubject } from './update-subject.ts';
import { judgeWritten } from './written.ts';

const LABEL = 'an update of another one right after the deletion';

/** Another entity of the kind, in hand before the deletion, as taking it sends an update: the next one is to follow the deletion. */
export class NextUpdate {
  readonly #context: CheckContext;
  readonly #id: string;
  readonly #subject: UpdateSubject;
  #turn = 0;
  #change: Change | undefined;
  #sent: Exchange | undefined;

  private constructor(context: CheckContext, id: string, subject: UpdateSubject) {
    this.#context = context;
    this.#id = id;
    this.#subject = subject;
  }

  /** One that must be given back, lest one is missing that others need to use up; else one of many. Records why there is none. */
  static async take(context: CheckContext, id: string, update: Operation): Promise<NextUpdate | undefined> {
    const { session, contract } = context;
    const kind = update.entity;
    if (kind === undefined || !isClaimed(contract)) {
      context.record(id, observed({ what: 'unclaimed', silence: 'update.readback' }), { label: LABEL });
      return undefined;
    }
    const wanted = { kind, effect: 'modify' } as const;
    const isOf = (allow: Fixture['allow']) => (one: Fixture) => one.allow === allow;
    const hasSome = fixturesFor(session, wanted).some(isOf('modify'));
    const preferences = [
      ...(hasSome ? [isOf('modify')] : []),
      ...(session.plenty({ kind, effect: 'destroy' }) ? [isOf('destroy')] : []),
    ];
    let found: UpdateSubject | undefined;
    let missing: Unavailable | undefined;
    for (const where of preferences) {
      const { found: one, missing: why } = await tryFor(takeSubject(context, update, 'modify', where));
      missing ??= why;
      found ??= one?.observer === undefined ? undefined : one;
      if (found !== undefined) break;
    }
    if (found !== undefined) return new NextUpdate(context, id, found);
    context.record(id, inconclusive(missing ?? session.short(wanted)), { label: LABEL });
    return undefined;
  }

  /** Thinks of a small change, while there is time. */
  async prepare(): Promise<void> {
    const { value } = (await this.#subject.observer?.look()) ?? {};
    const options = { turn: this.#turn, omit: apart(this.#context, this.#subject) };
    [this.#change] = changesFor(this.#context, this.#subject, value, options);
    this.#turn += 1;
    this.#sent = undefined;
  }

  /** Sends it, before anybody else of the run updates another one. */
  async send(): Promise<void> {
    if (this.#change === undefined) return;
    this.#sent = await this.#context.send(withChange(this.#subject.valid.request, this.#change));
  }

  /** Looks whether it shows; what was refused, or could not be touched, tells nothing of the deletion. */
  async record(): Promise<void> {
    if (this.#change === undefined || this.#sent === undefined || !isAccepted(this.#sent)) {
      const none = observed({ what: 'none', of: 'change', was: 'accepted' });
      return this.#context.record(this.#id, none, { label: LABEL });
    }
    const judgement = await this.#judge(this.#change, this.#sent);
    this.#context.record(this.#id, judgement, { label: LABEL, exchange: this.#sent });
  }

  /** What does not show at any other time either is told where updates are judged; and what shows late is no loss. */
  async #judge(change: Change, exchange: Exchange): Promise<Judgement> {
    const { session } = this.#context;
    const shown = await this.#shown(change);
    const judgement = judgeWritten({ ...change, before: undefined, shown, exchange }, 'claimed', new Set());
    // What becomes of the form of a text is told there, too.
    if (judgement?.verdict !== 'fail') return PASS;
    await session.pause(session.target.facts.settleMs);
    const isLate = sameValue(change.value, await this.#shown(change));
    if (isLate) return PASS;
    const again = await this.#context.send(withChange(this.#subject.valid.request, change));
    if (isAccepted(again) && sameValue(change.value, await this.#shown(change)))
      return { ...judgement, actual: `${judgement.actual ?? ''}, and what was written once it is sent again` };
    return unshown('control-refused', { what: 'open', but: 'change-unseen' });
  }

  async #shown({ read, value }: Change): Promise<unknown> {
    const { observer, operation } = this.#subject;
    const shows = (look: { readonly value: unknown }): boolean => sameValue(value, valueAt(look.value, read));
    const look = await observer?.until(`${operation.id} shows`, shows);
    return valueAt(look?.value, read);
  }
}
