/** The package as users get it: packed, and installed in an empty folder. */
import { lstatSync, readdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { type Finished, finished, ROOT } from './support.ts';

/** Runs npm or npx with the Node of this test first on the PATH, as a user of a supported Node has it. */
export function inFolder(words: readonly string[], cwd: string): Promise<Finished> {
  const path = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  return finished('env', [`PATH=${path}`, ...words], cwd);
}

/** Packs the package, installs it in the folder, and returns the names of what is packed. @throws Error with what npm said. */
export async function packAndInstall(folder: string): Promise<readonly string[]> {
  const pack = await inFolder(['npm', 'pack', '--json', '--pack-destination', folder], ROOT);
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
  if (tarball === undefined) throw new Error(`npm pack gave no package: ${pack.stdout}${pack.stderr}`);
  const listed = await finished('tar', ['tzf', join(folder, tarball)], folder);
  writeFileSync(join(folder, 'package.json'), '{ "name": "consumer", "private": true, "type": "module" }');
  await install(folder, `./${tarball}`);
  return listed.stdout
    .trim()
    .split('\n')
    .map((name) => name.replace(/^package\//, ''));
}

/** Installs packages there. @throws Error with what npm said. */
export async function install(folder: string, ...packages: readonly string[]): Promise<void> {
  const { code, stderr } = await inFolder(
    ['npm', 'install', '--prefer-offline', '--no-audit', '--no-fund', ...packages],
    folder,
  );
  if (code !== 0) throw new Error(`npm install ${packages.join(' ')} failed: ${stderr}`);
}

/** How many packages are installed there, and the bytes of all their files. */
export function weigh(folder: string): { readonly packages: number; readonly bytes: number } {
  const all = readdirSync(join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
  const files = all.map((name) => lstatSync(join(folder, 'node_modules', name))).filter((one) => one.isFile());
  const isPackage = /(^|\/node_modules\/)(@[^/]+\/)?[^/@.][^/]*\/package\.json$/;
  return {
    packages: all.filter((name) => isPackage.test(name)).length,
    bytes: files.reduce((sum, { size }) => sum + size, 0),
  };
}

/** Anchors of a Markdown file, as they are made of its headings. */
export function anchorsOf(text: string): ReadonlySet<string> {
  const headings = text.replaceAll(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ +(.+)$/gm);
  return new Set(
    [...headings].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
