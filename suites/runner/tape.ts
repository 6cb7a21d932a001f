/** What must be known of a run to judge its tape again, as the head of the tape says it. */
import { basename, isAbsolute } from 'node:path';
import { type Depth, type LoadedDialect, loadDialect } from '../../spec/index.ts';
import type { Profile } from '../../target/index.ts';
import type { SecretSource } from '../../target/profile/types.ts';
import type { Found } from '../lists/found.ts';
import type { Shard } from './shard.ts';

/** What the head of a tape says about the run. */
export interface TapedRun {
  readonly tool: string;
  readonly toolVersion: string;
  readonly contract: string;
  readonly seed: number;
  readonly depth: Depth;
  readonly runs?: number;
  readonly repeatFailures?: number;
  /** Requests that it might send. */
  readonly budget?: number;
  readonly only: readonly string[];
  /** Which part of a run in several it is. */
  readonly shard?: Shard;
  readonly found: readonly Found[];
  readonly dialect: SavedDialect;
  /** Without secrets and the places of files: what the statement's digest of the profile is of. */
  readonly profile: unknown;
}

/** A dialect with all that its files said. */
export type SavedDialect = Omit<LoadedDialect, 'answers'> & {
  readonly answers: readonly (readonly [
    string,
    LoadedDialect['answers'] extends ReadonlyMap<string, infer A> ? A : never,
  ])[];
};

/** The profile's dialect as it can be kept. */
export async function saveDialect({ dialect }: Pick<Profile, 'dialect'>): Promise<SavedDialect> {
  const loaded = await loadDialect(dialect ?? 'default');
  return withoutPlaces({ ...loaded, answers: [...loaded.answers], notices: [] });
}

/** The profile as others may see it: of secrets the sort alone, of files the name. The dialect stands beside it. */
export function saveProfile(profile: Profile): unknown {
  const { dialect: _, folder: __, file: ___, logins: ____, warnings: _____, ...told } = profile;
  const text = JSON.stringify(told, (_key, value: unknown) => {
    if (typeof value === 'string') return isAbsolute(value) && !value.startsWith('//') ? basename(value) : value;
    const kind = (value as { readonly kind?: unknown } | null)?.kind;
    return typeof kind === 'string' && SOURCES.has(kind) ? { secret: kind } : value;
  });
  return JSON.parse(text) as unknown;
}

/** Where a profile's secrets come from. */
const SOURCES: ReadonlySet<string> = new Set(['value', 'file', 'command', 'oauth2'] satisfies SecretSource['kind'][]);

/** Of the files that it was made from the names alone: a tape is for others, and where they lay is nothing to judge by. */
function withoutPlaces(dialect: SavedDialect): SavedDialect {
  const text = JSON.stringify(dialect, (key, value: unknown) =>
    key === 'x-file' && typeof value === 'string' ? basename(value) : value,
  );
  return JSON.parse(text) as SavedDialect;
}
