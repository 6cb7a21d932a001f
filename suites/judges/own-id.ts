/** Whether an answer is about the entity that was asked for (contract 4, by the dialect's schema). */

import { type Contract, type Exchange, type Operation, ownIdOf, valueAt } from '../../spec/index.ts';
import type { Judgement } from '../engine/index.ts';
import { parseJson } from './body.ts';
import { fail, PASS, warn } from './judgement.ts';

/** What was asked of which entity. */
interface Asked {
  readonly operation: Operation;
  readonly ids: Readonly<Record<string, string>>;
}

type Body = string | Uint8Array | undefined;

/**
 * Holds the identifier in a success against the one in the request. Undefined where there is none to hold against it, or where the
 * request named two: which of them counts is open (silence update.body-identifier).
 */
export function judgeOwnId(
  contract: Contract,
  { operation, ids }: Asked,
  { body }: { readonly body?: Body },
  { response }: Exchange,
): Judgement | undefined {
  const own = ownIdOf(contract.operations, operation);
  if (own === undefined || response === undefined) return undefined;
  const asked = 'path' in own.asked ? ids[own.asked.path] : namedIn(body, own.asked.body);
  if (asked === undefined || ('path' in own.asked && names(body, own.member))) return undefined;
  const parsed = parseJson(response);
  const shown: unknown = parsed.error === undefined ? valueAt(parsed.value, `/${own.member}`) : undefined;
  if (typeof shown !== 'string' && typeof shown !== 'number') return undefined;
  if (String(shown).toLowerCase() === asked.toLowerCase()) return PASS;
  // Of another form it is an identifier of another sort.
  if (isNumber(shown) !== isNumber(asked)) return undefined;
  const isClaimed = operation.success.every(({ standing }) => standing === 'claimed');
  return (isClaimed ? fail : warn)(
    `the ${operation.entity ?? 'entity'} ${asked} that was asked for`,
    `${own.member} is ${JSON.stringify(shown)}`,
  );
}

const isNumber = (id: string | number): boolean => /^\d+$/.test(String(id));

function names(body: Body, member: string): boolean {
  return [`"${member}"`, `<${member}>`].some((name) => String(body ?? '').includes(name));
}

/** The number at the top of a JSON body; undefined for whatever else a body may be. */
function namedIn(body: Body, member: string): string | undefined {
  try {
    const value: unknown = valueAt(JSON.parse(String(body)), `/${member}`);
    return Number.isInteger(value) ? String(value) : undefined;
  } catch {
    return undefined;
  }
}
