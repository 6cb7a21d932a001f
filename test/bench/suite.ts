/** The suite against raw undici: the same requests, the same emulator in a process of its own, the same concurrency. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Agent, request as send } from 'undici';
import type { Exchange } from '../../spec/vocabulary.ts';
import { catalogue } from '../../suites/catalogue.ts';
import { runGroups } from '../../suites/engine/execute.ts';
import { engineOf } from '../../suites/runner/engine.ts';

type Sent = Exchange['request'];

const SEED = 1;
const ROUNDS = 6;
/** The last so many rounds tell what the work itself costs: by then everything is compiled. */
const WARM = 3;

/** Milliseconds of both sides in one round. */
interface Round {
  readonly suite: number;
  readonly raw: number;
}

/**
 * Runs both sides several times, in turn, and returns a few lines of figures: of the first round, which is what one run of
 * the program is, and of the last ones.
 */
export async function suiteAgainstRaw(): Promise<string> {
  const rounds: Round[] = [];
  let requests = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const server = await startServer();
    try {
      const { sent, milliseconds, concurrency } = await suiteRun(server.profile);
      requests = sent.length;
      server.reset();
      const raw = await rawRun(sent, { concurrency, profile: server.profile });
      rounds.push({ suite: milliseconds, raw });
    } finally {
      server.stop();
    }
  }
  const warm = rounds.slice(-WARM);
  return [
    `  ${requests} requests      ${'suite'.padStart(9)}${'raw undici'.padStart(13)}   suite/raw speed`,
    line('first in the process', rounds.slice(0, 1)),
    line(`median of rounds ${ROUNDS - WARM + 1}-${ROUNDS}`, warm),
  ].join('\n');
}

function line(name: string, rounds: readonly Round[]): string {
  const suite = median(rounds.map((round) => round.suite));
  const raw = median(rounds.map((round) => round.raw));
  const ms = (value: number, width: number): string => `${Math.round(value)} ms`.padStart(width);
  return `  ${name.padEnd(20)} ${ms(suite, 9)}${ms(raw, 13)}   ${(raw / suite).toFixed(2)}`;
}

async function suiteRun(profile: object): Promise<{ sent: Sent[]; milliseconds: number; concurrency: number }> {
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
  const original = engine.target.send.bind(engine.target);
  const target = new Proxy(engine.target, {
    get: (object, name) => {
      if (name !== 'send') {
        const value = Reflect.get(object, name) as unknown;
        return typeof value === 'function' ? value.bind(object) : value;
      }
      return async (...args: Parameters<typeof original>) => {
        const exchange = await original(...args);
        sent.push(exchange.request);
        return exchange;
      };
    },
  });
  const startedAt = performance.now();
  await runGroups({ ...engine, target }, catalogue(engine.contract), () => undefined);
  const milliseconds = performance.now() - startedAt;
  await engine.target.close();
  rmSync(runDirectory, { recursive: true, force: true });
  return { sent, milliseconds, concurrency: engine.target.facts.concurrency };
}

/** The recorded requests again, as fast as undici sends them. The record is redacted: secrets are put back, or the server would refuse at once and do less. */
async function rawRun(
  requests: readonly Sent[],
  { concurrency, profile }: { concurrency: number; profile: object },
): Promise<number> {
  const dispatcher = new Agent({ connections: concurrency, connect: { rejectUnauthorized: false } });
  const queue = requests.map((request) => withSecrets(request, profile as Secrets));
  const startedAt = performance.now();
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const { method, url, headers, body, encoding } = next;
      const response = await send(url, {
        dispatcher,
        method: method as 'GET',
        headers: headers.filter(([name]) => !/^(content-length|host|connection|transfer-encoding)$/i.test(name)).flat(),
        ...(body === undefined ? {} : { body: encoding === 'base64' ? Buffer.from(body, 'base64') : body }),
      }).catch(() => undefined);
      await response?.body.text();
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const milliseconds = performance.now() - startedAt;
  await dispatcher.close();
  return milliseconds;
}

/** What the profile of the emulator holds in secrets. */
interface Secrets {
  readonly admin: { readonly bearer: string; readonly second: { readonly bearer: string } };
  readonly legacy: { readonly loginName: string; readonly loginPassword: string };
}

/** Puts the values in where the record shows placeholders. */
function withSecrets(request: Sent, { admin, legacy }: Secrets): Sent {
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

async function startServer(): Promise<{ profile: object; reset(): void; stop(): void }> {
  const child: ChildProcess = fork(new URL('./server.ts', import.meta.url), { stdio: 'inherit' });
  const profile = await new Promise<object>((resolve, reject) => {
    child.once('message', (message) => resolve(message as object));
    child.once('exit', () => reject(new Error('The emulator ended before it was ready.')));
  });
  return { profile, reset: () => void child.send('reset'), stop: () => void child.kill() };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
