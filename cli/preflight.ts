/** One request before anything else: a dead target or a refused credential is one sentence, not a thousand failures. */
import type { Contract } from '../spec/types.ts';
import type { RunInput } from '../suites/runner/input.ts';
import { createTarget, type Profile, type Target } from '../target/index.ts';
import { UserError } from './user-error.ts';

/**
 * Sends one harmless read with the primary credential.
 *
 * @throws UserError when the target cannot be reached or refuses the credential.
 */
export async function preflight(profile: Profile, contract: Contract, input: RunInput): Promise<void> {
  const target = await createTarget(profile, { runDirectory: input.runDirectory, seed: input.seed });
  try {
    await reachTarget(target, profile, contract.operation('ssl.list').path);
  } finally {
    await target.close();
  }
}

/**
 * The same with a target that is already there.
 *
 * @throws UserError as `preflight`.
 */
export async function reachTarget(target: Target, { name, admin }: Profile, path = '/api/ssl/v2'): Promise<void> {
  if (admin === undefined) return;
  const exchange = await target.send({ service: 'admin', method: 'GET', target: `${path}?size=1`, check: 'preflight' });
  if (exchange.error !== undefined) {
    throw new UserError(
      `The target ${name} at ${admin.url} gives no answer: ${exchange.error.message} Is it running, and is admin.url right?`,
    );
  }
  if (admin.bearer !== undefined && exchange.response?.status === 401) {
    throw new UserError(
      `The target ${name} at ${admin.url} refuses the bearer credential (401); check admin.bearer in the profile.`,
    );
  }
}
