/** SHA-256 by which the parts of a run are known again. */
import { createHash } from 'node:crypto';
import type { Digests } from '../reports/statement.ts';
import type { TapedRun } from '../suites/runner/tape.ts';

/** Of what stands in the head of the tape. */
export type AboutDigests = Pick<Digests, 'dialect' | 'profile'>;

/** The digests of dialect and profile as the head of a tape has them. */
export function aboutDigests({ dialect, profile }: Pick<TapedRun, 'dialect' | 'profile'>): AboutDigests {
  return { dialect: sha256(JSON.stringify(dialect)), profile: sha256(JSON.stringify(profile ?? null)) };
}

/** In hexadecimal. */
export function sha256(content: string | Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
