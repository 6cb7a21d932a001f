/** Turns the checks of an area into Vitest tests: one per requirement. All thinking is in the engine; a test only waits, annotates and settles. */
import { afterAll, describe, inject, test } from 'vitest';
import { annotate, settle } from '../../reports/allure/index.ts';
import { ResultsWriter } from '../../reports/writer.ts';
import { catalogue } from '../catalogue.ts';
import type { CheckGroup } from '../engine/check.ts';
import { type Engine, type GroupRun, startGroup } from '../engine/execute.ts';
import { workerEngine } from './engine.ts';

/** Defines the tests of one area of the contract. Groups start when their first test does, and end restored. */
export async function defineArea(area: string): Promise<void> {
  const input = inject('certconform');
  const engine = await workerEngine(input);
  const writer = new ResultsWriter(input.runDirectory);
  const facts = { seed: engine.seed, depth: engine.depth, effect: engine.target.facts.effect };
  const wanted = (id: string): boolean => engine.only === undefined || engine.only(id);
  const groups = catalogue(engine.contract).filter((candidate) => candidate.area === area);
  const order = groups.toSorted((a, b) => Number(usesUp(a)) - Number(usesUp(b)));
  const before: (() => Promise<void>)[] = [];
  for (const group of order.filter(({ checks }) => checks.some(({ requirements }) => requirements.some(wanted)))) {
    const earlier = usesUp(group) && isScarce(engine, group) ? [...before] : [];
    let started: Promise<GroupRun> | undefined;
    const run = (): Promise<GroupRun> => {
      // Where little is lent, what uses it up comes last.
      started ??= Promise.all(earlier.map((end) => end())).then(() => startGroup(engine, group));
      return started;
    };
    before.push(async () => (await run()).done);
    describe.concurrent(group.id, () => {
      afterAll(async () => {
        await (await started)?.done;
      }, TIMEOUT_MS);
      for (const check of group.checks) {
        for (const requirement of check.requirements.filter(wanted)) {
          test(
            requirement,
            async (context) => {
              const results = await (await run()).results.get(check.id);
              const result = results?.find((candidate) => candidate.requirement === requirement);
              if (result === undefined) throw new Error(`The check ${check.id} gave no result for ${requirement}.`);
              writer.result(result);
              await annotate(result, facts);
              settle(result, context);
            },
            TIMEOUT_MS,
          );
        }
      }
    });
  }
}

function usesUp({ checks }: CheckGroup): boolean {
  return checks.some(({ effect }) => effect === 'destroy');
}

/** Fewer than this many fixtures of a kind that may be used up do not serve all checks of an area at a time. */
const ENOUGH = 3;

/** True when a kind of the group's area is lent, but hardly to be used up. */
function isScarce({ contract, target }: Engine, group: CheckGroup): boolean {
  const kinds = new Set(contract.operations.filter(({ area }) => area === group.area).map(({ entity }) => entity));
  return [...kinds].some((kind) => {
    const lent = target.fixtures().filter((fixture) => fixture.kind === kind && fixture.allow === 'destroy');
    return lent.length > 0 && lent.length < ENOUGH;
  });
}

/** A check ends by itself within the client's timeouts; this only bounds a fault of the suite. */
const TIMEOUT_MS = 600_000;
