/** Builds the published package: TypeScript to JavaScript under dist/, with the data files beside it, and YAML as JSON, too. */
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('..', import.meta.url));
const DATA = ['.yaml', '.yml', '.json', '.css', '.svg'];
const ROOMS = ['spec', 'generators', 'target', 'suites', 'reports', 'emulator', 'cli'];
// Output of runs lies under reports/ too and is no part of the package.
const OUTPUT = join(root, 'reports', 'out');

rmSync(join(root, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
for (const room of ROOMS) {
  cpSync(join(root, room), join(root, 'dist', room), {
    recursive: true,
    filter: (path) => path !== OUTPUT && (statSync(path).isDirectory() || DATA.includes(extname(path))),
  });
}
for (const file of globSync(join(root, 'dist', 'spec', '**', '*.yaml'))) {
  writeFileSync(`${file}.json`, JSON.stringify(parse(readFileSync(file, 'utf8'))));
}
