/** Which version this package is: the same answer from the sources and from the built files. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The nearest folder above this file that holds a package.json of this package's name. */
function findRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifest = join(folder, 'package.json');
    if (existsSync(manifest) && readManifest(manifest).name === 'certconform') return folder;
    const parent = dirname(folder);
    if (parent === folder) throw new Error('The installation of certconform is damaged: its package.json is missing.');
    folder = parent;
  }
}

function readManifest(file: string): { name?: unknown; version?: unknown } {
  return JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown; version?: unknown };
}

/** Version of the package, as sent in the User-Agent. */
export const packageVersion: string = String(readManifest(join(findRoot(), 'package.json')).version ?? '0');
