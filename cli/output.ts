/** Folders and files that a command writes to: what is wrong with them is the user's to mend, so it is said in one sentence. */
import { accessSync, constants, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, parse, resolve, sep } from 'node:path';
import { UserError } from './user-error.ts';

/** Makes a folder, with all above it, and returns its absolute path. `option` names it in messages. @throws UserError when it cannot be made. */
export function outFolder(path: string, option = '--out'): string {
  const absolute = resolve(path);
  let folder = parse(absolute).root;
  // One by one: the recursive mkdir of Node never returns below a folder that refuses new entries as if they were missing (/proc).
  for (const part of absolute.slice(folder.length).split(sep).filter(Boolean)) {
    folder = join(folder, part);
    makeFolder(folder, `${option} ${path}`);
  }
  try {
    accessSync(absolute, constants.W_OK);
  } catch (error) {
    throw new UserError(
      `${option} ${path}: nothing can be written there (${codeOf(error)}); name a folder of your own.`,
    );
  }
  return absolute;
}

function makeFolder(folder: string, named: string): void {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return;
  if (found !== undefined) throw new UserError(`${named}: ${folder} is a file; name a folder.`);
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return;
    throw new UserError(
      `${named}: the folder ${folder} cannot be made (${codeOf(error)}); name one that you may write to.`,
    );
  }
}

/** Writes a file for the owner only. @throws UserError when it exists and `force` is false, or cannot be written. */
export function writeOutput(
  path: string,
  text: string,
  options: { readonly force: boolean; readonly option?: string },
): string {
  const { force, option = '--out' } = options;
  const absolute = resolve(path);
  outFolder(dirname(absolute), option);
  try {
    writeFileSync(absolute, text, { mode: 0o600, flag: force ? 'w' : 'wx' });
  } catch (error) {
    if (codeOf(error) === 'EEXIST') {
      refuseExisting(path);
    }
    throw new UserError(
      `${option} ${path}: it cannot be written (${codeOf(error)}); name a file that you may write to.`,
    );
  }
  return absolute;
}

/** @throws UserError that says so, always. */
export function refuseExisting(path: string): never {
  throw new UserError(
    `${path} exists already and was left as it is; choose another name, or give --force to overwrite it.`,
  );
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? String(error);
}
