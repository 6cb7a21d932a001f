/** Options that say which target is meant, and what is made of them. */
import { isAbsolute, resolve } from 'node:path';
import { quote } from '../reports/shell.ts';
import type { Effect } from '../spec/vocabulary.ts';
import type { RunInput } from '../suites/runner/input.ts';
import { type EmbeddedTarget, embeddedTarget } from './embedded/target.ts';
import { programWords, published, type Words } from './invocation.ts';
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
  /** The command that repeats one of its checks, but for the check; `=` keeps lists from taking the next word in. */
  readonly replay: Words;
}

/** Starts the embedded emulator when no profile is named. @throws UserError for an unknown dialect or fault of the emulator. */
export async function chooseTarget(choice: TargetChoice): Promise<ChosenTarget> {
  const overrides = { set: choice.set ?? [], ...(choice.effects === undefined ? {} : { effects: choice.effects }) };
  if (choice.target !== undefined) {
    refuseEmulatorOptions(choice);
    return {
      profile: { file: resolve(choice.target), ...overrides },
      embedded: undefined,
      replay: replayOf(choice),
    };
  }
  const embedded = await embeddedTarget(choice);
  return { profile: { data: embedded.profile, ...overrides }, embedded, replay: replayOf(choice) };
}

function replayOf(choice: TargetChoice): Words {
  const program = programWords();
  return {
    here: [program.here, 'replay', ...optionsOf(choice, (path) => path)].join(' '),
    published: [program.published, 'replay', ...optionsOf(choice, published)].join(' '),
  };
}

/** The options that choose this target again, each with its paths as `told` tells them. */
function optionsOf({ target, dialect, fault, effects, set }: TargetChoice, told: (path: string) => string): string[] {
  return [
    ...(target === undefined ? [] : [`--target ${quote(told(target))}`]),
    ...(dialect === undefined ? [] : [`--dialect ${dialect}`]),
    ...(fault ?? []).map((one) => `--fault=${quote(one)}`),
    ...(effects === undefined ? [] : [`--effects ${effects}`]),
    ...(set ?? []).map((setting) => {
      const at = setting.indexOf('=') + 1;
      const value = setting.slice(at);
      return `--set=${quote(setting.slice(0, at) + (isAbsolute(value) ? told(value) : value))}`;
    }),
  ];
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
