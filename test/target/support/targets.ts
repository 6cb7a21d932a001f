/** Targets for tests: short waits, a run directory of their own. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createTarget, profileFrom, type Target, type TargetOptions, type WireRequest } from '../../../target/index.ts';

export const TOKEN = 'primary-token-0123456789';

/** A folder that is removed when the test ends. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'certconform-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Waits that a test can afford; a test that needs another one sets it in `profile.limits`. */
const LIMITS = {
  concurrency: 4,
  timeout: { connect: '2s', headers: '2s', body: '2s', total: '4s' },
  throttleWait: '2s',
  leaseWait: '300ms',
};

/** A target of a server's URL. `profile` is in the form of the profile schema and laid over the ordinary one. */
export async function targetOf(
  url: string,
  profile: Record<string, unknown> = {},
  options: Partial<TargetOptions> = {},
): Promise<Target> {
  const { limits, ...rest } = profile as { limits?: object };
  // Elsewhere a profile must say what may be touched, too.
  const effects = new URL(url).hostname === '127.0.0.1' ? 'destroy' : 'observe';
  const data = { admin: { url, bearer: TOKEN }, effects, limits: { ...LIMITS, ...limits }, ...rest };
  const target = await createTarget(profileFrom(data, { env: {} }), {
    runDirectory: temporaryFolder(),
    ...options,
  });
  onTestFinished(async () => {
    await target.close();
  });
  return target;
}

/** A GET of the Admin Operations API. */
export function get(path: string, more: Partial<WireRequest> = {}): WireRequest {
  return { service: 'admin', method: 'GET', target: path, ...more };
}
