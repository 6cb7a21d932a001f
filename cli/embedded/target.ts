/** The embedded target: the reference emulator, when the user names none. */
import { Worker } from 'node:worker_threads';
import type { BuiltInDialect } from '../../spec/dialect.ts';
import { codeEnding } from '../package.ts';
import { UserError } from '../user-error.ts';
import type { FromThread, ThreadInput } from './thread.ts';

export interface EmbeddedOptions {
  readonly dialect?: string;
  readonly fault?: readonly string[];
}

/** A running emulator and its profile. */
export interface EmbeddedTarget {
  readonly profile: object;
  close(): Promise<void>;
}

/**
 * Starts the emulator on free loopback ports, in a thread of its own: a target does not stand still while its verdicts are
 * reported.
 *
 * @throws UserError for an unknown dialect or fault.
 */
export async function embeddedTarget(options: EmbeddedOptions): Promise<EmbeddedTarget> {
  const dialect = options.dialect ?? 'default';
  if (dialect !== 'default' && dialect !== 'alternate') {
    throw new UserError(`The emulator has no dialect "${dialect}"; it speaks default and alternate.`);
  }
  const workerData: ThreadInput = { dialect: dialect satisfies BuiltInDialect, faults: options.fault ?? [] };
  const thread = new Worker(new URL(`./thread.${codeEnding}`, import.meta.url), { workerData });
  const ended = new Promise<void>((resolve) => thread.once('exit', () => resolve()));
  const said = await new Promise<FromThread>((resolve, reject) => {
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => reject(new Error(`The emulator's thread ended with code ${code}.`)));
  });
  const close = async (): Promise<void> => {
    thread.postMessage('close');
    await ended;
  };
  if ('profile' in said) return { profile: said.profile, close };
  await close();
  throw new UserError(said.mistake);
}
