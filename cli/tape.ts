/** The tape of a run: what its head says, and the tape in a folder that the user names. */
import { resolve } from 'node:path';
import type { RunRecord } from '../reports/model.ts';
import type { Contract } from '../spec/types.ts';
import type { Implementation } from '../spec/vocabulary.ts';
import type { RunInput } from '../suites/runner/input.ts';
import { saveDialect, saveProfile, type TapedRun } from '../suites/runner/tape.ts';
import { type Profile, readTape, TAPE_FORMAT, type Tape, type Target } from '../target/index.ts';
import { packageFacts } from './package.ts';
import { plannedRequirements, scopeOf } from './selection.ts';
import { UserError } from './user-error.ts';

type Head = Tape<TapedRun>['head'];

/** @throws UserError when there is none, or it cannot be read. */
export function tapeIn(path: string): Tape<TapedRun> {
  try {
    return readTape<TapedRun>(resolve(path));
  } catch (error) {
    throw new UserError(error instanceof Error ? error.message : String(error));
  }
}

/** All that is needed to judge a run again, besides what its checks ask for; without secrets. */
export async function tapeHead(
  input: RunInput,
  { profile, contract, target }: { readonly profile: Profile; readonly contract: Contract; readonly target: Target },
): Promise<Head> {
  const { admin, legacy } = profile;
  const { name, version } = packageFacts();
  const about: TapedRun = {
    tool: name,
    toolVersion: version,
    contract: contract.version,
    seed: input.seed,
    depth: input.depth,
    ...(input.runs === undefined ? {} : { runs: input.runs }),
    ...(input.repeatFailures === undefined ? {} : { repeatFailures: input.repeatFailures }),
    ...(input.budget === undefined ? {} : { budget: input.budget.requests }),
    only: input.only,
    ...(input.shard === undefined ? {} : { shard: input.shard }),
    found: input.found ?? [],
    dialect: await saveDialect(profile),
    profile: saveProfile(profile),
  };
  const urls = {
    ...(admin === undefined ? {} : { admin: admin.url }),
    ...(legacy === undefined ? {} : { legacy: legacy.url }),
    ...(legacy?.plainUrl === undefined ? {} : { plain: legacy.plainUrl }),
  };
  const { facts } = target;
  const head: Head = { type: 'tape', format: TAPE_FORMAT, facts, fixtures: target.fixtures(), urls, about };
  return JSON.parse(target.redactor.redact(JSON.stringify(head))) as Head;
}

/** What the results say of the run as a whole: all of it stands in the head of the tape. */
export function factsOf(
  { facts, urls, about }: Head,
  contract: Contract,
): Omit<RunRecord, 'type' | 'format' | 'startedAt' | 'node'> {
  const { implementation } = (about.profile ?? {}) as { readonly implementation?: Implementation };
  return {
    tool: about.tool,
    toolVersion: about.toolVersion,
    contractVersion: about.contract,
    dialect: about.dialect.name,
    target: { name: facts.name, urls: [urls.admin, urls.legacy].filter((url) => url !== undefined) },
    ...(implementation === undefined ? {} : { implementation }),
    seed: about.seed,
    depth: about.depth,
    effect: facts.effect,
    claims: facts.claims,
    ...(about.only.length === 0 ? {} : { selection: about.only }),
    scope: scopeOf(contract, facts.claims, plannedRequirements(contract, about.only)),
    ...(about.shard === undefined ? {} : { shard: about.shard }),
    ...(about.runs === undefined ? {} : { runs: about.runs }),
    ...(about.repeatFailures === undefined ? {} : { repeatFailures: about.repeatFailures }),
    ...(about.budget === undefined ? {} : { budget: about.budget }),
  };
}
