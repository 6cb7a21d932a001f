import { writeFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import { stringify } from 'yaml';
import { BUILT_IN_DIALECTS } from '../spec/dialect.ts';
import { readHandedIn, whyUnread } from '../spec/handed-in.ts';
import { loadContract } from '../spec/load.ts';
import type { Contract } from '../spec/types.ts';
import { EmulatorError } from './known.ts';
import type { Emulator } from './options.ts';
import { startEmulator } from './start.ts';
import type { ServerCertificate } from './tls.ts';

/** Options of `certconform emulator`, as they stand on the command line. */
export interface EmulatorCommandOptions {
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  readonly port?: string | number;
  readonly tlsPort?: string | number;
  readonly plainPort?: string | number;
  /** Port of the control interface; left out: none. */
  readonly controlPort?: string | number;
  /** Milliseconds that each answer takes longer; default 0. */
  readonly latency?: string | number;
  /** Built-in dialect or path of a dialect file; default `default`. */
  readonly dialect?: string;
  /** Nothing beyond the contract: neither a token endpoint nor plain lists. */
  readonly strict?: boolean;
  /** Seconds that a token is good. */
  readonly tokenLifetime?: string | number;
  /** PEM files of the certificate for HTTPS and its private key; both or neither. */
  readonly cert?: string;
  readonly key?: string;
  /** File that the certificate which clients have to trust is written to. */
  readonly caOut?: string;
  /** File that the target profile is written to; left out: it goes to the output. */
  readonly profile?: string;
  /** Ids of planted faults. */
  readonly fault?: readonly string[];
  /** Ids of silences of which the other reading is taken; `all` for every one. */
  readonly otherwise?: readonly string[];
}

/** What the command needs of its process. */
export interface EmulatorIo {
  write(text: string): void;
  /** Resolves when the command is to stop. */
  stopped(): Promise<void>;
}

/**
 * `certconform emulator`: starts the emulator, prints where it is, its credentials and a ready-to-use target profile, and
 * runs until it is stopped.
 *
 * @returns the exit code, once all sockets are closed.
 * @throws EmulatorError for a bad port, a port that is taken, an unknown fault, a file that cannot be written.
 * @throws DialectError for a bad dialect.
 */
export async function emulatorCommand(options: EmulatorCommandOptions, io: EmulatorIo = processIo()): Promise<number> {
  const name = options.dialect ?? 'default';
  const builtIn = BUILT_IN_DIALECTS.find((one) => one === name);
  const dialect = builtIn === undefined ? name : { base: builtIn, claimed: true };
  const contract = await loadContract({ dialect, validate: false });
  const emulator = await start(contract, options);
  try {
    const profile = { ...emulator.profile(), dialect };
    const yaml = `# Target profile of a running emulator (certconform run --target FILE).\n${profileYaml(profile)}`;
    if (options.profile !== undefined) await save('profile', options.profile, yaml);
    if (options.caOut !== undefined) await save('certificate', options.caOut, emulator.caCertificate);
    // Listening comes first: who reads that it runs may stop it at once.
    const stopped = io.stopped();
    io.write(summary(emulator, options));
    if (options.profile === undefined) io.write(yaml);
    await stopped;
  } finally {
    await emulator.close();
  }
  return 0;
}

/** Writes to the standard output; stops on SIGINT and SIGTERM. */
function processIo(): EmulatorIo {
  return {
    write: (text) => {
      process.stdout.write(text);
    },
    stopped: () =>
      new Promise((resolve) => {
        const stop = () => {
          process.off('SIGINT', stop);
          process.off('SIGTERM', stop);
          resolve();
        };
        process.on('SIGINT', stop);
        process.on('SIGTERM', stop);
      }),
  };
}

async function start(contract: Contract, options: EmulatorCommandOptions): Promise<Emulator> {
  const { host } = options;
  const control = options.controlPort === undefined ? false : portOf('control-port', options.controlPort);
  const certificate = await certificateOf(options);
  try {
    return await startEmulator({
      contract,
      beyond: options.strict !== true,
      tokenLifetime: lifetimeOf(options.tokenLifetime),
      ...(certificate === undefined ? {} : { certificate }),
      ...(host === undefined ? {} : { host }),
      port: portOf('port', options.port),
      tlsPort: portOf('tls-port', options.tlsPort),
      legacyPlainPort: portOf('plain-port', options.plainPort),
      controlPort: control,
      latencyMs: latencyOf(options.latency ?? 0),
      faults: options.fault ?? [],
      otherwise: options.otherwise?.includes('all') === true ? 'all' : (options.otherwise ?? []),
    });
  } catch (error) {
    throw listenProblem(error) ?? error;
  }
}

function latencyOf(value: string | number): number {
  const milliseconds = Number(value);
  if (Number.isInteger(milliseconds) && milliseconds >= 0 && milliseconds <= LONGEST_LATENCY) return milliseconds;
  throw new EmulatorError(
    `--latency ${value}: it must be a whole number of milliseconds, from 0 to ${LONGEST_LATENCY}.`,
  );
}

/** Milliseconds: beyond it no client waits. */
const LONGEST_LATENCY = 60_000;

/** The certificate of the two files. @throws EmulatorError where one is missing, cannot be read, or does not fit the other. */
async function certificateOf({ cert, key }: EmulatorCommandOptions): Promise<ServerCertificate | undefined> {
  if (cert === undefined && key === undefined) return undefined;
  if (cert === undefined || key === undefined)
    throw new EmulatorError('--cert and --key belong together: name the certificate and its private key, both PEM.');
  const read = async (option: string, file: string): Promise<string> => {
    try {
      return readHandedIn(file, 'utf8');
    } catch (error) {
      throw new EmulatorError(`--${option} ${file} cannot be read (${whyUnread(error)}); name a PEM file.`);
    }
  };
  const pair = { cert: await read('cert', cert), key: await read('key', key) };
  try {
    createSecureContext(pair);
  } catch {
    throw new EmulatorError(
      `--cert ${cert} and --key ${key} are no certificate and private key (PEM) that fit each other.`,
    );
  }
  return pair;
}

function lifetimeOf(value: string | number | undefined): number {
  const seconds = value === undefined ? 300 : Number(value);
  if (!Number.isInteger(seconds) || seconds < 1)
    throw new EmulatorError(`--token-lifetime must be a number of seconds of at least 1, not "${value}".`);
  return seconds;
}

function portOf(option: string, value: string | number | undefined): number {
  if (value === undefined) return 0;
  const port = /^\d+$/.test(String(value)) ? Number(value) : -1;
  if (port < 0 || port > 65_535) throw new EmulatorError(`--${option} must be a port from 0 to 65535, not "${value}".`);
  return port;
}

function listenProblem(error: unknown): EmulatorError | undefined {
  const { code, port, address } = error as { code?: string; port?: number; address?: string };
  if (code === 'EADDRINUSE')
    return new EmulatorError(`Port ${port} on ${address} is taken; choose another or leave it out.`);
  if (code === 'EACCES')
    return new EmulatorError(`Port ${port} needs more rights than this process has; choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new EmulatorError(`The address ${address} is not one of this machine's.`);
  return undefined;
}

async function save(what: string, file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { mode: 0o600 });
  } catch (error) {
    throw new EmulatorError(`The ${what} cannot be written to ${file}: ${(error as Error).message}.`);
  }
}

