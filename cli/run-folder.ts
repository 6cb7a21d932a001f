/** The folder of a run: what an earlier run left in it must neither hinder this one nor be put back on another target. */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readResults } from '../reports/reader.ts';
import { counted } from '../reports/visible.ts';
import { clearStop } from '../suites/runner/stop.ts';
import { type Profile, pending } from '../target/index.ts';
import { UserError } from './user-error.ts';

/** Written by a run for its own workers: who uses which fixture, what is used up, how many wrong logins were sent. */
const OF_ONE_RUN = ['leases', 'wrong-logins'];

/** The URLs by which a target is known again. */
export function urlsOf({ admin, legacy }: Profile): string[] {
  return [admin?.url, legacy?.url].filter((url) => url !== undefined);
}

/**
 * Makes a folder fit for a new run.
 *
 * @throws UserError when it holds changes to another target that are not put back yet.
 */
export function prepareRunFolder(out: string, profile: Profile): void {
  for (const name of OF_ONE_RUN) rmSync(join(out, name), { recursive: true, force: true });
  clearStop(out);
  const left = pending(out).filter(({ fixture }) => fixture.allow !== 'destroy');
  const earlier = earlierUrls(out);
  const same = earlier !== undefined && sameTarget(earlier, profile);
  if (left.length === 0 || (!same && isGone(earlier))) {
    for (const name of readdirSync(out)) if (/^journal-.*\.ndjson$/.test(name)) rmSync(join(out, name));
    return;
  }
  const said = `${counted(left.length, 'change')} of an earlier run into ${out} ${left.length === 1 ? 'is' : 'are'} not put back yet`;
  if (same) {
    process.stderr.write(`certconform: ${said}; "certconform restore" with the same --target and --out does it.\n`);
    return;
  }
  throw new UserError(
    `${said}, and that run was against ${earlier?.join(', ') ?? 'an unknown target'}; restore it with that run's profile first, or choose another --out.`,
  );
}

/** @throws UserError when the run in a folder was against another target: what it changed must not be written there. */
export function mustBeTargetOf(out: string, profile: Profile): void {
  const earlier = earlierUrls(out);
  if (earlier === undefined || sameTarget(earlier, profile)) return;
  throw new UserError(
    `The run in ${out} was against ${earlier.join(', ')}, but the profile names ${urlsOf(profile).join(', ')}; give the profile of that run.`,
  );
}

/** A server on this machine whose ports are not the same any more, such as the embedded emulator, ended with its run. */
function isGone(urls: readonly string[] | undefined): boolean {
  return urls?.every((url) => /^(localhost|127\.|\[::1\])/.test(new URL(url).hostname)) === true;
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
