/** What the owner of a target says of points that the contract leaves open. */
import type { Contract } from './types.ts';

/** What is claimed of a silence; undefined where nobody answers it, and where the answer is only assumed. */
export function claimed<T = unknown>({ answer }: Pick<Contract, 'answer'>, silence: string | undefined): T | undefined {
  const found = silence === undefined ? undefined : answer(silence);
  return found?.standing === 'claimed' ? (found.value as T) : undefined;
}
