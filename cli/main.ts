#!/usr/bin/env node
/**
 * The command line: certconform. Versions of Node that cannot run the rest must still understand this file, to say so in a
 * sentence: it imports nothing before it has looked, and keeps to syntax that Node 14 knows.
 */

/** The oldest version that will do; package.json says the same under "engines". */
const NEEDED = '22.19';

const [needMajor, needMinor] = NEEDED.split('.').map(Number);
const [major, minor] = process.versions.node.split('.').map(Number);

if (Number(major) < Number(needMajor) || (major === needMajor && Number(minor) < Number(needMinor))) {
  process.stderr.write(
    `certconform: Node ${NEEDED} or newer is needed, and this is Node ${process.versions.node}; ` +
      'install a newer one, or run "npx -p node@24 -p certconform certconform".\n',
  );
  process.exitCode = 2;
} else {
  import('./compiled.ts').then(() => import('./start.ts')).then(({ start }) => start(process.argv));
}
