import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { request } from 'undici';
import { afterEach, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { catalogue, type Emulator, EmulatorError, emulatorCommand, startEmulator } from '../../emulator/index.ts';
import profileSchema from '../../target/profile.schema.json' with { type: 'json' };
import { ask, contractIn, emulatorIn } from './support.ts';

const running: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((one) => one.close()));
});

async function started(...options: Parameters<typeof emulatorIn>): Promise<Emulator> {
  const emulator = await emulatorIn(...options);
  running.push(emulator);
  return emulator;
}

const NOW = Date.UTC(2026, 3, 5, 6, 7, 8);

describe('the state', () => {
  test('equal seeds and clocks give equal dumps, other seeds others; reading changes nothing', async () => {
    const [one, same, other] = [
      await started('default', { now: NOW }),
      await started('default', { now: NOW }),
      await started('default', { now: NOW, seed: 2 }),
    ];
    const dump = one.dump();
    expect(dump).toEqual(same.dump());
    expect(dump).not.toEqual(other.dump());
    expect(JSON.parse(JSON.stringify(dump))).toEqual(dump);
    for (const path of ['/api/ssl/v2', '/api/person/v2/4001', '/api/admin/v1/411']) await ask(one, 'GET', path);
    expect(one.dump()).toEqual(dump);
    expect(one.credentials.bearer).toBe(same.credentials.bearer);
    expect(one.credentials.bearer).not.toBe(other.credentials.bearer);
  });

  test('reset brings everything back, secrets too', async () => {
    const emulator = await started('default', { now: NOW });
    const before = emulator.dump();
    const bucket = (before as { buckets: { id: string }[] }).buckets[0]?.id;
    const change = async () => {
      await ask(emulator, 'DELETE', '/api/person/v2/4031');
      await ask(emulator, 'PUT', '/api/admin/v1/411', { body: { type: 'API' } });
      await ask(emulator, 'PUT', `/api/discovery/v1/bucket/${bucket}/reset-client-secret`);
      return emulator.dump();
    };
    const changed = await change();
    expect(changed).not.toEqual(before);
    emulator.reset();
    expect(emulator.dump()).toEqual(before);
    expect(emulator.log).toEqual([]);
    expect(await change()).toEqual(changed);
  });

  test('the log keeps the last requests with the check that sent them, and no password', async () => {
    const emulator = await started('default', { logLimit: 3 });
    for (let i = 0; i < 9; i += 1)
      await ask(emulator, 'GET', `/api/person/v2/${i}`, { headers: { 'X-Conformance-Check': `check ${i}` } });
    expect(emulator.log.map((one) => [one.method, one.url, one.check, one.status])).toEqual([
      ['GET', '/api/person/v2/6', 'check 6', 404],
      ['GET', '/api/person/v2/7', 'check 7', 404],
      ['GET', '/api/person/v2/8', 'check 8', 404],
    ]);
    await request(`${emulator.legacyPlainUrl}/products/!AutoUpdateDCV`, {
      method: 'POST',
      body: 'loginName=a&loginPassword=hush&x=1',
    });
    expect(emulator.log.at(-1)?.body).toBe('loginName=a&loginPassword=…&x=1');
    const off = await started('default', { logLimit: 0 });
    await ask(off, 'GET', '/api/ssl/v2');
    expect(off.log).toEqual([]);
  });
});

test('the profile meets its schema and names what exists', async () => {
  const validate = new Ajv2020({ strict: false }).compile(profileSchema);
  for (const dialect of ['default', 'alternate'] as const) {
    const emulator = await started(dialect);
    expect(validate(emulator.profile()), JSON.stringify(validate.errors)).toBe(true);
    expect(emulator.profile()['dialect']).toEqual({ base: dialect, claimed: true });
  }
});

test('TLS with the certificate that the emulator names', async () => {
  const emulator = await started('default');
  const { Agent } = await import('undici');
  const dispatcher = new Agent({ connect: { ca: emulator.caCertificate } });
  const answer = await request(`${emulator.adminTlsUrl}/api/ssl/v2`, { dispatcher });
  expect(answer.statusCode).toBe(401);
  await dispatcher.close();
});

