/** `certconform replay CHECK`: repeats one check and shows all that it saw. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { explain, requestLine, responseLine } from '../reports/explain.ts';
import type { Result } from '../reports/model.ts';
import { outcomeOf } from '../reports/outcome.ts';
import type { Depth } from '../spec/vocabulary.ts';
import { catalogue } from '../suites/catalogue.ts';
import type { CheckGroup } from '../suites/engine/check.ts';
import { runGroups } from '../suites/engine/schedule.ts';
import { engineOf, presentFixtures, profileOf } from '../suites/runner/engine.ts';
import { contractOfTape, judgeTape } from '../suites/runner/tape.ts';
import { type Claim, claimState } from './state.ts';
import { tapeIn } from './tape.ts';
import { chooseTarget, type TargetChoice } from './target-options.ts';
import { UserError } from './user-error.ts';

export interface ReplayOptions extends TargetChoice {
  /** Folder of a run: the check is judged from its tape. */
  readonly tape?: string;
  readonly seed?: number;
  readonly depth: Depth;
  readonly runs?: number;
}

/** Repeats the check with this id, or the one that judges this requirement, and returns the exit code of its outcome. */
export async function replayCommand(wanted: string, options: ReplayOptions): Promise<number> {
  if (options.tape !== undefined) return replayTape(wanted, options.tape, options);
  const chosen = await chooseTarget(options);
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-replay-'));
  let state: Claim | undefined;
  try {
    state = claimState(profileOf(chosen), runDirectory);
    const engine = await engineOf({
      profile: chosen.profile,
      runDirectory,
      stateDirectory: state.folder,
      seed: options.seed ?? 1,
      depth: options.depth,
      ...(options.runs === undefined ? {} : { runs: options.runs }),
      only: [],
      replayCommand: `certconform replay${chosen.words}`,
    });
    try {
      const results: Result[] = [];
      const all = catalogue(engine.contract);
      const group = groupOf(all, wanted);
      const groups = [...before(all, group), group];
      for (const sentence of await presentFixtures(engine, groups)) process.stderr.write(`${sentence}\n`);
      const isWanted = ({ check }: Result): boolean => group.checks.some(({ id }) => id === check);
      await runGroups(engine, groups, (result) => {
        if (isWanted(result)) results.push(result);
      });
      for (const result of results) process.stdout.write(`${show(result)}\n`);
      return outcomeOf(results).exitCode;
    } finally {
      await engine.target.close();
    }
  } finally {
    state?.release();
    await chosen.embedded?.close();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}

/** Shows what a check makes of the exchanges that a run has kept; nothing is sent. */
async function replayTape(wanted: string, path: string, { target, fault, dialect }: ReplayOptions): Promise<number> {
  if ([target, fault, dialect].some((given) => given !== undefined)) {
    throw new UserError('--tape is a target of its own; leave out --target, --fault and --dialect.');
  }
  const tape = tapeIn(path);
  const contract = await contractOfTape(tape);
  const [check] = groupOf(catalogue(contract), wanted).checks;
  const { results } = await judgeTape(tape, contract);
  const own = results.filter((result) => result.check === check?.id);
  if (own.length === 0) throw new UserError(`The run in ${path} was not about ${wanted}.`);
  for (const result of own) process.stdout.write(`${show(result)}\n`);
  return outcomeOf(own).exitCode;
}

function groupOf(groups: readonly CheckGroup[], wanted: string): CheckGroup {
  for (const group of groups) {
    const checks = group.checks.filter(({ id, requirements }) => id === wanted || requirements.includes(wanted));
    if (checks.length > 0) return { ...group, checks };
  }
  throw new UserError(`There is no check or requirement "${wanted}"; see "certconform list requirements".`);
}

/** What a check looks back on: the groups of its operation. */
function before(groups: readonly CheckGroup[], { after, area, checks }: CheckGroup): CheckGroup[] {
  if (after === undefined) return [];
  return groups.filter(
    (one) =>
      one.after === undefined && one.area === area && checks.some(({ id }) => id.startsWith(`${one.operation}.`)),
  );
}

function show(result: Result): string {
  if (result.failure !== undefined) return explain(result);
  const lines = [`${result.verdict}  ${result.requirement}  (${result.cases.judged} cases)`];
  if (result.reason !== undefined) lines.push(`    ${result.reason}`);
  for (const exchange of result.exchanges) lines.push(`    ${requestLine(exchange)} → ${responseLine(exchange)}`);
  return lines.join('\n');
}
