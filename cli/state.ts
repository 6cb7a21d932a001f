/**
 * What outlives the folder of a run: the journal of what is changed on a target, and who is at work there. It lies in the
 * user's state folder, by profile and target, so that `restore` finds it whatever `--out` was, also when that is gone.
 */
import { createHash } from 'node:crypto';
import { accessSync, constants, mkdirSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { counted } from '../reports/visible.ts';
import type { Shard } from '../suites/runner/shard.ts';
import { OwnedFiles, type Profile, pending } from '../target/index.ts';
import { UserError } from './user-error.ts';

/** A place that one process holds until it lets go or ends. */
export interface Claim {
  readonly folder: string;
  release(): void;
}

const LOCK = 'in-use';

/** The URLs by which a target is known again. */
export function urlsOf({ admin, legacy }: Profile): string[] {
  return [admin?.url, legacy?.url].filter((url) => url !== undefined);
}

/**
 * Takes a folder for this process alone; that of a dead process is taken over.
 *
 * @throws UserError that says who holds it and since when.
 */
export function claim(folder: string, what: string, remedy: string): Claim {
  const files = new OwnedFiles(folder);
  if (files.held(LOCK) || !files.create(LOCK)) {
    const owner = files.owner(LOCK);
    const by =
      owner === undefined ? 'another process' : `process ${owner.pid} since ${new Date(owner.since).toISOString()}`;
    throw new UserError(`${what} is in use by ${by}; ${remedy}.`);
  }
  return { folder, release: () => files.remove(LOCK) };
}

/** True when a living process holds the folder. */
export function isClaimed(folder: string): boolean {
  return new OwnedFiles(folder).held(LOCK);
}

/**
 * Takes the state of a profile and its target; two runs by one profile would use each other's fixtures. What was made in
 * memory is gone with its process, so its state lies in the folder of the run, and so does that of a user without a home.
 *
 * @throws UserError when another process works by this profile.
 */
export function claimState(profile: Profile, runDirectory: string, shard?: Shard): Claim {
  const home = stateHome(profile) ?? join(runDirectory, 'state');
  const key = keyOf(profile);
  const own = shard === undefined ? key : `${key}-shard-${shard.place}-of-${shard.of}`;
  const what = `The profile ${profile.file ?? profile.name}`;
  for (const name of namesIn(home)) {
    // Shards of one run have entities of their own; all others would use each other's.
    const beside = shard !== undefined && name.startsWith(`${key}-shard-`) && name.endsWith(`-of-${shard.of}`);
    if (name !== own && name.startsWith(key) && !beside && isClaimed(join(home, name)))
      claim(join(home, name), what, 'let that end first').release();
  }
  return claim(join(home, own), what, 'let that end first');
}

/** The folders of shards by a profile in which something may be left to put back. */
export function shardStates(profile: Profile, runDirectory: string): string[] {
  const home = stateHome(profile) ?? join(runDirectory, 'state');
  const prefix = `${keyOf(profile)}-shard-`;
  return namesIn(home)
    .filter((name) => name.startsWith(prefix))
    .map((name) => join(home, name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** How many changes of earlier runs are not put back yet; where none is, their journals are taken away. */
export function leftBehind({ folder }: Claim): number {
  const left = pending(folder).filter(({ fixture }) => fixture.allow !== 'destroy').length;
  if (left > 0) return left;
  for (const name of readdirSync(folder)) if (/^journal-.*\.ndjson$/.test(name)) rmSync(join(folder, name));
  return 0;
}

/** `3 changes of an earlier run are`. */
export function saidOf(left: number): string {
  return `${counted(left, 'change')} of an earlier run ${left === 1 ? 'is' : 'are'}`;
}

/** Undefined where there is none that can be written to. */
function stateHome({ file }: Profile): string | undefined {
  if (file === undefined) return undefined;
  const base = process.env['XDG_STATE_HOME'] || process.env['LOCALAPPDATA'] || join(homedir(), '.local', 'state');
  const folder = join(base, 'certconform');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.W_OK);
    return folder;
  } catch {
    return undefined;
  }
}

/** Readable, and the same for the same profile and target alone. */
function keyOf(profile: Profile): string {
  const file = profile.file === undefined ? '' : realpathSync(profile.file);
  const hash = createHash('sha256')
    .update([file, ...urlsOf(profile)].join('\n'))
    .digest('hex')
    .slice(0, 16);
  const name = profile.name.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 40);
  return `${name}-${hash}`;
}
