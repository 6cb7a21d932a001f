/** Whether what others show changes with each update of another entity and at no other time: then it is the update that changes it (contract 4.1). */
import { type Contract, type Operation, valueAt } from '../../spec/index.ts';
import type { CheckContext } from '../engine/index.ts';
import type { Look } from '../subject/read.ts';
import { readbacks } from '../subject/returned.ts';

/** Where somebody else changes it as often as not, so many rounds come out like that once in a thousand times. */
const ROUNDS = 5;

/** One that is watched, and an update of another one. */
export interface Suspect {
  /** The update that writes what the watched one shows. */
  readonly its: Operation;
  look(): Promise<Look | undefined>;
  further(): Promise<unknown>;
}

/**
 * By turns looks at the watched one after a while of nothing and after a further update of the other, while nobody else of the run
 * changes anything. Of what an update of it writes, texts alone are compared: what else moves with others it may count.
 */
export async function comesAlong(context: CheckContext, { its, look, further }: Suspect): Promise<boolean> {
  const { contract, session } = context;
  if (contract.answer('update.readback')?.standing !== 'claimed') return false;
  const texts = async (): Promise<string | undefined> => {
    const seen = await look();
    if (seen?.status !== 200) return undefined;
    return JSON.stringify(textsIn(contract, its, seen.value));
  };
  return session.alone(async () => {
    let tookMs = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const before = await texts();
      await session.pause(tookMs);
      const rested = await texts();
      const begun = Date.now();
      await further();
      const after = await texts();
      tookMs = Date.now() - begun;
      if (before === undefined || before !== rested || after === undefined || after === rested) return false;
    }
    return true;
  });
}

/** The texts that an update writes, where what it wrote to shows them. */
export function textsIn(contract: Contract, update: Operation, shown: unknown): readonly string[] {
  const values = readbacks(contract, update).map(({ read }) => valueAt(shown, read));
  return values.filter((value) => typeof value === 'string');
}
