/** Reads a target profile: the user's description of the implementation under test. */
import type { Effect } from '../spec/vocabulary.ts';
import { complete } from './profile/complete.ts';
import {
  applyEnvironment,
  applySettings,
  blaming,
  type Environment,
  type Override,
  substitute,
} from './profile/environment.ts';
import { ProfileError } from './profile/errors.ts';
import { guard } from './profile/guards.ts';
import { validate } from './profile/schema.ts';
import { type ProfileSource, parseSource, pointerOf, readSource, sourceOf } from './profile/source.ts';
import type { Profile } from './profile/types.ts';

export { ProfileError } from './profile/errors.ts';
export { Secret } from './profile/secret.ts';
export type { Profile } from './profile/types.ts';

export interface ProfileOptions {
  /** Environment for `${NAME}` and the CERTCONFORM_* overrides. Default: the process's own. */
  readonly env?: Environment;
  /** Settings as `path=value` that override the profile and the environment. */
  readonly set?: readonly string[];
  /** What the user permits on the command line (`--effects`). */
  readonly effects?: Effect;
}

/**
 * Reads a profile from a YAML or JSON file.
 * @throws ProfileError with one sentence: file, place, fault and remedy.
 */
export function loadProfile(file: string, options: ProfileOptions = {}): Profile {
  return read(readSource(file), options);
}

/**
 * Reads a profile from YAML or JSON text. `label` names it in messages; `folder` is where its relative paths start.
 * @throws ProfileError as `loadProfile`.
 */
export function parseProfile(text: string, label: string, folder: string, options: ProfileOptions = {}): Profile {
  return read(parseSource(text, label, folder), options);
}

/**
 * Makes a profile from data in the form of the profile schema, such as the built-in emulator's. Settings may change all of
 * it but where it leads: what was made in memory states fixtures and credentials of one server, and no other may get them.
 * @throws ProfileError as `loadProfile`, and for a setting that names another address.
 */
export function profileFrom(data: object, options: ProfileOptions & { label?: string; folder?: string } = {}): Profile {
  return read(sourceOf(data, options.label ?? 'profile', options.folder ?? process.cwd()), options, refuseOtherAddress);
}

/** Members that say where requests go; a setting of what lies above one of them replaces it, too. */
const ADDRESSES = ['admin.url', 'legacy.url', 'legacy.plainUrl', 'proxy'];

function refuseOtherAddress({ path, label }: Override): void {
  const set = path.join('.');
  if (!ADDRESSES.some((address) => address === set || address.startsWith(`${set}.`))) return;
  throw new ProfileError(
    `${label}: without --target the embedded emulator is meant, whose fixtures and credentials are for no other address; name the profile of your server with --target ("init" writes one).`,
    pointerOf(path),
  );
}

function read(source: ProfileSource, options: ProfileOptions, check: (override: Override) => void = () => {}): Profile {
  const env = options.env ?? process.env;
  // Overrides come first: they may replace a reference to a variable that is not set.
  const value = structuredClone(source.value) as Record<string, unknown>;
  const overrides = [...applyEnvironment(value, env), ...applySettings(value, options.set ?? [])];
  overrides.forEach(check);
  const blamed = blaming(source, overrides);
  const data = substitute(value, blamed, env) as Record<string, unknown>;
  validate(data, blamed);
  return guard(complete(data, blamed, env), blamed, options.effects);
}
