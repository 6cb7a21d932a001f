/** Long groups are cut into parts that need not wait for each other: nothing is lost, nothing is shared, nothing is less polite. */
import { createServer, request as forward, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../emulator/index.ts';
import type { Result } from '../../../reports/model.ts';
import { loadContract } from '../../../spec/load.ts';
import type { Contract } from '../../../spec/types.ts';
import { catalogue } from '../../../suites/catalogue.ts';
import type { Engine } from '../../../suites/engine/execute.ts';
import { partsOf } from '../../../suites/engine/parts.ts';
import { runGroups } from '../../../suites/engine/schedule.ts';
import { engineOf } from '../../../suites/runner/engine.ts';
import { temporaryFolder } from '../../run/support.ts';

const LONG = 'validation.revalidate';
const folder = temporaryFolder('parts');
let contract: Contract;
let emulator: Emulator;
let front: Front;

beforeAll(async () => {
  contract = await loadContract({ dialect: { base: 'default', claimed: true }, validate: false });
  emulator = await startEmulator({ contract, logLimit: 0, rateLimit: false, latencyMs: 2 });
  front = await startFront(emulator.adminUrl);
});

afterAll(async () => {
  front.server.closeAllConnections();
  front.server.close();
  await emulator.close();
  folder.remove();
});

interface Front {
  readonly server: Server;
  readonly url: string;
  /** Most requests that were in flight at a time, and all that came: method, path and body. */
  most: number;
  readonly requests: string[];
}

/** Passes requests on, and counts those that are in flight. */
async function startFront(target: string): Promise<Front> {
  let inFlight = 0;
  const server = createServer((incoming, outgoing) => {
    inFlight += 1;
    made.most = Math.max(made.most, inFlight);
    const chunks: Buffer[] = [];
    outgoing.once('close', () => {
      inFlight -= 1;
    });
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const body = Buffer.concat(chunks);
      made.requests.push(`${incoming.method} ${incoming.url} ${body.toString('base64')}`);
      const { method, rawHeaders } = incoming;
      const passed = forward(target + incoming.url, { method, headers: rawHeaders }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
      });
      passed.end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const made: Front = {
    server,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    most: 0,
    requests: [],
  };
  return made;
}

function engine(concurrency: number): Promise<Engine> {
  const profile = emulator.profile() as { admin: object };
  const data = { ...profile, admin: { ...profile.admin, url: front.url }, limits: { concurrency } };
  return engineOf({
    profile: { data, set: [] },
    runDirectory: folder.path,
    seed: 1,
    depth: 'quick',
    only: [LONG],
    replayCommand: '',
  });
}

describe('the parts of a group', () => {
  test('hold each of its promises once, and no two of them may change the same entity', async () => {
    const { target, ...rest } = await engine(1);
    let cut = 0;
    for (const group of catalogue(contract)) {
      const parts = partsOf({ target, ...rest }, group);
      const promised = (of: typeof parts): string[] =>
        of.flatMap(({ checks }) => checks.flatMap(({ id, requirements }) => requirements.map((one) => `${id} ${one}`)));
      expect(promised(parts).sort(), group.id).toEqual(promised([group]).sort());
      if (parts.length < 2) continue;
      cut += 1;
      const kind = contract.operation(group.operation ?? '').entity;
      if (kind === undefined) throw new Error(`${group.id} changes no entity.`);
      const own = parts.flatMap((part) => {
        const dealt = rest.allot?.(part)({ kind, effect: 'modify' }, target.fixtures()) ?? new Set();
        expect(dealt.size, `${group.id} ${part.part?.place}`).toBeGreaterThan(0);
        return [...dealt];
      });
      expect(new Set(own).size, group.id).toBe(own.length);
    }
    expect(cut).toBeGreaterThan(5);
    await target.close();
  });

  test('send the same whether one request, several or many may be in flight, and never more than that', async () => {
    const group = catalogue(contract).filter(({ id }) => id === LONG);
    const sent: string[][] = [];
    for (const concurrency of [1, 3, 64]) {
      emulator.reset();
      front.most = 0;
      front.requests.length = 0;
      const running = await engine(concurrency);
      const results: Result[] = [];
      await runGroups(running, group, (result) => results.push(result));
      await running.target.close();
      sent.push([...front.requests].sort());
      expect(front.most).toBeLessThanOrEqual(concurrency);
      expect(results.map(({ requirement }) => requirement).sort()).toEqual(
        group.flatMap(({ checks }) => checks.flatMap(({ requirements }) => requirements)).sort(),
      );
      expect(results.filter(({ verdict }) => ['fail', 'broken'].includes(verdict))).toEqual([]);
      // Parts are at work at the same time, as far as they may.
      if (concurrency > 1) expect(front.most).toBeGreaterThan(1);
    }
    expect(sent[1]).toEqual(sent[0]);
    expect(sent[2]).toEqual(sent[0]);
  });
});
