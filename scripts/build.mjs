/** Builds the published package: TypeScript to JavaScript under dist/, with the data files beside it. */
import { execFileSync } from 'node:child_process';
import { cpSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const DATA = /\.(ya?ml|json|css|svg)$/;
const ROOMS = ['spec', 'generators', 'target', 'suites', 'reports', 'emulator', 'cli'];

rmSync(join(root, 'dist'), { recursive: true, force: true });
execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
});
for (const room of ROOMS) {
  cpSync(join(root, room), join(root, 'dist', room), {
    recursive: true,
    // Output of runs lies under reports/ too and is no part of the package.
    filter: (path) =>
      !path.includes(join('reports', 'out')) && (!path.includes('.') || DATA.test(path) || !/\.[a-z]+$/.test(path)),
  });
}
