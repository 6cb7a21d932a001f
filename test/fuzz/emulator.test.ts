/** Some thousand requests of nonsense: no server error, no exception, nothing of the inside shown, no growth. More of them: `npm run fuzz`. */
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { startEmulator } from '../../emulator/index.ts';
import { profileFrom } from '../../target/index.ts';
import { ask } from '../emulator/support.ts';
import { fuzzEmulator } from './emulator.ts';
import { Chance, mutated } from './random.ts';

describe.each(['default', 'alternate'] as const)('dialect %s', (dialect) => {
  test('nonsense is turned away', async () => {
    const { statuses, faults, grown, slowest } = await fuzzEmulator(dialect, 6_000, 11);
    expect(faults).toEqual([]);
    expect(grown).toBeLessThan(20e6);
    expect(slowest).toBeLessThan(2_000);
    // Not all is nonsense, or nothing behind the first reader would have been reached.
    const all = Object.entries(statuses);
    const good = all.filter(([status]) => status < '300').reduce((sum, [, count]) => sum + count, 0);
    expect(good).toBeGreaterThan(100);
    expect(statuses['400']).toBeGreaterThan(1_000);
  });
});

test.each([
  ['application/xml', '<a>', '</a>'],
  ['application/json', '{"a":', '}'],
  ['application/json', '[', ']'],
])('a body of %s that nests without end costs little', async (type, open, close) => {
  await using emulator = await startEmulator();
  const { fixtures } = profileFrom(emulator.profile());
  const id = fixtures.find(({ kind }) => kind === 'organization')?.ids['id'];
  const body = open.repeat(30_000) + close.repeat(30_000);
  const begun = performance.now();
  const { status } = await ask(emulator, 'PUT', `/api/organization/v1/${id}`, {
    body,
    headers: { 'content-type': type },
  });
  expect(status).toBe(400);
  expect(performance.now() - begun).toBeLessThan(5_000);
});

test('a document type in XML is refused, whatever it says', async () => {
  await using emulator = await startEmulator();
  const { fixtures } = profileFrom(emulator.profile());
  const id = fixtures.find(({ kind, allow }) => kind === 'organization' && allow === 'modify')?.ids['id'];
  const put = (before: string, city: string) =>
    ask(emulator, 'PUT', `/api/organization/v1/${id}`, {
      body: `${before}<UpdateOrganizationRequest><city>${city}</city></UpdateOrganizationRequest>`,
      headers: { 'content-type': 'application/xml' },
    });
  expect((await put('<?xml version="1.0"?>', 'Vienna')).status).toBe(200);
  expect((await put('<!DOCTYPE UpdateOrganizationRequest>', 'Vienna')).status).toBe(400);
  expect((await put('<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/hostname">]>', '&b;')).status).toBe(400);
});

test('tokens that are good at the same time are a thousand, the last ones', async () => {
  await using emulator = await startEmulator({ beyond: true });
  const { clientId, clientSecret } = emulator.credentials;
  const body = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();
  const path = '/auth/realms/apiclients/protocol/openid-connect/token';
  const tokens: string[] = [];
  for (let index = 0; index <= 1000; index += 1) {
    const { json } = await ask(emulator, 'POST', path, {
      body,
      authorization: null,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    tokens.push(String((json as { access_token: string }).access_token));
  }
  const statusOf = async (token = ''): Promise<number> =>
    (await ask(emulator, 'GET', '/api/ssl/v2?size=1', { authorization: `Bearer ${token}` })).status;
  expect(await Promise.all([tokens[0], tokens[1], tokens.at(-1)].map(statusOf))).toEqual([401, 200, 200]);
});

const REQUEST = Buffer.from(
  'PUT /api/person/v2/12 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}',
);

/** Writes bytes to a port, and returns what came back until the server closed, or nothing came any more. */
function sendRaw(port: number, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let seen = '';
    const end = (): void => {
      socket.destroy();
      resolve(seen);
    };
    socket.setTimeout(200, end);
    socket.on('data', (chunk: Buffer) => {
      seen += chunk.toString('latin1');
    });
    socket.on('error', end);
    socket.on('close', end);
    socket.end(bytes);
  });
}

test('bytes that are no HTTP end the connection, and the server goes on', async () => {
  await using emulator = await startEmulator();
  const chance = new Chance(5);
  const port = Number(new URL(emulator.adminUrl).port);
  const answers: string[] = [];
  for (let round = 0; round < 40; round += 1) {
    const batch = Array.from({ length: 10 }, () =>
      chance.next() < 0.2 ? chance.bytes(200) : mutated(REQUEST, chance),
    );
    answers.push(...(await Promise.all(batch.map((bytes) => sendRaw(port, bytes)))));
  }
  expect(answers.filter((answer) => /HTTP\/1\.1 5\d\d/.test(answer))).toEqual([]);
  expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 4')).length).toBeGreaterThan(200);
  expect((await ask(emulator, 'GET', '/api/ssl/v2')).status).toBe(200);
});
