/** Tries an answer against the server that it is about: harmless reads, and one login at most. Nothing is asserted of what was not asked. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readHandedIn, whyUnread } from '../../spec/handed-in.ts';
import type { Contract } from '../../spec/types.ts';
import type { Exchange } from '../../spec/vocabulary.ts';
import { contractFor } from '../../suites/runner/sources.ts';
import { createTarget, type Profile, ProfileError, parseProfile, type Target } from '../../target/index.ts';
import { examineLogin } from '../doctor/login.ts';
import { lookAtAdmin, lookAtLegacy } from '../preflight.ts';
import { type Facts, profileText, variablesOf } from './text.ts';

/** What of a target is tried. */
export type Subject = 'admin.url' | 'admin.bearer' | 'admin.second' | 'legacy.url' | 'legacy.login';

/** Milliseconds that an address is given to answer at all. */
const PATIENCE_MS = 5000;

/**
 * What is wrong with what is known so far, by what the server says to it; undefined where nothing is, or nothing can be tried.
 * `folder` is that of the profile, from which its paths start.
 */
export async function tried(facts: Facts, subject: Subject, folder: string): Promise<string | undefined> {
  const { env } = process;
  if (needs(facts, subject).some((name) => (env[name] ?? '') === '')) return undefined;
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-init-'));
  let target: Target | undefined;
  try {
    const profile = profileOfFacts(facts, folder, env);
    target = await createTarget(profile, { runDirectory });
    const contract = await contractFor(profile, false);
    const said = await TRIES[subject]({ profile, target, contract });
    return said === undefined ? undefined : target.redactor.redact(said);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return error.message;
  } finally {
    await target?.close();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}

/** Variables without which a subject cannot be tried. */
export function needs({ admin, legacy }: Facts, subject: Subject): string[] {
  const name = {
    'admin.url': undefined,
    'admin.bearer': admin?.bearerEnv,
    'admin.second': admin?.second?.bearerEnv,
    'legacy.url': undefined,
    'legacy.login': legacy?.login?.passwordEnv,
  }[subject];
  return name === undefined ? [] : [name];
}

/** The profile that these facts make; variables that are not set yet have a value that is none. @throws ProfileError as `parseProfile`. */
export function profileOfFacts(facts: Facts, folder = process.cwd(), env: NodeJS.ProcessEnv = {}): Profile {
  const values = Object.fromEntries(variablesOf(facts).map((name) => [name, env[name] || 'not-yet-known']));
  return parseProfile(profileText(facts), 'the profile', folder, { env: values });
}

interface Trial {
  readonly profile: Profile;
  readonly target: Target;
  readonly contract: Contract;
}

const TRIES: Readonly<Record<Subject, (trial: Trial) => Promise<string | undefined>>> = {
  'admin.url': async ({ profile, ...trial }) => {
    const { response, error } = await list(trial, 'none');
    return response === undefined ? `${profile.admin?.url ?? ''} gives no answer: ${error?.message ?? ''}` : undefined;
  },
  'admin.bearer': async ({ profile, target, contract }) => {
    const { trouble } = await lookAtAdmin(target, profile, contract);
    return trouble === undefined ? undefined : `The server ${trouble.text}`;
  },
  'admin.second': async (trial) => {
    const { response } = await list(trial, 'second');
    return response?.status === 401 ? 'The server refuses this token (401).' : undefined;
  },
  'legacy.url': async ({ profile, target }) => {
    const { trouble } = await lookAtLegacy(target, profile);
    return trouble === undefined ? undefined : `The server ${trouble.text}`;
  },
  'legacy.login': async (trial) => {
    const { findings } = await examineLogin({ ...trial, assumed: trial.contract });
    return findings.find(({ state }) => state === 'wrong')?.text;
  },
};

function list(
  { target, contract }: Pick<Trial, 'target' | 'contract'>,
  credential: 'none' | 'second',
): Promise<Exchange> {
  const path = `${contract.operation('ssl.list').path}?size=1`;
  const request = { service: 'admin', method: 'GET', target: path, credential, check: 'init' } as const;
  return target.send(request, { timeoutMs: PATIENCE_MS, repeat: false });
}

/** What is wrong with a PEM file; undefined where nothing is. */
export function pemFault(file: string, holds: 'certificate' | 'key'): string | undefined {
  let text: string;
  try {
    text = readHandedIn(file, 'utf8');
  } catch (error) {
    return `${file} cannot be read (${whyUnread(error)}).`;
  }
  // A key under a passphrase can only be read with it.
  if (holds === 'key' && /ENCRYPTED/.test(text)) return undefined;
  try {
    if (holds === 'key') createPrivateKey(text);
    else new X509Certificate(text);
    return undefined;
  } catch {
    return `${file} holds no ${holds} in PEM.`;
  }
}

/** What makes an address unfit for a profile; undefined where nothing does. */
export function urlFault(make: (url: string) => Facts, url: string): string | undefined {
  try {
    profileOfFacts(make(url));
    return undefined;
  } catch (error) {
    if (!(error instanceof ProfileError)) throw error;
    return error.message;
  }
}
