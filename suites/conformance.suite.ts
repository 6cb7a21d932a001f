/** The checks as Vitest tests: one per requirement. All thinking is in the engine; a test only waits, annotates and settles. */
import { afterAll, describe, inject, test } from 'vitest';
import { annotate, settle } from '../reports/allure/index.ts';
import type { RunInput } from './runner/input.ts';
import { workerSchedule } from './runner/worker.ts';

declare module 'vitest' {
  interface ProvidedContext {
    certconform: RunInput;
  }
}

/** Checks end by themselves, within the client's timeouts and the run's limits: how slow a target may be is not for a test to say. */
const UNBOUNDED = 0;

const { schedule, facts, flush } = await workerSchedule(inject('certconform'));

for (const group of schedule.begin()) {
  describe.concurrent(group.id, () => {
    afterAll(() => schedule.done(group).then(flush), UNBOUNDED);
    for (const check of group.checks) {
      for (const requirement of check.requirements.filter(schedule.wants)) {
        test(
          requirement,
          async (context) => {
            const result = await schedule.result(group, check.id, requirement);
            await annotate(result, facts);
            settle(result, context);
          },
          UNBOUNDED,
        );
      }
    }
  });
}
