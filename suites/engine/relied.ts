/** Which of the dialect's answers a check has asked for: what its verdicts rely on, beside the contract. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Contract } from '../../spec/types.ts';

const asked = new AsyncLocalStorage<Set<string>>();

/** The contract, which from now on tells `relying` which silences it was asked about and had an answer to. */
export function noting(contract: Contract): Contract {
  return Object.freeze({
    ...contract,
    answer: (silence: string) => {
      const answer = contract.answer(silence);
      if (answer !== undefined) asked.getStore()?.add(silence);
      return answer;
    },
  });
}

/** Runs a check; the silences whose answers it asks for are put into `silences`. */
export function relying<T>(silences: Set<string>, check: () => Promise<T>): Promise<T> {
  return asked.run(silences, check);
}