/** One fixture to a line: there are hundreds. */
function profileYaml(profile: Record<string, unknown>): string {
  const { fixtures, ...rest } = profile;
  const lines = Object.entries(fixtures as Record<string, unknown[]>).flatMap(([kind, list]) => [
    `  ${kind}:`,
    ...list.map((fixture) => `    - ${stringify(fixture, { collectionStyle: 'flow', lineWidth: 0 }).trim()}`),
  ]);
  return `${stringify(rest)}fixtures:\n${lines.join('\n')}\n`;
}

/** Everything as comments, so that the whole output is a profile when it is sent to a file. */
function summary(emulator: Emulator, options: EmulatorCommandOptions): string {
  const { credentials } = emulator;
  const rows: (readonly [string, string | undefined])[] = [
    ['Admin API', emulator.adminUrl],
    ['Admin API (TLS)', emulator.adminTlsUrl],
    ['Legacy actions', emulator.legacyUrl],
    ['  without TLS', emulator.legacyPlainUrl],
    ['Control', emulator.controlUrl],
    ['Bearer (MRAO)', credentials.bearer],
    ['Bearer (other)', credentials.secondBearer],
    ['Token URL', emulator.tokenUrl],
    ['  client', emulator.tokenUrl && `${credentials.clientId} / ${credentials.clientSecret}`],
    ['Legacy login', `${credentials.loginName} / ${credentials.loginPassword}`],
    ['  locked', `${credentials.lockedLogin.name} / ${credentials.lockedLogin.password}`],
    ['  expired', `${credentials.expiredLogin.name} / ${credentials.expiredLogin.password}`],
    ['Profile', options.profile],
    ['Certificate', options.caOut],
    ['Stop with', 'Ctrl-C'],
  ];
  const shown = rows.filter(([, value]) => value !== undefined);
  return `${['The reference emulator is running.', ...shown.map(([name, value]) => `${name.padEnd(16)} ${value}`)].map((line) => `# ${line}\n`).join('')}`;
}
