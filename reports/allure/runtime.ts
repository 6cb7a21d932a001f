/** The way from a running Vitest test to its Allure result: one message for all that is known, one per attachment. */
import type { RuntimeMessage } from 'allure-js-commons/sdk';
import { getGlobalTestRuntimeWithAutoconfig } from 'allure-js-commons/sdk/runtime';

/** Sends messages about the test that is running. */
export type Send = (message: RuntimeMessage) => Promise<void>;

/**
 * The sender of the current runtime; undefined when no Allure reporter listens.
 * Each call of the facade (`label`, `parameter` …) is a promise chain and a message of its own, each kept until the end of
 * the file; the runtime itself takes everything about a test in one message.
 */
export async function currentSender(): Promise<Send | undefined> {
  const runtime: unknown = await getGlobalTestRuntimeWithAutoconfig();
  return isSender(runtime) ? (message) => runtime.sendMessage(message) : undefined;
}

function isSender(runtime: unknown): runtime is { sendMessage: Send } {
  return (
    typeof runtime === 'object' &&
    runtime !== null &&
    'sendMessage' in runtime &&
    typeof runtime.sendMessage === 'function'
  );
}
