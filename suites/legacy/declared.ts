/** What a target is held to where its owner says what the contract leaves open: how a call comes out, and how names in other letters are read. */
import { type Contract, claimed } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { fail, PASS, unshown } from '../judges/index.ts';
import type { Action } from './action.ts';
import { encode, type Field, type LegacyCall } from './call.ts';
import { ANY_CONDITION } from './conditions.ts';
import { isAccepted, noRecord, outcomeOf, type Reply, recordOpen, seen } from './replies.ts';

/** What a call comes to under each answer that settles its meaning. */
export type Means = Readonly<Record<string, 'success' | 'error'>>;

/** What came of a call at an open point, held against the reading that is declared. */
export function judgeDeclared(contract: Contract, reply: Reply, silence: string, means: Means): Judgement {
  const declared = claimed(contract, silence);
  const wanted = means[String(declared)];
  if (wanted === undefined) return seen(reply);
  const got = reply.reading?.outcome;
  if (got === wanted) return PASS;
  if (got !== 'success' && got !== 'error') return noRecord(reply);
  const expected = `${wanted === 'error' ? 'a refusal' : 'success'}: ${JSON.stringify(declared)} is declared`;
  return fail(expected, outcomeOf(reply));
}

/** The conditions that a call at an open point may be answered with: none where its success is declared, so that a busy order is asked again. */
export function conditionsOf(contract: Contract, silence: string | undefined, means: Means): readonly string[] {
  return means[String(claimed(contract, silence))] === 'success' ? [] : [ANY_CONDITION];
}

/** What a name in another letter case comes to under each answer to `legacy.parameter-name-case`. */
export const NAME_CASE: Means = { exact: 'error', ignored: 'success' };

/** A call with one of its names in the other letters. */
export function inOtherCase(fields: readonly Field[], name: string): LegacyCall {
  const capitals = name.toUpperCase();
  const other = name === capitals ? name.toLowerCase() : capitals;
  return {
    label: `${other} in place of ${name}`,
    fields: fields.map(([own, value]) => [own === encode(name) ? encode(other) : own, value] as const),
  };
}

/**
 * Sends a form of a plain call whose meaning is open, and holds it against what is declared. Where it is refused and should not be,
 * the plain call must be accepted right after: something else may be in its way. `done` where either was accepted.
 */
export async function holdToDeclared(
  { context: { contract }, send }: Pick<Action, 'context' | 'send'>,
  plain: readonly Field[],
  call: LegacyCall,
  { silence, means }: { readonly silence: string; readonly means: Means },
): Promise<{ readonly reply: Reply; readonly judgement: Judgement; readonly done: boolean }> {
  const reply = await send(call, conditionsOf(contract, silence, means));
  const judgement = judgeDeclared(contract, reply, silence, means);
  if (judgement.verdict !== 'fail' || isAccepted(reply)) return { reply, judgement, done: isAccepted(reply) };
  if (isAccepted(await send({ label: `not ${call.label}`, fields: plain }, [])))
    return { reply, judgement, done: true };
  const lost = unshown('control-refused', { what: 'open', of: call.label, but: 'no-control' });
  return { reply, judgement: lost, done: false };
}

/** Holds a call, with one of its names in the other letters, against what is declared. True where it was accepted, or itself. */
export async function judgeNameCase(
  action: Pick<Action, 'context' | 'send'>,
  id: string,
  fields: readonly Field[],
  name: string,
): Promise<boolean> {
  const point = { silence: 'legacy.parameter-name-case', means: NAME_CASE };
  const { reply, judgement, done } = await holdToDeclared(action, fields, inOtherCase(fields, name), point);
  recordOpen(action.context, id, reply, judgement);
  return done;
}
