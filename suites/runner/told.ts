/**
 * What the thread of a run tells the tests that wait for it in another one: which there are, and what came of each. In memory;
 * what must be kept stands in the results file.
 */
import { BroadcastChannel } from 'node:worker_threads';
import type { RunFacts } from '../../reports/allure/index.ts';
import type { Result } from '../../reports/model.ts';

/** What is tested: a group of tests for each group of checks, a test for each requirement of a check. */
export interface Outline {
  readonly groups: readonly {
    readonly id: string;
    readonly checks: readonly { readonly id: string; readonly requirements: readonly string[] }[];
  }[];
  readonly facts: RunFacts;
}

type Told = { readonly outline: Outline } | { readonly result: Result } | { readonly ended: true };

/** What either side says when it can hear: the other may have begun before it or after. */
const HERE = 'here';

/** The tests of other runs in the same process hear nothing of this one. */
const channelOf = (runDirectory: string): BroadcastChannel =>
  new BroadcastChannel(`certconform-results ${runDirectory}`);

/** The side of the checks. */
export interface Teller {
  tell(told: Told): void;
}

/** Tells whoever listens, sooner or later, all of it in its order. */
export function tellTests(runDirectory: string): Teller {
  const channel = channelOf(runDirectory);
  channel.unref();
  let waiting: Told[] | undefined = [];
  channel.onmessage = () => {
    for (const told of waiting ?? []) channel.postMessage(told);
    waiting = undefined;
  };
  channel.postMessage(HERE);
  return {
    tell: (told) => {
      if (waiting === undefined) channel.postMessage(told);
      else waiting.push(told);
    },
  };
}

/** The side of the tests. */
export interface Awaited extends Outline {
  /** What came of a check for a requirement; undefined when the run has ended without it. */
  result(check: string, requirement: string): Promise<Result | undefined>;
}

/** Waits for the outline of a run. @param runDirectory of the run, in this process */
export function awaitRun(runDirectory: string): Promise<Awaited> {
  const begun = Promise.withResolvers<Awaited>();
  const results = new Map<string, PromiseWithResolvers<Result | undefined>>();
  const keyOf = (check: string, requirement: string): string => `${requirement}#${check}`;
  const channel = channelOf(runDirectory);
  channel.onmessage = ({ data }: { readonly data: unknown }) => {
    const told = data as Told | typeof HERE;
    if (told === HERE) channel.postMessage(HERE);
    else if ('outline' in told) {
      for (const { id, requirements } of told.outline.groups.flatMap(({ checks }) => checks))
        for (const requirement of requirements) results.set(keyOf(id, requirement), Promise.withResolvers());
      begun.resolve({ ...told.outline, result: async (...of) => results.get(keyOf(...of))?.promise });
    } else if ('result' in told) {
      const { check, requirement } = told.result;
      results.get(keyOf(check, requirement))?.resolve(told.result);
    } else {
      channel.close();
      begun.reject(new Error('The run has ended before it was known what is judged.'));
      for (const { resolve } of results.values()) resolve(undefined);
    }
  };
  channel.postMessage(HERE);
  return begun.promise;
}
