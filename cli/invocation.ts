/** The words that start this program again: what is printed to be pasted must run where it is printed. */
import { basename, isAbsolute, join, relative, sep } from 'node:path';
import type { Result } from '../reports/model.ts';
import { quote } from '../reports/shell.ts';
import { codeRoot } from './package.ts';

/** How a process was started. */
export interface Start {
  /** The script that Node.js was given, as an absolute path. */
  readonly entry: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folder that this code lies in. */
  readonly root: string;
}

/** A command for those who sit at this machine, and one for reports, which name no place on it. */
export interface Words {
  readonly here: string;
  readonly published: string;
}

/** What runs wherever the package is installed. */
const INSTALLED = 'npx certconform';

/**
 * How this program is called: through npm's script in a clone, by `npx` where it is a dependency (or who knows how it was
 * loaded), by its name where that was called, and else by its file.
 */
export function programWords(start: Start = thisStart()): Words {
  const { entry, cwd, env, root } = start;
  const alike = (words: string): Words => ({ here: words, published: words });
  if (entry.split(sep).includes('node_modules')) return alike(INSTALLED);
  if (basename(entry) === 'certconform') return alike('certconform');
  if (!entry.startsWith(join(root, 'cli', 'main.'))) return alike(INSTALLED);
  // npm runs the scripts of a package in its folder, and tells them whose they are.
  const script = env['npm_lifecycle_event'] !== undefined && env['npm_package_json'] === join(root, 'package.json');
  if (script && cwd === root) return alike('npm run -s certconform --');
  const below = relative(cwd, entry);
  if (!isOutside(below)) return alike(`node ${quote(below)}`);
  // The machines of a pipeline are thrown away: who reads its log has the package, not this file.
  return { here: (env['CI'] ?? '') === '' ? `node ${quote(entry)}` : INSTALLED, published: INSTALLED };
}

/** A command of this program, for sentences that are printed on a terminal. */
export function command(words: string): string {
  return `${programWords().here} ${words}`;
}

/** A path as it may be published: where a file lies on somebody's machine is nobody's business. */
export function published(path: string): string {
  const below = relative(process.cwd(), path);
  return isOutside(below) ? basename(path) : below;
}

/** Results as they are shown on this machine: the commands that repeat them name its files. */
export function shownHere(results: readonly Result[], { here, published: told }: Words): Result[] {
  return results.map((result) => {
    const { failure } = result;
    if (!failure?.replay.startsWith(`${told} `)) return result;
    return { ...result, failure: { ...failure, replay: here + failure.replay.slice(told.length) } };
  });
}

function isOutside(below: string): boolean {
  return isAbsolute(below) || below.split(sep)[0] === '..';
}

function thisStart(): Start {
  return { entry: process.argv[1] ?? '', cwd: process.cwd(), env: process.env, root: codeRoot };
}
