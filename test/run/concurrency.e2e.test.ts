/** A whole run asks the same and finds the same however many requests may be in flight, and never has more of them at the server than that. */
import { subscribe } from 'node:diagnostics_channel';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { startEmulator } from '../../emulator/index.ts';
import type { Result } from '../../reports/model.ts';
import { loadContract } from '../../spec/load.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { engineOf } from '../../suites/runner/engine.ts';
import { temporaryFolder } from './support.ts';

const folder = temporaryFolder('concurrency');
afterAll(() => folder.remove());

/** At the server: those at work, and the most there ever were. */
const seen = { now: 0, most: 0 };
subscribe('http.server.request.start', () => {
  seen.now += 1;
  seen.most = Math.max(seen.most, seen.now);
});
subscribe('http.server.response.finish', () => {
  seen.now -= 1;
});

/** Which of several entities a check gets may depend on which are free; what it asks of one does not. */
const ENTITY = /(?<=\/)([^/?]*\d[^/?]*)(?=[/?]|$)/g;

/** What the checks of the list read once, whichever of them came first asked for. */
const SHARED = /^(ssl\.list)\..*/;

interface Ran {
  readonly most: number;
  readonly verdicts: ReadonlyMap<string, string>;
  /** What each check asked for: methods, paths and names of parameters; of what only looks, their values, too. */
  readonly requests: ReadonlyMap<string, readonly string[]>;
}

async function ran(concurrency: number): Promise<Ran> {
  const contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  const emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false, latencyMs: 3 });
  Object.assign(seen, { now: 0, most: 0 });
  const engine = await engineOf({
    profile: { data: { ...emulator.profile(), limits: { concurrency } }, set: [] },
    runDirectory: join(folder.path, String(concurrency)),
    seed: 1,
    depth: 'quick',
    only: [],
    replayCommand: '',
  });
  const asked = new Map<string, Set<string>>();
  const { target } = engine;
  const send = target.send.bind(target);
  target.send = (request, options) => {
    const { check: by = '', method, target: url } = request;
    const [path = '', query = ''] = url.split('?');
    const names = [...new URLSearchParams(query).keys()].filter((name) => !/\W/.test(name));
    // What is written to an entity begins with what it shows, and so with which one was free.
    const given = method === 'GET' ? query : names.sort().join(' ');
    const told = `${method} ${path.replaceAll(ENTITY, 'one')} ${given}`;
    const check = by.replace(SHARED, '$1');
    asked.set(check, (asked.get(check) ?? new Set()).add(told));
    return send(request, options);
  };
  const results: Result[] = [];
  await runGroups(engine, catalogue(engine.contract), (result) => results.push(result));
  await target.close();
  await emulator.close();
  const { most } = seen;
  const requests = new Map([...asked].map(([check, all]) => [check, [...all].sort()]));
  return { most, requests, verdicts: new Map(results.map((one) => [`${one.requirement} ${one.check}`, one.verdict])) };
}

/** These look at what was seen of the whole run, so at more where others happened to come by. */
const LOOKS_BACK = /\.stays$/;

test('one, eight or 64 in flight: the same kinds of requests, the same verdicts, and no more at a time than permitted', async () => {
  const [one, ...others] = [await ran(1), await ran(8), await ran(64)];
  if (one === undefined) throw new Error('There was no run.');
  const [alone, few, many] = [one, ...others].map(({ most }) => most);
  expect([alone, few]).toEqual([1, 8]);
  // A busy machine may not come to have as many under way as it might.
  expect(many).toBeGreaterThan(8);
  expect(many).toBeLessThanOrEqual(64);
  expect(one.verdicts.size).toBeGreaterThan(2000);
  for (const other of others) {
    expect([...other.verdicts].filter(([id, verdict]) => one.verdicts.get(id) !== verdict)).toEqual([]);
    const checks = new Set([...one.requests.keys(), ...other.requests.keys()].filter((id) => !LOOKS_BACK.test(id)));
    for (const check of checks) expect(other.requests.get(check), check).toEqual(one.requests.get(check));
  }
});
