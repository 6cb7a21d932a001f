/** `certconform replay CHECK`: repeats one check and shows all that it saw. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Asked, exchangesText } from '../reports/exchanges.ts';
import { explain } from '../reports/explain.ts';
import type { Result } from '../reports/model.ts';
import { outcomeOf } from '../reports/outcome.ts';
import { styleFor } from '../reports/style.ts';
import { counted, visible } from '../reports/visible.ts';
import type { Depth } from '../spec/vocabulary.ts';
import { catalogue } from '../suites/catalogue.ts';
import type { CheckGroup } from '../suites/engine/check.ts';
import { runGroups } from '../suites/engine/schedule.ts';
import { engineOf, presentFixtures } from '../suites/runner/engine.ts';
import { contractOfTape, judgeTape } from '../suites/runner/rejudging.ts';
import { profileOf } from '../suites/runner/sources.ts';
import { passOn, type Target } from '../target/index.ts';
import { command } from './invocation.ts';
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
    const plain = await engineOf({
      profile: chosen.profile,
      runDirectory,
      stateDirectory: state.folder,
      seed: options.seed ?? 1,
      depth: options.depth,
      ...(options.runs === undefined ? {} : { runs: options.runs }),
      only: [],
      replayCommand: chosen.replay.here,
    });
    const asked: Asked[] = [];
    const engine = { ...plain, target: overheard(plain.target, asked) };
    try {
      const results: Result[] = [];
      const all = catalogue(engine.contract);
      const group = groupOf(all, wanted);
      const earlier = before(all, group);
      // The group stays whole, though only some of it is asked: it is cut, and dealt its entities, as in a run.
      const groups = [...earlier, ...all.filter(({ id }) => id === group.id)];
      const asks = new Set([...earlier, group].flatMap(({ checks }) => checks.flatMap((one) => one.requirements)));
      const only = (requirement: string): boolean => asks.has(requirement);
      for (const sentence of await presentFixtures({ ...engine, only }, groups)) process.stderr.write(`${sentence}\n`);
      const isWanted = ({ check }: Result): boolean => group.checks.some(({ id }) => id === check);
      await runGroups({ ...engine, only }, groups, (result) => {
        if (isWanted(result)) results.push(result);
      });
      const wantedOnes = aboutWanted(results, wanted);
      tell(wantedOnes, asked.filter(isOf(group)));
      return outcomeOf(wantedOnes).exitCode;
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
  const group = groupOf(catalogue(contract), wanted);
  const { results, groundless, missing } = await judgeTape(tape, contract);
  const own = aboutWanted(
    results.filter((result) => group.checks.some(({ id }) => id === result.check)),
    wanted,
  );
  if (own.length === 0) throw new UserError(`The run in ${path} was not about ${wanted}.`);
  if (own.some(({ check }) => groundless.has(check))) {
    const [first] = missing;
    const why =
      first === undefined ? 'holds bodies cut short, or other requests' : `holds no ${first.what} of ${first.check}`;
    throw new UserError(`${wanted} cannot be judged from the tape in ${path}: it ${why}.`);
  }
  const asked = tape.exchanges.flatMap(({ check, exchange }) => (exchange === undefined ? [] : [{ check, exchange }]));
  tell(own, asked.filter(isOf(group)));
  return outcomeOf(own).exitCode;
}

function groupOf(groups: readonly CheckGroup[], wanted: string): CheckGroup {
  for (const group of groups) {
    const checks = group.checks.filter(({ id, requirements }) => id === wanted || requirements.includes(wanted));
    if (checks.length > 0) return { ...group, checks };
  }
  throw new UserError(`There is no check or requirement "${wanted}"; see "${command('list requirements')}".`);
}

/** What a check looks back on: the groups of its operation. */
function before(groups: readonly CheckGroup[], { after, area, checks }: CheckGroup): CheckGroup[] {
  if (after === undefined) return [];
  return groups.filter(
    (one) =>
      one.after === undefined && one.area === area && checks.some(({ id }) => id.startsWith(`${one.operation}.`)),
  );
}

/** The target, with all that it is asked noted in order. */
function overheard(target: Target, asked: Asked[]): Target {
  return {
    ...passOn(target),
    send: async (request, options) => {
      const exchange = await target.send(request, options);
      asked.push({ check: request.check ?? '', exchange });
      return exchange;
    },
  };
}

/** What was asked by the checks of a group, or for them. */
function isOf({ id, checks }: CheckGroup): (asked: Asked) => boolean {
  return ({ check }) => check === id || checks.some((one) => one.id === check);
}

/** The results of the wanted requirement; all of the check where its own id is wanted. */
function aboutWanted(results: readonly Result[], wanted: string): Result[] {
  const own = results.filter(({ requirement }) => requirement === wanted);
  return own.length > 0 ? own : [...results];
}

/** Shows every exchange in full, and then what was made of them. */
function tell(results: readonly Result[], asked: readonly Asked[]): void {
  const style = styleFor(process.stdout);
  if (asked.length > 0) process.stdout.write(`${exchangesText(asked, results, style)}\n\n`);
  for (const result of results) process.stdout.write(`${show(result)}\n`);
}

function show(result: Result): string {
  if (result.failure !== undefined) return explain(result);
  const lines = [`${result.verdict}  ${result.requirement}  (${counted(result.cases.judged, 'case')})`];
  if (result.reason !== undefined) lines.push(`    ${visible(result.reason)}`);
  return lines.join('\n');
}
