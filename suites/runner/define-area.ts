/** Turns the checks of an area into Vitest tests: one per requirement. All thinking is in the engine; a test only waits, annotates and settles. */
import { afterAll, describe, inject, test } from 'vitest';
import { annotate, settle } from '../../reports/allure/index.ts';
import { ResultsWriter } from '../../reports/writer.ts';
import { catalogue } from '../catalogue.ts';
import { type GroupRun, startGroup } from '../engine/execute.ts';
import { workerEngine } from './engine.ts';

/** Defines the tests of one area of the contract. Groups start when their first test does, and end restored. */
export async function defineArea(area: string): Promise<void> {
  const input = inject('certconform');
  const engine = await workerEngine(input);
  const writer = new ResultsWriter(input.runDirectory);
  const facts = { seed: engine.seed, depth: engine.depth, effect: engine.target.facts.effect };
  const wanted = (id: string): boolean => engine.only === undefined || engine.only(id);
  for (const group of catalogue(engine.contract).filter((candidate) => candidate.area === area)) {
    if (!group.checks.some((check) => check.requirements.some(wanted))) continue;
    let started: GroupRun | undefined;
    const run = (): GroupRun => {
      started ??= startGroup(engine, group);
      return started;
    };
    describe.concurrent(group.id, () => {
      afterAll(async () => {
        await started?.done;
      }, TIMEOUT_MS);
      for (const check of group.checks) {
        for (const requirement of check.requirements.filter(wanted)) {
          test(
            requirement,
            async (context) => {
              const results = await run().results.get(check.id);
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

/** A check ends by itself within the client's timeouts; this only bounds a fault of the suite. */
const TIMEOUT_MS = 600_000;
