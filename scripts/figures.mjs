/** Prints how big the project is: files, lines, the median and the 90th percentile of lines a file, per room and tests apart. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const files = execFileSync('git', ['ls-files', '*.ts', '*.mjs'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const lengths = Map.groupBy(
  files.map((file) => ({ file, lines: readFileSync(join(root, file), 'utf8').split('\n').length - 1 })),
  ({ file }) => (file.includes('/') ? file.slice(0, file.indexOf('/')) : '.'),
);

/** The value below which `share` of the sorted numbers lie, by the nearest rank. */
function percentile(sorted, share) {
  return sorted[Math.ceil(share * sorted.length) - 1];
}

const rows = [...lengths].map(([room, all]) => {
  const sorted = all.map(({ lines }) => lines).sort((a, b) => a - b);
  const { file, lines } = all.reduce((one, other) => (other.lines > one.lines ? other : one));
  return {
    room,
    files: sorted.length,
    lines: sorted.reduce((sum, count) => sum + count, 0),
    median: percentile(sorted, 0.5),
    p90: percentile(sorted, 0.9),
    longest: `${lines} ${file}`,
  };
});
console.table(rows.sort((one, other) => other.lines - one.lines));
