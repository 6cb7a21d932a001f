/** Facts about this package. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that the sources, or the built files, lie in: the repository's root, or `dist` of the installed package. */
export const codeRoot: string = dirname(dirname(fileURLToPath(import.meta.url)));

/** File ending of the suites: TypeScript in the repository, JavaScript in the built package. */
export const codeEnding: 'ts' | 'js' = import.meta.url.endsWith('.ts') ? 'ts' : 'js';

/** Name and version as package.json states them. */
export function packageFacts(): { name: string; version: string } {
  const folder = existsSync(join(codeRoot, 'package.json')) ? codeRoot : dirname(codeRoot);
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
  };
  return { name, version };
}
