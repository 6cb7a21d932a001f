/**
 * How fast the emulator answers, against a bare `node:http` server that sends the same bytes, in one run:
 * `npx node test/bench/emulator.ts [SECONDS PER SHOT]`. The client has a thread of its own. Requests per CPU second
 * of the server's thread stand beside the plain rate, because on few cores the client may be what limits the latter.
 */
import { once } from 'node:events';
import { createServer, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { Pool } from 'undici';
import { startEmulator } from '../../emulator/index.ts';
import { loadContract } from '../../spec/load.ts';

const CONNECTIONS = 32;
const ROUNDS = 3;

interface Shot {
  readonly name: string;
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly body?: string;
}

const SHOTS: readonly Shot[] = [
  { name: 'read a person', method: 'GET', path: '/api/person/v2/4001' },
  { name: 'list 20 of the certificates', method: 'GET', path: '/api/ssl/v2?size=20&position=0&renewed=false' },
  { name: 'update a client certificate', method: 'PUT', path: '/api/smime/v2/2011', body: '{"comments":"changed"}' },
  { name: 'refuse a bad size', method: 'GET', path: '/api/ssl/v2?size=201' },
];

interface Job {
  readonly origin: string;
  readonly shot: Shot;
  readonly headers: Readonly<Record<string, string>>;
  readonly milliseconds: number;
}

/** What a server did: requests per second, and per second of its thread's CPU time. */
interface Rate {
  readonly wall: number;
  readonly cpu: number;
}

if (isMainThread) await main(Number(process.argv[2] ?? 6));
else parentPort?.on('message', (job: Job) => void shoot(job).then((count) => parentPort?.postMessage(count)));

/** Sends one shot again and again; resolves to the number of answers. */
async function shoot({ origin, shot, headers, milliseconds }: Job): Promise<number> {
  const pool = new Pool(origin, { connections: CONNECTIONS });
  const until = performance.now() + milliseconds;
  const { method, path, body = null } = shot;
  let count = 0;
  const loop = async () => {
    while (performance.now() < until) {
      const answer = await pool.request({ method, path, headers, body });
      await answer.body.dump();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  await pool.close();
  return count;
}

async function main(seconds: number): Promise<void> {
  const emulator = await startEmulator({ contract: await loadContract({ validate: false }), rateLimit: false });
  let reply: { status: number; headers: OutgoingHttpHeaders; body: Buffer } = {
    status: 200,
    headers: {},
    body: Buffer.alloc(0),
  };
  const bare = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(reply.status, reply.headers);
      response.end(reply.body);
    });
  });
  await new Promise<void>((resolve) => bare.listen(0, '127.0.0.1', resolve));
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
  const worker = new Worker(new URL(import.meta.url));
  const measure = async (origin: string, shot: Shot, headers: Job['headers']): Promise<Rate> => {
    const milliseconds = (seconds * 500) / ROUNDS;
    const before = process.threadCpuUsage();
    const begin = performance.now();
    worker.postMessage({ origin, shot, headers, milliseconds } satisfies Job);
    const [count] = (await once(worker, 'message')) as [number];
    const used = process.threadCpuUsage(before);
    return { wall: (count * 1000) / (performance.now() - begin), cpu: (count * 1e6) / (used.user + used.system) };
  };
  for (const shot of SHOTS) {
    const headers = { authorization: `Bearer ${emulator.credentials.bearer}`, 'content-type': 'application/json' };
    const sample = await fetch(emulator.adminUrl + shot.path, {
      method: shot.method,
      headers,
      ...(shot.body && { body: shot.body }),
    });
    const kept = [...sample.headers].filter(([name]) => name.startsWith('content-') || name.startsWith('x-'));
    reply = { status: sample.status, headers: Object.fromEntries(kept), body: Buffer.from(await sample.arrayBuffer()) };
    const ours: Rate[] = [];
    const theirs: Rate[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      theirs.push(await measure(bareUrl, shot, headers));
      ours.push(await measure(emulator.adminUrl, shot, headers));
    }
    print(shot, reply, ours, theirs);
  }
  await worker.terminate();
  bare.close();
  bare.closeAllConnections();
  await emulator.close();
}

function print(
  shot: Shot,
  reply: { status: number; body: Buffer },
  ours: readonly Rate[],
  theirs: readonly Rate[],
): void {
  const best = (rates: readonly Rate[], of: keyof Rate) => Math.max(...rates.map((rate) => rate[of]));
  const compare = (of: keyof Rate) => {
    const [emulator, bare] = [best(ours, of), best(theirs, of)];
    return `${Math.round(emulator)} against ${Math.round(bare)}, ratio ${(emulator / bare).toFixed(2)}`;
  };
  console.log(`${shot.name} (${reply.status}, ${reply.body.length} bytes)`);
  console.log(`  requests per second      ${compare('wall')}`);
  console.log(`  requests per CPU second  ${compare('cpu')}`);
}
