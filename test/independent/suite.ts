/** One run of the suite as a user has it: the command line against an address, its results read from its folder. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const CLI = fileURLToPath(new URL('../../cli/main.ts', import.meta.url));

export interface Told {
  readonly exit: number | null;
  /** By requirement id. */
  readonly verdicts: ReadonlyMap<string, { readonly verdict: string; readonly operation: string }>;
  /** What went over the console, its errors last. */
  readonly console: string;
}

/**
 * Runs the suite against a profile.
 * @param folder receives the results; journals go below it, too
 * @param only areas, operations or requirements; all when empty
 */
export async function runSuite(
  profile: string,
  folder: string,
  { only = [], seed = 1, depth = 'standard' }: { only?: readonly string[]; seed?: number; depth?: string } = {},
): Promise<Told> {
  const args = ['run', '--target', profile, '--no-html', '--out', folder, '--seed', String(seed), '--depth', depth];
  const run = spawn(process.execPath, [CLI, ...args, ...(only.length > 0 ? ['--only', ...only] : [])], {
    env: { ...process.env, XDG_STATE_HOME: join(folder, 'state') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let console = '';
  let errors = '';
  run.stdout.on('data', (chunk: Buffer) => {
    console += chunk;
  });
  run.stderr.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  const exit = await new Promise<number | null>((resolve, reject) => run.once('error', reject).once('close', resolve));
  return { exit, verdicts: verdictsOf(folder), console: console + errors };
}

function verdictsOf(folder: string): Told['verdicts'] {
  let text: string;
  try {
    text = readFileSync(join(folder, 'results.ndjson'), 'utf8');
  } catch {
    return new Map();
  }
  const lines = text.split('\n').filter((line) => line !== '');
  const results = lines.map(
    (line) => JSON.parse(line) as { type: string; requirement: string; verdict: string; operation: string },
  );
  return new Map(results.filter(({ type }) => type === 'result').map((result) => [result.requirement, result]));
}
