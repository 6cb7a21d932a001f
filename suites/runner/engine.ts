/** Makes the engine of a run from plain data. */
import type { Contract } from '../../spec/index.ts';
import { createTarget, type Profile } from '../../target/index.ts';
import { catalogue } from '../catalogue.ts';
import { allotmentOf, type CheckGroup, drawsOn, type Engine, noting } from '../engine/index.ts';
import { paceOf } from '../legacy/pace.ts';
import { retireGone, tellGone } from '../presence/survey.ts';
import { affordedBy, fixturesWithin, metered } from './budget.ts';
import type { RunInput } from './input.ts';
import { profileOfShard } from './shard.ts';
import { contractFor, profileOf, selection } from './sources.ts';
import { stopWatch } from './stop.ts';

/** What a profile alone makes known of a run. */
export interface Grounds {
  readonly profile: Profile;
  readonly contract: Contract;
  /** All checks of the contract. */
  readonly groups: readonly CheckGroup[];
}

/** @throws ProfileError or DialectError for what is malformed. */
export async function groundsOf(source: Pick<RunInput, 'profile'>): Promise<Grounds> {
  const profile = profileOf(source);
  const contract = noting(await contractFor(profile, false));
  return { profile, contract, groups: catalogue(contract) };
}

/**
 * A new engine. Its target must be closed by whoever asked for it.
 *
 * @param onSecret is told of each secret as it becomes known.
 * @param grounds where they were made of the same profile before.
 */
export async function engineOf(
  input: RunInput,
  onSecret?: (secret: string) => void,
  grounds?: Grounds,
): Promise<Engine> {
  const { profile: whole, contract, groups } = grounds ?? (await groundsOf(input));
  const own = input.shard === undefined ? whole : profileOfShard(contract, whole, input.shard);
  const { budget } = input;
  const profile =
    budget === undefined ? own : { ...own, fixtures: fixturesWithin(contract, own.fixtures, budget.requests) };
  const plain = await createTarget(profile, {
    runDirectory: input.runDirectory,
    ...(input.stateDirectory === undefined ? {} : { stateDirectory: input.stateDirectory }),
    seed: input.seed,
    ...paceOf(contract),
    ...(onSecret === undefined ? {} : { onSecret }),
  });
  for (const fixture of input.found ?? []) plain.learn(fixture);
  const { target, isSpent } = budget === undefined ? { target: plain, isSpent: () => false } : metered(plain, budget);
  const only = selection(contract, input.only);
  const isStopped = stopWatch(input.runDirectory);
  return {
    contract,
    target,
    seed: input.seed,
    depth: input.depth,
    ...(input.runs === undefined ? {} : { runs: input.runs }),
    ...(input.repeatFailures === undefined ? {} : { repeatFailures: input.repeatFailures }),
    ...(only === undefined ? {} : { only }),
    allot: (group) => allotmentOf(contract, groups, group),
    ...(budget === undefined ? {} : { affords: affordedBy(groups, budget.requests, only) }),
    stopped: () => isStopped() || (isSpent() && 'budget'),
    // Settings given as options may be secrets.
    replay: (check) =>
      target.redactor.redact(
        `${input.replayCommand} ${check} --seed ${input.seed} --depth ${input.depth}` +
          `${input.runs === undefined ? '' : ` --runs ${input.runs}`}`,
      ),
  };
}

/** Takes out the fixtures of the wanted checks of these groups that are gone, and says so: one sentence for each kind. */
export async function presentFixtures(engine: Engine, groups: readonly CheckGroup[]): Promise<string[]> {
  const { contract, target, only } = engine;
  if (!target.facts.hasCredential) return [];
  const wanted = groups.filter(({ checks }) =>
    checks.some(({ requirements }) => only === undefined || requirements.some(only)),
  );
  const gone = await retireGone(engine, (kind) => wanted.some((group) => drawsOn(contract, group, kind, 'observe')));
  return tellGone(gone, target.fixtures()).map(({ sentence }) => target.redactor.redact(sentence));
}
