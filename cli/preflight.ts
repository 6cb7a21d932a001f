/** One request before anything else: a dead target or a refused credential is one sentence, not a thousand failures. */
import type { Exchange } from '../spec/vocabulary.ts';
import type { Profile, Target } from '../target/index.ts';
import { UserError } from './user-error.ts';

/**
 * Sends one harmless read with the primary credential, and returns what came; nothing where there is no such service.
 *
 * @throws UserError when the target cannot be reached or refuses the credential.
 */
export async function reachTarget(
  target: Target,
  { name, admin }: Profile,
  path = '/api/ssl/v2',
): Promise<Exchange | undefined> {
  if (admin === undefined) return undefined;
  // A name or an address may itself hold a secret.
  const refusal = (sentence: string): UserError => new UserError(target.redactor.redact(sentence));
  const exchange = await target.send({
    service: 'admin',
    method: 'GET',
    target: `${path}?size=${FEW}`,
    check: 'preflight',
  });
  if (exchange.error !== undefined) {
    throw refusal(
      `The target ${name} at ${admin.url} gives no answer: ${exchange.error.message} Is it running, and is admin.url right?`,
    );
  }
  if (admin.bearer !== undefined && exchange.response?.status === 401) {
    throw refusal(
      `The target ${name} at ${admin.url} refuses the bearer credential (401); check admin.bearer in the profile.`,
    );
  }
  return exchange;
}

/** Entries that are asked for: a list of some shows which certificates there are. */
const FEW = 5;
