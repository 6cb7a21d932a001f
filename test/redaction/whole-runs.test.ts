/** No secret of a profile is ever seen again, whatever a run comes to, and though the target says back all that it hears. */
import { spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Emulator } from '../../emulator/index.ts';
import { soundEmulator } from '../hostile/whole-run.ts';
import { CLEAN, type Finished, ROOT, temporaryFolder, writeProfile } from '../run/support.ts';
import { identity, pem } from '../target/support/certificates.ts';
import { bytes, type Canaries, filesBelow, leaks, openToOthers } from './canaries.ts';
import { type EchoOptions, startEcho } from './echo.ts';

const BEARERS = ['canary/primary+7Qx~2A.Zk9==', 'canary/issued+by~token.server=='] as const;
const PROXY_PASSWORD = 'canary "proxy" & co/100%';
const CLIENT_SECRET = 'canary:oauth\\secret&=é1';
const AREAS = ['person.read', 'person.update.credential', 'domain.suspend', 'legacy-status'];

let emulator: Emulator;
let key: string;
let certificate: string;
let canaries: Canaries;

beforeAll(async () => {
  emulator = await soundEmulator();
  const client = await identity();
  ({ key, cert: certificate } = client);
  canaries = {
    bearer: BEARERS[0],
    'second bearer': BEARERS[1],
    'legacy password': emulator.credentials.loginPassword,
    'client key': key.split('\n').find((line) => line.length > 40) ?? 'no key',
    'proxy password': PROXY_PASSWORD,
    'OAuth secret': CLIENT_SECRET,
  };
});
afterAll(() => emulator.close());

interface Run extends Finished {
  readonly out: string;
  readonly requests: number;
}

interface Wish extends Partial<EchoOptions> {
  /** Laid over the profile. */
  readonly profile?: (own: { readonly folder: string; readonly out: string; readonly port: number }) => object;
  readonly html?: boolean;
  /** Ends the run so after this many requests. */
  readonly signal?: { readonly name: NodeJS.Signals; readonly after: number };
}

/** Runs the command line over an echoing front, and looks at what is left before it is removed. */
async function run(wish: Wish, look: (run: Run) => void): Promise<void> {
  const folder = temporaryFolder('canaries');
  const echo = await startEcho({ emulator, bearers: BEARERS, ...wish });
  try {
    const out = join(folder.path, 'out');
    const url = `http://127.0.0.1:${echo.port}`;
    const { admin, legacy, ...sound } = emulator.profile() as { admin: object; legacy: object };
    const profile = writeProfile(folder.path, {
      ...sound,
      admin: {
        ...admin,
        url,
        bearer: BEARERS[0],
        second: {
          role: 'RAO_SSL',
          bearer: { oauth2: { tokenUrl: `${url}/token`, clientId: 'suite', clientSecret: CLIENT_SECRET } },
        },
      },
      legacy: { ...legacy, url },
      proxy: `http://me:${encodeURIComponent(PROXY_PASSWORD)}@127.0.0.1:${echo.port}`,
      tls: {
        selfSigned: true,
        cert: pem(folder.path, 'client.pem', certificate),
        key: pem(folder.path, 'client.key', key),
      },
      ...wish.profile?.({ folder: folder.path, out, port: echo.port }),
    });
    const args = ['run', '--target', profile, '--out', out, '--depth', 'quick', '--only', ...AREAS];
    const finished = await ended([...args, ...(wish.html === true ? [] : ['--no-html'])], wish.signal, echo.requests);
    look({ ...finished, out, requests: echo.requests() });
  } finally {
    await echo.close();
    folder.remove();
  }
}

function ended(args: readonly string[], signal: Wish['signal'], requests: () => number): Promise<Finished> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [join(ROOT, 'cli/main.ts'), ...args], { cwd: ROOT, env: CLEAN });
    const said = { stdout: '', stderr: '' };
    child.stdout.on('data', (data: Buffer) => {
      said.stdout += data.toString();
    });
    child.stderr.on('data', (data: Buffer) => {
      said.stderr += data.toString();
    });
    const timer = setInterval(() => {
      if (signal !== undefined && requests() >= signal.after && child.kill(signal.name)) clearInterval(timer);
    }, 5);
    child.once('close', (code) => {
      clearInterval(timer);
      resolve({ code, ...said });
    });
  });
}

