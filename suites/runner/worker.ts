/** Runs all checks in this thread, from plain data to the results file. */
import { ResultsWriter } from '../../reports/writer.ts';
import { recorded, recordedStop, TapeWriter } from '../../target/index.ts';
import { Schedule } from '../engine/index.ts';
import { engineOf, type Grounds, groundsOf, presentFixtures } from './engine.ts';
import type { RunInput } from './input.ts';
import { tellSecrets, withPulse } from './threads.ts';
import { type Teller, tellTests } from './told.ts';

/** Runs all checks. Results are written to the results file as they come. */
export async function runHere(input: RunInput, { teller, ...known }: Beforehand = {}): Promise<void> {
  const grounds = known.grounds ?? (await groundsOf(input));
  const plain = await engineOf(input, tellSecrets(), grounds);
  const tape = new TapeWriter(input.runDirectory);
  const felt = withPulse(plain.target);
  const onGroup = (group: string): void => tape.write({ type: 'group', group });
  const stopped = recordedStop(plain.stopped ?? (() => false), tape);
  const engine =
    input.taped === true ? { ...plain, target: recorded(felt, tape), onGroup, stopped } : { ...plain, target: felt };
  const { contract, target } = engine;
  const writer = new ResultsWriter(input.runDirectory);
  const all = grounds.groups;
  try {
    for (const sentence of await presentFixtures(engine, all)) writer.notice('warning', sentence);
    const schedule = new Schedule(engine, all, (result) => {
      writer.result(result);
      teller?.tell({ result });
    });
    const groups = schedule.begin();
    const routes = Object.fromEntries(contract.operations.map(({ id, method, path }) => [id, `${method} ${path}`]));
    const wanted = groups.map(({ id, checks }) => ({
      id,
      checks: checks.map((check) => ({ id: check.id, requirements: check.requirements.filter(schedule.wants) })),
    }));
    teller?.tell({ outline: { groups: wanted, facts: { routes } } });
    await Promise.all([schedule.all(), ...groups.map((group) => schedule.done(group).then(() => tape.flush()))]);
  } finally {
    tape.flush();
    await target.close();
  }
}

interface Beforehand {
  readonly grounds?: Grounds;
  /** Hears what came of each check. */
  readonly teller?: Teller;
}

/** Runs all checks, and tells the tests of another thread what came of each. */
export async function runForTests(input: RunInput, grounds: Grounds): Promise<void> {
  const teller = tellTests(input.runDirectory);
  await runHere(input, { grounds, teller }).finally(() => teller.tell({ ended: true }));
}
