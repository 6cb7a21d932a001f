/** The two legacy actions as checks see them: what they have in common, and how each is shown to refuse. */

import type { Effect, Operation } from '../../spec/index.ts';
import { type Check, type CheckContext, unavailable } from '../engine/index.ts';
import { type Doubt, doubted } from '../judges/index.ts';
import type { Field, LegacyCall } from './call.ts';
import type { Fault, Probe } from './conditions.ts';
import { type ConditionIds, type Reply, recordRefused } from './replies.ts';

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
  readonly context: CheckContext;
  readonly operation: Operation;
  /** Number of the order that the plain call is about. */
  readonly number: string;
  /** The plain call; of the DCV action each time a change to another method than the one in use. */
  fields(): Field[];
  /** Sends what must be refused, or what may be, and looks whether a refusal left the order as it was. */
  send(call: LegacyCall, conditions: readonly string[]): Promise<Reply>;
  /** Sends the latest plain call in another form. Where it is accepted, keeps whether it shows. */
  accept(call: LegacyCall): Promise<Reply>;
  /** How an accepted answer differs from that to the plain call; undefined when it does not. */
  difference?(reply: Reply): Promise<string | undefined>;
}

/** A check of an action, after its positive control. */
export function actionCheck<A extends Action>(
  kind: ActionKind<A>,
  [id, title]: readonly [id: string, title: string],
  requirements: readonly string[],
  run: (action: A, context: CheckContext) => Promise<void>,
): Check {
  return checkOf(kind, [id, title], requirements, async (context) => run(await kind.take(context), context));
}

/** A check of an action, whose positive control is its own. */
export function checkOf(
  { id: kind, title: action, effect }: { readonly id: string; readonly title: string; readonly effect: Effect },
  [id, title]: readonly [id: string, title: string],
  requirements: readonly string[],
  run: Check['run'],
): Check {
  return { id: `${kind}.${id}`, title: `${action} ${title}`, requirements, effect, run };
}

/** Sends what must be refused, and records whether it was. */
export async function refuse({ context, send }: Action, probe: Probe, ids: ConditionIds): Promise<Reply> {
  const { because, doubt, own = ids.refused } = probe;
  const reply = await send(probe, probe.conditions);
  const isTaken = reply.reading?.outcome === 'success';
  const doubtful = probe.doubtful ?? (isTaken ? await doubt?.() : undefined);
  recordRefused(
    doubtful === undefined ? context : warning(context, doubtful),
    { ...ids, refused: own },
    reply,
    because,
  );
  return reply;
}

/** A context that records a failure as a warning: where a server has good reason to take what it is given. */
export function warning(context: CheckContext, but: Doubt): CheckContext {
  const record: CheckContext['record'] = (requirement, judgement, evidence) => {
    const told = judgement.verdict === 'fail' ? doubted(judgement, but) : judgement;
    context.record(requirement, told, evidence);
  };
  return { ...context, record };
}

/** Sends faults on top of accepted calls. Of a requirement those go from the edge outwards: the first failure is the smallest. */
export async function refuseAll(action: Action, faults: readonly (Fault | Probe)[], ids: ConditionIds): Promise<void> {
  const failed = new Set<string>();
  const watched: CheckContext = {
    ...action.context,
    record: (requirement, judgement, evidence) => {
      if (judgement.verdict === 'fail') failed.add(requirement);
      action.context.record(requirement, judgement, evidence);
    },
  };
  for (const make of faults) {
    const probe = typeof make === 'function' ? make(action.fields()) : make;
    if (!failed.has(probe.own ?? ids.refused)) await refuse({ ...action, context: watched }, probe, ids);
  }
}

/** @throws Unavailable when the profile has no login to make a call with. */
export function needLogin(context: CheckContext): void {
  if (context.target.legacy.configured) return;
  throw unavailable({ what: 'setting', members: ['legacy.loginName', 'legacy.loginPassword'] });
}
