/** The subcommands of `certconform export`. */
import { type Command, Option } from 'commander';
import type { HarOptions } from './har.ts';
import type { OpenapiOptions } from './openapi.ts';
import type { RegisterOptions } from './registers.ts';

/** Adds `export` with what can be exported; `finish` takes the exit code of whichever is called. */
export function addExportCommands(root: Command, finish: (code: Promise<number>) => Promise<void>): void {
  const group = root
    .command('export')
    .description('Write what others can use: the contract as OpenAPI, its registers, the exchanges of a run.')
    .exitOverride();
  const add = (name: string, description: string): Command =>
    group
      .command(name)
      .description(description)
      .option('--force', 'overwrite a file that exists', false)
      .exitOverride();
  withDialect(add('openapi', 'The contract under a dialect as one OpenAPI document.'))
    .addOption(new Option('--format <format>', 'yaml or json').choices(['yaml', 'json']).default('yaml'))
    .option('--3.0', 'OpenAPI 3.0.3 in place of 3.1', false)
    .action((options: OpenapiOptions) =>
      finish(import('./openapi.ts').then(({ openapiCommand }) => openapiCommand(options))),
    );
  for (const [what, description] of [
    ['requirements', 'Every promise that is judged.'],
    ['silences', 'Every point that the contract leaves open, with the dialect’s answer.'],
  ] as const) {
    withDialect(add(what, description))
      .addOption(
        new Option('--format <format>', 'json, csv or markdown').choices(['json', 'csv', 'markdown']).default('json'),
      )
      .action((options: RegisterOptions) =>
        finish(import('./registers.ts').then(({ registerCommand }) => registerCommand(what, options))),
      );
  }
  add('har', 'The exchanges of a finished run as an HTTP Archive 1.2.')
    .argument('<dir>', 'folder of the run')
    .option('--out <file>', 'where to write; DIR.har without it')
    .action((dir: string, options: HarOptions) =>
      finish(import('./har.ts').then(({ harCommand }) => harCommand(dir, options))),
    );
}

function withDialect(command: Command): Command {
  return command
    .option('--dialect <name>', 'built-in dialect (default, alternate, none) or the path of a dialect file', 'default')
    .option('--out <file>', 'where to write; the standard output without it');
}
