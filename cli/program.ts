/** Commands and options. */
import { Command, InvalidArgumentError, Option } from 'commander';
import { EFFECTS } from '../spec/vocabulary.ts';
import { listCommand } from './list.ts';
import { type MutantOptions, mutantsCommand } from './mutants/command.ts';
import { packageFacts } from './package.ts';
import { type ReplayOptions, replayCommand } from './replay.ts';
import { type RunOptions, runCommand } from './run.ts';

/** Parses the arguments, runs the command and returns the exit code. */
export async function program(argv: readonly string[]): Promise<number> {
  let exitCode = 0;
  const finish = (code: Promise<number>): Promise<void> =>
    code.then((value) => {
      exitCode = value;
    });
  const { version } = packageFacts();
  const root = new Command('certconform')
    .description('Conformance suite for the certificate-management Admin Operations API and two legacy order actions.')
    .version(version)
    .exitOverride()
    .showSuggestionAfterError()
    .addHelpText('after', EXIT_CODES_HELP);
  addTargetOptions(
    root
      .command('run', { isDefault: false })
      .description('Judge a target, or the embedded reference emulator when none is given.')
      .exitOverride(),
  )
    .option('--out <dir>', 'folder for results and reports', 'reports/out')
    .option('--seed <n>', 'seed of all generated input', integer)
    .addOption(depthOption())
    .option('--runs <n>', 'random cases per property, in place of the depth’s number', integer)
    .option('--only <what...>', 'areas, operations or requirements to judge')
    .option('--dialect <name>', 'dialect of the embedded emulator (default, alternate)')
    .option('--fault <id...>', 'planted faults of the embedded emulator, to see the suite bite')
    .option('--allow-partial', 'exit with 0 when nothing failed but something could not be shown', false)
    .option('--no-html', 'skip the Allure HTML report')
    .action((options: RunOptions) => finish(runCommand(options)));
  addTargetOptions(root.command('replay').description('Repeat one check and show all that it saw.').exitOverride())
    .argument('<check>', 'id of a check or requirement')
    .option('--seed <n>', 'seed of all generated input', integer)
    .addOption(depthOption())
    .option('--runs <n>', 'random cases per property', integer)
    .action((check: string, options: ReplayOptions) => finish(replayCommand(check, options)));
  root
    .command('mutants')
    .description('Plant every fault of the emulator in turn and show which requirement notices.')
    .option('--only <what...>', 'families or faults')
    .option('--every <n>', 'only every n-th mutant', integer)
    .option('--seed <n>', 'seed of all generated input', integer)
    .addOption(depthOption())
    .option('--out <file>', 'where to write the matrix', 'reports/out/mutants.json')
    .exitOverride()
    .action((options: MutantOptions) => finish(mutantsCommand(options)));
  root
    .command('list')
    .description('Print areas, operations and requirements.')
    .argument('[what]', 'areas, operations, requirements or faults (of the emulator)', 'operations')
    .option('--area <area>', 'only this area')
    .option('--json', 'as JSON', false)
    .exitOverride()
    .action((what: string, options: { area?: string; json: boolean }) => finish(listCommand(what, options)));
  await root.parseAsync([...argv]);
  return exitCode;
}

/** Options that say which target is meant; shared by all commands that need one. */
export function addTargetOptions(command: Command): Command {
  return command
    .option('-t, --target <file>', 'target profile (YAML or JSON)')
    .option('--set <path=value...>', 'override a setting of the profile')
    .addOption(new Option('--effects <effect>', 'the most that the run may do to the target').choices([...EFFECTS]));
}

function depthOption(): Option {
  return new Option('--depth <depth>', 'number of generated cases')
    .choices(['quick', 'standard', 'deep'])
    .default('standard');
}

function integer(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('It must be a whole number.');
  return number;
}

const EXIT_CODES_HELP = `
Exit codes: 0 conformant, 1 non-conformant, 2 aborted (nothing could be judged, or a fault in the options or profile),
3 partial (nothing failed, something could not be shown).`;