function expectClean({ out, stdout, stderr }: Run): void {
  const files = existsSync(out) ? filesBelow(out) : {};
  expect(leaks(canaries, { ...files, 'standard output': bytes(stdout), 'standard error': bytes(stderr) })).toEqual([]);
  if (existsSync(out)) expect(openToOthers(out)).toEqual([]);
}

test.each([
  ['as it is', (secret: string) => `token=${secret};`],
  ['in a URL', (secret: string) => `?token=${encodeURIComponent(secret)}&a=b`],
  ['in a form', (secret: string) => new URLSearchParams({ user: 'me', secret }).toString()],
  ['in JSON', (secret: string) => JSON.stringify({ secret })],
  ['in JSON in JSON', (secret: string) => JSON.stringify(JSON.stringify({ secret }))],
  ['in the base64 of user and password', (secret: string) => Buffer.from(`me:${secret}`).toString('base64')],
  ['in the base64 of a document', (secret: string) => Buffer.from(`a document with ${secret}!`).toString('base64')],
])('a canary %s would be seen', (_, write) => {
  for (const [name, secret] of Object.entries(canaries)) {
    const text = bytes(write(secret));
    expect(leaks({ [name]: secret }, { text }), name).not.toEqual([]);
  }
});

describe.concurrent('no canary is seen again', () => {
  test('after a run that passes', () =>
    run({}, (done) => {
      expect(done.code, done.stdout + done.stderr).toBe(0);
      expect(done.requests).toBeGreaterThan(50);
      // The echo itself is in the results, without the secrets.
      expect(filesBelow(done.out)['results.ndjson']).toMatch(/x-echo-plain.*\[redacted\]/);
      expectClean(done);
    }));

  test('after a run that fails, its page included', () =>
    run({ echoOnly: true, html: true }, (done) => {
      expect(done.code, done.stderr).toBe(1);
      expect(Object.keys(filesBelow(done.out))).toContain(join('allure', 'index.html'));
      expectClean(done);
    }));

  test('after a run whose target dies', () =>
    run({ sound: 40 }, (done) => {
      expect(done.code, done.stderr).toBe(3);
      expectClean(done);
    }));

  test('after a run that never began for want of a target', () =>
    run({ sound: 0 }, (done) => {
      expect(done.code).toBe(2);
      expect(done.stderr).toMatch(/gives no answer/);
      expectClean(done);
    }));

  test.each([
    ['SIGKILL', null],
    ['SIGINT', 2],
  ] as const)('after a run that %s ends', (name, code) =>
    run({ signal: { name, after: 40 } }, (done) => {
      expect(done.code, done.stderr).toBe(code);
      expect(Object.keys(filesBelow(done.out))).toContain('results.ndjson');
      expectClean(done);
    }),
  );

  test.each([
    ['the proxy is no URL', () => ({ proxy: `http//me:${PROXY_PASSWORD}@proxy` })],
    ['a secret stands where a number should', () => ({ limits: { concurrency: BEARERS[0] } })],
    ['a secret is taken for a variable', () => ({ admin: { url: 'http://127.0.0.1:1', bearer: { env: BEARERS[0] } } })],
    ['a member is unknown', () => ({ password: PROXY_PASSWORD })],
  ])('in what is said of a profile in which %s', (_, profile) =>
    run({ profile }, (done) => {
      expect(done.code).toBe(2);
      expect(done.stderr).toMatch(/^certconform: .+\n$/);
      expectClean(done);
    }),
  );
});

test('a secret that somebody else wrote into the folder is found, and the run is not quiet about it', () =>
  run(
    {
      profile: ({ folder, out }) => {
        const module = join(folder, 'careless.mjs');
        writeFileSync(
          module,
          `import { writeFileSync } from 'node:fs';
          writeFileSync(${JSON.stringify(join(out, 'debug.log'))}, 'token=' + encodeURIComponent(${JSON.stringify(BEARERS[0])}));
          export const provision = async () => undefined;
          export const release = async () => undefined;\n`,
        );
        return { provision: module };
      },
    },
    ({ code, stdout, stderr }) => {
      expect(code, stderr).toBe(2);
      expect(stderr).toMatch(/A secret of the profile stands in \S+debug\.log from byte 6;/);
      expect(stdout).toMatch(/aborted/i);
      expect(leaks(canaries, { stdout: bytes(stdout), stderr: bytes(stderr) })).toEqual([]);
    },
  ));
