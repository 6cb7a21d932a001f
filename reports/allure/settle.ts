/** Ends a thin Vitest test as its result demands. */
import { AssertionError } from 'node:assert';
import type { Verdict } from '../../spec/vocabulary.ts';
import { explain, reasonOf } from '../explain.ts';
import type { Result } from '../model.ts';
import { verdictOf } from '../outcome.ts';

/** The part of Vitest's test context that is needed. */
export interface Skippable {
  skip(note?: string): unknown;
}

/**
 * Returns for pass and warn; skips the test with the reason for what shows nothing: observed, inconclusive and not applicable.
 * Call it last. Vitest's `expect` is not used: every call of it would become a step of the Allure report.
 * @throws AssertionError for fail (a fault of the target), with the whole explanation as its message.
 * @throws Error for broken (a fault of the suite or of the connection).
 */
export function settle(result: Result, context: Skippable): void {
  switch (statusOf(result)) {
    case 'failed':
      throw withoutStack(new AssertionError({ message: explain(result), operator: 'fulfils' }));
    case 'broken':
      throw withoutStack(new Error(explain(result)));
    case 'skipped':
      context.skip(`${result.verdict}: ${reasonOf(result)}`);
  }
}

/** What a verdict is in the words of Allure. */
export function statusOf(result: Result): 'passed' | 'failed' | 'broken' | 'skipped' {
  return STATUSES[verdictOf(result)];
}

const STATUSES = {
  pass: 'passed',
  warn: 'passed',
  observed: 'skipped',
  fail: 'failed',
  broken: 'broken',
  inconclusive: 'skipped',
  'not-applicable': 'skipped',
} as const satisfies Record<Verdict, string>;

/** Where in the suite the error arose tells a reader nothing about the target. */
function withoutStack<E extends Error>(error: E): E {
  error.stack = `${error.name}: ${error.message}`;
  return error;
}
