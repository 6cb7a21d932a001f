/** What the verdicts of a check rely on, beside the contract and its own exchanges. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { Contract } from '../../spec/index.ts';

/** What a check has asked for. */
export interface Relied {
  /** Silences to which the dialect has an answer. */
  readonly silences: Set<string>;
  /** Areas of whose entities and answers it asked what the whole run, whichever check it was, had seen so far. */
  readonly areas: Set<string>;
  /** What was done once for it and for others. */
  readonly shared: Set<Relied>;
}

const asked = new AsyncLocalStorage<Relied>();

/** The contract, which from now on tells `relying` which silences it was asked about and had an answer to. */
export function noting(contract: Contract): Contract {
  return Object.freeze({
    ...contract,
    answer: (silence: string) => {
      const answer = contract.answer(silence);
      if (answer !== undefined) asked.getStore()?.silences.add(silence);
      return answer;
    },
  });
}

/** Notes that the check that runs looks back on what was seen of these areas. */
export function looksBack(...areas: readonly string[]): void {
  for (const area of areas) asked.getStore()?.areas.add(area);
}

/** Does once what several checks need; each of them `reliesOn` what it relied on. */
export function sharing<T>(work: () => T): { readonly made: T; readonly relied: Relied } {
  const relied = {
    silences: asked.getStore()?.silences ?? new Set<string>(),
    areas: new Set<string>(),
    shared: new Set<Relied>(),
  };
  return { made: asked.run(relied, work), relied };
}

/** Notes that the check that runs uses what was done once. */
export function reliesOn(shared: Relied): void {
  asked.getStore()?.shared.add(shared);
}

/** All areas on which a check looked back, by itself or through what was done once. */
export function areasOf(relied: Relied, known = new Set<Relied>()): ReadonlySet<string> {
  if (known.has(relied)) return new Set();
  known.add(relied);
  return new Set([...relied.areas, ...[...relied.shared].flatMap((one) => [...areasOf(one, known)])]);
}

/** Runs a check; what it relies on is put into `relied`. */
export function relying<T>(relied: Relied, check: () => Promise<T>): Promise<T> {
  return asked.run(relied, check);
}
