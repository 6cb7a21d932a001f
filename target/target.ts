/** Joins client, fixtures and journal into the target that checks see. */

import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Exchange } from '../spec/vocabulary.ts';
import type { Pace } from './client/pacer.ts';
import { type Client, createClient } from './client.ts';
import type { Family } from './fixtures/family.ts';
import { loadProvisioner } from './fixtures/provision.ts';
import { FixturePool } from './fixtures.ts';
import { FileJournal } from './journal.ts';
import type { Profile } from './profile/types.ts';
import type {
  BearerName,
  Fixture,
  FixtureNeed,
  Lease,
  SendOptions,
  Shortage,
  Target,
  TargetFacts,
  WireRequest,
} from './types.ts';

export interface TargetOptions {
  /** Folder of the run: leases and budgets lie there, so that all processes of a run share them. Made when missing. */
  readonly runDirectory: string;
  /** Folder of what must outlive the run's: the journal, and what was provisioned. Default: the folder of the run. */
  readonly stateDirectory?: string;
  /** Seed of the run: the made-up logins depend on it. Default 0. */
  readonly seed?: number;
  /** Processes or threads that make a target of the same profile for the same run. They share its concurrency and rate. Default 1. */
  readonly workers?: number;
  /**
   * Stops the run: from then on only requests marked as restoring are sent, and reads under way are given up. Requests under
   * way that may change something are let through to their end, lest nobody know what became of them.
   */
  readonly stop?: AbortSignal;
  /** A limit that the target's owner declares: requests wait so that they stay below it. */
  readonly pace?: Pace;
  /** Recognises throttling that no status tells (the legacy actions); gives the wait in milliseconds, undefined when it is none. */
  readonly throttled?: (exchange: Exchange) => number | undefined;
  /** Told of each token as it becomes known, for another thread's redactor; it must not be written anywhere. */
  readonly onSecret?: (secret: string) => void;
}

/**
 * Makes the target of a profile. Opens no connection to it yet.
 * @throws ProfileError when a secret, a file of `tls` or the provisioning module cannot be read.
 */
export async function createTarget(profile: Profile, options: TargetOptions): Promise<Target> {
  mkdirSync(options.runDirectory, { recursive: true, mode: 0o700 });
  const stateDirectory = options.stateDirectory ?? options.runDirectory;
  const client = await createClient(profile, options);
  const provisioner = profile.provision === undefined ? undefined : await loadProvisioner(profile.provision);
  const pool = new FixturePool(profile.fixtures, {
    stateDirectory,
    effect: profile.effect,
    waitMs: profile.limits.leaseWait,
    provisioner,
  });
  return new ProfileTarget(factsOf(profile), client, pool, new FileJournal(stateDirectory, client.redactor));
}

function bearersOf({ admin }: Profile): BearerName[] {
  const { bearer: primary, second, expired, forged, foreign } = admin ?? {};
  const given = { primary, second, expired, forged, foreign };
  return (Object.keys(given) as BearerName[]).filter((name) => given[name] !== undefined);
}

function factsOf(profile: Profile): TargetFacts {
  const { admin, legacy } = profile;
  return {
    name: profile.name,
    claims: profile.claims,
    effect: profile.effect,
    services: [
      ...(admin === undefined ? [] : (['admin'] as const)),
      ...(legacy === undefined ? [] : (['legacy'] as const)),
    ],
    hasCredential: admin?.bearer !== undefined,
    hasSecondCredential: admin?.second !== undefined,
    bearers: bearersOf(profile),
    foreign: profile.foreign,
    ...(admin === undefined ? {} : { role: admin.role }),
    ...(admin?.second?.role === undefined ? {} : { secondRole: admin.second.role }),
    loopback: profile.loopback,
    legacy: {
      configured: legacy?.loginName !== undefined && legacy.loginPassword !== undefined,
      plainUrl: legacy?.plainUrl !== undefined,
      wrongLoginLimit: legacy?.wrongLoginLimit ?? 0,
      provokeRateLimit: legacy?.provokeRateLimit ?? false,
    },
    examples: profile.examples,
    absent: profile.absent,
    concurrency: profile.limits.concurrency,
    settleMs: profile.limits.settle,
  };
}

class ProfileTarget implements Target {
  readonly facts: TargetFacts;
  readonly journal: FileJournal;
  readonly #client: Client;
  readonly #pool: FixturePool;

  constructor(facts: TargetFacts, client: Client, pool: FixturePool, journal: FileJournal) {
    this.facts = facts;
    this.journal = journal;
    this.#client = client;
    this.#pool = pool;
  }

  get redactor(): Client['redactor'] {
    return this.#client.redactor;
  }

  send(request: WireRequest, options?: SendOptions): Promise<Exchange> {
    return this.#client.send(request, options);
  }

  url(request: WireRequest): string {
    return this.#client.url(request);
  }

  lease(need: FixtureNeed): Promise<Lease | Shortage> {
    return this.#pool.lease(need);
  }

  pause(ms: number): Promise<void> {
    return sleep(ms);
  }

  fixtures(): readonly Fixture[] {
    return this.#pool.list();
  }

  learn(fixture: Omit<Fixture, 'allow'>): void {
    this.#pool.learn(fixture);
  }

  get family(): Family {
    return this.#pool.family;
  }

  retire(fixture: Fixture): void {
    this.#pool.retire(fixture);
  }

  gone(): readonly Fixture[] {
    return this.#pool.gone();
  }

  releaseLeftovers(): Promise<readonly string[]> {
    return this.#pool.releaseLeftovers();
  }

  async close(): Promise<readonly string[]> {
    const failures = await this.#pool.close();
    this.journal.close();
    await this.#client.close();
    return failures;
  }
}
