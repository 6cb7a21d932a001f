/** How near a standard run comes to the ideal on a server that is far away: all places in flight busy from beginning to end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../../suites/catalogue.ts';
import type { CheckGroup } from '../../suites/engine/index.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { engineOf } from '../../suites/runner/engine.ts';
import type { RunInput } from '../../suites/runner/input.ts';
import { areasOfShards, type Shard } from '../../suites/runner/shard.ts';
import { contractFor, profileOf } from '../../suites/runner/sources.ts';
import { passOn, type Target } from '../../target/index.ts';
import { startServer } from './suite.ts';
import type { Row } from './table.ts';
import { VirtualTime } from './virtual.ts';

/** Milliseconds that an answer takes, and requests in flight. */
const LATENCIES = [0, 10, 50, 200];
const IN_FLIGHT = [8, 64];

/** Shards that a run is cut into. */
const SHARDS = 2;

/** A standard run on a server with some latency. */
export interface FarRun {
  readonly latency: number;
  readonly inFlight: number;
  readonly milliseconds: number;
  readonly requests: number;
}

/** A row for each latency and number of requests in flight: seconds, and how much of the ideal that is. */
export async function runsFromAfar(latencies: readonly number[] = LATENCIES): Promise<Row[]> {
  const rows: Row[] = [];
  for (const latency of latencies) {
    for (const inFlight of IN_FLIGHT) rows.push(rowOf(await farRun(latency, inFlight)));
  }
  return rows;
}

/**
 * The same at one latency by a clock of its own: what a machine would take that does nothing else, and needs no time for its own work;
 * and how many times as fast the slowest of two shards is.
 */
export async function runsByVirtualClock(latency: number): Promise<Row[]> {
  const rows: Row[] = [];
  const took = new Map<number, number>();
  for (const inFlight of IN_FLIGHT) {
    const { now, requests } = await virtualRun(latency, inFlight);
    const [name, figure] = rowOf({ latency, inFlight, milliseconds: now, requests });
    rows.push([`${name}, waiting alone`, figure]);
    took.set(inFlight, now);
  }
  const [few = 1] = IN_FLIGHT;
  const shards: number[] = [];
  for (let place = 1; place <= SHARDS; place++)
    shards.push((await virtualRun(latency, few, { shard: { place, of: SHARDS } })).now);
  const times = (took.get(few) ?? Number.NaN) / Math.max(...shards);
  const each = shards.map(seconds).join(' and ');
  rows.push([`${SHARDS} shards, each ${few} in flight, waiting alone`, `${times.toFixed(2)} times as fast: ${each}`]);
  return rows;
}

function rowOf({ latency, inFlight, milliseconds, requests }: FarRun): Row {
  const ideal = (requests * latency) / inFlight;
  const part = latency === 0 ? '' : `, ${Math.round((100 * ideal) / milliseconds)} % of the ideal ${seconds(ideal)}`;
  return [`at ${latency} ms, ${inFlight} in flight`, `${seconds(milliseconds)}${part}`];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/**
 * Everything once on a server of its own, by a clock of its own: what waits for what is all that such a run takes, whatever else the machine
 * does.
 */
export async function virtualRun(
  latency: number,
  inFlight: number,
  how: Pick<RunOptions, 'as' | 'shard'> = {},
): Promise<VirtualTime> {
  const clock = new VirtualTime(latency, inFlight);
  await wholeRun({ inFlight, ...how }, (target) => clock.over(target));
  return clock;
}

/** Runs everything once on a server of its own. */
export async function farRun(latency: number, inFlight: number): Promise<FarRun> {
  let requests = 0;
  const milliseconds = await wholeRun({ latency, inFlight }, (target) => ({
    ...passOn(target),
    send: (request, options) => {
      requests += 1;
      return target.send(request, options);
    },
  }));
  return { latency, inFlight, milliseconds, requests };
}

interface RunOptions {
  readonly latency?: number;
  readonly inFlight: number;
  /** What becomes of each group. */
  readonly as?: (group: CheckGroup) => CheckGroup;
  readonly shard?: Shard;
}

/** The areas that a shard judges. */
async function areasOf(profile: RunInput['profile'], { place, of }: Shard): Promise<readonly string[]> {
  const read = profileOf({ profile });
  return areasOfShards(await contractFor(read, false), read.claims, of)[place - 1] ?? [];
}

/** Returns how long it took, in milliseconds. */
async function wholeRun(
  { latency = 0, inFlight, as = (group) => group, shard }: RunOptions,
  over: (target: Target) => Target,
): Promise<number> {
  const server = await startServer();
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-bench-'));
  try {
    if (latency > 0) server.latency(latency);
    const profile = { data: { ...server.profile, limits: { concurrency: inFlight } }, set: [] };
    const engine = await engineOf({
      profile,
      runDirectory,
      seed: 1,
      depth: 'standard',
      ...(shard === undefined ? { only: [] } : { only: await areasOf(profile, shard), shard }),
      replayCommand: '',
    });
    const startedAt = performance.now();
    await runGroups({ ...engine, target: over(engine.target) }, catalogue(engine.contract).map(as), () => undefined);
    const milliseconds = performance.now() - startedAt;
    await engine.target.close();
    return milliseconds;
  } finally {
    server.stop();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}
