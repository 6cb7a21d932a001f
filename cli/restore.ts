/** `certconform restore`: finishes what a killed run left behind. */
import { resolve } from 'node:path';
import { type Style, styleFor } from '../reports/style.ts';
import { counted } from '../reports/visible.ts';
import type { Contract } from '../spec/types.ts';
import { paceOf } from '../suites/legacy/pace.ts';
import { contractFor, profileOf } from '../suites/runner/sources.ts';
import { createTarget, type Profile, pending, restore, type Target } from '../target/index.ts';
import { reachTarget } from './preflight.ts';
import { mustBeRunOf } from './run-folder.ts';
import { claimState, shardStates } from './state.ts';

export interface RestoreOptions {
  readonly target: string;
  readonly set?: readonly string[];
  readonly out?: string;
}

/** What came of one change. */
type Restoration = Awaited<ReturnType<typeof restore>>[number];

/** What came of it all. */
interface Outcome {
  readonly back: readonly Restoration[];
  /** Changed for good, as the profile permits with `allow: destroy`. */
  readonly spent: readonly Restoration[];
  readonly lost: readonly Restoration[];
  /** What a provisioning module had made and could not take away. */
  readonly leftovers: readonly string[];
}

/** Puts back what runs by a profile changed. Returns 0 when everything is as it was, 1 when something could not be put back. */
export async function restoreCommand(options: RestoreOptions): Promise<number> {
  // Only what the journal holds is sent, so no permission beyond that of the run that wrote it is needed.
  const profile = profileOf({
    profile: { file: resolve(options.target), set: options.set ?? [], effects: 'observe' },
  });
  const out = resolve(options.out ?? DEFAULT_OUT);
  if (options.out !== undefined) mustBeRunOf(out, options.out, profile);
  const contract = await contractFor(profile, false);
  const state = claimState(profile, out);
  try {
    const outcomes: Outcome[] = [];
    for (const folder of [state.folder, ...shardStates(profile, out)]) {
      outcomes.push(await putBackIn(folder, profile, contract));
    }
    const outcome = together(outcomes);
    process.stdout.write(describe(outcome, profile, styleFor(process.stdout)));
    return outcome.lost.length + outcome.leftovers.length > 0 ? 1 : 0;
  } finally {
    state.release();
  }
}

/** Where runs write when nobody says otherwise. */
const DEFAULT_OUT = 'reports/out';

/** Puts back what the journal in a folder holds; each shard of a run has its own. */
async function putBackIn(folder: string, profile: Profile, contract: Contract): Promise<Outcome> {
  const target = await createTarget(profile, { runDirectory: folder, ...paceOf(contract) });
  try {
    if (pending(folder).length > 0) await reachTarget(target, profile, contract);
    return await putBack(folder, target);
  } finally {
    await target.close();
  }
}

function together(outcomes: readonly Outcome[]): Outcome {
  return {
    back: outcomes.flatMap(({ back }) => back),
    spent: outcomes.flatMap(({ spent }) => spent),
    lost: outcomes.flatMap(({ lost }) => lost),
    leftovers: outcomes.flatMap(({ leftovers }) => leftovers),
  };
}

async function putBack(folder: string, target: Target): Promise<Outcome> {
  const all = await restore(folder, target);
  const open = all.filter(({ restored }) => !restored);
  const spent = open.filter(({ entry }) => entry.fixture.allow === 'destroy');
  // Asked for once, said once: the owner has given these away.
  for (const { entry } of spent) await target.journal.done(entry.id);
  return {
    back: all.filter(({ restored }) => restored),
    spent,
    lost: open.filter((result) => !spent.includes(result)),
    leftovers: await target.releaseLeftovers(),
  };
}

function describe({ back, spent, lost, leftovers }: Outcome, { name }: Profile, style: Style): string {
  const notes = (results: readonly Restoration[], mark: string): string[] =>
    results.map(({ note }) => `${mark} ${note}`);
  const bad = lost.length + leftovers.length;
  const count = back.length + spent.length + bad;
  const title =
    count === 0
      ? `${style.green(style.bold('NOTHING TO DO'))}  no change of a run is left on ${name}`
      : bad === 0
        ? `${style.green(style.bold('RESTORED'))}  ${counted(count, 'change')} of ${name} looked at, everything is as it was`
        : `${style.red(style.bold('NOT RESTORED'))}  ${counted(bad, 'thing')} on ${name} could not be put back`;
  const lines = [
    title,
    ...notes(lost, style.red('✗')),
    ...leftovers.map((text) => `${style.red('✗')} ${text}`),
    ...notes(back, style.green('✓')),
    ...spent.map(
      ({ entry }) =>
        `${style.dim('·')} ${entry.fixture.kind} ${JSON.stringify(entry.fixture.ids)} was used up, as allow: destroy permits.`,
    ),
  ];
  return `\n${lines.join('\n')}\n`;
}
