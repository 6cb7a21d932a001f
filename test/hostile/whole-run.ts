/** One whole run of the command line over a hostile server, and what it left behind. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Comparison, verifyFolder } from '../../cli/verify.ts';
import { type Emulator, startEmulator } from '../../emulator/index.ts';
import type { Result } from '../../reports/model.ts';
import { type RunResults, readResults } from '../../reports/reader.ts';
import { loadContract } from '../../spec/load.ts';
import { CLEAN, temporaryFolder, writeProfile } from '../run/support.ts';
import { pem } from '../target/support/certificates.ts';
import { certificates, type HostileFault } from './servers/faults.ts';
import { startFront } from './servers/front.ts';

/** What is judged: something of each interface, and of each effect. */
export const AREAS = ['person.read', 'person.delete', 'person.update.body.email', 'legacy-status'];

/** Requests that are answered soundly before a fault sets in: enough for some verdicts, too few for all. */
export const SOUND_AT_FIRST = 60;

/** Limits that a test can wait for. */
export const LIMITS = {
  concurrency: 8,
  timeout: { connect: '1s', headers: '1s', body: '1s', total: '2s' },
  throttleWait: '2s',
  leaseWait: '500ms',
};

export interface WholeRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** Absent when there is no results file: the run was refused before it began. */
  readonly results?: RunResults;
  readonly junit?: string;
  readonly statement?: { readonly outcome: string };
  /** What judging its tape gives otherwise; absent where there is no statement. */
  readonly unverified?: Comparison['findings'];
  /** Requests that reached the server, the faulty ones included. */
  readonly requests: number;
  readonly peakBytes: number;
  readonly seconds: number;
}

export interface WholeRunOptions {
  /** Requests that are answered soundly before the fault sets in. */
  readonly sound: number;
  readonly only?: readonly string[];
  readonly limits?: object;
}

/** Puts a sound emulator behind a faulty front and runs the command line over it. */
export async function wholeRun(fault: HostileFault, options: WholeRunOptions): Promise<WholeRun> {
  const folder = temporaryFolder('hostile');
  const emulator = await soundEmulator();
  const made = await certificates();
  const front = await startFront({ emulator, sound: options.sound, ...fault.front(made) });
  try {
    const sound = emulator.profile() as { admin: object; legacy: object };
    const profile = writeProfile(folder.path, {
      ...sound,
      name: 'a hostile target',
      admin: { ...sound.admin, url: front.url },
      legacy: { ...sound.legacy, url: front.url },
      limits: { ...LIMITS, ...options.limits },
      tls: fault.tls === true ? { ca: pem(folder.path, 'ca.pem', made.authority) } : { selfSigned: true },
    });
    const out = join(folder.path, 'out');
    const finished = await measured(folder.path, [
      ...['run', '--target', profile, '--out', out, '--depth', 'quick', '--no-html'],
      ...['--only', ...(options.only ?? AREAS)],
    ]);
    const file = (name: string): string | undefined =>
      existsSync(join(out, name)) ? readFileSync(join(out, name), 'utf8') : undefined;
    const junit = file('junit.xml');
    const statement = file('statement.json');
    return {
      ...finished,
      requests: front.requests(),
      ...(existsSync(join(out, 'results.ndjson')) ? { results: readResults(out) } : {}),
      ...(junit === undefined ? {} : { junit }),
      ...(statement === undefined
        ? {}
        : {
            statement: JSON.parse(statement) as { outcome: string },
            unverified: (await verifyFolder(out)).findings,
          }),
    };
  } finally {
    await front.close();
    await emulator.close();
    folder.remove();
  }
}

/** The reference emulator in this process. */
export async function soundEmulator(): Promise<Emulator> {
  const contract = await loadContract({ validate: false, dialect: { base: 'default', claimed: true } });
  return startEmulator({ contract });
}

const PROGRAM = fileURLToPath(new URL('measured-cli.ts', import.meta.url));
/** A run that hangs is a failed test, not a hanging one. */
const LONGEST_MS = 200_000;

function measured(
  folder: string,
  args: readonly string[],
): Promise<Pick<WholeRun, 'code' | 'stdout' | 'stderr' | 'peakBytes' | 'seconds'>> {
  const usage = join(folder, 'usage.json');
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [PROGRAM, ...args],
      { env: { ...CLEAN, CERTCONFORM_TEST_USAGE: usage }, maxBuffer: 64 << 20, timeout: LONGEST_MS },
      (error, stdout, stderr) => {
        const { peakBytes, ms } = existsSync(usage)
          ? (JSON.parse(readFileSync(usage, 'utf8')) as { peakBytes: number; ms: number })
          : { peakBytes: Number.NaN, ms: Number.NaN };
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : null;
        resolve({ code, stdout, stderr, peakBytes, seconds: ms / 1000 });
      },
    );
  });
}

/** True for a pass that leans on no answer at all. A pass about a whole sequence may do without showing an exchange. */
export function isUnfounded({ verdict, cases, exchanges }: Result): boolean {
  if (verdict !== 'pass') return false;
  return cases.judged === 0 || (exchanges.length > 0 && !exchanges.some(({ response }) => response !== undefined));
}
