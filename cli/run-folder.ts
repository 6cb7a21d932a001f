/** The folder of a run: its own while it lasts, and nobody else's before. */

import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ALLURE_ARCHIVE, ALLURE_RESULTS } from '../reports/allure/archive.ts';
import { COVERAGE_FILE } from '../reports/coverage-page.ts';
import { CTRF_FILE } from '../reports/ctrf.ts';
import { HISTORY_FILE } from '../reports/history.ts';
import { JUNIT_FILE } from '../reports/junit.ts';
import { readResults } from '../reports/reader.ts';
import type { Shard } from '../suites/runner/shard.ts';
import { clearStop } from '../suites/runner/stop.ts';
import type { Profile } from '../target/index.ts';
import { command } from './invocation.ts';
import { outFolder } from './output.ts';
import { type Claim, claim, claimState, isClaimed, leftBehind, saidOf, urlsOf } from './state.ts';
import { UserError } from './user-error.ts';

/** Written by a run for its own workers: how many wrong logins were sent, and that it is to stop. */
const OF_ONE_RUN = ['wrong-logins', 'stop'];

/** Reports of a run: an old one beside new results would be taken for theirs. */
const REPORTS = [
  'results.ndjson',
  ALLURE_RESULTS,
  ALLURE_ARCHIVE,
  'allure',
  JUNIT_FILE,
  CTRF_FILE,
  'statement.json',
  'statement.md',
  'badge.svg',
  'suggested.yaml',
  COVERAGE_FILE,
  'statement.dsse.json',
  'tape.ndjson',
  'tape.ndjson.gz',
];

/** All that lies in the folder of a run: written by it, by `mutants`, or by tools that leave their mark everywhere. */
const OURS: ReadonlySet<string> = new Set([
  ...OF_ONE_RUN,
  ...REPORTS,
  ...['in-use', 'state', 'provisioned', 'mutants.json', HISTORY_FILE, '.gitignore', '.gitkeep', '.DS_Store'],
]);

/** What a run writes to. */
export interface RunPlace {
  readonly out: string;
  /** The journal, and what was provisioned. */
  readonly state: string;
  release(): void;
}

/**
 * Takes a folder and the profile's state for a run, and clears away what an earlier one left.
 *
 * @throws UserError when the folder holds what no run wrote, or when another process uses it or the profile.
 */
export function takeRunFolder(
  path: string,
  profile: Profile,
  say: (sentence: string) => void,
  shard?: Shard,
): RunPlace {
  const out = outFolder(path);
  refuseForeign(out, path);
  for (let above = dirname(out); above !== dirname(above); above = dirname(above)) {
    if (isClaimed(above)) claim(above, `The folder ${above}, in which ${path} lies,`, 'name another --out');
  }
  const folder = claim(out, `The folder ${out}`, 'wait for its end or name another --out');
  let state: Claim;
  try {
    // What was made in memory ended with its process, and nothing of it can be put back.
    if (profile.file === undefined) rmSync(join(out, 'state'), { recursive: true, force: true });
    state = claimState(profile, out, shard);
  } catch (error) {
    folder.release();
    throw error;
  }
  for (const name of [...OF_ONE_RUN, ...REPORTS]) rmSync(join(out, name), { recursive: true, force: true });
  clearStop(out);
  const left = leftBehind(state);
  if (left > 0) {
    say(`${saidOf(left)} not put back yet; "${command('restore')}" with the same --target does it.`);
  }
  const release = (): void => {
    state.release();
    for (const name of OF_ONE_RUN) rmSync(join(out, name), { recursive: true, force: true });
    if (profile.file === undefined) rmSync(join(out, 'state'), { recursive: true, force: true });
    folder.release();
  };
  return { out, state: state.folder, release };
}

/** Whatever is cleared away was a run's: a folder of somebody else's files is nothing to write reports into. */
function refuseForeign(out: string, path: string): void {
  const foreign = readdirSync(out).filter((name) => !OURS.has(name));
  const [first, ...others] = foreign;
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` and ${others.length} more`;
  throw new UserError(
    `--out ${path}: the folder holds what no run wrote (${first}${more}); name a new folder, or one of an earlier run.`,
  );
}

/** @throws UserError when there is no such folder, or its run was against another target: nothing of it is to be put back there. */
export function mustBeRunOf(out: string, path: string, profile: Profile): void {
  if (statSync(out, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new UserError(`--out ${path}: there is no such folder; name the one that the run was given.`);
  }
  const earlier = earlierUrls(out);
  if (earlier === undefined || sameTarget(earlier, profile)) return;
  throw new UserError(
    `The run in ${out} was against ${earlier.join(', ')}, but the profile names ${urlsOf(profile).join(', ')}; give the profile of that run.`,
  );
}

function sameTarget(urls: readonly string[], profile: Profile): boolean {
  const now = urlsOf(profile);
  return urls.length === now.length && urls.every((url) => now.includes(url));
}

function earlierUrls(out: string): readonly string[] | undefined {
  if (!existsSync(join(out, 'results.ndjson'))) return undefined;
  try {
    return readResults(out).run.target.urls;
  } catch {
    // Not ours, or cut off in its first line: nothing is known of that run.
    return undefined;
  }
}
