/** The suite against raw undici: the same requests, the same emulator in a process of its own, the same concurrency. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request as send } from 'undici';
import type { Exchange } from '../../spec/vocabulary.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runGroups } from '../../suites/engine/schedule.ts';
import { engineOf } from '../../suites/runner/engine.ts';
import { type Cost, costOf } from './cost.ts';
import type { Row } from './table.ts';

const SEED = 1;
const ROUNDS = 6;
/** The last so many rounds tell what the work itself costs: by then everything is compiled. */
const WARM = 3;

/** A request that the suite sent, and the status of its answer; undefined where none came. */
interface Sent {
  readonly request: Exchange['request'];
  readonly status: number | undefined;
}

/** What both sides took in one round, and the part of the replayed requests that were answered as in the suite. */
interface Round {
  readonly suite: Cost;
  readonly raw: Cost;
  readonly alike: number;
}

/**
 * Runs both sides several times, in turn, and returns the figures: of the first round, which is what one run of
 * the program is, and of the last ones. In the first round both find an emulator that has just started, later both the same
 * one, with all of its code compiled.
 */
export async function suiteAgainstRaw(): Promise<Row[]> {
  const rounds: Round[] = [];
  let requests = 0;
  let server = await startServer();
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const { sent, cost, concurrency } = await suiteRun(server.profile);
      requests = sent.length;
      if (round === 0) {
        server.stop();
        server = await startServer();
      }
      server.reset();
      const raw = await rawRun(sent, { concurrency, profile: server.profile });
      rounds.push({ suite: cost, raw: raw.cost, alike: raw.alike / requests });
      server.reset();
    }
  } finally {
    server.stop();
  }
  const warm = rounds.slice(-WARM);
  return [
    ['requests of a standard run', String(requests)],
    ...rowsOf('first in the process', rounds.slice(0, 1)),
    ...rowsOf(`median of rounds ${ROUNDS - WARM + 1}-${ROUNDS}`, warm),
  ];
}

/** On the wall, and of this process's processors: the second hardly depends on what else the machine does. */
function rowsOf(name: string, rounds: readonly Round[]): Row[] {
  const alike = Math.min(...rounds.map((round) => round.alike));
  return (['wall', 'processor'] as const).map((of) => {
    const suite = median(rounds.map((round) => round.suite[of]));
    const raw = median(rounds.map((round) => round.raw[of]));
    const times = `${Math.round(suite)} ms and ${Math.round(raw)} ms`;
    return [
      `suite/raw ${of === 'wall' ? 'speed' : 'processor time'}, ${name}`,
      `${(raw / suite).toFixed(2)}   ${times}, ${(100 * alike).toFixed(1)} % answered alike`,
    ];
  });
}

async function suiteRun(profile: object): Promise<{ sent: Sent[]; cost: Cost; concurrency: number }> {
  const runDirectory = mkdtempSync(join(tmpdir(), 'certconform-bench-'));
  const engine = await engineOf({
    profile: { data: profile, set: [] },
    runDirectory,
    seed: SEED,
    depth: 'standard',
    only: [],
    replayCommand: '',
  });
  const sent: Sent[] = [];
  const { target } = engine;
  const send = target.send.bind(target);
  target.send = async (request, options) => {
    const exchange = await send(request, options);
    sent.push({ request: exchange.request, status: exchange.response?.status });
    return exchange;
  };
  const cost = await costOf(() => runGroups(engine, catalogue(engine.contract), () => undefined));
  await target.close();
  rmSync(runDirectory, { recursive: true, force: true });
  return { sent, cost, concurrency: target.facts.concurrency };
}

/** The recorded requests again, as fast as undici sends them. The record is redacted: secrets are put back, or the server would refuse at once and do less. */
async function rawRun(
  requests: readonly Sent[],
  { concurrency, profile }: { concurrency: number; profile: object },
): Promise<{ cost: Cost; alike: number }> {
  const dispatcher = new Agent({ connections: concurrency, connect: { rejectUnauthorized: false } });
  const queue = requests.map(({ request, status }) => ({
    status,
    request: withSecrets({ ...request, url: movedTo(profile, request.url) }, profile as EmulatorProfile),
  }));
  let alike = 0;
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { method, url, headers, body, encoding } = next.request;
      const response = await send(url, {
        dispatcher,
        method: method as 'GET',
        headers: headers.filter(([name]) => !/^(content-length|host|connection|transfer-encoding)$/i.test(name)).flat(),
        ...(body === undefined ? {} : { body: encoding === 'base64' ? Buffer.from(body, 'base64') : body }),
      }).catch(() => undefined);
      await response?.body.text();
      if (response?.statusCode === next.status) alike += 1;
    }
  };
  const cost = await costOf(() => Promise.all(Array.from({ length: concurrency }, worker)));
  await dispatcher.close();
  return { cost, alike };
}

/** What is looked at in the emulator's profile. */
interface EmulatorProfile {
  readonly admin: { readonly url: string; readonly bearer: string; readonly second: { readonly bearer: string } };
  readonly legacy: { readonly loginName: string; readonly loginPassword: string };
}

/** Puts the values in where the record shows placeholders. */
function withSecrets(request: Exchange['request'], { admin, legacy }: EmulatorProfile): Exchange['request'] {
  const values = new Map([
    ['{{bearer}}', admin.bearer],
    ['{{second}}', admin.second.bearer],
    ['{{loginName}}', encodeURIComponent(legacy.loginName)],
    ['{{loginPassword}}', encodeURIComponent(legacy.loginPassword)],
  ]);
  const put = (text: string): string => [...values].reduce((done, [name, value]) => done.replaceAll(name, value), text);
  return {
    ...request,
    headers: request.headers.map(([name, value]) => [name, put(value)] as const),
    ...(request.body === undefined || request.encoding === 'base64' ? {} : { body: put(request.body) }),
  };
}

/** The same URL on this emulator, which may have started on another port. */
function movedTo(profile: object, url: string): string {
  const { port } = new URL((profile as EmulatorProfile).admin.url);
  return url.replace(/^(https?:\/\/[^/:]+):\d+/, `$1:${port}`);
}

/** A server in a process of its own. */
export interface BenchServer {
  readonly profile: object;
  reset(): void;
  /** Lets each answer take so many milliseconds longer. */
  latency(milliseconds: number): void;
  /** When the first request came, in milliseconds since 1970. */
  firstRequest(): Promise<number>;
  stop(): void;
}

export async function startServer(): Promise<BenchServer> {
  const child: ChildProcess = fork(new URL('./server.ts', import.meta.url), { stdio: 'inherit' });
  const profile = await new Promise<object>((resolve, reject) => {
    child.once('message', (message) => resolve(message as object));
    child.once('exit', () => reject(new Error('The emulator ended before it was ready.')));
  });
  const first = new Promise<number>((resolve) => {
    child.on('message', (message) => typeof message === 'number' && resolve(message));
  });
  return {
    profile,
    firstRequest: () => first,
    reset: () => void child.send('reset'),
    latency: (milliseconds) => void child.send(milliseconds),
    stop: () => void child.kill(),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
