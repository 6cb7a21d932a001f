/** The checks as Vitest tests: one per requirement. All thinking is in the engine, in a thread of its own; a test only waits, annotates and settles. */
import { describe, inject, test } from 'vitest';
import { annotate, settle } from '../reports/allure/index.ts';
import { awaitRun } from './runner/told.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the run. */
    certconform: string;
  }
}

/** Checks end by themselves, within the client's timeouts and the run's limits: how slow a target may be is not for a test to say. */
const UNBOUNDED = 0;

const { groups, facts, result } = await awaitRun(inject('certconform'));

for (const group of groups) {
  describe.concurrent(group.id, () => {
    for (const { id, requirements } of group.checks) {
      for (const requirement of requirements) {
        test(
          requirement,
          async (context) => {
            const told = await result(id, requirement);
            if (told === undefined) return context.skip();
            await annotate(told, facts);
            settle(told, context);
          },
          UNBOUNDED,
        );
      }
    }
  });
}
