/** `npm run tapes`: makes the kept tapes anew, by running the suite as it is now over the emulator. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { verdictOf } from '../../reports/outcome.ts';
import { readResults } from '../../reports/reader.ts';
import { TAPE_FILE } from '../../target/index.ts';
import { folderOf, OPERATIONS, TAPES, VERDICTS_FILE } from './tapes.ts';

const cli = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));
const scratch = mkdtempSync(join(tmpdir(), 'certconform-tapes-'));
for (const tape of TAPES) {
  const out = join(scratch, tape.name);
  const run = ['run', '--depth', 'quick', '--runs', '2', '--no-html', '--out', out, '--only', ...OPERATIONS];
  const { status, stderr } = spawnSync(process.execPath, [cli, ...run, ...tape.options], { encoding: 'utf8' });
  if (status !== (tape.fails === undefined ? 0 : 1)) throw new Error(`${tape.name} ended with ${status}: ${stderr}`);
  const folder = folderOf(tape);
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(out, TAPE_FILE), join(folder, TAPE_FILE));
  const { results } = readResults(out);
  const verdicts = results.map((result) => [`${result.requirement} (${result.check})`, verdictOf(result)] as const);
  const sorted = Object.fromEntries(verdicts.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  writeFileSync(join(folder, VERDICTS_FILE), `${JSON.stringify(sorted, null, 2)}\n`);
  process.stdout.write(`${tape.name}: ${results.length} verdicts\n`);
}
rmSync(scratch, { recursive: true, force: true });
