/** How many requests the checks of a standard run take on the emulator, and which of them are judged together. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmulator } from '../../emulator/index.ts';
import type { Contract } from '../../spec/types.ts';
import type { Depth } from '../../spec/vocabulary.ts';
import { catalogue } from '../../suites/catalogue.ts';
import type { CheckGroup } from '../../suites/engine/check.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { engineOf, presentFixtures } from '../../suites/runner/engine.ts';

/** What can be judged by itself, at what cost in requests. */
export interface Priced {
  readonly group?: string;
  readonly check?: string;
  readonly requirement?: string;
  readonly requests: number;
  readonly requirements: readonly string[];
}

export interface Prices {
  /** Requests before the first check. */
  readonly before: number;
  readonly all: readonly Priced[];
}

/** Runs everything once on an emulator of its own. */
export async function pricesOf(contract: Contract, options: { seed: number; depth: Depth }): Promise<Prices> {
  const emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false });
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-prices-'));
  const sent = new Map<string, number>();
  const count = (): number => [...sent.values()].reduce((sum, one) => sum + one, 0);
  try {
    const profile = { data: emulator.profile(), set: [] };
    const engine = await engineOf({ ...options, profile, runDirectory, only: [], replayCommand: '' });
    const { target } = engine;
    const send = target.send.bind(target);
    target.send = (request, how) => {
      sent.set(request.check ?? '', (sent.get(request.check ?? '') ?? 0) + 1);
      return send(request, how);
    };
    const groups = catalogue(contract);
    await presentFixtures(engine, groups);
    const before = count();
    await runGroups(engine, groups, () => undefined);
    await target.close();
    return { before, all: groups.flatMap((group) => pricedIn(group, sent)) };
  } finally {
    await emulator.close();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}

/** What a check takes at least that leans on requests of its group. */
const LEAST_SHARED = 2;

/** Requests in the name of a group serve all of its checks: where they are most of it, it is judged as a whole. */
function pricedIn({ id, checks }: CheckGroup, sent: ReadonlyMap<string, number>): Priced[] {
  const shared = sent.get(id) ?? 0;
  const own = checks.map((check) => (check.id === id ? 0 : (sent.get(check.id) ?? 0)));
  const sum = own.reduce((all, one) => all + one, 0);
  if (shared > sum)
    return [{ group: id, requests: shared + sum, requirements: checks.flatMap(({ requirements }) => requirements) }];
  const more = sum === 0 ? 1 : 1 + shared / sum;
  return checks.flatMap((check, at): Priced[] => {
    const requests = Math.max((own[at] ?? 0) * more, shared > 0 ? LEAST_SHARED : 0);
    const { requirements } = check;
    if (check.divisible !== true || requirements.length === 1)
      return [{ check: check.id, requests: Math.ceil(requests), requirements }];
    const each = Math.ceil(requests / requirements.length);
    return requirements.map((requirement) => ({
      check: check.id,
      requirement,
      requests: each,
      requirements: [requirement],
    }));
  });
}
