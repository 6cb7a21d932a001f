/** `certconform diff --target A --target B`: what two targets answer otherwise to the same cases. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type SeenCase, seenCase } from '../reports/diff/answer.ts';
import { differencesOf } from '../reports/diff/differences.ts';
import { differencesMarkdown, differencesText } from '../reports/diff/print.ts';
import { toPrettyJson } from '../reports/json.ts';
import { styleFor } from '../reports/style.ts';
import type { Depth, Effect } from '../spec/vocabulary.ts';
import { catalogue } from '../suites/catalogue.ts';
import { runGroups } from '../suites/engine/schedule.ts';
import { certificatesIn } from '../suites/lists/found.ts';
import { engineOf, presentFixtures } from '../suites/runner/engine.ts';
import { contractFor, profileOf } from '../suites/runner/sources.ts';
import { reachTarget } from './preflight.ts';
import { plannedRequirements } from './selection.ts';
import { claimState } from './state.ts';
import { UserError } from './user-error.ts';

export interface DiffOptions {
  readonly target: readonly string[];
  readonly effects?: Effect;
  readonly seed?: number;
  readonly depth: Depth;
  readonly only?: readonly string[];
  readonly format: 'text' | 'markdown' | 'json';
}

/** Asks both targets the same and compares the answers. Returns 1 when they differ. @throws UserError unless two profiles are named. */
export async function diffCommand(options: DiffOptions): Promise<number> {
  const [first, second, ...others] = options.target;
  if (first === undefined || second === undefined || others.length > 0)
    throw new UserError('diff compares two targets: give --target A --target B.');
  const [ours, theirs] = await Promise.all([askedOf(first, options), askedOf(second, options)]);
  const found = differencesOf(ours.cases, theirs.cases);
  const names = [ours.name, theirs.name] as const;
  const printed = {
    text: () => differencesText(names, found, styleFor(process.stdout)),
    markdown: () => differencesMarkdown(names, found),
    json: () => `${toPrettyJson({ targets: names, ...found })}\n`,
  };
  process.stdout.write(printed[options.format]());
  if (found.compared === 0) throw new UserError('The targets have no case in common: nothing was compared.');
  return found.groups.length === 0 ? 0 : 1;
}

interface Asked {
  readonly name: string;
  readonly cases: readonly SeenCase[];
}

/** Judges one target as a run does, and keeps what of its answers another one can be held against. */
async function askedOf(target: string, { effects, seed = 1, depth, only = [] }: DiffOptions): Promise<Asked> {
  const source = { file: resolve(target), set: [], ...(effects === undefined ? {} : { effects }) };
  const profile = profileOf({ profile: source });
  plannedRequirements(await contractFor(profile, true), only);
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-diff-'));
  try {
    const state = claimState(profile, runDirectory);
    try {
      const stateDirectory = state.folder;
      const input = { profile: source, runDirectory, stateDirectory, seed, depth, only, replayCommand: '' };
      const engine = await engineOf(input);
      try {
        const list = await reachTarget(engine.target, profile, engine.contract);
        for (const found of list === undefined ? [] : certificatesIn(engine.contract, list)) engine.target.learn(found);
        const cases: SeenCase[] = [];
        const onCase: NonNullable<typeof engine.onCase> = (requirement, { verdict }, { label, exchange }, about) => {
          const operation = about ?? engine.contract.requirement(requirement).operation ?? requirement;
          cases.push(seenCase({ requirement, operation, label, verdict }, exchange));
        };
        const groups = catalogue(engine.contract);
        await presentFixtures(engine, groups);
        await runGroups({ ...engine, onCase }, groups, () => undefined);
        return { name: profile.name, cases };
      } finally {
        await engine.target.close();
      }
    } finally {
      state.release();
    }
  } finally {
    rmSync(runDirectory, { recursive: true, force: true });
  }
}
