/** `certconform learn`: looks at a target, or at what a run saw of it, and suggests what to add to its profile; `--apply` adds it. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { quote } from '../reports/shell.ts';
import { styleFor } from '../reports/style.ts';
import { readHandedIn, whyUnread } from '../spec/handed-in.ts';
import type { Contract } from '../spec/types.ts';
import { paceOf } from '../suites/legacy/pace.ts';
import { contractFor, profileOf } from '../suites/runner/sources.ts';
import { createTarget, type Profile, ProfileError, parseProfile } from '../target/index.ts';
import { Questions } from './init/questions.ts';
import { command } from './invocation.ts';
import { baseFrom } from './learn/base.ts';
import { difference } from './learn/difference.ts';
import type { Evidence } from './learn/evidence.ts';
import { firstOfEach, readingsOf } from './learn/evidence.ts';
import { findNamed, lookAround } from './learn/look.ts';
import { mergeInto } from './learn/merge.ts';
import { readOrders } from './learn/orders.ts';
import { evidenceOfRun } from './learn/run.ts';
import { suggestionsFrom } from './learn/suggest.ts';
import { isNothing, SUGGESTED_FILE, suggestedText } from './learn/text.ts';
import { tryUpdates } from './learn/trial.ts';
import { writeOutput } from './output.ts';
import { reachTarget } from './preflight.ts';
import { claimState, leftBehind, saidOf } from './state.ts';
import { chooseTarget, type TargetChoice } from './target-options.ts';
import { ABORTED, UserError } from './user-error.ts';

export interface LearnOptions extends TargetChoice {
  /** Folder of a run: what it saw is looked at, and nothing is sent. */
  readonly run?: string;
  /** A file of suggestions, perhaps edited: nothing is sent. */
  readonly from?: string;
  readonly out: string;
  readonly apply: boolean;
  readonly yes: boolean;
}

/** Writes suggestions, and merges them where that is wanted. Returns 0, and 2 where the owner says no. @throws UserError */
export async function learnCommand(options: LearnOptions): Promise<number> {
  const { target: file, apply, yes } = options;
  if (file === undefined) throw new UserError('learn is about the profile of your server; name it with --target FILE.');
  if (options.run !== undefined && options.from !== undefined)
    throw new UserError('--run and --from are two places to learn from; give one of them.');
  if (apply && !yes && process.stdin.isTTY !== true)
    throw new UserError('Nobody is there to be asked whether to change the profile; give --yes to have it changed.');
  const chosen = await chooseTarget(options);
  const profile = profileOf(chosen);
  const text = options.from === undefined ? await learn(profile, options) : read(options.from);
  if (text === undefined) {
    process.stdout.write('Nothing was seen that the profile does not state.\n');
    return 0;
  }
  const label = options.from ?? writeOutput(options.out, text, { force: isOurs(options.out) });
  const { bold, dim } = styleFor(process.stdout);
  if (options.from === undefined) process.stdout.write(`${bold('WRITTEN')}  ${label}\n`);
  if (apply) return applyTo(file, text, label, options);
  process.stdout.write(
    `\nLook through it, then:\n  ${command(`learn --target ${quote(file)} --from ${quote(options.from ?? options.out)} --apply`)}   ${dim('shows what would change, and asks')}\n`,
  );
  return 0;
}

/** The text of the suggestions; undefined where there are none. */
async function learn(profile: Profile, options: LearnOptions): Promise<string | undefined> {
  const contract = await contractFor(profile, true);
  const evidence =
    options.run === undefined
      ? await evidenceOfTarget(profile, contract)
      : await evidenceOfRun(options.run, profile, contract);
  const suggestions = await suggestionsFrom(evidence);
  return isNothing(suggestions) ? undefined : suggestedText(suggestions);
}

/** Looks at the target, and where it may be changed tries what it accepts; what was changed is put back. */
async function evidenceOfTarget(profile: Profile, contract: Contract): Promise<Evidence> {
  if (profile.admin === undefined)
    throw new UserError(
      'The profile describes no Admin Operations API (admin.url) to look at; give --run DIR to learn from a run.',
    );
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-learn-'));
  const state = claimState(profile, runDirectory);
  try {
    const target = await createTarget(profile, {
      runDirectory,
      stateDirectory: state.folder,
      seed: 1,
      ...paceOf(contract),
    });
    try {
      await reachTarget(target, profile, contract);
      const exchanges = await lookAround({ contract, profile, target });
      const readings = firstOfEach(readingsOf(contract, profile.admin.url, exchanges));
      const first: Evidence = { profile, contract, readings, results: [], trials: [], orders: [], found: [] };
      // By the dialect that fits, more is understood of what was seen, and a run needs fewer examples.
      const base = await baseFrom(first);
      const seen = base === undefined ? first : { ...first, base, contract: await contractUnder(profile, base.value) };
      const found = await findNamed(seen, target);
      const orders = await readOrders(seen, target);
      const trials = await tryUpdates({ contract: seen.contract, readings, target });
      return { ...seen, found, orders, trials };
    } finally {
      await target.close();
    }
  } finally {
    const left = leftBehind(state);
    state.release();
    rmSync(runDirectory, { recursive: true, force: true });
    if (left > 0)
      process.stderr.write(`certconform: ${saidOf(left)} not put back; see "${command('restore --target FILE')}".\n`);
  }
}

function contractUnder(profile: Profile, { base }: { readonly base: string }): Promise<Contract> {
  const { dialect } = profile;
  return contractFor({ ...profile, dialect: { ...(typeof dialect === 'object' ? dialect : {}), base } }, false);
}

function read(file: string): string {
  try {
    return readHandedIn(file, 'utf8');
  } catch (error) {
    throw new UserError(
      `${file} cannot be read (${whyUnread(error)}); name a file that "${command('learn')}" or a run wrote (${SUGGESTED_FILE}).`,
    );
  }
}

/** True for a file that learn wrote: it may be written again. */
function isOurs(file: string): boolean {
  try {
    return readHandedIn(file, 'utf8').startsWith('# Suggested by certconform');
  } catch {
    return false;
  }
}

/** Shows what would change, asks, and writes the profile. */
async function applyTo(file: string, suggested: string, label: string, { yes }: LearnOptions): Promise<number> {
  const before = read(file);
  const text = mergeInto(before, suggested, label);
  if (text === before) {
    process.stdout.write(`${file} states all of it already.\n`);
    return 0;
  }
  try {
    parseProfile(text, 'the merged profile', dirname(file));
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    throw new UserError(`Nothing was changed: ${error.message}`);
  }
  const style = styleFor(process.stdout);
  process.stdout.write(`\n${difference(before, text, style)}\n\n`);
  if (!yes && !(await agreed(file))) {
    process.stdout.write('Nothing was changed.\n');
    return ABORTED;
  }
  writeFileSync(file, text);
  process.stdout.write(`${style.bold('CHANGED')}  ${file}\n`);
  return 0;
}

async function agreed(file: string): Promise<boolean> {
  const questions = new Questions('Stopped: nothing was changed.');
  try {
    return /^y(es)?$/i.test(await questions.ask(`Change ${file} so? (y/n)`, 'n'));
  } finally {
    questions.close();
  }
}
