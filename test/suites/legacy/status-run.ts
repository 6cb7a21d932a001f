/** Runs the checks of the status action, on both its paths, against a server that is told nothing of any dialect. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Result } from '../../../reports/model.ts';
import { runGroups } from '../../../suites/engine/schedule.ts';
import { legacyGroups } from '../../../suites/legacy/index.ts';
import type { Patience } from '../../../suites/legacy/pace.ts';
import { throttleOf } from '../../../suites/legacy/throttle.ts';
import { contractFor } from '../../../suites/runner/sources.ts';
import { createTarget, profileFrom } from '../../../target/index.ts';
import { LOGIN, type Unlike } from './unlike.ts';

export interface StatusRun {
  /** These requirements and what they need; all when left out. */
  readonly only?: readonly string[];
  readonly patience?: Patience;
  /** More of the profile's `legacy`. */
  readonly legacy?: object;
  /** Other logins that the profile names. */
  readonly logins?: readonly object[];
}

/** Gives the results of the status action. */
export async function runStatus(
  server: Unlike,
  { only, patience, legacy, logins = [] }: StatusRun = {},
): Promise<Result[]> {
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-status-'));
  const order = (orderNumber: string, traits: object) => ({ ids: { orderNumber }, traits, allow: 'observe' });
  const orders = [order('1', { order: 'single', state: 'pending' }), order('2', { order: 'multi' })];
  const data = {
    name: 'status',
    legacy: { url: server.url, plainUrl: server.plainUrl, ...LOGIN, ...legacy },
    dialect: 'default',
    effects: 'observe',
    fixtures: {
      order: orders,
      login: logins.map((ids) => ({ ids, traits: { state: 'locked' }, allow: 'observe' })),
    },
  };
  const profile = profileFrom(data, { set: [] });
  const target = await createTarget(profile, { runDirectory, seed: 1, workers: 1 });
  const contract = await contractFor(profile, false);
  if (patience !== undefined) throttleOf(target, contract, patience);
  const results: Result[] = [];
  const engine = {
    contract,
    target,
    seed: 1,
    depth: 'quick' as const,
    replay: (check: string) => check,
    ...(only === undefined ? {} : { only: (id: string) => only.includes(id) }),
  };
  const groups = legacyGroups(contract).filter(({ area }) => area === 'legacy-status');
  await runGroups(engine, groups, (result) => results.push(result));
  await target.close();
  rmSync(runDirectory, { recursive: true, force: true });
  return results;
}

/** Requirements with one of these verdicts, and why. */
export function having(results: readonly Result[], ...verdicts: readonly Result['verdict'][]): string[] {
  return results
    .filter(({ verdict }) => verdicts.includes(verdict))
    .map(({ requirement, failure, reason }) => `${requirement}: ${failure?.actual ?? reason ?? ''}`);
}
