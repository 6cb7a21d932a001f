/** What the completion of a profile needs beside its data. */
import type { Environment } from './environment.ts';
import { ProfileError } from './errors.ts';
import { type Path, type ProfileSource, pointerOf } from './source.ts';

/** A mapping of which the schema has already checked the form. */
export type Raw = Readonly<Record<string, unknown>>;

export interface Context {
  readonly source: ProfileSource;
  readonly env: Environment;
}

/** @throws ProfileError that names the place, what is wrong there and how to mend it. */
export function refuse({ source }: Context, path: Path, what: string): never {
  throw new ProfileError(`${source.where(path)}: ${what}.`, pointerOf(path));
}
