/** What is written before the first request: what a run is about, at the head of its results file and of its tape. */
import { RESULTS_FORMAT } from '../reports/model.ts';
import { ResultsWriter } from '../reports/writer.ts';
import type { Contract } from '../spec/types.ts';
import type { Implementation } from '../spec/vocabulary.ts';
import type { RunInput } from '../suites/runner/input.ts';
import { saveDialect, saveProfile, type TapedRun } from '../suites/runner/tape.ts';
import { type Profile, TAPE_FORMAT, TapeWriter, type Target } from '../target/index.ts';
import { type AboutDigests, aboutDigests } from './digests.ts';
import { packageFacts } from './package.ts';
import { scopeOf } from './selection.ts';

/** All that is known of a run before it begins. */
export interface Beginning {
  readonly out: string;
  readonly input: RunInput;
  readonly profile: Profile;
  readonly contract: Contract;
  readonly planned: readonly string[];
  /** Its redactor knows all secrets, also those that the suites' thread comes to know. */
  readonly target: Target;
}

/** Writes the head of the results file. */
export function startResults(
  { out, input, profile, contract, planned, target: { redactor } }: Beginning,
  startedAt: number,
): ResultsWriter {
  const { name, version } = packageFacts();
  const urls = [profile.admin?.url, profile.legacy?.url].filter((url) => url !== undefined);
  return ResultsWriter.start(out, {
    format: RESULTS_FORMAT,
    tool: name,
    toolVersion: version,
    contractVersion: contract.version,
    dialect: contract.dialect.name,
    target: { name: redactor.redact(profile.name), urls: urls.map((url) => redactor.redact(url)) },
    ...(profile.implementation === undefined
      ? {}
      : { implementation: JSON.parse(redactor.redact(JSON.stringify(profile.implementation))) as Implementation }),
    seed: input.seed,
    depth: input.depth,
    effect: profile.effect,
    startedAt,
    node: process.version,
    claims: profile.claims,
    ...(input.only.length === 0 ? {} : { selection: input.only }),
    scope: scopeOf(contract, profile.claims, planned),
    ...(input.runs === undefined ? {} : { runs: input.runs }),
    ...(input.repeatFailures === undefined ? {} : { repeatFailures: input.repeatFailures }),
  });
}

/** Writes the head of the tape, which says all that is needed to judge it again, and returns the digests of dialect and profile. */
export async function beginTape({ out, input, profile, contract, target }: Beginning): Promise<AboutDigests> {
  const { admin, legacy } = profile;
  const { name, version } = packageFacts();
  const dialect = await saveDialect(profile);
  const about: TapedRun = {
    tool: `${name} ${version}`,
    contract: contract.version,
    seed: input.seed,
    depth: input.depth,
    ...(input.runs === undefined ? {} : { runs: input.runs }),
    ...(input.repeatFailures === undefined ? {} : { repeatFailures: input.repeatFailures }),
    only: input.only,
    found: input.found ?? [],
    dialect,
    profile: saveProfile(profile),
  };
  const urls = {
    ...(admin === undefined ? {} : { admin: admin.url }),
    ...(legacy === undefined ? {} : { legacy: legacy.url }),
    ...(legacy?.plainUrl === undefined ? {} : { plain: legacy.plainUrl }),
  };
  const head = {
    type: 'tape',
    format: TAPE_FORMAT,
    facts: target.facts,
    fixtures: target.fixtures(),
    urls,
    about,
  } as const;
  const tape = new TapeWriter(out);
  const clean = JSON.parse(target.redactor.redact(JSON.stringify(head))) as typeof head;
  tape.write(clean);
  tape.flush();
  return aboutDigests(clean.about);
}
