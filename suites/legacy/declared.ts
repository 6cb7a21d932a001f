/** What a target is held to where its owner says what the contract leaves open: how a call comes out, and how names in other letters are read. */
import { type Contract, claimed } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { fail, observed, PASS, unshown } from '../judges/index.ts';
import type { Action } from './action.ts';
import { encode, type Field, type LegacyCall } from './call.ts';
import { ANY_CONDITION } from './conditions.ts';
import { isAccepted, outcomeOf, type Reply, recordOpen } from './replies.ts';

/** What a call comes to under each answer that settles its meaning. */
export type Means = Readonly<Record<string, 'success' | 'error'>>;

/** What came of a call at an open point, held against the reading that is declared. */
export function judgeDeclared(contract: Contract, reply: Reply, silence: string, means: Means): Judgement {
  const declared = claimed(contract, silence);
  const wanted = means[String(declared)];
  if (wanted === undefined) return observed(`${reply.call.label}: ${outcomeOf(reply)}.`);
  const got = reply.reading?.outcome;
  if (got === wanted) return PASS;
  if (got !== 'success' && got !== 'error') return unshown('earlier-step', 'The answer is no readable record.');
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
 * Holds a call, with one of its names in the other letters, against what is declared. Where it is refused and should not be, the call
 * itself must be accepted right after: something else may be in its way. True where either was accepted.
 */
export async function judgeNameCase(
  { context, send }: Pick<Action, 'context' | 'send'>,
  id: string,
  fields: readonly Field[],
  name: string,
): Promise<boolean> {
  const { contract } = context;
  const silence = 'legacy.parameter-name-case';
  const reply = await send(inOtherCase(fields, name), conditionsOf(contract, silence, NAME_CASE));
  const told = judgeDeclared(contract, reply, silence, NAME_CASE);
  const isRefused = told.verdict === 'fail' && !isAccepted(reply);
  const plain = isRefused ? await send({ label: `${name} as it is`, fields }, []) : undefined;
  const isOpen = plain !== undefined && !isAccepted(plain);
  const judgement = isOpen ? unshown('control-refused', `The call is refused with ${name} as it is, too.`) : told;
  recordOpen(context, id, reply, judgement);
  return isAccepted(reply) || isAccepted(plain);
}