test('the control interface reads and sets', async () => {
  const emulator = await started('default', { controlPort: 0 });
  const control = async (method: string, path: string, body?: string) => {
    const answer = await request(emulator.controlUrl + path, { method: method as 'GET', body: body ?? null });
    return { status: answer.statusCode, value: (await answer.body.json()) as Record<string, unknown> };
  };
  await ask(emulator, 'DELETE', '/api/person/v2/4031');
  expect((await control('GET', '/state')).value).toEqual(emulator.dump());
  expect((await control('GET', '/log')).value).toMatchObject([
    { method: 'DELETE', url: '/api/person/v2/4031', status: 204 },
  ]);
  expect((await control('PUT', '/faults', '["person.read.absent.accepted"]')).status).toBe(200);
  expect((await ask(emulator, 'GET', '/api/person/v2/4031')).status).toBe(200);
  expect(await control('PUT', '/faults', '["nope"]')).toEqual({
    status: 400,
    value: { problem: 'There is no fault nope.' },
  });
  expect((await control('PUT', '/faults', '{')).status).toBe(400);
  expect((await control('PUT', '/faults', '[]')).status).toBe(200);
  expect((await control('POST', '/reset')).status).toBe(200);
  expect((await ask(emulator, 'GET', '/api/person/v2/4031')).status).toBe(200);
  expect((await control('GET', '/other')).status).toBe(404);
});

describe('the command', () => {
  const quiet = { write: () => {}, stopped: () => Promise.resolve() };

  test('faults of the user are one sentence', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    for (const [options, message] of [
      [{ port: '99999' }, '--port must be a port from 0 to 65535, not "99999".'],
      [{ tlsPort: 'x' }, '--tls-port must be a port'],
      [{ port }, `Port ${port} on 127.0.0.1 is taken`],
      [{ fault: ['no.such'] }, 'The emulator has no fault "no.such"; "list faults" names those that it has.'],
      [
        { fault: ['person.update.forget-commonName'] },
        'has no fault "person.update.forget-commonName"; did you mean "person.update.forgets-commonName"?',
      ],
      [{ profile: '/no/such/folder/p.yaml' }, 'The profile cannot be written to /no/such/folder/p.yaml'],
    ] as const) {
      const failure = await emulatorCommand(options, quiet).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(EmulatorError);
      expect((failure as Error).message).toContain(message);
    }
    taken.close();
    await expect(emulatorCommand({ dialect: 'no-such-dialect' }, quiet)).rejects.toThrow('no-such-dialect');
  });

  test('the profile goes to a file for the owner alone, or to the output', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'emulator-')), 'profile.yaml');
    let output = '';
    const io = { write: (text: string) => (output += text), stopped: () => Promise.resolve() };
    expect(await emulatorCommand({ profile: file, dialect: 'alternate' }, io)).toBe(0);
    expect(parse(output)).toBeNull();
    expect(output).toContain(file);
    const written = parse(await readFile(file, 'utf8')) as Record<string, unknown>;
    expect(written).toMatchObject({ dialect: { base: 'alternate', claimed: true }, tls: { selfSigned: true } });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    output = '';
    await emulatorCommand({}, io);
    expect(Object.keys((parse(output) as { fixtures: object }).fixtures)).toHaveLength(18);
  });

  test.each(['SIGINT', 'SIGTERM'] as const)('in its own process, it runs until %s and exits with 0', async (signal) => {
    const main = `import { emulatorCommand } from ${JSON.stringify(new URL('../../emulator/index.ts', import.meta.url).href)};
      process.exitCode = await emulatorCommand({ fault: ['person.read.absent.accepted'] });`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', main], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    running.push({ close: async () => void child.kill('SIGKILL') });
    const profile = await printedProfile(child);
    const answer = await request(`${profile.admin.url}/api/person/v2/999999`, {
      headers: { authorization: `Bearer ${profile.admin.bearer}` },
    });
    expect(answer.statusCode).toBe(200);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });
});

async function printedProfile(child: ChildProcess): Promise<{ admin: { url: string; bearer: string } }> {
  let text = '';
  for await (const chunk of child.stdout ?? []) {
    text += String(chunk);
    if (text.includes('  login:') && text.endsWith('}\n')) break;
  }
  return parse(text) as Awaited<ReturnType<typeof printedProfile>>;
}

test('a port that is taken is an error, and leaves nothing open', async () => {
  const first = await started('default');
  const contract = await contractIn('default');
  const port = Number(new URL(first.adminUrl).port);
  await expect(startEmulator({ contract, tlsPort: port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  expect(catalogue(contract).length).toBeGreaterThan(0);
});
