/** Commands and options. A command is loaded when it is called: help and mistakes are answered at once. */
import { Command, InvalidArgumentError, Option } from 'commander';
import type { EmulatorCommandOptions } from '../emulator/index.ts';
import { EFFECTS } from '../spec/vocabulary.ts';
import type { Shard } from '../suites/runner/shard.ts';
import { keepAllureOption } from './allure-results.ts';
import { maxRequestsOption, maxTimeOption } from './budget-options.ts';
import type { CompareOptions } from './compare.ts';
import type { DiffOptions } from './diff.ts';
import type { DoctorOptions } from './doctor.ts';
import { addExportCommands } from './export/commands.ts';
import type { InitOptions } from './init.ts';
import type { LearnOptions } from './learn.ts';
import type { MergeOptions } from './merge.ts';
import type { MutantOptions } from './mutants/command.ts';
import { packageFacts } from './package.ts';
import type { PlanOptions } from './plan.ts';
import type { ReplayOptions } from './replay.ts';
import type { RestoreOptions } from './restore.ts';
import type { RunOptions } from './run.ts';
import type { SignOptions } from './sign.ts';
import type { VerifyOptions } from './verify.ts';

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
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'certconform: ')) })
    .addHelpText('after', EXIT_CODES_HELP);
  addTargetOptions(
    root
      .command('run', { isDefault: false })
      .description('Judge a target, or the embedded reference emulator when none is given.')
      .exitOverride(),
  )
    .option('--out <dir>', 'folder for results and reports', 'reports/out')
    .option('--seed <n>', 'seed of all generated input', integer)
    .addOption(depthOption({ stands: false }))
    .option('--runs <n>', 'random cases per property, in place of the depth’s number', positive)
    .option('--only <what...>', 'areas, operations or requirements to judge')
    .option('--shard <k/n>', 'judge the k-th of n parts that share no entity; "merge" makes one run of them', shard)
    .addOption(maxRequestsOption())
    .addOption(maxTimeOption())
    .option(
      '--repeat-failures <n>',
      'ask what failed so many times more, whatever the target; what does not fail each time warns',
      natural,
    )
    .option('--fail-fast', 'stop at the first failure, and put back what was begun', false)
    .option('--max-failures <n>', 'stop when so many requirements have failed', positive)
    .option('--rerun-failed <dir>', 'judge only what failed or was not shown in the run of this folder, as it was run')
    .option('--dialect <name>', 'dialect of the embedded emulator (default, alternate)')
    .option('--fault <id...>', 'planted faults of the embedded emulator, to see the suite bite')
    .option('--known <file>', 'known failures: exit with 0 when exactly these fail, as noted')
    .option('--fix', 'take what is fixed out of that file', false)
    .option('--allow-partial', 'exit with 0 when nothing failed but something could not be shown', false)
    .option('--no-html', 'skip the Allure HTML report')
    .addOption(keepAllureOption())
    .option('-v, --verbose', 'tell each verdict as it comes', false)
    .option('-q, --quiet', 'tell the outcome and what is wrong, and no more', false)
    .option('--json', 'tell what happens as events, one JSON object a line (events.schema.json)', false)
    .action((options: RunOptions) => finish(runInThread(options)));
  addTargetOptions(root.command('replay').description('Repeat one check and show all that it saw.').exitOverride())
    .argument('<check>', 'id of a check or requirement')
    .option('--tape <dir>', 'judge it from the tape of the run in this folder; nothing is sent')
    .option('--dialect <name>', 'dialect of the embedded emulator (default, alternate)')
    .option('--fault <id...>', 'planted faults of the embedded emulator')
    .option('--seed <n>', 'seed of all generated input', integer)
    .addOption(depthOption())
    .option('--runs <n>', 'random cases per property', positive)
    .action((check: string, options: ReplayOptions) =>
      finish(import('./replay.ts').then(({ replayCommand }) => replayCommand(check, options))),
    );
  root
    .command('init')
    .description('Write a commented target profile: asks in a terminal, takes options elsewhere.')
    .option('--url <url>', 'base URL of the Admin Operations API')
    .option('--bearer-env <name>', 'environment variable that holds the bearer token')
    .option('--role <role>', 'role of that administrator')
    .option('--second-bearer-env <name>', 'environment variable with the token of an administrator of another role')
    .option('--second-role <role>', 'role of the second administrator')
    .option('--legacy-url <url>', 'base URL of the legacy order actions')
    .option('--legacy-login <name>', 'login name of the legacy account')
    .option('--legacy-password-env <name>', 'environment variable that holds its password')
    .option('--ca <file>', 'PEM file of an authority to trust besides the well-known ones')
    .option('--client-cert <file>', 'PEM file of a client certificate')
    .option('--client-key <file>', 'PEM file of its private key')
    .option('--name <name>', 'name of the target in reports')
    .option('--product <name>', 'for the statement: name of the product under test')
    .option('--organization <name>', 'who makes it or runs it')
    .option('--product-version <version>', 'its version')
    .option('--commit <id>', 'commit that it was built from')
    .option('--product-url <url>', 'where more about it can be read')
    .option('--contact <text>', 'whom to ask about the statement')
    .option('--environment <text>', 'where it runs, as staging')
    .option('--out <file>', 'where to write the profile', 'certconform.yaml')
    .option('--force', 'overwrite a file that exists', false)
    .option('--yes', 'ask nothing, also in a terminal', false)
    .option('--no-try', 'do not ask the server whether the answers fit it')
    .action((options: InitOptions) => finish(import('./init.ts').then(({ initCommand }) => initCommand(options))));
  addTargetOptions(root.command('doctor').description('Look whether a target and its profile are fit for a run.'))
    .option('--json', 'as JSON', false)
    .action((options: DoctorOptions) =>
      finish(import('./doctor.ts').then(({ doctorCommand }) => doctorCommand(options))),
    );
  addTargetOptions(
    root.command('plan').description('Show what a run would do and what it could not show; nothing is sent.'),
  )
    .option('--seed <n>', 'seed of all generated input', integer)
    .addOption(depthOption())
    .option('--only <what...>', 'areas, operations or requirements')
    .option('--dialect <name>', 'dialect of the embedded emulator (default, alternate)')
    .option('--json', 'as JSON, check by check', false)
    .action((options: PlanOptions) => finish(import('./plan.ts').then(({ planCommand }) => planCommand(options))));
  addTargetOptions(
    root
      .command('learn')
      .description('Look at a target, or at what a run saw of it, and suggest what to add to its profile.')
      .exitOverride(),
  )
    .option('--run <dir>', 'learn from the run in this folder; nothing is sent')
    .option('--from <file>', 'suggestions that were written before, to be applied; nothing is sent')
    .option('--out <file>', 'where to write the suggestions', 'suggested.yaml')
    .option('--apply', 'merge them into the profile: shows the difference, and asks', false)
    .option('--yes', 'ask nothing', false)
    .action((options: LearnOptions) => finish(import('./learn.ts').then(({ learnCommand }) => learnCommand(options))));
  root
    .command('verify')
    .description('Judge a finished run again from its tape, and compare it with its results and statement.')
    .argument('<dir>', 'folder of the run')
    .option('--key <file>', 'public key (PEM, Ed25519) with which the statement must have been signed')
    .option('--json', 'as JSON', false)
    .exitOverride()
    .action((dir: string, options: VerifyOptions) =>
      finish(import('./verify.ts').then(({ verifyCommand }) => verifyCommand(dir, options))),
    );
  root
    .command('merge')
    .description('Make one run, with its reports, of the shards of a run.')
    .argument('<dirs...>', 'folders of the shards')
    .option('--out <dir>', 'new folder for the results and reports', 'reports/merged')
    .option('--known <file>', 'known failures: exit with 0 when exactly these fail, as noted')
    .option('--allow-partial', 'exit with 0 when nothing failed but something could not be shown', false)
    .option('--no-html', 'skip the Allure HTML report')
    .addOption(keepAllureOption())
    .exitOverride()
    .action((dirs: string[], options: MergeOptions) =>
      finish(import('./merge.ts').then(({ mergeCommand }) => mergeCommand(dirs, options))),
    );
  root
    .command('compare')
    .description('Show what is otherwise in a later run than in an earlier one; exit with 1 when something got worse.')
    .argument('<earlier>', 'folder of a run, or its statement.json')
    .argument('<later>', 'the same of another run')
    .addOption(formatOption())
    .exitOverride()
    .action((earlier: string, later: string, options: CompareOptions) =>
      finish(import('./compare.ts').then(({ compareCommand }) => compareCommand(earlier, later, options))),
    );
  root
    .command('diff')
    .description('Ask two targets the same, and show what they answer otherwise; exit with 1 when they differ.')
    .requiredOption('-t, --target <file>', 'target profile; give two of them', several)
    .addOption(new Option('--effects <effect>', 'the most that may be done to either').choices([...EFFECTS]))
    .option('--seed <n>', 'seed of all generated input', integer)
    .addOption(depthOption())
    .option('--only <what...>', 'areas, operations or requirements')
    .addOption(formatOption())
    .exitOverride()
    .action((options: DiffOptions) => finish(import('./diff.ts').then(({ diffCommand }) => diffCommand(options))));
  root
    .command('baseline')
    .description('Print what failed in a finished run as a file of known failures, to be completed by hand.')
    .argument('<dir>', 'folder of the run')
    .exitOverride()
    .action((dir: string) => finish(import('./known.ts').then(({ baselineCommand }) => baselineCommand(dir))));
  root
    .command('sign')
    .description('Sign statement, results and tape of a finished run, as an in-toto attestation.')
    .argument('<dir>', 'folder of the run')
    .requiredOption('--key <file>', 'private key (PEM, Ed25519)')
    .exitOverride()
    .action((dir: string, options: SignOptions) =>
      finish(import('./sign.ts').then(({ signCommand }) => signCommand(dir, options))),
    );
  addExportCommands(root, finish);
  root
    .command('restore')
    .description('Put back what a killed run changed and could not put back itself.')
    .requiredOption('-t, --target <file>', 'target profile of that run')
    .option('--set <path=value...>', 'override a setting of the profile')
    .option('--out <dir>', 'folder of that run, to be sure that it was against this target')
    .action((options: RestoreOptions) =>
      finish(import('./restore.ts').then(({ restoreCommand }) => restoreCommand(options))),
    );
  root
    .command('emulator')
    .description('Run the reference emulator and print its URLs, credentials and a ready-to-use profile.')
    .option('--host <address>', 'address to listen on (127.0.0.1)')
    .option('--port <n>', 'port of the Admin Operations API over HTTP; any free one without it')
    .option('--tls-port <n>', 'port of HTTPS, for both interfaces')
    .option('--plain-port <n>', 'port of plain HTTP on which the legacy actions refuse every call')
    .option('--control-port <n>', 'port of the control interface (state, log, reset, faults); none without it')
    .option('--latency <ms>', 'milliseconds that each answer takes longer, as of a server far away')
    .option('--dialect <name>', 'built-in dialect (default, alternate) or the path of a dialect file')
    .option('--profile <file>', 'write the profile to a file')
    .option('--strict', 'nothing beyond the contract: no token endpoint, no plain lists', false)
    .option('--token-lifetime <seconds>', 'how long a token of the token endpoint is good (300)')
    .option('--cert <file>', 'certificate for HTTPS (PEM); self-signed without it')
    .option('--key <file>', 'its private key (PEM)')
    .option('--ca-out <file>', 'write the certificate that clients have to trust to a file')
    .option('--fault <id...>', 'planted faults')
    .action((options: EmulatorCommandOptions) =>
      finish(import('../emulator/index.ts').then(({ emulatorCommand }) => emulatorCommand(options))),
    );
  root
    .command('mutants')
    .description('Plant every fault of the emulator in turn and show which requirement notices.')
    .option('--only <what...>', 'families, operators of the fault model, or faults')
    .option('--record', 'write what became of the fault model to spec/fault-model/hunted.json', false)
    .option('--curve', 'write what a budget of requests buys: suites/engine/worth.json and docs/budgets.md', false)
    .option('--every <n>', 'only every n-th mutant', positive)
    .option('--seed <n>', 'seed of all generated input', integer)
    .addOption(depthOption())
    .option('--out <file>', 'where to write the matrix', 'reports/out/mutants.json')
    .exitOverride()
    .action((options: MutantOptions) =>
      finish(import('./mutants/command.ts').then(({ mutantsCommand }) => mutantsCommand(options))),
    );
  root
    .command('list')
    .description('Print areas, operations, requirements, silences or faults.')
    .argument('[what]', 'areas, operations, requirements, silences or faults (of the emulator)', 'operations')
    .option('--area <area>', 'only this area')
    .option('--json', 'as JSON', false)
    .exitOverride()
    .action((what: string, options: { area?: string; json: boolean }) =>
      finish(import('./list.ts').then(({ listCommand }) => listCommand(what, options))),
    );
  await root.parseAsync([...argv]);
  return exitCode;
}

