/** How near a standard run comes to the ideal on a server that is far away: all places in flight busy from beginning to end. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogue } from '../../suites/catalogue.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { engineOf } from '../../suites/runner/engine.ts';
import { startServer } from './suite.ts';
import type { Row } from './table.ts';

/** Milliseconds that an answer takes, and requests in flight. */
const LATENCIES = [0, 10, 50, 200];
const IN_FLIGHT = [8, 64];

/** A standard run on a server with some latency. */
export interface FarRun {
  readonly latency: number;
  readonly inFlight: number;
  readonly milliseconds: number;
  /** Requests by the check, or the group, in whose name they were sent. */
  readonly requests: ReadonlyMap<string, number>;
}

/** A row for each latency and number of requests in flight: seconds, and how much of the ideal that is. */
export async function runsFromAfar(latencies: readonly number[] = LATENCIES): Promise<Row[]> {
  const rows: Row[] = [];
  for (const latency of latencies) {
    for (const inFlight of IN_FLIGHT) rows.push(rowOf(await farRun(latency, inFlight)));
  }
  return rows;
}

function rowOf({ latency, inFlight, milliseconds, requests }: FarRun): Row {
  const all = [...requests.values()].reduce((sum, one) => sum + one, 0);
  const ideal = (all * latency) / inFlight;
  const part = latency === 0 ? '' : `, ${Math.round((100 * ideal) / milliseconds)} % of the ideal ${seconds(ideal)}`;
  return [`at ${latency} ms, ${inFlight} in flight`, `${seconds(milliseconds)}${part}`];
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

/** Runs everything once on a server of its own. */
export async function farRun(latency: number, inFlight: number): Promise<FarRun> {
  const server = await startServer();
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-bench-'));
  try {
    server.latency(latency);
    const data = { ...server.profile, limits: { concurrency: inFlight } };
    const engine = await engineOf({
      profile: { data, set: [] },
      runDirectory,
      seed: 1,
      depth: 'standard',
      only: [],
      replayCommand: '',
    });
    const requests = new Map<string, number>();
    const { target } = engine;
    const send = target.send.bind(target);
    target.send = (request, options) => {
      const sender = request.check ?? '';
      requests.set(sender, (requests.get(sender) ?? 0) + 1);
      return send(request, options);
    };
    const startedAt = performance.now();
    await runGroups(engine, catalogue(engine.contract), () => undefined);
    const milliseconds = performance.now() - startedAt;
    await target.close();
    return { latency, inFlight, milliseconds, requests };
  } finally {
    server.stop();
    rmSync(runDirectory, { recursive: true, force: true });
  }
}
