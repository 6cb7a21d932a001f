/** The two legacy actions as checks see them: what they have in common, and how a check says that it cannot be judged. */
import type { Effect, Operation } from '../../spec/index.ts';
import { type CheckContext, unavailable } from '../engine/index.ts';
import type { Field, LegacyCall } from './call.ts';
import type { Reply } from './replies.ts';

/** Ids of the two actions' requirements begin so. */
export const STATUS = 'legacy.order-status';
export const DCV = 'legacy.dcv-update';

/** One of the two actions. */
export interface ActionKind<A extends Action = Action> {
  readonly id: typeof STATUS | typeof DCV;
  readonly title: string;
  readonly effect: Effect;
  /** Arguments without which there is no call, with the requirement that says so where it is one of its own. */
  readonly needs: Readonly<Record<string, string | undefined>>;
  /** An action of which a plain call was accepted: the positive control. @throws Unavailable when none was. */
  take(context: CheckContext): Promise<A>;
}

/** An action in the hand of a check, after a plain call of it was accepted. */
export interface Action {
  readonly operation: Operation;
  /** Number of the order that the plain call is about. */
  readonly order: string;
  /** The plain call; of the DCV action each time a change to another method than the one in use. */
  fields(): Field[];
  /** Sends what must be refused, or what may be, and looks whether a refusal left the order as it was. */
  send(call: LegacyCall & { readonly id?: string }, conditions: readonly string[]): Promise<Reply>;
  /** Sends the latest plain call in another form. Where it is accepted, keeps whether it shows. */
  accept(call: LegacyCall): Promise<Reply>;
  /** How an accepted answer differs from that to the plain call; undefined when it does not. */
  difference?(reply: Reply): Promise<string | undefined>;
}

/** @throws Unavailable when the profile has no login to make a call with. */
export function needLogin(context: CheckContext): void {
  if (context.target.legacy.configured) return;
  throw unavailable({ what: 'setting', members: ['legacy.loginName', 'legacy.loginPassword'] });
}