/** Options that say which target is meant; shared by all commands that need one. */
function addTargetOptions(command: Command): Command {
  return command
    .option('-t, --target <file>', 'target profile (YAML or JSON)')
    .option('--set <path=value...>', 'override a setting of the profile')
    .addOption(new Option('--effects <effect>', 'the most that the run may do to the target').choices([...EFFECTS]));
}

/** @param stands false where its absence means something. */
function depthOption({ stands }: { readonly stands: boolean } = { stands: true }): Option {
  return new Option('--depth <depth>', 'number of generated cases')
    .choices(['quick', 'standard', 'deep'])
    .default(stands ? 'standard' : undefined, 'standard');
}

function formatOption(): Option {
  return new Option('--format <format>', 'text, markdown or json')
    .choices(['text', 'markdown', 'json'])
    .default('text');
}

function several(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

function integer(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new InvalidArgumentError('It must be a whole number.');
  return number;
}

function shard(value: string): Shard {
  const [, place = '', of = ''] = /^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? [];
  const found = { place: Number(place), of: Number(of) };
  if (place === '' || found.place < 1 || found.place > found.of)
    throw new InvalidArgumentError('It must be as 1/4: the number of the shard, from 1, and how many there are.');
  return found;
}

function natural(value: string): number {
  const number = integer(value);
  if (number < 0) throw new InvalidArgumentError('It must be at least 0.');
  return number;
}

function positive(value: string): number {
  const number = integer(value);
  if (number < 1) throw new InvalidArgumentError('It must be at least 1.');
  return number;
}

const EXIT_CODES_HELP = `
Exit codes: 0 conformant, 1 non-conformant, 2 aborted (nothing could be judged, or a fault in the options or profile),
3 partial (nothing failed, something could not be shown).`;

/** The thread of the checks begins before all else of a run, even what chooses the target: it has the most to load. */
async function runInThread(options: RunOptions): Promise<number> {
  const { beginEngine } = await import('./engine/index.ts');
  const engine = beginEngine();
  try {
    const { runCommand } = await import('./run.ts');
    return await runCommand(options, engine);
  } finally {
    await engine.close();
  }
}
