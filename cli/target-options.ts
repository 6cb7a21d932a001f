/** Options that say which target is meant, and what is made of them. */
import { basename, isAbsolute, relative, resolve } from 'node:path';
import type { Effect } from '../spec/vocabulary.ts';
import type { RunInput } from '../suites/runner/input.ts';
import { type EmbeddedTarget, embeddedTarget } from './embedded/target.ts';
import { UserError } from './user-error.ts';

/** What `addTargetOptions` parses. */
export interface TargetChoice {
  readonly target?: string;
  readonly set?: readonly string[];
  readonly effects?: Effect;
  readonly dialect?: string;
  readonly fault?: readonly string[];
}

/** The chosen target: a profile file, or the embedded emulator, which must be closed. */
export interface ChosenTarget {
  readonly profile: RunInput['profile'];
  readonly embedded: EmbeddedTarget | undefined;
  /** The options that choose it again, for the command that repeats a check; `=` keeps lists from taking the next word in. */
  readonly words: string;
}

/** Starts the embedded emulator when no profile is named. @throws UserError for an unknown dialect or fault of the emulator. */
export async function chooseTarget(choice: TargetChoice): Promise<ChosenTarget> {
  const overrides = { set: choice.set ?? [], ...(choice.effects === undefined ? {} : { effects: choice.effects }) };
  const effects = choice.effects === undefined ? '' : ` --effects ${choice.effects}`;
  const settings = (choice.set ?? [])
    .map((setting) => {
      const at = setting.indexOf('=') + 1;
      const value = setting.slice(at);
      return ` --set='${setting.slice(0, at)}${isAbsolute(value) ? published(value) : value}'`;
    })
    .join('');
  if (choice.target !== undefined) {
    refuseEmulatorOptions(choice);
    return {
      profile: { file: resolve(choice.target), ...overrides },
      embedded: undefined,
      words: ` --target ${published(choice.target)}${effects}${settings}`,
    };
  }
  const embedded = await embeddedTarget(choice);
  const dialect = choice.dialect === undefined ? '' : ` --dialect ${choice.dialect}`;
  const faults = (choice.fault ?? []).map((fault) => ` --fault=${fault}`).join('');
  return {
    profile: { data: embedded.profile, ...overrides },
    embedded,
    words: `${dialect}${faults}${effects}${settings}`,
  };
}

/** A path as it may be published: where a file lies on somebody's machine is nobody's business. */
function published(path: string): string {
  const below = relative(process.cwd(), path);
  return isAbsolute(below) || below.startsWith('..') ? basename(path) : below;
}

/** What only the embedded emulator understands is no setting of a profile: ignored, it would look as if it had been obeyed. */
function refuseEmulatorOptions({ target, dialect, fault }: TargetChoice): void {
  const given = dialect !== undefined ? '--dialect' : fault !== undefined ? '--fault' : undefined;
  if (given === undefined) return;
  throw new UserError(
    `${given} is for the embedded emulator and cannot stand beside --target ${target}; ${
      given === '--dialect' ? 'the profile says which dialect its server speaks' : 'leave one of them out'
    }.`,
  );
}
